import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pageAfter, rowsOf } from './paging.ts';

test('reading on from page to page ends, and has read every row', () => {
  fc.assert(
    fc.property(fc.nat(200), fc.integer({ min: 1, max: 50 }), (total, limit) => {
      const all = Array.from({ length: total }, (_, id) => ({ id: String(id) }));
      const pages = [];
      for (let page: ReturnType<typeof pageAfter> = 1; typeof page === 'number'; ) {
        const answer = { list: all.slice((page - 1) * limit, page * limit), page, limit, total };
        pages.push(answer);
        page = pageAfter(answer);
      }
      expect(rowsOf(pages)).toEqual(all);
    }),
  );
});

test('a row returned twice, because a newer one shifted it, is shown once', () => {
  const page = (number: number, ...ids: string[]) => ({
    list: ids.map((id) => ({ id })),
    page: number,
    limit: 2,
    total: 4,
  });
  expect(rowsOf([page(1, '4', '3'), page(2, '3', '2')]).map(({ id }) => id)).toEqual(['4', '3', '2']);
});

test('a page without rows is the last, regardless of the total', () => {
  expect(pageAfter({ list: [], page: 1, limit: 10, total: 50 })).toBeUndefined();
});

test('a list with a cursor is read on from it, until there is none', () => {
  const part = { list: [{ id: '9' }], page: 1, limit: 1, total: 50 };
  expect(pageAfter({ ...part, next: 'bGFzdA' })).toBe('bGFzdA');
  expect(pageAfter({ ...part, next: null })).toBeNull();
});
