import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { type Environment, items, oneOf, SettingError, whole } from '../setting-values.ts';

/** An exchange that `ccxt` speaks to. */
export type VenueSettings = {
  /** Its id in `ccxt`. */
  readonly id: string;
  /**
   * Takes the place of scheme, host and port in all of its addresses; absent, its own. In one that ends in `/{host}`,
   * that of a relay, the venue's host stands there.
   */
  readonly url: string | undefined;
};

export type HermesSettings = { readonly url: string; readonly token: string | undefined };

export type LiveSettings = {
  readonly venues: readonly VenueSettings[];
  readonly hermes: HermesSettings | undefined;
  /** How far who sees a venue is ahead of our index at most, ms. */
  readonly leadMs: number;
  /**
   * By source (a venue's id or `hermes`) and symbol, what the source calls it; null where it is not to be taken from
   * there. A symbol that is not named has its own name at a venue, and does not come from Hermes.
   */
  readonly names: Readonly<Record<string, Readonly<Record<string, string | null>>>>;
};

/** Where prices come from. */
export type FeedSettings =
  /** The seed makes the market reproducible, and so foretold: absent, it draws from the operating system's randomness. */
  | { readonly source: 'simulated'; readonly seed: string | undefined }
  | { readonly source: 'live'; readonly live: LiveSettings };

const HERMES = 'hermes';
/** Ends the address of a relay that reaches several hosts. */
export const RELAYED = '/{host}';
const PUBLIC_HERMES = 'https://hermes.pyth.network';
const FEED_ID = /^(0x)?[0-9a-f]{64}$/i;
const MAX_NAMES_BYTES = 1_000_000;
/**
 * ms that a venue is ahead of our index: the network, the tenth of a second in which quotes are read, a step of 200 ms, and
 * what the median of venues is behind the first of them. Less than a step is never true.
 */
const LEAD_MS = 500;
const LEAST_LEAD_MS = 200;
const MOST_LEAD_MS = 5_000;

const NAMES = z.record(z.string(), z.record(z.string(), z.nullable(z.string().check(z.minLength(1)))));

export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(\.\d+){3}$/.test(host);

/** Without TLS an attacker on the network path would set the prices, and read the token. */
function address(name: string, text: string): string {
  const parsed = URL.canParse(text) ? new URL(text) : undefined;
  const safe = parsed?.protocol === 'https:' || (parsed?.protocol === 'http:' && isLoopback(parsed.hostname));
  if (!parsed || !safe) throw new SettingError(`${name}: ${text} is not of the form https://host`);
  if (parsed.origin !== text.replace(/\/$/, '')) {
    throw new SettingError(`${name}: ${parsed.origin} is the form of ${parsed.host}, without path and password`);
  }
  return parsed.origin;
}

function venueSettings(environment: Environment): readonly VenueSettings[] {
  const ids = items(environment, 'FEED_VENUES');
  const wrong = ids.find((id) => !/^[a-z][a-z0-9]*$/.test(id) || id === HERMES);
  if (wrong !== undefined) throw new SettingError(`FEED_VENUES: ${wrong} is no id of an exchange in ccxt`);
  if (new Set(ids).size < ids.length) throw new SettingError('FEED_VENUES names an exchange twice');
  if (ids.length === 1) {
    throw new SettingError('FEED_VENUES names one exchange: an index price is the median of at least two');
  }
  const urls = new Map(
    items(environment, 'FEED_URLS').map((item) => {
      const [id = '', url = ''] = item.split(/=(.*)/s);
      if (!ids.includes(id)) throw new SettingError(`FEED_URLS: ${id} is not among FEED_VENUES`);
      const relay = url.endsWith(RELAYED) ? RELAYED : '';
      return [id, `${address('FEED_URLS', url.slice(0, url.length - relay.length))}${relay}`];
    }),
  );
  return ids.map((id) => ({ id, url: urls.get(id) }));
}

function hermesSettings(environment: Environment): HermesSettings | undefined {
  const token = environment.HERMES_TOKEN || undefined;
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token)) {
    throw new SettingError('HERMES_TOKEN has characters that no token has');
  }
  if (!environment.HERMES_URL && token === undefined) return undefined;
  return { url: address('HERMES_URL', environment.HERMES_URL || PUBLIC_HERMES), token };
}

