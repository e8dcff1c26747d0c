import { setTimeout as sleep } from 'node:timers/promises';

/** Time of a source; tests inject theirs. */
export type Timing = {
  /** ms of this process since any moment, never going back. */
  readonly monotonic: () => number;
  /** Resolves after so many ms, and at once when the signal aborts. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
};

export const realTiming: Timing = {
  monotonic: () => performance.now(),
  wait: async (ms, signal) => {
    await sleep(ms, undefined, { signal }).catch(() => {});
  },
};

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 30_000;

/** ms before the next attempt: doubled with each failure in a row, spread so that nodes do not come at once. */
export const pauseAfter = (failures: number): number =>
  Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.min(failures - 1, 10)) * (0.5 + Math.random() / 2);
