import { expect, test } from 'vitest';
import { readPart, withPart } from './readme-part.ts';
import { sizeFigures, wrongFigures } from './size-figures.ts';

const page = (name: string, kib: number, limit: number) => ({
  page: name,
  limit,
  files: [{ file: 'a.js', bytes: kib * 1024 }],
  missing: [],
});

test('the table that is written is true of its builds, and of builds that hardly differ', () => {
  const table = sizeFigures([page('shell and home', 169.7, 172), page('spot page in all', 282.4, 284)]);
  expect(table).toContain('| shell and home | 169.7 | 172 |');
  expect(wrongFigures(table, [page('shell and home', 170.2, 172), page('spot page in all', 281.9, 284)])).toEqual([]);
});

test('another size, another budget and a page that is not in it are named', () => {
  const table = sizeFigures([page('shell and home', 163.9, 170), page('spot page in all', 282.4, 300)]);
  const now = [page('shell and home', 170.8, 170), page('spot page in all', 282.5, 284), page('chart', 90, 100)];
  expect(wrongFigures(table, now)).toEqual([
    'README.md: shell and home is 170.8 of 170 KiB, not 163.9 of 170',
    'README.md: spot page in all is 282.5 of 284 KiB, not 282.4 of 300',
    'README.md: chart is 90.0 of 100 KiB, not given of ?',
  ]);
});

test('a part of a page is written and read by its name', () => {
  const before = 'a\n<!-- generated: sizes -->\nold\n<!-- end -->\nb\n<!-- generated: other -->\nkept\n<!-- end -->\n';
  const after = withPart(before, 'sizes', 'new');
  expect([readPart(after, 'sizes'), readPart(after, 'other')]).toEqual(['new', 'kept']);
  expect(withPart(after, 'sizes', 'old')).toBe(before);
  expect(() => readPart(before, 'none')).toThrow('<!-- generated: none -->');
});
