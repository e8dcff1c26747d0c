import { describe, expect, it } from 'vitest';
import { gathered } from './gathered.ts';

describe('reads that are gathered', () => {
  it('answer all who ask at once from one, two in progress, and who asks meanwhile from the next', async () => {
    const reads: (readonly string[])[] = [];
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const started = gates.map(() => Promise.withResolvers<void>());
    const readOf = gathered(async (keys) => {
      const number = reads.push(keys);
      started[number - 1]?.resolve();
      await gates[number - 1]?.promise;
      return (key) => `${key}${number}`;
    });
    const first = [readOf('a'), readOf('b'), readOf('a')];
    await started[0]?.promise;
    const second = readOf('c');
    await started[1]?.promise;
    const third = [readOf('a'), readOf('d')];
    gates[1]?.resolve();
    expect(await Promise.all([second, ...third])).toEqual(['c2', 'a3', 'd3']);
    gates[0]?.resolve();
    expect(await Promise.all(first)).toEqual(['a1', 'b1', 'a1']);
    expect(reads).toEqual([['a', 'b'], ['c'], ['a', 'd']]);
    expect(await readOf('a')).toBe('a4');
  });

  it('have a size that many askers do not exceed', async () => {
    const sizes: number[] = [];
    const readOf = gathered(async (keys) => {
      sizes.push(keys.length);
      return (key) => key;
    });
    const keys = Array.from({ length: 450 }, (_, index) => String(index));
    expect(await Promise.all(keys.map(readOf))).toEqual(keys);
    expect(sizes).toEqual([200, 200, 50]);
  });

  it('fail for those who waited for them alone', async () => {
    let reads = 0;
    const readOf = gathered(async () => {
      reads += 1;
      if (reads === 1) throw new Error('away');
      return (key) => key;
    });
    const outcomes = await Promise.allSettled([readOf('a'), readOf('b')]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await readOf('a')).toBe('a');
  });
});
