import type { Hub } from './hub.ts';

/** Least time between the starts of two turns, ms: what changes more often is sent as its newest state. */
const LEAST_GAP = 100;
/** Time between two starts as a multiple of the time for which a turn holds the node: orders are judged beside it. */
const BREATH = 4;
const SWEEP = 15_000;

export type Pace = {
  /** A turn is due: at once, or when the last one is long enough ago and done. */
  wake(): void;
  /** Runs the hub. Returns a function that stops it. */
  start(hub: Hub): () => void;
};

export function createPace(report: (error: unknown) => void): Pace {
  let hub: Hub | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let lastTurn = Number.NEGATIVE_INFINITY;
  let gap = LEAST_GAP;
  let busy = false;
  let due = false;

  function wake(): void {
    due = true;
    if (!hub || timer || busy) return;
    timer = setTimeout(turn, Math.max(0, lastTurn + gap - performance.now()));
  }

  function turn(): void {
    timer = null;
    if (!hub) return;
    due = false;
    busy = true;
    lastTurn = performance.now();
    hub
      .turn()
      .then((held) => {
        gap = Math.max(LEAST_GAP, BREATH * held);
      })
      .catch(report)
      .finally(() => {
        busy = false;
        if (due) wake();
      });
  }

  return {
    wake,
    start(started) {
      hub = started;
      if (due) wake();
      const sweeps = setInterval(() => void started.sweep().catch(report), SWEEP);
      return () => {
        hub = null;
        if (timer) clearTimeout(timer);
        clearInterval(sweeps);
      };
    },
  };
}
