import type { BookRow } from '@tessera/api/realtime';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { afterRow, type BookState, levelsOf } from './book-state.ts';

type Level = readonly [string, string];
type Book = { readonly bids: readonly Level[]; readonly asks: readonly Level[] };

const side = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 9 })), {
    selector: ([price]) => price,
    maxLength: 12,
  })
  .map((levels) => levels.map(([price, amount]): Level => [String(price), String(amount)]));
const book: fc.Arbitrary<Book> = fc.record({ bids: side, asks: side });

const differences = (before: readonly Level[], after: readonly Level[]): Level[] => [
  ...before.filter(([price]) => !after.some(([other]) => other === price)).map(([price]): Level => [price, '0']),
  ...after.filter(([price, amount]) => !before.some(([other, was]) => other === price && was === amount)),
];

const whole = (seq: number, { bids, asks }: Book): BookRow => [seq, null, bids, asks];
const step = (seq: number, before: Book, after: Book): BookRow => [
  seq,
  seq - 1,
  differences(before.bids, after.bids),
  differences(before.asks, after.asks),
];
const best = (levels: readonly Level[], way: 1 | -1) => [...levels].sort(([a], [b]) => way * (Number(a) - Number(b)));
const shown = ({ bids, asks }: Book) => ({ bids: best(bids, -1), asks: best(asks, 1) });

test('differences lead to the book that the whole would have shown', () => {
  fc.assert(
    fc.property(fc.array(book, { minLength: 1, maxLength: 8 }), (books) => {
      let state: BookState | null = null;
      books.forEach((each, seq) => {
        const next = afterRow(state, seq === 0 ? whole(0, each) : step(seq, books[seq - 1] as Book, each));
        if (next === 'gap') throw new Error('nothing was missed');
        state = next;
        expect(levelsOf(next)).toEqual(shown(each));
      });
    }),
  );
});

test('a dropped row is a gap: the book stays as it was until the whole one comes, and goes on from there', () => {
  fc.assert(
    fc.property(fc.array(book, { minLength: 4, maxLength: 8 }), fc.nat(), (books, at) => {
      const rows = books.map((each, seq) => (seq === 0 ? whole(0, each) : step(seq, books[seq - 1] as Book, each)));
      const dropped = 1 + (at % (books.length - 2));
      let state: BookState | null = null;
      for (const row of rows.slice(0, dropped)) state = afterRow(state, row) as BookState;
      const before: BookState | null = state;
      for (const row of rows.slice(dropped + 1)) expect(afterRow(state, row)).toBe('gap');
      expect(state).toBe(before);
      const last = books.at(-1) as Book;
      const renewed = afterRow(state, whole(books.length - 1, last)) as BookState;
      expect(levelsOf(renewed)).toEqual(shown(last));
      // What was under way when it was asked for changes nothing any more.
      for (const row of rows.slice(1)) expect(afterRow(renewed, row)).toBe(renewed);
    }),
  );
});

test('differences without a book are a gap', () => {
  expect(afterRow(null, [2, 1, [], []])).toBe('gap');
});
