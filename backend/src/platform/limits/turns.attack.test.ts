import { expect, test } from 'vitest';
import { turns } from './turns.ts';

test('of a crowd at once two run and twenty wait, in order; the rest is turned away, and failures free their turn', async () => {
  const inTurn = turns({ atOnce: 2, waiting: 20 });
  let running = 0;
  let most = 0;
  const order: number[] = [];
  const outcomes = await Promise.allSettled(
    Array.from({ length: 50 }, (_, index) =>
      inTurn(async () => {
        running += 1;
        most = Math.max(most, running);
        order.push(index);
        await new Promise<void>((resume) => setImmediate(resume));
        running -= 1;
        if (index % 3 === 0) throw new Error('fails');
      }),
    ),
  );
  expect(most).toBe(2);
  expect(order).toEqual(Array.from({ length: 22 }, (_, index) => index));
  const turnedAway = outcomes.slice(22);
  for (const outcome of turnedAway)
    expect(outcome).toMatchObject({ reason: { code: 'rate_limited', params: { seconds: 15 } } });
  expect(await inTurn(async () => 'next')).toBe('next');
});
