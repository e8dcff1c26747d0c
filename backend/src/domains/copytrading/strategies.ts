import type { Side } from '@tessera/api/copytrading/rules';

/*
 * The published rules of the demonstration traders, on bars of five minutes that are complete. They decide on sides
 * only: figures here are signals, never money. The texts that describe them to users are in the trading remote.
 */

export const strategies = ['trend', 'reversion', 'breakout', 'momentum'] as const;
export type Strategy = (typeof strategies)[number];

export type StrategyBar = { readonly high: number; readonly low: number; readonly close: number };

/** What is open, and for how many complete bars. */
export type Holding = { readonly side: Side; readonly bars: number };

const closes = (bars: readonly StrategyBar[], count: number): number[] => bars.slice(-count).map(({ close }) => close);
const mean = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0) / values.length;

const FAST = 8;
const SLOW = 24;
const WINDOW = 20;
const DEVIATIONS = 2;
const IMPULSE_BARS = 12;
const IMPULSE = 0.004;

/** Bars that every rule needs. */
export const BARS_NEEDED = SLOW + 1;

const RULES: Readonly<Record<Strategy, (bars: readonly StrategyBar[], held: Holding | null) => Side | null>> = {
  trend(bars) {
    const gap = mean(closes(bars, FAST)) - mean(closes(bars, SLOW));
    if (gap === 0) return null;
    return gap > 0 ? 'long' : 'short';
  },
  reversion(bars, held) {
    const window = closes(bars, WINDOW);
    const middle = mean(window);
    const gap = (window.at(-1) as number) - middle;
    if (held?.side === 'long' && gap < 0) return 'long';
    if (held?.side === 'short' && gap > 0) return 'short';
    const deviation = Math.sqrt(mean(window.map((value) => (value - middle) ** 2)));
    if (Math.abs(gap) <= DEVIATIONS * deviation || deviation === 0) return null;
    return gap < 0 ? 'long' : 'short';
  },
  breakout(bars, held) {
    const before = bars.slice(-WINDOW - 1, -1);
    const high = Math.max(...before.map((bar) => bar.high));
    const low = Math.min(...before.map((bar) => bar.low));
    const { close } = bars.at(-1) as StrategyBar;
    if (close > high) return 'long';
    if (close < low) return 'short';
    const middle = (high + low) / 2;
    if (held?.side === 'long' && close > middle) return 'long';
    return held?.side === 'short' && close < middle ? 'short' : null;
  },
  momentum(bars, held) {
    if (held && held.bars < IMPULSE_BARS) return held.side;
    const before = bars.at(-1 - IMPULSE_BARS) as StrategyBar;
    const { close } = bars.at(-1) as StrategyBar;
    const move = close / before.close - 1;
    if (Math.abs(move) <= IMPULSE) return null;
    return move > 0 ? 'long' : 'short';
  },
};

/** The side that a strategy holds after these bars; null for none, and while there are too few bars. */
export const sideAfter = (strategy: Strategy, bars: readonly StrategyBar[], held: Holding | null): Side | null =>
  bars.length < BARS_NEEDED ? (held?.side ?? null) : RULES[strategy](bars, held);
