/** A bid as it is public, with a masked name. */
export type LiveBid = readonly [id: string, bidder: string, price: string, at: number];

/** A row of the channel `nft:<code>`: the last auction under a code, with its newest bids, newest first. Unix ms. */
export type LiveAuction = {
  /** Another one than before: the item stands in another auction now. */
  readonly sale: string;
  readonly state: 'open' | 'owed' | 'offered' | 'sold' | 'unsold' | 'cancelled';
  readonly bids: number;
  /** A late bid moves it. */
  readonly end: number;
  /** At most `LIVE_BIDS`. */
  readonly last: readonly LiveBid[];
};

export const LIVE_BIDS = 5;
