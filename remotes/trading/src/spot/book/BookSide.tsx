import type { Instrument } from '@tessera/api/instruments';
import { useTexts } from '@tessera/i18n';
import { decimal, formatAmount, formatCompact, formatPrice, scaleOf } from '@tessera/money';
import { useLocale } from '@tessera/ui';
import styles from './DepthBook.module.css';
import type { BookRow } from './group-levels.ts';

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

/** Amounts of a book: compact from ten thousand on, so that the column stays narrow. */
const SHORT_FROM = 10_000;

const bookAmount = (amount: string, lot: string, locale: string): string =>
  decimal(amount).gte(SHORT_FROM)
    ? formatCompact(amount, locale)
    : formatAmount(amount, Math.min(scaleOf(lot), 5), locale);

/** One side of the book; asks stand on their heads, the best next to the last price. */
export function BookSide({ side, rows, count, step, instrument, onPrice }: BookSideProps) {
  const t = useTexts('trading');
  const locale = useLocale();
  const { base, lot } = instrument;
  const blanks = Array.from({ length: Math.max(0, count - rows.length) }, (_, index) => `blank ${index}`);
  return (
    <ol className={styles.side} data-side={side} aria-label={t(`book.${side}`)}>
      {rows.map((row) => {
        const price = formatPrice(row.price, step, locale);
        const amount = bookAmount(row.amount, lot, locale);
        return (
          <li key={row.price} className={styles.row}>
            <span className={styles.bar} style={{ inlineSize: `${row.depth * 100}%` }} />
            {onPrice ? (
              <button
                type="button"
                className={styles.level}
                aria-label={t(side === 'asks' ? 'book.useAsk' : 'book.useBid', { price, amount, base })}
                onClick={() => onPrice(row.price)}
              >
                <span className={styles.levelPrice}>{price}</span> <span>{amount}</span>
              </button>
            ) : (
              <span className={styles.level}>
                <span className={styles.levelPrice}>{price}</span>
                <span>{amount}</span>
              </span>
            )}
          </li>
        );
      })}
      {blanks.map((key) => (
        <li key={key} className={styles.row} />
      ))}
    </ol>
  );
}
