import { cmp, type DecimalString } from '@tessera/money';

export type Heated = {
  readonly symbol: string;
  /** Ratio; null while unknown. */
  readonly change: DecimalString | null;
  /** In US dollars; null while unknown. */
  readonly turnover: DecimalString | null;
};

export type Tile = {
  readonly symbol: string;
  readonly change: DecimalString;
  /** By rank of turnover: two tiles across and high, two across, or one. */
  readonly size: 'large' | 'wide' | 'small';
  /** How strongly it is coloured, 0 to 1. */
  readonly heat: number;
};

/** Tiles on one screen; what is traded less is in the list. */
const MOST = 42;
const LARGE = 2;
const WIDE = 6;
/** Change of a day, a ratio, from which on the colour is full. */
const FULL = 0.05;

/** The most traded instruments as tiles, sized by turnover and coloured by the change of the day. */
export function tilesOf(heated: readonly Heated[]): readonly Tile[] {
  return heated
    .flatMap(({ symbol, change, turnover }) =>
      change === null || turnover === null ? [] : [{ symbol, change, turnover }],
    )
    .toSorted((a, b) => cmp(b.turnover, a.turnover))
    .slice(0, MOST)
    .map(({ symbol, change }, rank) => ({
      symbol,
      change,
      size: rank < LARGE ? 'large' : rank < WIDE ? 'wide' : 'small',
      heat: Math.min(1, Math.abs(Number(change)) / FULL),
    }));
}
