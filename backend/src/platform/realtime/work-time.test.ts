import { expect, it } from 'vitest';
import { createWorkTime } from './work-time.ts';

const ADDRESS = { kind: 'address', id: '198.51.100.7' } as const;

it('takes 4 s of a window of 10 from the guests of an address, and 1 s from a user', () => {
  const time = createWorkTime();
  const spends = (id: string, ms: number, now: number) => time.spend({ ...ADDRESS, id }, ms, now);
  expect([spends('a', 3_999, 0), spends('a', 1, 9_999), spends('a', 1, 9_999), spends('b', 1, 9_999)]).toEqual([
    ...[true, true, false, true],
  ]);
  expect(spends('a', 4_000, 10_000)).toBe(true);
  const user = { kind: 'user', id: 'a' } as const;
  expect([time.spend(user, 1_000, 10_000), time.spend(user, 1, 10_001)]).toEqual([true, false]);
  // A clock that was set back.
  expect(time.spend(user, 1, -10_000)).toBe(true);
});
