import { expect, it } from 'vitest';
import { createWorkTime } from './work-time.ts';

const ADDRESS = { kind: 'guests', id: '198.51.100.7' } as const;

it('takes 4 s of a window of 10 from the guests of an address, 1 s from a user, and says so beforehand', () => {
  const time = createWorkTime();
  const spends = (id: string, ms: number, now: number) => time.spend({ ...ADDRESS, id }, ms, now);
  expect([spends('a', 3_999, 0), spends('a', 1, 9_999), spends('a', 1, 9_999), spends('b', 1, 9_999)]).toEqual([
    ...[true, true, false, true],
  ]);
  expect(spends('a', 4_000, 10_000)).toBe(true);
  const user = { kind: 'user', id: 'a' } as const;
  expect([time.spend(user, 1_000, 10_000), time.isSpent(user, 10_000)]).toEqual([true, false]);
  expect([time.spend(user, 1, 10_001), time.isSpent(user, 10_001)]).toEqual([false, true]);
  // A clock that was set back.
  expect(time.spend(user, 1, -10_000)).toBe(true);
});
