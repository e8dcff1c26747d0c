import { createParser } from 'eventsource-parser';
import type { FastifyBaseLogger } from 'fastify';
import type { HermesSettings } from '../feed-settings.ts';
import type { TradedRange } from '../price-source.ts';
import type { SourceQuote } from './index-price.ts';
import { field, steps } from './numbers.ts';
import { pauseAfter, type Timing } from './timing.ts';
import { TradedRanges } from './traded-ranges.ts';

/*
 * Prices of Pyth by its service Hermes: server-sent events, and polling while the stream is down. A price is an integer
 * with an exponent, its confidence the half-width of an interval, its time in whole seconds. Each is already aggregated
 * from many publishers, so it needs no second source.
 * https://docs.pyth.network/price-feeds/core/api-instances-and-providers/hermes
 */

/** A symbol of ours and its feed. */
export type HermesFeed = { readonly symbol: string; readonly feed: string; readonly tick: number };

export type HermesOptions = {
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
  readonly timing: Timing;
  /** Database clock as far as it is known, Unix ms. */
  readonly clock: () => number;
};

export const HERMES = 'hermes';
/** What users see: Hermes is the way, Pyth the source. */
const NAME = 'pyth';

/** ms without an event after which the stream counts as dead: it sends several a second. */
const SILENCE = 10_000;
const POLL_EVERY = 2_000;
/** ms without a request after a refusal that does not say how long it lasts. */
const REFUSED = 60_000;
const LONGEST_REFUSAL = 600_000;
/** ms that one answer to a poll may take. */
const ANSWER = 10_000;
/** Characters of an event or an answer. */
const MAX_TEXT = 4_000_000;

const INTEGER = /^\d{1,20}$/;

type Line = {
  readonly symbol: string;
  readonly tick: number;
  quote: { mid: number; spread: number; received: number; at: number } | null;
  readonly ranges: TradedRanges;
};

/** The server does not want us for a while. */
class Refusal extends Error {
  readonly lasts: number;

  constructor(message: string, lasts: number) {
    super(message);
    this.lasts = lasts;
  }
}

const plain = (feed: string): string => feed.toLowerCase().replace(/^0x/, '');

const errorOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown');

/** A positive number of these decimal parts; null where it is none. */
function numberOf(integer: unknown, exponent: unknown): number | null {
  if (typeof integer !== 'string' || !INTEGER.test(integer)) return null;
  if (typeof exponent !== 'number' || !Number.isInteger(exponent) || Math.abs(exponent) > 18) return null;
  const number = Number(`${integer}e${exponent}`);
  return Number.isFinite(number) ? number : null;
}

export class Hermes {
  readonly id = NAME;
  readonly #settings: HermesSettings;
  readonly #log: HermesOptions['log'];
  readonly #timing: Timing;
  readonly #clock: () => number;
  readonly #closing = new AbortController();
  #watching = new AbortController();
  #lines = new Map<string, Line>();
  /** By feed: several symbols may have the same. */
  #byFeed = new Map<string, Line[]>();
  readonly #work = new Set<Promise<void>>();

  constructor(settings: HermesSettings, { log, timing, clock }: HermesOptions) {
    this.#settings = settings;
    this.#log = log;
    this.#timing = timing;
    this.#clock = clock;
  }

