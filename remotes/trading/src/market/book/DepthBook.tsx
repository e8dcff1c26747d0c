import { bookSteps, type Instrument } from '@tessera/api/instruments';
import { useOpenOrders } from '@tessera/api/spot';
import { useTexts } from '@tessera/i18n';
import { oneOf } from '@tessera/storage';
import { storedAtom } from '@tessera/storage/atom';
import { useAtom } from 'jotai';
import { useMemo, useState } from 'react';
import { BookAwaited } from './BookAwaited.tsx';
import { BookPause } from './BookPause.tsx';
import { BookSide } from './BookSide.tsx';
import styles from './DepthBook.module.css';
import { Grouping } from './Grouping.tsx';
import { bidShare, drawBook } from './group-levels.ts';
import { LastPrice } from './LastPrice.tsx';
import { Ratio } from './Ratio.tsx';
import { useServerBook } from './use-server-book.ts';

export type DepthBookProps = {
  readonly instrument: Instrument;
  /** A level was tapped; without it the book is only to be read. */
  readonly onPrice?: (price: string) => void;
};

const VIEWS = ['both', 'bids', 'asks'] as const;
/** Rows a side, and of one side alone: beside a form as many as it is high, below a chart enough to judge the depth. */
const ROWS = { beside: { both: 8, alone: 16 }, alone: { both: 15, alone: 20 } } as const;

const bookView = storedAtom<(typeof VIEWS)[number]>({
  name: 'trading.book-view',
  initial: 'both',
  accept: oneOf(...VIEWS),
});

/** The order book beside the order form: asks above, bids below, the last price between them. */
export function DepthBook({ instrument, onPrice }: DepthBookProps) {
  const t = useTexts('trading');
  const { symbol, base, quote, tick, latest } = instrument;
  const [view, setView] = useAtom(bookView);
  const [grouping, setGrouping] = useState({ symbol, step: tick });
  const steps = bookSteps(tick, latest?.last ?? null);
  const step = grouping.symbol === symbol && steps.includes(grouping.step) ? grouping.step : tick;
  const depth = useServerBook(symbol, step);
  const orders = useOpenOrders(symbol).data?.rows;
  const room = onPrice ? ROWS.beside : ROWS.alone;
  const rows = view === 'both' ? room.both : room.alone;
  const book = useMemo(() => (depth ? drawBook(depth, rows, step, orders) : null), [depth, rows, step, orders]);
  const take = onPrice ?? null;
  const labels = {
    both: t('book.viewBoth'),
    bids: t('book.bids'),
    asks: t('book.asks'),
  } satisfies Record<(typeof VIEWS)[number], string>;

  return (
    <section className={styles.book} aria-label={t('book.title')}>
      <header className={styles.head}>
        <span>
          {t('book.price')}
          <span>({quote})</span>
        </span>
        <span>
          {t('book.amount')}
          <span>({base})</span>
        </span>
        {!onPrice && (
          <span>
            {t('book.total')}
            <span>({base})</span>
          </span>
        )}
      </header>
      {book ? (
        <div className={styles.sides}>
          {book.asks.length === 0 && book.bids.length === 0 && <BookPause instrument={instrument} />}
          {view !== 'bids' && (
            <BookSide side="asks" rows={book.asks} count={rows} step={step} instrument={instrument} onPrice={take} />
          )}
          <LastPrice instrument={instrument} onPrice={take} />
          {view !== 'asks' && (
            <BookSide side="bids" rows={book.bids} count={rows} step={step} instrument={instrument} onPrice={take} />
          )}
        </div>
      ) : (
        <div className={styles.sides}>
          <BookAwaited />
        </div>
      )}
      {depth && <Ratio bids={bidShare(depth)} />}
      <footer className={styles.tools}>
        <Grouping step={step} steps={steps} onStep={(chosen) => setGrouping({ symbol, step: chosen })} />
        <button
          type="button"
          className={styles.view}
          aria-label={t('named', { name: t('book.view'), value: labels[view] })}
          onClick={() => setView(VIEWS[(VIEWS.indexOf(view) + 1) % VIEWS.length] ?? 'both')}
        >
          <svg viewBox="0 0 16 16" aria-hidden="true">
            {view !== 'bids' && <path className={styles.askMark} d="M2 2h5v5H2z" />}
            {view !== 'asks' && <path className={styles.bidMark} d="M2 9h5v5H2z" />}
            <path className={styles.rowMark} d="M9 2.5h5v1H9zM9 5.5h5v1H9zM9 9.5h5v1H9zM9 12.5h5v1H9z" />
          </svg>
        </button>
      </footer>
    </section>
  );
}
