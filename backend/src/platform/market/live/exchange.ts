import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { SettingError } from '../../setting-values.ts';
import { RELAYED, type VenueSettings } from '../feed-settings.ts';

/**
 * What we use of an exchange of ccxt. All that comes from the venue is unknown: prices are its texts, and each is
 * judged where it is read. The fields are what ccxt keeps up to date while a `watch…` is running.
 */
export type Exchange = {
  readonly id: string;
  readonly has: Readonly<Record<string, unknown>>;
  /** By ccxt's symbol; undefined before `loadMarkets`. */
  readonly markets: Readonly<Record<string, unknown>> | undefined;
  /** Best bid and ask by symbol: a new object with each update. */
  readonly bidsasks: Readonly<Record<string, unknown>>;
  /** The last trades by symbol, oldest first. */
  readonly trades: Readonly<Record<string, readonly unknown[]>>;
  loadMarkets(reload: boolean): Promise<unknown>;
  /** Both settle with the next message, and reject with a broken connection; the next call connects anew. */
  watchBidsAsks(symbols: readonly string[]): Promise<unknown>;
  watchTradesForSymbols(symbols: readonly string[]): Promise<unknown>;
  fetchTrades(symbol: string, since: number, limit: number): Promise<readonly unknown[]>;
  /** `[opening time, open, high, low, close, volume]` each. */
  fetchOHLCV(
    symbol: string,
    interval: '1m' | '15m' | '1h' | '1d',
    since: number,
    limit: number,
  ): Promise<readonly unknown[]>;
  fetchFundingRates(symbols: readonly string[]): Promise<unknown>;
  /** Ends all connections. A `watch…` afterwards opens new ones. */
  close(): Promise<unknown>;
};

type Built = Exchange & {
  number: unknown;
  log: unknown;
  urls: { api: unknown };
  options: Record<string, unknown> & { fetchMarkets?: unknown; ws?: object };
  loadHttpProxyAgent(): Promise<unknown>;
};

const NEEDED = ['watchBidsAsks', 'watchTradesForSymbols', 'fetchTrades', 'fetchOHLCV'] as const;
/** Options and inverse contracts are listed nowhere here, and reading them takes a venue minutes. */
const MARKET_TYPES = ['spot', 'swap', 'linear'];
/** Of a WebSocket message. */
const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;
/** Trades that ccxt keeps for each symbol. */
const TRADES_KEPT = 200;

/** The addresses with another scheme, host and port: `ws…` where it was one before. */
function aimed(addresses: unknown, url: string): unknown {
  if (typeof addresses === 'string') {
    const base = addresses.startsWith('ws') ? url.replace(/^http/, 'ws') : url;
    return addresses.replace(/^\w+:\/\/([^/]+)/, (_, host: string) => base.replace(RELAYED, `/${host}`));
  }
  if (typeof addresses !== 'object' || addresses === null) return addresses;
  return Object.fromEntries(Object.entries(addresses).map(([name, value]) => [name, aimed(value, url)]));
}

function folderOfCcxt(): string {
  try {
    return join(dirname(createRequire(import.meta.url).resolve('ccxt')), '../js/src/pro');
  } catch (error) {
    throw new SettingError('FEED_VENUES needs the optional package ccxt, which is not installed', { cause: error });
  }
}

/**
 * Loads one exchange by its file: the whole of ccxt takes 0.8 s and 100 MB, one exchange 0.1 s and 40 MB. Throws
 * SettingError for one that does not exist or has no stream of prices and trades.
 */
export async function loadExchange({ id, url }: VenueSettings): Promise<Exchange> {
  const file = join(folderOfCcxt(), `${id}.js`);
  if (!existsSync(file)) throw new SettingError(`FEED_VENUES: ${id} is no exchange of ccxt with WebSockets`);
  const { default: Class }: { default: new (config: object) => Built } = await import(
    /* @vite-ignore */ pathToFileURL(file).href
  );
  const exchange = new Class({ newUpdates: true });
  const missing = NEEDED.find((name) => exchange.has[name] !== true);
  if (missing) throw new SettingError(`FEED_VENUES: ${id} cannot be used, it has no ${missing}`);
  // Numbers stay the venue's text.
  exchange.number = String;
  // Garbage of a venue is no line of ours.
  exchange.log = () => {};
  const { options } = exchange;
  const types = Reflect.get(Object(options.fetchMarkets), 'types');
  Object.assign(options, {
    defaultType: 'spot',
    fetchMargins: false,
    tradesLimit: TRADES_KEPT,
    ws: {
      ...options.ws,
      options: { maxPayload: MAX_MESSAGE_BYTES },
      // Waiting is ours: see `venue.ts`.
      backoff: { base: 0, max: 0 },
      // A message that waits for its turn when the connection breaks would reject where nothing catches it, which ends
      // the process. There are few of them: one subscription of up to a hundred symbols each.
      throttle: undefined,
    },
    ...(Array.isArray(types)
      ? {
          fetchMarkets: { ...Object(options.fetchMarkets), types: types.filter((type) => MARKET_TYPES.includes(type)) },
        }
      : {}),
  });
  if (url !== undefined) {
    exchange.urls.api = aimed(exchange.urls.api, url);
    // Plain `ws:` works with this agent only.
    if (url.startsWith('http:')) await exchange.loadHttpProxyAgent();
  }
  return exchange;
}