  /** Watches these feeds instead of those before. */
  follow(feeds: readonly HermesFeed[]): void {
    const before = [...this.#byFeed.keys()].join();
    const lines = feeds.map(({ symbol, feed, tick }): [string, Line] => {
      const known = this.#lines.get(symbol);
      const same = known?.tick === tick && this.#byFeed.get(plain(feed))?.includes(known);
      return [plain(feed), same ? known : { symbol, tick, quote: null, ranges: new TradedRanges() }];
    });
    this.#lines = new Map(lines.map(([, line]) => [line.symbol, line]));
    this.#byFeed = new Map(
      [...Map.groupBy(lines, ([feed]) => feed)].map(([feed, found]) => [feed, found.map(([, line]) => line)]),
    );
    if (before === [...this.#byFeed.keys()].join()) return;
    this.#watching.abort();
    this.#watching = new AbortController();
    if (feeds.length === 0 || this.#closing.signal.aborted) return;
    const work = this.#watch(AbortSignal.any([this.#watching.signal, this.#closing.signal]));
    this.#work.add(work);
    void work.finally(() => this.#work.delete(work));
  }

  async #watch(signal: AbortSignal): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      let refused = 0;
      const began = this.#timing.monotonic();
      try {
        await this.#stream(signal);
      } catch (error) {
        if (signal.aborted) return;
        this.#log.warn({ reason: errorOf(error) }, 'the stream of Hermes is broken');
        refused = error instanceof Refusal ? error.lasts : 0;
      }
      // A stream that lasted is no failure: Hermes ends each after a day.
      failures = this.#timing.monotonic() - began > REFUSED ? 1 : failures + 1;
      const until = this.#timing.monotonic() + Math.max(refused, pauseAfter(failures));
      if (refused === 0) refused = await this.#poll(until, signal);
      const left = Math.max(until - this.#timing.monotonic(), refused);
      if (left > 0) await this.#timing.wait(left, signal);
    }
  }

  #request(path: string, signal: AbortSignal): Promise<Response> {
    const url = new URL(`/v2/updates/price/${path}`, this.#settings.url);
    for (const feed of this.#byFeed.keys()) url.searchParams.append('ids[]', feed);
    url.searchParams.set('parsed', 'true');
    const { token } = this.#settings;
    return fetch(url, {
      // The token stays with the address that was set.
      redirect: 'error',
      signal,
      headers: {
        accept: path === 'stream' ? 'text/event-stream' : 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
    });
  }

  /** Throws for an answer that is none. */
  #checked(response: Response): ReadableStream<Uint8Array> {
    if (response.ok && response.body) return response.body;
    void response.body?.cancel();
    const seconds = Number(response.headers.get('retry-after') || Number.NaN);
    const lasts = seconds > 0 ? Math.min(seconds * 1_000, LONGEST_REFUSAL) : REFUSED;
    if (response.status === 429) throw new Refusal('Hermes limits requests (429)', lasts);
    if (response.status === 401 || response.status === 403) {
      throw new Refusal(`Hermes refuses HERMES_TOKEN (${response.status})`, lasts);
    }
    if (response.status === 404) throw new Refusal('Hermes does not know a feed of FEED_MAP (404)', lasts);
    throw new Error(`Hermes answered ${response.status}`);
  }

  /** Reads events until the stream ends, which rejects, or falls silent. */
  async #stream(signal: AbortSignal): Promise<void> {
    const ending = new AbortController();
    const both = AbortSignal.any([signal, ending.signal]);
    let events = 0;
    const watchdog = async () => {
      for (let before = -1; before !== events && !both.aborted; ) {
        before = events;
        await this.#timing.wait(SILENCE, both);
      }
      ending.abort();
    };
    const watching = watchdog();
    try {
      const body = this.#checked(await this.#request('stream', both));
      const parser = createParser({
        maxBufferSize: MAX_TEXT,
        onEvent: ({ data }) => {
          events++;
          this.#take(data);
        },
        onError: (error) => {
          if (error.type === 'max-buffer-size-exceeded') throw error;
        },
      });
      const decoder = new TextDecoder();
      for await (const chunk of body) parser.feed(decoder.decode(chunk, { stream: true }));
      throw new Error('the stream ended');
    } finally {
      ending.abort();
      await watching;
    }
  }

  /** Asks for the latest prices until this time (monotonic), or until Hermes refuses: then for how long, ms. */
  async #poll(until: number, signal: AbortSignal): Promise<number> {
    do {
      const answer = AbortSignal.any([signal, AbortSignal.timeout(ANSWER)]);
      try {
        const body = this.#checked(await this.#request('latest', answer));
        const decoder = new TextDecoder();
        let text = '';
        for await (const chunk of body) {
          text += decoder.decode(chunk, { stream: true });
          if (text.length > MAX_TEXT) throw new Error('the answer is too long');
        }
        this.#take(text);
      } catch (error) {
        if (signal.aborted) return 0;
        if (error instanceof Refusal) return error.lasts;
      }
      const left = until - this.#timing.monotonic();
      if (left > 0) await this.#timing.wait(Math.min(POLL_EVERY, left), signal);
    } while (!signal.aborted && this.#timing.monotonic() < until);
    return 0;
  }

  #take(text: string): void {
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch {
      return;
    }
    const parsed = field(message, 'parsed');
    if (!Array.isArray(parsed)) return;
    for (const update of parsed as unknown[]) {
      const feed = field(update, 'id');
      const lines = typeof feed === 'string' ? this.#byFeed.get(plain(feed)) : undefined;
      for (const line of lines ?? []) this.#update(line, field(update, 'price'));
    }
  }

  #update(line: Line, price: unknown): void {
    const value = numberOf(field(price, 'price'), field(price, 'expo'));
    const confidence = numberOf(field(price, 'conf'), field(price, 'expo'));
    const seconds = field(price, 'publish_time');
    if (typeof seconds !== 'number' || !Number.isSafeInteger(seconds) || seconds <= 0) return;
    if (value === null || confidence === null) return;
    const mid = steps(value, line.tick);
    if (mid === null) return;
    const at = seconds * 1_000;
    if (line.quote && at < line.quote.at) return;
    line.quote = { mid, spread: (2 * confidence) / value, received: this.#timing.monotonic(), at };
    line.ranges.add(Math.min(at, this.#clock()), mid);
  }

  /** Null before the first price. */
  quote(symbol: string): SourceQuote | null {
    const quote = this.#lines.get(symbol)?.quote;
    if (!quote) return null;
    const received = this.#clock() - (this.#timing.monotonic() - quote.received);
    return { source: NAME, mid: quote.mid, spread: quote.spread, at: Math.min(received, quote.at) };
  }

  /** How far the price went after `since` while the stream was open: Hermes has no trades and no history. */
  range(symbol: string, since: number): TradedRange | null {
    return this.#lines.get(symbol)?.ranges.after(since) ?? null;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#work);
  }
}
