import { expect, test } from 'vitest';
import { createCleanup } from './cleanup.ts';

test('actions are undone once, in reverse order', async () => {
  const undone: number[] = [];
  const cleanup = createCleanup();
  for (const each of [1, 2, 3]) cleanup.add(async () => undone.push(each));
  await Promise.all([cleanup.run(), cleanup.run()]);
  await cleanup.run();
  expect(undone).toEqual([3, 2, 1]);
});

test('a failing undo does not block the others, and is reported', async () => {
  const undone: number[] = [];
  const cleanup = createCleanup();
  cleanup.add(() => undone.push(1));
  cleanup.add(() => Promise.reject(new Error('stuck')));
  await expect(cleanup.run()).rejects.toMatchObject({ errors: [new Error('stuck')] });
  expect(undone).toEqual([1]);
});

test('actions added during the clean-up are undone too', async () => {
  const undone: string[] = [];
  const cleanup = createCleanup();
  cleanup.add(() => undone.push('folder'));
  cleanup.add(() => cleanup.add(() => undone.push('late')));
  await cleanup.run();
  expect(undone).toEqual(['late', 'folder']);
});
