import { classes } from '../classes.ts';
import styles from './CoinIcon.module.css';
import { monogram } from './monogram.ts';

export type CoinIconProps = {
  /** Currency or instrument: `BTC`, `BTC/USDT`, `AAPL`. */
  readonly symbol: string;
  /** 20, 32 or 40 px. */
  readonly size?: 's' | 'm' | 'l' | undefined;
  readonly className?: string | undefined;
};

/** A tile with the symbol's letters; decorative, since the symbol is next to it. */
export function CoinIcon({ symbol, size = 'm', className }: CoinIconProps) {
  const { letters, colour } = monogram(symbol);
  return (
    <svg className={classes(styles.coin, className)} data-size={size} viewBox="0 0 32 32" aria-hidden="true">
      <path d="M8 0h16a8 8 0 0 1 8 8v24H8a8 8 0 0 1-8-8V8a8 8 0 0 1 8-8Z" style={{ fill: colour }} />
      <text x="16" y="16" className={styles.letters} data-length={letters.length}>
        {size === 's' ? letters.slice(0, 1) : letters}
      </text>
    </svg>
  );
}
