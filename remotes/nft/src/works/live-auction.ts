import { type ArtworkDetail, type Bid, maxBid, minBid } from '@tessera/api/nft';
import type { LiveAuction } from '@tessera/api/nft/wire';

/** Whether a row tells of a state of the sale that only a call returns: it has ended, or another one has begun. */
export const isTurn = (before: LiveAuction | null, row: LiveAuction): boolean =>
  before !== null && (before.sale !== row.sale || before.state !== row.state);

/**
 * An auction with the bids that came since it was read. Not of one in which the viewer has a deposit: a row does not say
 * whose a bid is, and whether the viewer leads decides what the viewer does next.
 */
export function withLiveBids(work: ArtworkDetail, row: LiveAuction | null): ArtworkDetail {
  const [top] = row?.last ?? [];
  if (!row || !top || row.bids <= work.bid_count || work.increment === null || work.viewer?.deposit === 'paid')
    return work;
  const current_bid = top[2];
  const bidding = { price: work.price, top: current_bid, increment: work.increment };
  return {
    ...work,
    current_bid,
    bid_count: row.bids,
    end_time: row.end,
    min_bid: minBid(bidding),
    max_bid: maxBid(bidding),
  };
}

/** What is read of an auction again: the list was read before these bids, and they do not follow on its newest one. */
export function missesBids(rows: readonly Bid[], row: LiveAuction): boolean {
  const [newest] = rows;
  if (row.last.length === 0) return false;
  return newest === undefined
    ? row.bids > row.last.length
    : !row.last.some(([id]) => id === newest.id || isOlder(id, newest.id));
}

const isOlder = (id: string, than: string): boolean => BigInt(id) < BigInt(than);

/** The bids of a list with those that came since, newest first; the newest one leads. */
export function mergeBids(
  rows: readonly Bid[],
  row: LiveAuction | null,
  of: Pick<Bid, 'code' | 'currency'>,
): readonly Bid[] {
  const [newest] = rows;
  const fresh = (row?.last ?? []).filter(([id]) => newest === undefined || isOlder(newest.id, id));
  if (fresh.length === 0) return rows;
  const added = fresh.map(
    ([id, bidder, price, at], place): Bid => ({
      ...of,
      id,
      bidder,
      price,
      at,
      own: false,
      status: place === 0 ? 'leading' : 'outbid',
    }),
  );
  return [...added, ...rows.map((bid): Bid => (bid.status === 'leading' ? { ...bid, status: 'outbid' } : bid))];
}
