import type { Bid } from '@tessera/api/nft';
import { auctionDetail } from '@tessera/api/nft/fixtures';
import type { LiveAuction, LiveBid } from '@tessera/api/nft/wire';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isTurn, mergeBids, missesBids, withLiveBids } from './live-auction.ts';

const OF = { code: 'TIDE-02', currency: 'ETH' };

/** The bids with the ids 1 to `count` as the call returns them, newest first. */
const read = (count: number): Bid[] =>
  Array.from({ length: count }, (_, index) => ({
    ...OF,
    id: String(count - index),
    bidder: 'M***a',
    own: false,
    price: String(count - index),
    status: index === 0 ? ('leading' as const) : ('outbid' as const),
    at: count - index,
  }));

const row = (bids: number, changes: Partial<LiveAuction> = {}): LiveAuction => ({
  sale: '7',
  state: 'open',
  bids,
  end: 99,
  last: read(bids)
    .slice(0, 5)
    .map(({ id, bidder, price, at }): LiveBid => [id, bidder, price, at]),
  ...changes,
});

test('bids that came since the list was read follow on it without a gap, or it is read again', () => {
  fc.assert(
    fc.property(fc.nat(12), fc.nat(12), (known, now) => {
      const rows = read(known);
      if (missesBids(rows, row(now))) {
        expect(now - known).toBeGreaterThanOrEqual(5);
        return;
      }
      const merged = mergeBids(rows, row(now), OF);
      expect(merged).toEqual(read(Math.max(known, now)));
    }),
  );
});

test('an auction is as of its newest bid, unless the viewer bids in it or has read a newer state', () => {
  const auction = auctionDetail({ bid_count: 2, price: '1', increment: '1', viewer: null });
  expect(withLiveBids(auction, row(7))).toMatchObject({ current_bid: '7', bid_count: 7, min_bid: '8', end_time: 99 });
  expect(withLiveBids(auction, row(1))).toBe(auction);
  expect(withLiveBids(auction, null)).toBe(auction);
});

test('another state and another sale are a turn, a bid is none', () => {
  expect(isTurn(null, row(1))).toBe(false);
  expect(isTurn(row(1), row(2))).toBe(false);
  expect(isTurn(row(1), row(1, { state: 'owed' }))).toBe(true);
  expect(isTurn(row(1), row(0, { sale: '8' }))).toBe(true);
});
