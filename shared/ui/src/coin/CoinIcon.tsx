import { type CSSProperties, useState } from 'react';
import { classes } from '../classes.ts';
import styles from './CoinIcon.module.css';
import { markAddress } from './marks.ts';
import { baseOf, monogram } from './monogram.ts';

export type CoinIconProps = {
  /** Currency or instrument: `BTC`, `BTC/USDT`, `AAPL`. */
  readonly symbol: string;
  /** 20, 32 or 40 px. */
  readonly size?: 's' | 'm' | 'l' | undefined;
  readonly className?: string | undefined;
};

/** The logo of a coin, the flag of a currency, or a tile with letters; decorative, since the symbol is next to it. */
export function CoinIcon({ symbol, size = 'm', className }: CoinIconProps) {
  const code = baseOf(symbol);
  const [failed, setFailed] = useState<string>();
  const mark = markAddress(code);
  const shared = { className: classes(styles.coin, className), 'data-size': size };
  if (mark && failed !== mark) {
    return <img {...shared} src={mark} alt="" loading="lazy" onError={() => setFailed(mark)} />;
  }
  const { letters, hue } = monogram(code);
  return (
    <span
      {...shared}
      className={classes(shared.className, 'ui-tile')}
      data-letters={size === 's' ? letters.slice(0, 1) : letters}
      data-length={letters.length}
      style={{ '--hue': hue } as CSSProperties}
      aria-hidden="true"
    />
  );
}
