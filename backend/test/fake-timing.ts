import { vi } from 'vitest';
import type { Timing } from '../src/platform/market/live/timing.ts';

/** Waits this short are of readings, not of failures: they pass by themselves. */
const READING = 100;

export type FakeTiming = Timing & {
  /** Lets so many ms pass, and ends the waits that are over by then. */
  pass(ms: number): Promise<void>;
};

/** Time that stands still until a test lets it pass. */
export function fakeTiming(): FakeTiming {
  let now = 1_000;
  const waits = new Set<{ readonly until: number; readonly end: () => void }>();
  return {
    monotonic: () => now,
    wait: (ms, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve();
        if (ms <= READING) return void setImmediate(resolve);
        const wait = {
          until: now + ms,
          end() {
            waits.delete(wait);
            resolve();
          },
        };
        waits.add(wait);
        signal.addEventListener('abort', wait.end, { once: true });
      }),
    async pass(ms) {
      now += ms;
      for (const wait of waits) if (wait.until <= now) wait.end();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

/** ms of real time after which a condition counts as failed. */
const PATIENCE = 15_000;

/** Resolves once the condition holds; the names of conditions that never do are in the error. */
export const until = (condition: () => boolean, what: string): Promise<void> =>
  vi.waitFor(
    () => {
      if (!condition()) throw new Error(`this never came about: ${what}`);
    },
    { timeout: PATIENCE, interval: 1 },
  );
