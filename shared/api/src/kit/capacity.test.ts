import { expect, test } from 'vitest';
import { mayOpenSocket } from './capacity.ts';

const MOST = 20_000;

/** Sockets that each address in turn gets when it takes all it can. */
function taken(addresses: number): number[] {
  let open = 0;
  return Array.from({ length: addresses }, () => {
    let held = 0;
    while (mayOpenSocket({ held, open, most: MOST })) {
      held += 1;
      open += 1;
    }
    return held;
  });
}

test('2,500 users behind one carrier address get in', () => {
  expect(taken(1)[0]).toBeGreaterThan(2_500);
});

test('a few greedy addresses never take every place', () => {
  const each = taken(12);
  expect(each.at(-1)).toBeGreaterThan(300);
  expect(MOST - each.reduce((sum, held) => sum + held, 0)).toBeGreaterThan(500);
});

test('a node that is full takes no connection', () => {
  expect(mayOpenSocket({ held: 0, open: MOST, most: MOST })).toBe(false);
});
