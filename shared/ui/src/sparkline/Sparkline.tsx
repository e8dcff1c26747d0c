import type { DecimalString } from '@tessera/money';
import { linePath } from './line-path.ts';
import styles from './Sparkline.module.css';

export type SparklineProps = {
  /** Prices in the order of time. */
  readonly values: readonly DecimalString[];
  readonly direction?: 'up' | 'down' | undefined;
  /** Size of the drawing in px at 375 wide. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
};

/** The price curve of a day; decorative next to the figures. */
export const Sparkline = ({ values, direction, width = 72, height = 28 }: SparklineProps) => (
  <svg
    className={styles.line}
    data-way={direction}
    viewBox={`0 0 ${width} ${height}`}
    style={{ inlineSize: `${width / 16}rem`, blockSize: `${height / 16}rem` }}
    aria-hidden="true"
  >
    <path d={linePath(values, width, height)} />
  </svg>
);
