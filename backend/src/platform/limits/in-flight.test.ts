import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createInFlight } from './in-flight.ts';

/** Work that ends when it is told to. */
function stage() {
  const inFlight = createInFlight();
  const begun: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const run = (userId: string, name: string, weight: number) =>
    inFlight(userId, weight, async () => {
      begun.push(name);
      await new Promise<void>((resolve, reject) => {
        ends.set(name, (error) => (error ? reject(error) : resolve()));
      });
      return name;
    });
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  return { run, begun, ends, settle };
}

it('two calls that weigh four go at a time, a third waits for one of them, and others’ do not wait', async () => {
  const { run, begun, ends, settle } = stage();
  const results = ['a', 'b', 'c'].map((name) => run('ann', name, 4));
  const other = run('ben', 'd', 4);
  expect(begun).toEqual(['a', 'b', 'd']);
  // One that would fit does not pass those before it.
  const light = run('ann', 'e', 1);
  await settle();
  expect(begun).toEqual(['a', 'b', 'd']);
  ends.get('a')?.(new Error('it failed'));
  await expect(results[0]).rejects.toThrow('it failed');
  await settle();
  expect(begun).toEqual(['a', 'b', 'd', 'c']);
  for (const name of ['b', 'c', 'd']) ends.get(name)?.();
  await settle();
  ends.get('e')?.();
  expect(await Promise.all([...results.slice(1), other, light])).toEqual(['b', 'c', 'd', 'e']);
});

it('one that weighs more than all goes alone; beyond a hundred that wait calls are rejected', async () => {
  const { run, begun, ends, settle } = stage();
  const first = run('ann', 'heavy', 20);
  const waiting = Array.from({ length: 100 }, (_, index) => run('ann', `${index}`, 1));
  expect(begun).toEqual(['heavy']);
  await expect(run('ann', 'more', 1)).rejects.toMatchObject({ code: 'rate_limited', params: { seconds: 1 } });
  ends.get('heavy')?.();
  await first;
  for (let index = 0; index < 100; index += 1) {
    await settle();
    ends.get(`${index}`)?.();
  }
  expect((await Promise.all(waiting)).length).toBe(100);
});

it('whatever calls come and end, all end, and none begins beyond the bound', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 40 }), async (weights) => {
      const inFlight = createInFlight();
      let units = 0;
      let most = 0;
      await Promise.all(
        weights.map((weight, index) =>
          inFlight('ann', weight, async () => {
            units += weight;
            if (units > weight) most = Math.max(most, units);
            for (let turn = 0; turn < index % 4; turn += 1) await Promise.resolve();
            units -= weight;
          }),
        ),
      );
      expect([most <= 8, units]).toEqual([true, 0]);
    }),
  );
});
