import { type DecimalString, formatRate, max, min, mul } from '@tessera/money';
import type { ReactNode } from 'react';
import { useLocale } from '../locale.ts';
import styles from './ProgressBar.module.css';

export type ProgressBarProps = {
  readonly label: string;
  /** From 0 to 1; values outside are clamped. */
  readonly ratio: DecimalString;
  readonly tone?: 'accent' | 'warn' | 'danger' | undefined;
  /** Instead of the percentage. */
  readonly note?: ReactNode;
};

export function ProgressBar({ label, ratio, tone = 'accent', note }: ProgressBarProps) {
  const locale = useLocale();
  const part = max('0', min('1', ratio));
  const text = formatRate(part, locale, 0);
  return (
    <div className={styles.progress} data-tone={tone}>
      <div className={styles.texts}>
        <span>{label}</span>
        <span className={styles.note}>{note ?? text}</span>
      </div>
      <div
        className={styles.track}
        role="progressbar"
        aria-label={label}
        aria-valuenow={Math.round(Number(mul(part, '100')))}
        aria-valuetext={text}
      >
        <span className={styles.bar} style={{ inlineSize: `${mul(part, '100')}%` }} />
      </div>
    </div>
  );
}
