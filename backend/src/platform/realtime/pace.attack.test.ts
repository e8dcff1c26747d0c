import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Hub } from './hub.ts';
import { createPace } from './pace.ts';

/* Clients that listen to everything make turns long: other work of the node goes on between them. */

beforeEach(() => void vi.useFakeTimers());
let stop: (() => void) | undefined;
afterEach(() => {
  stop?.();
  vi.useRealTimers();
});

/** When the turns of a hub begin that hold the node for some ms each, and are due all of the time. */
function busyHub(ms: number): readonly number[] {
  const turns: number[] = [];
  const pace = createPace((error) => {
    throw error;
  });
  const hub: Pick<Hub, 'turn' | 'sweep'> = {
    async turn() {
      turns.push(performance.now());
      await new Promise((resolve) => setTimeout(resolve, ms));
      pace.wake();
      return ms;
    },
    sweep: async () => undefined,
  };
  stop = pace.start(hub as Hub);
  pace.wake();
  return turns;
}

it.each([
  ['that hold the node for 100 ms take a quarter of its time', 100, 400],
  ['that are short come ten times a second', 2, 100],
])('turns %s', async (_, ms, gap) => {
  const turns = busyHub(ms);
  await vi.advanceTimersByTimeAsync(4_000);
  const gaps = turns.slice(1).map((at, index) => at - (turns[index] as number));
  expect(new Set(gaps)).toEqual(new Set([gap]));
  expect(gaps.length).toBeGreaterThanOrEqual(9);
});
