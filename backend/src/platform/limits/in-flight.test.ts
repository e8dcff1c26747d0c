import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Calling, createInFlight } from './in-flight.ts';

const ANN = { kind: 'user', id: 'ann' } as const;
const reads = (weight: number) => ({ weight, first: false });
const keyed = (weight = 1) => ({ weight, first: true });

/** Work that ends when it is told to. */
function stage() {
  const inFlight = createInFlight();
  const begun: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const run = (calling: Calling, name: string, call: ReturnType<typeof reads>) =>
    inFlight(calling, call, async () => {
      begun.push(name);
      await new Promise<void>((resolve, reject) => {
        ends.set(name, (error) => (error ? reject(error) : resolve()));
      });
      return name;
    });
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  return { run, begun, ends, settle };
}

it('two calls that weigh two go at a time, a third waits for one of them, and others’ do not wait', async () => {
  const { run, begun, ends, settle } = stage();
  const results = ['a', 'b', 'c'].map((name) => run(ANN, name, reads(2)));
  const other = run({ kind: 'staff', id: 'ann' }, 'd', reads(2));
  expect(begun).toEqual(['a', 'b', 'd']);
  // One that would fit does not pass those before it.
  const light = run(ANN, 'e', reads(1));
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

it('what has a key goes beside the heaviest list and passes what only reads, however much of it waits', async () => {
  const { run, begun, ends, settle } = stage();
  const lists = ['list', 'next', 'last'].map((name) => run(ANN, name, reads(20)));
  const orders = ['order', 'second'].map((name) => run(ANN, name, keyed(10)));
  expect(begun).toEqual(['list', 'order']);
  ends.get('order')?.();
  await settle();
  expect(begun).toEqual(['list', 'order', 'second']);
  ends.get('second')?.();
  for (const name of ['list', 'next', 'last']) {
    ends.get(name)?.();
    await settle();
  }
  expect(await Promise.all([...lists, ...orders])).toHaveLength(5);
});

it('beyond a hundred of an account that wait, and four hundred of the guests of an address, calls are rejected', async () => {
  for (const [calling, most] of [
    [ANN, 100],
    [{ kind: 'guests', id: '198.51.100.7' }, 400],
  ] as const) {
    const { run, begun, ends, settle } = stage();
    const running = Array.from({ length: 4 }, (_, index) => run(calling, `first ${index}`, keyed()));
    const waiting = Array.from({ length: most }, (_, index) =>
      run(calling, `${index}`, index % 2 ? keyed() : reads(1)),
    );
    expect(begun).toHaveLength(4);
    for (const call of [keyed(), reads(1)])
      await expect(run(calling, 'more', call)).rejects.toMatchObject({ code: 'rate_limited', params: { seconds: 1 } });
    while (begun.length < most + 4) {
      for (const name of begun) ends.get(name)?.();
      await settle();
    }
    for (const name of begun) ends.get(name)?.();
    expect(await Promise.all([...running, ...waiting])).toHaveLength(most + 4);
  }
});

it('whatever calls come and end, all end, and no more than four of a caller are handled at a time', async () => {
  const calls = fc.array(fc.record({ weight: fc.integer({ min: 1, max: 20 }), first: fc.boolean() }), {
    maxLength: 60,
  });
  await fc.assert(
    fc.asyncProperty(calls, fc.constantFrom('user', 'staff', 'guests'), async (all, kind) => {
      const inFlight = createInFlight();
      let handled = 0;
      let units = 0;
      let most = 0;
      await Promise.all(
        all.map((call, index) =>
          inFlight({ kind, id: 'ann' }, call, async () => {
            const taken = call.first || kind === 'guests' ? 1 : Math.min(call.weight, 3);
            handled += 1;
            units += taken;
            most = Math.max(most, units);
            for (let turn = 0; turn < index % 4; turn += 1) await Promise.resolve();
            units -= taken;
          }),
        ),
      );
      expect([most <= 4, units, handled]).toEqual([true, 0, all.length]);
    }),
  );
});
