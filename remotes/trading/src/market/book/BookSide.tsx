import type { Instrument } from '@tessera/api/instruments';
import { useTexts } from '@tessera/i18n';
import { cmp, formatAmount, formatCompact, formatPrice, scaleOf } from '@tessera/money';
import { useLocale } from '@tessera/ui';
import { useRef } from 'react';
import styles from './DepthBook.module.css';
import type { BookRow } from './group-levels.ts';
import { useHold } from './use-hold.ts';

type BookSideProps = {
  readonly side: 'bids' | 'asks';
  readonly rows: readonly BookRow[];
  /** Rows that the side keeps room for, so that a thin book does not move the other side. */
  readonly count: number;
  readonly step: string;
  readonly instrument: Instrument;
  /** Null for a book that is only to be read. */
  readonly onPrice: ((price: string) => void) | null;
};

/** Rows of a finger's size that a held one opens to. */
const HELD_ROWS = 5;

/** Amounts of a book: compact from ten thousand on, so that the column stays narrow. */
const SHORT_FROM = '10000';

const bookAmount = (amount: string, lot: string, locale: string): string =>
  cmp(amount, SHORT_FROM) >= 0
    ? formatCompact(amount, locale)
    : formatAmount(amount, Math.min(scaleOf(lot), 5), locale);

/** One side of the book; asks stand on their heads, the best next to the last price. */
export function BookSide({ side, rows, count, step, instrument, onPrice }: BookSideProps) {
  const t = useTexts('trading');
  const locale = useLocale();
  const { base, lot } = instrument;
  const blanks = Array.from({ length: Math.max(0, count - rows.length) }, (_, index) => `blank ${index}`);
  const hold = useHold(onPrice !== null);
  /** The price that a finger came down on: the book moves on before it is lifted. */
  const touched = useRef<string | null>(null);
  /** Larger rows stand still while one of them is chosen. */
  const still = useRef(rows);
  if (hold.row === null) still.current = rows;
  const use = (price: string, amount: string) =>
    t(side === 'asks' ? 'book.useAsk' : 'book.useBid', { price, amount, base });
  // The row that was held in the middle, as far as there are others.
  const from = hold.row === null ? 0 : Math.max(0, Math.min(hold.row - 2, still.current.length - HELD_ROWS));
  return (
    <ol className={styles.side} data-side={side} aria-label={t(`book.${side}`)}>
      {hold.row !== null && onPrice && (
        <li className={styles.held} ref={hold.rows}>
          {still.current.slice(from, from + HELD_ROWS).map((row) => {
            const price = formatPrice(row.price, step, locale);
            const amount = bookAmount(row.amount, lot, locale);
            return (
              <button
                key={row.price}
                type="button"
                className={styles.level}
                aria-label={use(price, amount)}
                onClick={() => {
                  onPrice(row.price);
                  hold.close();
                }}
              >
                <span className={styles.levelPrice}>{price}</span>
                <span>{amount}</span>
              </button>
            );
          })}
        </li>
      )}
      {rows.map((row, place) => {
        const price = formatPrice(row.price, step, locale);
        const amount = bookAmount(row.amount, lot, locale);
        return (
          // A place stays in the page while prices move through it: a tap that begins on it also ends on it.
          <li key={`row ${place}`} className={styles.row} data-own={row.own || undefined}>
            <span className={styles.bar} style={{ transform: `scaleX(${row.depth})` }} />
            {onPrice ? (
              <button
                type="button"
                className={styles.level}
                aria-label={use(price, amount)}
                onPointerDownCapture={() => {
                  touched.current = row.price;
                }}
                onClick={() => {
                  onPrice(touched.current ?? row.price);
                  touched.current = null;
                }}
                {...hold.of(place)}
              >
                <span className={styles.levelPrice}>{price}</span> <span>{amount}</span>
              </button>
            ) : (
              <span className={styles.level}>
                <span className={styles.levelPrice}>{price}</span>
                <span>{amount}</span>
                <span>{bookAmount(row.total, lot, locale)}</span>
              </span>
            )}
            {row.own && <span className={styles.own} role="img" aria-label={t('book.own')} />}
          </li>
        );
      })}
      {blanks.map((key) => (
        <li key={key} className={styles.row} />
      ))}
    </ol>
  );
}
