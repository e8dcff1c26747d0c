import type { KlineRow } from '@tessera/api/realtime';

export type LiveBar = {
  /** Opening time. */
  readonly t: number;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: string;
};

export const barOf = ([t, open, high, low, close, volume]: KlineRow): LiveBar => ({
  t,
  open,
  high,
  low,
  close,
  volume,
});

const KEPT = 60;

/** Oldest first; a later state of the same bar replaces the earlier one. */
export function withBar(waiting: readonly LiveBar[], bar: LiveBar): readonly LiveBar[] {
  const last = waiting.at(-1);
  if (!last || bar.t > last.t) return [...waiting, bar].slice(-KEPT);
  return waiting.map((each) => (each.t === bar.t ? bar : each));
}
