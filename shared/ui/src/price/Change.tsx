import { type DecimalString, formatPercent } from '@tessera/money';
import { useLocale } from '../locale.ts';
import { Arrow } from './Arrow.tsx';
import styles from './Price.module.css';

export type ChangeProps = {
  /** As a ratio: `0.0123` is +1.23 %. */
  readonly ratio: DecimalString;
  /** Filled, of one width: the last column of a market list. */
  readonly pill?: boolean | undefined;
};

/** A change with its sign, its arrow and its colour; the rounded figure decides which. */
export function Change({ ratio, pill }: ChangeProps) {
  const text = formatPercent(ratio, useLocale());
  const way = text.startsWith('+') ? 'up' : text.startsWith('-') ? 'down' : 'flat';
  return (
    <span className={styles.change} data-way={way} data-pill={pill || undefined}>
      {way !== 'flat' && <Arrow direction={way} />}
      {text}
    </span>
  );
}
