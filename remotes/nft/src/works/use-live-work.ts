import { type ArtworkDetail, useWork } from '@tessera/api/nft';
import type { LiveAuction } from '@tessera/api/nft/wire';
import { useEffect, useRef, useState } from 'react';
import { isTurn, withLiveBids } from './live-auction.ts';
import { useLiveAuction } from './use-live-auction.ts';

/** ms within which pages read an auction again that has ended: thousands hear of it at once. */
const SPREAD_MS = 1_500;

type Polling = {
  /** ms between two looks at a sale that is not sent live, and at an auction without a connection. */
  readonly every: number;
  /** The same in the last minutes of an auction, in which every bid counts. */
  readonly lively: number;
};

const isLively = (work: ArtworkDetail | undefined): boolean =>
  work?.sale_type === 'auction' &&
  work.status === 'on_sale' &&
  work.end_time !== null &&
  work.end_time - work.now < work.terms.extension;

/** A work as it is now: bids of its auction come live, and are asked for while there is no connection. */
export function useLiveWork(code: string | undefined, { every, lively }: Polling) {
  const [interval, setPolling] = useState<number | false>(every);
  const query = useWork(code === undefined ? null : { code }, { refetchInterval: interval });
  const { data: read, refetch } = query;
  const later = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(later.current), []);
  const live: LiveAuction | null = useLiveAuction(read?.sale_type === 'auction' ? read.code : null, (row, before) => {
    if (!read) return;
    // Those who bid are few, and what they may do next depends on what only the call returns.
    const bidder = read.viewer?.deposit === 'paid' || read.viewer?.seller === true;
    if (bidder && (row.bids !== read.bid_count || isTurn(before, row))) return void refetch();
    if (!isTurn(before, row) && (row.state === 'open' || read.status !== 'on_sale')) return;
    clearTimeout(later.current);
    later.current = setTimeout(() => void refetch(), Math.random() * SPREAD_MS);
  });
  const wanted = live ? false : isLively(read) ? lively : every;
  if (wanted !== interval) setPolling(wanted);
  return { ...query, data: read && withLiveBids(read, live), live };
}
