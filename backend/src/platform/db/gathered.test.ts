import { describe, expect, it } from 'vitest';
import { gathered } from './gathered.ts';

describe('reads that are gathered', () => {
  it('answer all who ask at once from one, and who asks meanwhile from the next', async () => {
    const reads: (readonly string[])[] = [];
    const gate = Promise.withResolvers<void>();
    const started = Promise.withResolvers<void>();
    const readOf = gathered(async (keys) => {
      const number = reads.push(keys);
      started.resolve();
      if (number === 1) await gate.promise;
      return (key) => `${key}${number}`;
    });
    const first = [readOf('a'), readOf('b'), readOf('a')];
    await started.promise;
    const second = [readOf('a'), readOf('c')];
    gate.resolve();
    expect(await Promise.all([...first, ...second])).toEqual(['a1', 'b1', 'a1', 'a2', 'c2']);
    expect(reads).toEqual([
      ['a', 'b'],
      ['a', 'c'],
    ]);
    expect(await readOf('a')).toBe('a3');
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
