import type { Output, ReadInput } from '@tessera/api/contract';
import type { Catalogue } from '../../platform/catalogue/catalogue.ts';
import type { Bar, Feed } from '../../platform/feed/feed.ts';
import { EncodedOutput } from '../../platform/http/encoded.ts';
import { type QuotationFilter, quotation } from './market-calls.ts';

type Quotation = Output<'GET /currency/quotation_new'>;
type Bars = Output<'GET /currency/new_timeshar'>;
type BarsInput = ReadInput<'GET /currency/new_timeshar'>;

/** ms after which quotes are encoded again although no frame came: calendars open and close, and `now` goes on. */
const LASTS = 200;
/** Responses to requests for the latest bars that are kept, one for each symbol, interval and limit. */
const MOST_SERIES = 200;

type Parts = {
  readonly catalogue: Pick<Catalogue, 'current'>;
  readonly feed: Feed;
  /** Unix ms. */
  readonly now: () => number;
};

/** What an encoded response was made from; another one makes it anew. */
type Moment = { readonly sequence: number; readonly version: number; readonly at: number };

type Kept<Output> = Moment & { readonly encoded: EncodedOutput<Output> };

/**
 * Quotes and bars as encoded responses. Every frame of the market changes them once, and all requests between two frames
 * get the same bytes.
 */
export function encodedCalls({ catalogue, feed, now }: Parts) {
  const quotations = new Map<string, Kept<Quotation>>();
  const series = new Map<string, Kept<Bars>>();
  /** Finished bars stay the same object. */
  const texts = new WeakMap<Bar, string>();

  const moment = (): Moment => ({ sequence: feed.sequence, version: catalogue.current().version, at: now() });
  const isOf = (kept: Moment | undefined, { sequence, version, at }: Moment): boolean =>
    kept?.sequence === sequence && kept.version === version && Math.abs(at - kept.at) < LASTS;

  function textOf(bar: Bar): string {
    const known = texts.get(bar);
    if (known !== undefined) return known;
    const text = JSON.stringify(bar);
    texts.set(bar, text);
    return text;
  }

  return {
    /** Quotes of all instruments or of a category, of one frame; `now` is the time at which they were encoded. */
    quotes(filter: QuotationFilter): EncodedOutput<Quotation> | null {
      if (filter.symbols !== undefined || filter.keyword !== undefined) return null;
      const key = filter.category ?? '';
      const current = moment();
      const kept = quotations.get(key);
      if (kept && isOf(kept, current)) return kept.encoded;
      const json = JSON.stringify(quotation(catalogue.current(), filter, feed, current.at));
      const encoded = new EncodedOutput<Quotation>([json], { packs: true, isCurrent: () => isOf(current, moment()) });
      quotations.set(key, { ...current, encoded });
      return encoded;
    },

    /** Bars of a symbol that is listed. */
    async bars({ symbol, interval, from, to, limit }: BarsInput): Promise<EncodedOutput<Bars>> {
      const isLatest = from === undefined && to === undefined;
      const key = `${symbol} ${interval} ${limit}`;
      const current = moment();
      const kept = isLatest ? series.get(key) : undefined;
      if (kept && isOf(kept, current)) return kept.encoded;
      const bars = await feed.bars(symbol, interval, {
        limit,
        ...(from !== undefined && { from }),
        ...(to !== undefined && { to }),
      });
      const head = `{"symbol":${JSON.stringify(symbol)},"interval":"${interval}","bars":[`;
      // A frame that came while they were read is in them or not: the next request reads again.
      const isOne = isLatest && feed.sequence === current.sequence;
      const encoded = new EncodedOutput<Bars>([`${head}${bars.map(textOf).join(',')}]}`], {
        packs: false,
        ...(isOne && { isCurrent: () => isOf(current, moment()) }),
      });
      if (isOne) {
        series.delete(key);
        series.set(key, { ...current, encoded });
        const [oldest] = series.keys();
        if (series.size > MOST_SERIES && oldest !== undefined) series.delete(oldest);
      }
      return encoded;
    },
  };
}
