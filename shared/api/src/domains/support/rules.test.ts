import { describe, expect, test } from 'vitest';
import { expectedWait } from './rules.ts';

const MINUTE = 60_000;
/** First replies `every` minutes, to users who waited `waited` minutes. */
const replies = (count: number, every: number, waited: number) =>
  Array.from({ length: count }, (_, index) => ({ at: index * every * MINUTE, waited: waited * MINUTE }));

describe('the expected wait', () => {
  test('is the place in the queue times the pace of replies', () => {
    expect(expectedWait(4, replies(10, 3, 9), 2)).toBe(12 * MINUTE);
  });

  test('follows what users waited where replies are rare because questions are', () => {
    expect(expectedWait(1, replies(5, 240, 2), 1)).toBe(2 * MINUTE);
  });

  test('is at least a minute', () => expect(expectedWait(1, replies(20, 0, 0), 3)).toBe(MINUTE));

  test.each([
    ['no agent is on duty', 1, replies(10, 3, 9), 0],
    ['there were too few replies', 1, replies(2, 3, 9), 1],
  ])('is not known when %s', (_, position, last, agents) => {
    expect(expectedWait(position, last, agents)).toBeNull();
  });
});
