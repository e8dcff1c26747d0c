import { expect, test } from 'vitest';
import { NONE } from './counts.ts';
import { runSteps, type Step, type StepResult } from './schedule.ts';

/** Steps that end on request, and the list of those that have begun. */
function stage() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const step = (name: string, more: Partial<Step> = {}): Step => ({
    name,
    run: async (print) => {
      begun.push(name);
      print(`${name} begins\n`);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      print(`${name} ends\n`);
      return { ...NONE, passed: 1 };
    },
    ...more,
  });
  const end = async (name: string) => {
    ends.get(name)?.();
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  };
  return { begun, step, end };
}

const THREE = { computing: 3, waiting: 1, all: 3 };

test('as many steps of a kind, and of all, run at once as there are lanes for them', async () => {
  const { begun, step, end } = stage();
  const steps = [step('a'), step('b'), step('x', { waits: true }), step('y', { waits: true }), step('c')];
  const all = runSteps(steps, { computing: 2, waiting: 2, all: 3 }, () => undefined);
  expect(begun).toEqual(['a', 'b', 'x']);
  await end('b');
  expect(begun).toEqual(['a', 'b', 'x', 'y']);
  await end('x');
  expect(begun).toEqual(['a', 'b', 'x', 'y', 'c']);
  for (const name of ['a', 'c', 'y']) await end(name);
  expect((await all).map(({ name }) => name)).toEqual(['b', 'x', 'a', 'c', 'y']);
});

test('a step that takes two lanes waits for both, and leaves none of its kind', async () => {
  const { begun, step, end } = stage();
  const both = { waits: true, takes: 2 };
  const steps = [step('a'), step('x', both), step('y', { waits: true }), step('b')];
  const all = runSteps(steps, { computing: 2, waiting: 2, all: 3 }, () => undefined);
  expect(begun).toEqual(['a', 'x']);
  await end('a');
  expect(begun).toEqual(['a', 'x', 'b']);
  await end('x');
  expect(begun).toEqual(['a', 'x', 'b', 'y']);
  for (const name of ['b', 'y']) await end(name);
  await all;
});

test('a step begins after those that it needs, if they were asked for', async () => {
  const { begun, step, end } = stage();
  const all = runSteps(
    [step('sizes', { after: ['build'] }), step('build'), step('e2e', { after: ['staging'] })],
    THREE,
    () => undefined,
  );
  expect(begun).toEqual(['build', 'e2e']);
  await end('build');
  expect(begun).toEqual(['build', 'e2e', 'sizes']);
  await end('e2e');
  await end('sizes');
  await all;
});

test('outputs do not mix, and a step that rejects has failed with its reason', async () => {
  const { step, end } = stage();
  const results: StepResult[] = [];
  const broken: Step = { name: 'broken', run: async () => Promise.reject(new Error('no compiler')) };
  const all = runSteps([step('a'), step('b'), broken], THREE, (result) => results.push(result));
  await end('b');
  await end('a');
  await all;
  const of = (name: string) => results.find((result) => result.name === name);
  expect(of('broken')).toMatchObject({ counts: { failed: 1 }, output: expect.stringContaining('no compiler') });
  expect(of('a')?.output).toBe('a begins\na ends\n');
  expect(of('b')?.output).toBe('b begins\nb ends\n');
});

test('steps that wait for each other are an error, not a standstill', async () => {
  const { step } = stage();
  const steps = [step('a', { after: ['b'] }), step('b', { after: ['a'] })];
  await expect(runSteps(steps, THREE, () => undefined)).rejects.toThrow('steps wait for each other: a, b');
});