/** The JSON itself, as containers are given it, or that of the file it names. */
function readNames(setting: string): LiveSettings['names'] {
  const isJson = setting.trimStart().startsWith('{');
  const place = isJson ? 'its text' : setting;
  let text = setting;
  try {
    if (!isJson) text = readFileSync(setting, 'utf8');
  } catch (error) {
    throw new SettingError(`FEED_MAP: ${place} cannot be read`, { cause: error });
  }
  if (text.length > MAX_NAMES_BYTES) throw new SettingError(`FEED_MAP: ${place} is larger than 1 MB`);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new SettingError(`FEED_MAP: ${place} is not JSON`, { cause: error });
  }
  const names = NAMES.safeParse(json);
  if (!names.success) {
    throw new SettingError(
      `FEED_MAP: ${place} is not of the form {"binance": {"BTC/USDT": "BTC/USDT"}}: ${names.error.issues[0]?.path.join('.')}`,
    );
  }
  return names.data;
}

function liveSettings(environment: Environment): LiveSettings {
  const venues = venueSettings(environment);
  const hermes = hermesSettings(environment);
  if (venues.length === 0 && !hermes) {
    throw new SettingError('FEED=live needs FEED_VENUES, or HERMES_URL or HERMES_TOKEN, or both');
  }
  const names = environment.FEED_MAP ? readNames(environment.FEED_MAP) : {};
  const sources = [...venues.map(({ id }) => id), ...(hermes ? [HERMES] : [])];
  const unknown = Object.keys(names).find((source) => !sources.includes(source));
  if (unknown === HERMES)
    throw new SettingError('FEED_MAP names feeds of hermes: HERMES_URL or HERMES_TOKEN is needed');
  if (unknown !== undefined) throw new SettingError(`FEED_MAP: ${unknown} is not among FEED_VENUES`);
  const feeds = Object.entries(names[HERMES] ?? {});
  const feed = feeds.find(([, id]) => id !== null && !FEED_ID.test(id));
  if (feed) throw new SettingError(`FEED_MAP: the feed of ${feed[0]} is not 64 hexadecimal digits`);
  if (hermes && feeds.length === 0) throw new SettingError('FEED_MAP names no feed of hermes');
  return { venues, hermes, leadMs: whole(environment, 'FEED_LEAD_MS', LEAD_MS, MOST_LEAD_MS, LEAST_LEAD_MS), names };
}

/**
 * Ways in which real money comes in, or real people, each by its setting: with a known seed all prices are known ahead, and
 * what a demonstration starts with is money that was never paid in.
 */
export function realMoney(environment: Environment): string | undefined {
  if (environment.FEED === 'live') return 'FEED=live';
  const named = [
    'SIGNER_SOCKET',
    'DEPOSIT_XPUB_BITCOIN',
    'DEPOSIT_XPUB_ETHEREUM',
    'DEPOSIT_XPUB_TRON',
    'DEPOSIT_XPUB',
    'PUBLIC_ORIGIN',
    'TRUSTED_PROXIES',
    'SMTP_URL',
    'SMS_URL',
    'UPLOADS_S3_BUCKET',
    // Those who know the key of a real market trust what it signs.
    'FEED_SIGNING_KEY',
  ].find((name) => environment[name]);
  if (named) return named;
  const host = environment.BACKEND_HOST;
  return host && !isLoopback(host) && host !== '::1' ? 'BACKEND_HOST' : undefined;
}

/** Reads where prices come from; throws SettingError. */
export function feedSettings(environment: Environment): FeedSettings {
  const source = oneOf(environment, 'FEED', ['simulated', 'live'], 'simulated');
  const seed = environment.FEED_SEED || undefined;
  if (source === 'simulated' && environment.FEED_LEAD_MS) {
    throw new SettingError('FEED_LEAD_MS is for FEED=live: nothing is ahead of simulated prices');
  }
  if (seed !== undefined) {
    if (source === 'live') throw new SettingError('FEED_SEED is for FEED=simulated: live prices have no seed');
    const way = realMoney(environment);
    if (way) throw new SettingError(`FEED_SEED makes prices known ahead: it is refused together with ${way}`);
  }
  return source === 'simulated' ? { source, seed } : { source, live: liveSettings(environment) };
}
