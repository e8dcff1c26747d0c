import type { Hub } from './hub.ts';

/** Tick intervals in ms: quotes, trades and bars five times a second, books four times. */
const TURN = 200;
const DEPTH_TURN = 250;
const SWEEP = 15_000;

/** Repeats a step; one that takes longer than its interval is not overtaken by the next. */
function every(interval: number, step: () => Promise<void>, report: (error: unknown) => void): () => void {
  let busy = false;
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    step()
      .catch(report)
      .finally(() => {
        busy = false;
      });
  }, interval);
  return () => clearInterval(timer);
}

/** Runs the hub. Returns a function that stops it. */
export function pace(hub: Hub, report: (error: unknown) => void): () => void {
  const stops = [
    every(TURN, hub.turn, report),
    every(DEPTH_TURN, hub.turnDepth, report),
    every(SWEEP, hub.sweep, report),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
