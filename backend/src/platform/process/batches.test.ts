import { expect, test } from 'vitest';
import { inBatches } from './batches.ts';

test('parts of a list come in order, and other work has its turn between them', async () => {
  const seen: (number | 'other')[] = [];
  let busy = true;
  const other = () => {
    seen.push('other');
    if (busy) setImmediate(other);
  };
  setImmediate(other);
  for await (const part of inBatches([1, 2, 3, 4, 5], 2)) seen.push(...part);
  busy = false;
  expect(seen).toEqual([1, 2, 'other', 3, 4, 'other', 5]);
});

test('an empty list has none', async () => {
  const parts: unknown[] = [];
  for await (const part of inBatches([], 10)) parts.push(part);
  expect(parts).toEqual([]);
});
