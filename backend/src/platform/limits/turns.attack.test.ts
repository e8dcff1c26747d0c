import { expect, test } from 'vitest';
import { type Asker, turns } from './turns.ts';

/** Works that end when they are told to, and the order in which they began. */
function stage(options: Parameters<typeof turns>[0]) {
  const inTurn = turns(options);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const settle = () => new Promise<void>((resume) => setImmediate(resume));
  return {
    begun,
    send: (name: string, asker: Asker) =>
      inTurn(asker, async () => {
        begun.push(name);
        await new Promise<void>((end) => ends.set(name, end));
      }).then(
        () => 'done',
        (error) => error,
      ),
    async end(name = begun.at(-1) ?? ''): Promise<void> {
      ends.get(name)?.();
      await settle();
    },
  };
}

const at = (address: string, account: string | number): Asker => ({ account: `user:${account}`, address });
const TURNED_AWAY = { code: 'rate_limited', params: { seconds: 15 } };

test('of a crowd at once two run and twenty wait; the rest is turned away, and failures free their turn', async () => {
  const inTurn = turns({ atOnce: 2, waiting: 20 });
  let running = 0;
  let most = 0;
  const order: number[] = [];
  const outcomes = await Promise.allSettled(
    Array.from({ length: 50 }, (_, index) =>
      inTurn(at('198.51.100.7', index), async () => {
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
  for (const outcome of outcomes.slice(22)) expect(outcome).toMatchObject({ reason: TURNED_AWAY });
  expect(await inTurn(at('198.51.100.7', 0), async () => 'next')).toBe('next');
});

test('thirty accounts of an address, each with several pictures, are one turn before that of another address', async () => {
  const { begun, send, end } = stage({ atOnce: 1, waiting: 40 });
  const crowd = Array.from({ length: 90 }, (_, index) => send(`crowd ${index}`, at('198.51.100.7', index % 30)));
  const ann = send('ann', at('203.0.113.9', 'ann'));
  await end('crowd 0');
  await end('crowd 1');
  expect(begun).toEqual(['crowd 0', 'crowd 1', 'ann']);
  for (let turn = begun.length; turn < 60; turn += 1) await end();
  expect(await ann).toBe('done');
  const outcomes = await Promise.all(crowd);
  // The last one of those that waited gave its place to ann's.
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(40);
  expect(outcomes[40]).toMatchObject(TURNED_AWAY);
});

test('accounts of an address have their turn one after the other, and one may have four works wait', async () => {
  const { begun, send, end } = stage({ atOnce: 1, waiting: 6 });
  const flood = Array.from({ length: 8 }, (_, index) => send(`flood ${index}`, at('198.51.100.7', 'flood')));
  for (const index of [5, 6, 7]) expect(await flood[index]).toMatchObject(TURNED_AWAY);
  const quiet = [1, 2, 3].map((user) => send(`quiet ${user}`, at('198.51.100.7', user)));
  for (let turn = 0; turn < 9; turn += 1) await end();
  expect(begun).toEqual(['flood 0', 'flood 1', 'quiet 1', 'quiet 2', 'quiet 3', 'flood 2', 'flood 3']);
  expect(await Promise.all(quiet)).toEqual(['done', 'done', 'done']);
  expect(await flood[4]).toMatchObject(TURNED_AWAY);
});

test('networks of 48 bits are one address: a household may have them', async () => {
  const { begun, send, end } = stage({ atOnce: 1, waiting: 40 });
  for (let index = 0; index < 4; index += 1) void send(`six ${index}`, at(`2001:db8:0:${index + 1}::1`, index));
  void send('ann', at('203.0.113.9', 'ann'));
  for (let turn = 0; turn < 5; turn += 1) await end();
  expect(begun).toEqual(['six 0', 'six 1', 'ann', 'six 2', 'six 3']);
});
