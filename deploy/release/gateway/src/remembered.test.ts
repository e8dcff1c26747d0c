import { expect, test } from 'vitest';
import { remembered } from './remembered.ts';

test('what is made of the same objects and values is made once, and anew of others', () => {
  let made = 0;
  const once = remembered<{ readonly number: number }>(3);
  const make = () => {
    made += 1;
    return { number: made };
  };
  const [host, release] = [{}, {}];
  const first = once([host, release], { at: 1 }, make);
  expect(once([host, release], { at: 1 }, make)).toBe(first);
  for (const [of, rest] of [
    [[host, undefined], { at: 1 }],
    [[host, {}], { at: 1 }],
    [[host, release], { at: 2 }],
  ] as const)
    expect(once(of, rest, make)).not.toBe(first);
  // The first one has made room.
  expect(once([host, release], { at: 1 }, make).number).toBe(5);
});
