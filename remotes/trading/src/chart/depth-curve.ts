type Level = readonly [price: string, amount: string];

export type DepthPoint = {
  readonly price: number;
  /** Of everything up to this price, in units of the base. */
  readonly total: number;
};

export type DepthCurve = {
  readonly bids: readonly DepthPoint[];
  readonly asks: readonly DepthPoint[];
  /** Edges of what is drawn: as far to either side of the middle. */
  readonly low: number;
  readonly high: number;
  readonly most: number;
};

function summed(levels: readonly Level[]): DepthPoint[] {
  let total = 0;
  return levels.map(([price, amount]) => {
    total += Number(amount);
    return { price: Number(price), total };
  });
}

/** What could be sold and bought up to each price; null unless both sides have a level. Pixels need no exact figures. */
export function depthCurve(depth: {
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}): DepthCurve | null {
  const [bids, asks] = [summed(depth.bids), summed(depth.asks)];
  const [bid, ask, lastBid, lastAsk] = [bids[0], asks[0], bids.at(-1), asks.at(-1)];
  if (!bid || !ask || !lastBid || !lastAsk) return null;
  const middle = (bid.price + ask.price) / 2;
  const reach = Math.max(middle - lastBid.price, lastAsk.price - middle);
  return { bids, asks, low: middle - reach, high: middle + reach, most: Math.max(lastBid.total, lastAsk.total) };
}

/** The level that an order at a price would reach: the last one of its side that is not beyond it. */
export function reached(
  { bids, asks, low, high }: DepthCurve,
  at: number,
): (DepthPoint & { side: 'bids' | 'asks' }) | null {
  const price = low + (high - low) * at;
  const side = price <= (bids[0]?.price ?? 0) + ((asks[0]?.price ?? 0) - (bids[0]?.price ?? 0)) / 2 ? 'bids' : 'asks';
  const within =
    side === 'bids' ? bids.filter((each) => each.price >= price) : asks.filter((each) => each.price <= price);
  const point = within.at(-1) ?? (side === 'bids' ? bids : asks)[0];
  return point ? { ...point, side } : null;
}
