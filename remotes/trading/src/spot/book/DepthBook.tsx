import type { Instrument } from '@tessera/api/instruments';
import { useTexts } from '@tessera/i18n';
import { useDepth } from '@tessera/realtime';
import { oneOf } from '@tessera/storage';
import { storedAtom } from '@tessera/storage/atom';
import { Skeleton } from '@tessera/ui';
import { useAtom } from 'jotai';
import { useMemo, useState } from 'react';
import { BookPause } from './BookPause.tsx';
import { BookSide } from './BookSide.tsx';
import styles from './DepthBook.module.css';
import { Grouping } from './Grouping.tsx';
import { groupBook, groupingSteps } from './group-levels.ts';
import { LastPrice } from './LastPrice.tsx';

export type DepthBookProps = {
  readonly instrument: Instrument;
  /** A level was tapped; without it the book is only to be read. */
  readonly onPrice?: (price: string) => void;
};

const VIEWS = ['both', 'bids', 'asks'] as const;
const ROWS_A_SIDE = 8;
const ROWS_ALONE = 16;

const bookView = storedAtom<(typeof VIEWS)[number]>({
  name: 'trading.book-view',
  initial: 'both',
  accept: oneOf(...VIEWS),
});

/** The order book beside the order form: asks above, bids below, the last price between them. */
export function DepthBook({ instrument, onPrice }: DepthBookProps) {
  const t = useTexts('trading');
  const { symbol, base, quote, tick, latest } = instrument;
  const depth = useDepth(symbol);
  const [view, setView] = useAtom(bookView);
  const [grouping, setGrouping] = useState({ symbol, step: tick });
  const steps = groupingSteps(tick, latest?.last ?? null);
  const step = grouping.symbol === symbol && steps.includes(grouping.step) ? grouping.step : tick;
  const rows = view === 'both' ? ROWS_A_SIDE : ROWS_ALONE;
  const book = useMemo(() => (depth ? groupBook(depth, step, rows) : null), [depth, step, rows]);
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
          <Skeleton height="100%" />
        </div>
      )}
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
