import type { Interval } from '@tessera/api/rules';
import type { Feed } from '../../../platform/feed/feed.ts';
import { priceInUsdt } from '../../instruments/index.ts';

/** Minutes are kept for some months, hours and days for years. */
const INTERVALS = ['1m', '1h', '1d'] as const satisfies readonly Interval[];

/**
 * What one unit was worth in USDT when `time`, Unix ms, came: the recorded price of the last minute before it. A currency
 * without a recorded price has that of the moment, and fiat the rate of the moment, since rates are not recorded. Null
 * where it never had one.
 */
export async function priceAt(
  feed: Feed,
  code: string,
  time: number,
  fiatRates: ReadonlyMap<string, string>,
): Promise<string | null> {
  if (code === 'USDT') return '1';
  for (const interval of INTERVALS) {
    const [bar] = await feed.bars(`${code}/USDT`, interval, { to: time - 1, limit: 1 });
    if (bar) return bar[4];
  }
  return priceInUsdt(feed, code, fiatRates);
}
