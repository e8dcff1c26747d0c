import { expect, test } from 'vitest';
import { asLine } from './as-line.ts';

test.each(['10.5', 'Ann Smith', 'Zürich, Bahnhofstraße 1', '官方', 'a=b'])('%s is shown as it is', (value) =>
  expect(asLine(value)).toBe(value),
);

test.each([
  ['hello\n#5  user 1  amount 1000  pending', String.raw`"hello\n#5  user 1  amount 1000  pending"`],
  ['Ann  amount 1000', '"Ann  amount 1000"'],
  ['Bank min_amount=1', '"Bank min_amount=1"'],
  ['a\u202eb\u200b', String.raw`"a\u{202e}b\u{200b}"`],
  ['\u009b2K', String.raw`"\u{9b}2K"`],
  ['', '""'],
])('%j is one value in quotes', (value, shown) => expect(asLine(value)).toBe(shown));
