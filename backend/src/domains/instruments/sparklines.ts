import type { Output } from '@tessera/api/contract';
import type { Catalogue } from '../../platform/catalogue/catalogue.ts';
import type { Sql } from '../../platform/db/database.ts';
import type { Feed } from '../../platform/feed/feed.ts';
import { EncodedOutput } from '../../platform/http/encoded.ts';
import { barsOfAll } from '../../platform/market/bar-store.ts';

type Sparklines = Output<'GET /currency/sparklines'>;

const DAY = 86_400_000;
/** ms for which curves are not made anew: a point of them is an hour. */
const LASTS = 300_000;
/** Reaches over a weekend and a holiday, to the last day on which a market was open. */
const REACH = 5 * DAY;
/** Points of a curve. */
const POINTS = 24;
const HEIGHT = 100;

/** At most `count` of the values at even distances, the first and the last among them. */
export function sampled(values: readonly number[], count: number): readonly number[] {
  if (values.length <= count) return values;
  return Array.from(
    { length: count },
    (_, at) => values[Math.round((at * (values.length - 1)) / (count - 1))] as number,
  );
}

/** Values as whole numbers from 0, the lowest, to 100; a line without height lies in the middle. */
export function scaled(values: readonly number[]): number[] {
  const low = Math.min(...values);
  const span = Math.max(...values) - low;
  return values.map((value) => (span > 0 ? Math.round(((value - low) / span) * HEIGHT) : HEIGHT / 2));
}

type Parts = {
  readonly database: Sql;
  readonly catalogue: Pick<Catalogue, 'current'>;
  readonly feed: Pick<Feed, 'quote'>;
  /** Unix ms. */
  readonly now: () => number;
};

/** Curves of the last day of trading of all instruments: read once each few minutes, however many ask. */
export function sparklines({ database, catalogue, feed, now }: Parts): () => Promise<EncodedOutput<Sparklines>> {
  let kept: { readonly until: number; readonly made: Promise<EncodedOutput<Sparklines>> } | null = null;

  async function make(at: number): Promise<EncodedOutput<Sparklines>> {
    const [bars, ids] = await Promise.all([
      barsOfAll(database, '30m', at - REACH, at),
      database.query<{ id: number; symbol: string }>('select id, symbol from market_symbol'),
    ]);
    const { instrument } = catalogue.current();
    const list = ids.flatMap(({ id, symbol }) => {
      const listed = instrument(symbol);
      const known = bars.get(id) ?? [];
      const last = known.at(-1);
      if (!listed || !last) return [];
      const closes = known.filter(({ opening }) => opening > last.opening - DAY).map(({ close }) => close);
      // Bars count in ticks, and the last price is that of now.
      const price = feed.quote(symbol)?.last;
      const values = price === undefined ? closes : [...closes, Number(price) / Number(listed.tick)];
      return values.length < 2 ? [] : [{ symbol, points: scaled(sampled(values, POINTS)) }];
    });
    return new EncodedOutput<Sparklines>([JSON.stringify({ list, at })], { packs: true });
  }

  return () => {
    const at = now();
    if (kept && at < kept.until) return kept.made;
    const made = make(at);
    const mine = { until: at + LASTS, made };
    kept = mine;
    // What failed is tried again by the next request.
    made.catch(() => {
      if (kept === mine) kept = null;
    });
    return made;
  };
}
