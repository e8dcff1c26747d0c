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
  const { letters, colour, ink } = monogram(symbol);
  return (
    <span
      className={classes(styles.coin, className)}
      data-size={size}
      data-letters={size === 's' ? letters.slice(0, 1) : letters}
      data-length={letters.length}
      style={{ backgroundColor: colour, color: ink }}
      aria-hidden="true"
    />
  );
}
