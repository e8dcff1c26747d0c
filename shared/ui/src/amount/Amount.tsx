import { type DecimalString, formatAmount } from '@tessera/money';
import { classes } from '../classes.ts';
import { useLocale } from '../locale.ts';
import styles from './Amount.module.css';

export type AmountProps = {
  readonly value: DecimalString;
  /** Fraction digits of the currency. */
  readonly scale: number;
  /** Currency after the figure. */
  readonly unit?: string | undefined;
  /** Drops the zeros at the end. */
  readonly trimmed?: boolean | undefined;
  /** Bills and results: a plus before gains, and the direction's colour. */
  readonly signed?: boolean | undefined;
  /** Hides the amount from onlookers. */
  readonly hidden?: boolean | undefined;
  readonly className?: string | undefined;
};

/** Placeholder for a hidden amount. */
export const HIDDEN_AMOUNT = '••••••';

export function Amount({ value, scale, unit, trimmed, signed, hidden, className }: AmountProps) {
  const locale = useLocale();
  const text = formatAmount(value, scale, locale, { zeros: trimmed ? 'trimmed' : 'fixed', signed: signed ?? false });
  const way = !signed || hidden ? undefined : text.startsWith('+') ? 'up' : text.startsWith('-') ? 'down' : undefined;
  return (
    <span translate="no" className={classes(styles.amount, className)} data-way={way}>
      {hidden ? HIDDEN_AMOUNT : text}
      {unit && (
        <>
          {' '}
          <span className={styles.unit}>{unit}</span>
        </>
      )}
    </span>
  );
}
