import type { BookRow } from '@tessera/api/realtime';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Depth, Feed, Level } from '../feed/feed.ts';
import { channelSource } from './channel-source.ts';
import type { Rows } from './rows.ts';

const side = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 9 })), {
    selector: ([price]) => price,
    maxLength: 20,
  })
  .map((levels) => levels.map(([price, amount]): Level => [String(price), String(amount)]));
const book = fc.record({ bids: side, asks: side });

const rowsOf = (rows: Rows | null): BookRow[] => [...(rows?.values() ?? [])].map((text) => JSON.parse(text));

function apply(before: Pick<Depth, 'bids' | 'asks'> | null, [, prev, bids, asks]: BookRow) {
  const changed = (was: readonly Level[], levels: readonly Level[]) => {
    const after = new Map(was);
    for (const [price, amount] of levels) {
      if (amount === '0') after.delete(price);
      else after.set(price, amount);
    }
    return [...after];
  };
  if (prev === null || !before) return { bids, asks };
  return { bids: changed(before.bids, bids), asks: changed(before.asks, asks) };
}
const sorted = ({ bids, asks }: Pick<Depth, 'bids' | 'asks'>) => [[...bids].sort(), [...asks].sort()];

test('a client that listens from any moment on has the book that there is, by rows that follow each other', () => {
  fc.assert(
    fc.property(fc.array(book, { minLength: 2, maxLength: 10 }), fc.nat(), (books, joins) => {
      let now = books[0] as (typeof books)[number];
      let sequence = 1;
      const feed = {
        get sequence() {
          return sequence;
        },
        depth: () => ({ ...now, at: sequence }),
      } as unknown as Feed;
      const source = channelSource(
        { kind: 'book', symbol: 'BTC/USDT', step: '1' },
        { feed, wake: () => {}, report: () => {} },
      );
      const late = 1 + (joins % (books.length - 1));
      let [early] = rowsOf(source.first());
      let first = early ? apply(null, early) : null;
      let second: typeof first = null;
      let after: BookRow | undefined;
      books.forEach((each, place) => {
        if (place === 0) return;
        now = each;
        sequence += 1;
        if (place === late) {
          // Between a frame and its turn: what was sent last, so that the next differences fit.
          [after] = rowsOf(source.first());
          expect(after?.[1]).toBeNull();
          second = after ? apply(null, after) : null;
        }
        for (const row of rowsOf(source.next())) {
          if (row[1] !== null) expect(row[1]).toBe(early?.[0]);
          if (second && row[1] !== null) expect(row[1]).toBe(after?.[0]);
          first = apply(first, row);
          early = row;
          if (second) {
            second = apply(second, row);
            after = row;
          }
        }
        expect(first && sorted(first)).toEqual(sorted(each));
        if (second) expect(sorted(second)).toEqual(sorted(each));
      });
    }),
  );
});
