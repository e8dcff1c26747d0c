import type { Database } from '../src/platform/db/database.ts';
import type { Grid } from '../src/platform/market/grid.ts';
import type { Recorder } from '../src/platform/market/recorder-types.ts';
import type { Tick } from '../src/platform/market/tick-record.ts';

/** The first minute that the steps of tests fill. */
export const FIRST_STEP = Date.UTC(2026, 10, 20, 15, 0, 0);

/** The tick of a symbol at a step: the price wanders, and every third one has traded. */
export function tickAt(at: number, start = 10_000): Tick {
  const step = Math.floor(at / 200);
  const bid = start + ((step * 7919) % 41);
  const last = bid + (step % 3);
  const fraction = ((step * 7919) % 999) - 499;
  return {
    at,
    bid,
    ask: bid + 2,
    last,
    high: last + 1,
    low: bid - 1,
    lots: step % 3 === 0 ? 5 : 0,
    index: bid + 1,
    basis: 0,
    fraction,
  };
}

/** What is recorded of a symbol while staff have halted it; `last` is where it traded before. */
export const haltedTick = (at: number, index: number, last = index): Tick => ({
  ...{ at, bid: 0, ask: 0, last, high: 0, low: 0, lots: 0, index, basis: 0, fraction: 0 },
});

/** A step in which staff have halted a symbol; committed. */
export async function recordHalted(
  database: Database,
  recorder: Recorder,
  step: { readonly symbol: string; readonly tick: Tick; readonly sequence: number; readonly grid: Grid },
): Promise<void> {
  const { symbol, tick, sequence, grid } = step;
  const halted = new Map([[symbol, { tick, grid }]]);
  await database.transaction((tx) =>
    recorder.record(tx, { sequence, at: tick.at, ticks: new Map(), halted, source: null }),
  );
  recorder.committed();
}

/** Steps of the market, each committed; returns the sequence of the last one. */
export async function recordSteps(
  database: Database,
  recorder: Recorder,
  {
    symbols = ['BTC/USDT', 'ETH/USDT'],
    from = FIRST_STEP,
    count = 1,
    every = 200,
    sequence = 0,
    source = {} as unknown,
  },
): Promise<number> {
  for (let index = 0; index < count; index++) {
    const at = from + index * every;
    const ticks = new Map(symbols.map((symbol, place) => [symbol, tickAt(at, 10_000 * (place + 1))]));
    await database.transaction((tx) => recorder.record(tx, { sequence: sequence + index + 1, at, ticks, source }));
    recorder.committed();
  }
  return sequence + count;
}
