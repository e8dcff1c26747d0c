import { describe, expect, test } from 'vitest';
import { listed, lookUp } from './look-up.ts';

const names = (count: number) => Array.from({ length: count }, (_, at) => `none-${at}`);

describe('a look-up', () => {
  function counted(found?: string) {
    const looked: string[] = [];
    let at = 0;
    const find = lookUp<string | undefined>(
      async (name) => {
        looked.push(name);
        return found;
      },
      () => at,
    );
    const pass = (ms: number) => {
      at += ms;
    };
    return { looked, find, pass };
  }

  test('is one for all who wait', async () => {
    const { looked, find } = counted('here');
    expect(await Promise.all(['a', 'a', 'b'].map(find))).toEqual(['here', 'here', 'here']);
    expect(looked).toEqual(['a', 'b']);
  });

  test('of what is missing is not made again for a moment, which asking does not prolong', async () => {
    const { looked, find, pass } = counted();
    for (const ms of [0, 40, 40]) {
      pass(ms);
      expect(await find('a')).toBeUndefined();
    }
    expect(looked).toEqual(['a']);
    pass(20);
    await find('a');
    expect(looked).toEqual(['a', 'a']);
  });

  test('remembers so many names and no more', async () => {
    const { looked, find } = counted();
    for (const name of names(10_001)) await find(name);
    looked.length = 0;
    await find('none-10000');
    expect(looked).toEqual([]);
    await find('none-0');
    expect(looked).toEqual(['none-0']);
  });

  test('that fails is made again at once', async () => {
    let broken = true;
    const find = lookUp(
      async () => {
        if (broken) throw new Error('away');
        return 'here';
      },
      () => 0,
    );
    await expect(find('a')).rejects.toThrow('away');
    broken = false;
    expect(await find('a')).toBe('here');
  });
});

test('a list is read once for all who wait, and at most once in a moment for names that it does not have', async () => {
  let reads = 0;
  let at = 0;
  let list: readonly string[] = ['a'];
  const has = listed(
    async () => {
      reads += 1;
      return list;
    },
    () => at,
  );
  expect(await Promise.all([has('a'), has('b'), has('c')])).toEqual([true, false, false]);
  list = ['a', 'b'];
  expect([await has('a'), await has('b'), reads]).toEqual([true, false, 1]);
  at += 1_000;
  expect([await has('b'), await has('a'), await has('c'), reads]).toEqual([true, true, false, 2]);
});
