import { afterEach, expect, it } from 'vitest';
import type { Hub } from './hub.ts';
import { createPace } from './pace.ts';

/* Clients that listen to everything make turns long: other work of the node goes on between them. */

let stop: (() => void) | undefined;
afterEach(() => stop?.());

/** A hub whose turns hold the node for some ms each, all of the time. */
function busyHub(ms: number) {
  const turns: number[] = [];
  const pace = createPace((error) => {
    throw error;
  });
  const hub = {
    async turn() {
      const from = performance.now();
      while (performance.now() - from < ms);
      turns.push(performance.now());
      pace.wake();
      return performance.now() - from;
    },
  } as unknown as Hub;
  stop = pace.start(hub);
  pace.wake();
  return turns;
}

it('turns that hold the node for 100 ms take a quarter of its time at most', async () => {
  const turns = busyHub(100);
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  expect(turns.length).toBeGreaterThan(0);
  expect(turns.length).toBeLessThanOrEqual(6);
});

it('short ones come ten times a second', async () => {
  const turns = busyHub(2);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(turns.length).toBeGreaterThan(1);
});
