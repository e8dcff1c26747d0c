/*
 * How full a side of an instrument is, and which leverage it still takes. A position weighs its notional value times its
 * multiple over the highest one: at half of the leverage the price has twice as far to go to a liquidation.
 */

/** Up to this fill of a side, multiples up to this share of the highest one are opened. */
const STEPS: readonly { readonly fill: number; readonly share: number }[] = [
  { fill: 0.5, share: 1 },
  { fill: 0.75, share: 0.5 },
  { fill: 1, share: 0.25 },
  { fill: 2, share: 0.1 },
];

/**
 * The highest multiple that a side still opens when it is as full as this, 1 being what the house takes from it in a minute;
 * null where it opens none. The lowest one that is offered is the last to go.
 */
export function mostMultiple(multiples: readonly number[], fill: number): number | null {
  const step = STEPS.find((each) => fill <= each.fill);
  if (!step) return null;
  const highest = Math.max(...multiples);
  return Math.max(Math.min(...multiples), ...multiples.filter((multiple) => multiple <= highest * step.share));
}

/** The fullest that a side may be to open at a multiple; zero where the multiple is not offered. */
export const mostFill = (multiples: readonly number[], multiple: number): number =>
  STEPS.findLast(({ fill }) => (mostMultiple(multiples, fill) ?? 0) >= multiple)?.fill ?? 0;

/** How full a side is: Σ notional × multiple of what is open and pending, over what it holds at the highest multiple. */
export const fillOf = (weighted: number, multiples: readonly number[], most: number): number =>
  most > 0 ? weighted / (Math.max(...multiples) * most) : Number.POSITIVE_INFINITY;
