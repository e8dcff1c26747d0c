import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { type S3Settings, StorageError, s3Settings } from '@tessera/object-storage';
import { type BeaconSettings, beaconSettings } from './beacon-settings.ts';
import { type ChainSettings, chainSettings } from './chain-settings.ts';
import { type NodeSettings, nodeSettings } from './chains/node-settings.ts';
import { type CheckoutSettings, checkoutSettings } from './checkout-settings.ts';
import { type InboundMailSettings, inboundMailSettings } from './mail/inbound-settings.ts';
import { type PushSettings, pushSettings } from './mail/push-settings.ts';
import { type SmsSettings, smsSettings } from './mail/sms-settings.ts';
import { type FeedSettings, feedSettings, isLoopback, realMoney } from './market/feed-settings.ts';
import { type Environment, flag, items, oneOf, SettingError, url, whole } from './setting-values.ts';
import { readSealKeys, type SealKeys } from './uploads/seal.ts';

export { SettingError } from './setting-values.ts';

/** Settings from the environment, read once on start. Settings that staff may change are in the table `setting`. */
export type Settings = {
  /** Address to listen on. */
  readonly host: string;
  readonly port: number;
  /** Absolute: PostgreSQL's files (where it is embedded), uploads, the outbox. */
  readonly dataDir: string;
  /** The bucket of uploads; absent, they lie in the data folder, which one node reaches. */
  readonly uploadBucket: S3Settings | undefined;
  /** What uploads are encrypted with; absent, a key is made in the data folder. */
  readonly uploadKeys: SealKeys | undefined;
  /** An external PostgreSQL; absent, the embedded one runs. */
  readonly databaseUrl: string | undefined;
  /** `nats://host:port` of the servers between the nodes of the backend; none, this is the only node. */
  readonly natsServers: readonly string[];
  /** Shared with the gateway; guards `/internal/*`. Absent, those calls do not exist. */
  readonly internalToken: string | undefined;
  /**
   * File of the public keys of releases, read with each rollback of compromised code; absent, the gateway's word is taken
   * for it.
   */
  readonly releaseKeys: string | undefined;
  /** `smtp://user:password@host:port`; absent, mail lands in the outbox. */
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  /** Mail to customer service; absent, none is read. */
  readonly inboundMail: InboundMailSettings | undefined;
  /** The gateway of short messages; absent, they land in the outbox. */
  readonly sms: SmsSettings | undefined;
  /** Notifications of devices. */
  readonly push: PushSettings;
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  /** Whether the gateway's `x-forwarded-for` names the client. */
  readonly trustProxy: boolean;
  /** Addresses and ranges besides this machine from which a gateway may send that header. */
  readonly trustedProxies: readonly string[];
  readonly demoUser: boolean;
  /** The setting by which real money or real people come in; null without one, and with test coins alone. */
  readonly realMoney: string | null;
  /** ms without a request after which a user's session ends. */
  readonly sessionIdleMs: number;
  /** The same for staff. */
  readonly staffSessionIdleMs: number;
  /**
   * ms after which a pending review is approved automatically; 0 never. For demonstrations only; shown in the
   * interface.
   */
  readonly sandboxApproveAfterMs: number;
  /** ms from the approval of a change by a second member until it takes effect. */
  readonly staffChangeDelayMs: number;
  /** ms from the approval to the removal of a user's second factors; never less than a day. */
  readonly factorRemovalDelayMs: number;
  /** Address that returns fiat rates for one US dollar as JSON; absent, a built-in table is used. */
  readonly fiatRatesUrl: string | undefined;
  /** The provider of hosted checkouts through which coins are bought; absent, its ways to pay cannot be chosen. */
  readonly checkout: CheckoutSettings | undefined;
  /** Public randomness for draws; absent, they use none. */
  readonly beacon: BeaconSettings | undefined;
  /** The chain on which works are minted that users withdraw; absent, they cannot. */
  readonly nftChain: ChainSettings | undefined;
  /** Extended public key of each chain's account; absent, demonstration keys are made at the first start. */
  readonly depositXpubs: Readonly<Record<'bitcoin' | 'ethereum' | 'tron', string>> | undefined;
  /** Nodes by which chains are watched and paid out on. */
  readonly nodes: NodeSettings;
  /** Unix socket of the signer; absent, staff pay withdrawals by hand. */
  readonly signerSocket: string | undefined;
  /** The key that all chains had in former versions: its addresses stay known, and no user gets a new one. */
  readonly formerDepositXpub: string | undefined;
  /**
   * Keys of 32 bytes that seal authenticators' secrets: the first seals, all open. None, a key in the data folder is
   * made by the first use; several nodes need the same.
   */
  readonly factorKeys: readonly Buffer[];
  /** 32 bytes of Ed25519 that sign the record of ticks; absent, a key is made in the data folder. Several nodes need the same. */
  readonly feedSigningKey: Buffer | undefined;
  /** Issuers whose tokens build servers log in with, and where the public keys of each are; none, no build server does. */
  readonly ciIssuers: ReadonlyMap<string, string>;
  /** `https://host` of the pages on which passkeys are used; the first one's host names them. None, localhost. */
  readonly publicOrigins: readonly string[];
  /** Where prices come from. */
  readonly feed: FeedSettings;
  /** Most that the house holds in all, long and short, in USDT. */
  readonly houseCap: number;
};

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const MINUTE = 60_000;

/** Ranges that have a name, as proxy-addr reads them. */
const NAMED_RANGES = ['loopback', 'linklocal', 'uniquelocal'];

const isRange = (text: string): boolean => {
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
};

function ranges(environment: Environment, name: string): readonly string[] {
  const all = items(environment, name);
  const wrong = all.find((item) => !NAMED_RANGES.includes(item) && !isRange(item));
  if (wrong !== undefined)
    throw new SettingError(`${name}: ${wrong} is no address, range or ${NAMED_RANGES.join(', ')}`);
  return all;
}

function natsServers(environment: Environment): readonly string[] {
  const servers = items(environment, 'NATS_URL');
  const wrong = servers.find((server) => !/^(nats|tls):\/\/[^/\s]+$/.test(server));
  if (wrong !== undefined) throw new SettingError(`NATS_URL: ${wrong} is not of the form nats://host:port`);
  return servers;
}

/** Minutes. */
const LEAST_DELAY = 60;

/** What chains bring in by themselves. */
const NO_CHAINS = {
  DEPOSIT_XPUB_BITCOIN: '',
  DEPOSIT_XPUB_ETHEREUM: '',
  DEPOSIT_XPUB_TRON: '',
  SIGNER_SOCKET: '',
} as const;
const NODES = ['BITCOIN_NODE_URL', 'ETHEREUM_NODE_URL', 'TRON_NODE_URL', 'TRON_API_URL'] as const;

/** Whether the chains are those of `npm run chains`, whose coins are worth nothing. Their nodes are on this machine. */
function hasTestCoins(environment: Environment): boolean {
  if (!flag(environment, 'LOCAL_CHAINS', false)) return false;
  for (const name of NODES) {
    const node = url(environment, name);
    if (node !== undefined && !isLoopback(new URL(node).hostname)) {
      throw new SettingError(`LOCAL_CHAINS is for nodes on this machine: ${name} is elsewhere`);
    }
  }
  return true;
}

const realMoneyOf = (environment: Environment): string | null =>
  realMoney(hasTestCoins(environment) ? { ...environment, ...NO_CHAINS } : environment) ?? null;

/** A demonstration has a user whose password is published, with coins that were never paid in: never beside real money. */
function demoUser(environment: Environment): boolean {
  const wanted = flag(environment, 'DEMO_USER', true);
  const way = realMoneyOf(environment);
  if (wanted && way) {
    throw new SettingError(`DEMO_USER makes a user with a published password: set DEMO_USER=0 together with ${way}`);
  }
  return wanted;
}

/** Claims that no member looked at are credited by themselves: never beside real money. */
function sandboxApproveAfterMs(environment: Environment): number {
  const after = whole(environment, 'SANDBOX_APPROVE_AFTER_MS', 0, 86_400_000);
  const way = realMoney(environment);
  if (after > 0 && way) {
    throw new SettingError(`SANDBOX_APPROVE_AFTER_MS credits claims unseen: it is refused together with ${way}`);
  }
  return after;
}

/** A change of staff takes effect after this, minutes; beside real money never in less than the hour that members have to stop it. */
function staffChangeDelay(environment: Environment): number {
  const minutes = whole(environment, 'STAFF_CHANGE_DELAY', LEAST_DELAY, 7 * 24 * 60);
  const way = realMoneyOf(environment);
  if (minutes < LEAST_DELAY && way) {
    throw new SettingError(`STAFF_CHANGE_DELAY is at least ${LEAST_DELAY} minutes together with ${way}`);
  }
  return minutes;
}

function factorKeys(environment: Environment): readonly Buffer[] {
  return items(environment, 'FACTOR_KEY').map((item) => {
    if (!/^[0-9a-f]{64}$/i.test(item)) throw new SettingError('FACTOR_KEY is not 64 hexadecimal digits');
    return Buffer.from(item, 'hex');
  });
}

function feedSigningKey({ FEED_SIGNING_KEY: text }: Environment): Buffer | undefined {
  if (!text) return undefined;
  if (!/^[0-9a-f]{64}$/i.test(text)) throw new SettingError('FEED_SIGNING_KEY is not 64 hexadecimal digits');
  return Buffer.from(text, 'hex');
}

function publicOrigins(environment: Environment): readonly string[] {
  const origins = items(environment, 'PUBLIC_ORIGIN');
  const wrong = origins.find((item) => !URL.canParse(item) || new URL(item).origin !== item);
  if (wrong !== undefined) throw new SettingError(`PUBLIC_ORIGIN: ${wrong} is not of the form https://host`);
  const [first, ...others] = origins.map((item) => new URL(item).hostname);
  const apart = others.find((host) => host !== first && !host.endsWith(`.${first}`));
  if (apart !== undefined) throw new SettingError(`PUBLIC_ORIGIN: ${apart} is not below ${first}`);
  return origins;
}

/** Each as `<issuer>=<address of its keys>`: no other address is ever asked for keys. */
function ciIssuers(environment: Environment): ReadonlyMap<string, string> {
  return new Map(
    items(environment, 'CI_ISSUERS').map((item): [string, string] => {
      const [, issuer = '', keys = ''] = /^(\S+?)=(\S+)$/.exec(item) ?? [];
      for (const each of [issuer, keys]) {
        const at = URL.canParse(each) ? new URL(each) : undefined;
        if (!at || !(at.protocol === 'https:' || (at.protocol === 'http:' && isLoopback(at.hostname)))) {
          throw new SettingError(`CI_ISSUERS: ${item} is not of the form https://issuer=https://address-of-keys`);
        }
      }
      return [issuer, keys];
    }),
  );
}

/** All chains or none: a chain without a key would show demonstration addresses, where real money is lost. */
function depositXpubs(environment: Environment): Settings['depositXpubs'] {
  const bitcoin = environment.DEPOSIT_XPUB_BITCOIN;
  const ethereum = environment.DEPOSIT_XPUB_ETHEREUM;
  const tron = environment.DEPOSIT_XPUB_TRON;
  if (bitcoin && ethereum && tron) return { bitcoin, ethereum, tron };
  if (bitcoin || ethereum || tron || environment.DEPOSIT_XPUB) {
    throw new SettingError(
      'DEPOSIT_XPUB_BITCOIN, DEPOSIT_XPUB_ETHEREUM and DEPOSIT_XPUB_TRON are needed together: one account key for each ' +
        'chain. DEPOSIT_XPUB stays beside them for the addresses that were made from it.',
    );
  }
  return undefined;
}

/** Where uploads lie. In a bucket several nodes need the same keys, so none is made. */
function uploadSettings(environment: Environment): Pick<Settings, 'uploadBucket' | 'uploadKeys'> {
  const keys = environment.UPLOAD_KEYS ? readSealKeys(environment.UPLOAD_KEYS) : undefined;
  if (typeof keys === 'string') throw new SettingError(`UPLOAD_KEYS: ${keys}`);
  try {
    const uploadBucket = s3Settings({
      S3_BUCKET: environment.UPLOADS_S3_BUCKET,
      S3_REGION: environment.UPLOADS_S3_REGION,
      S3_ENDPOINT: environment.UPLOADS_S3_ENDPOINT,
      S3_PREFIX: environment.UPLOADS_S3_PREFIX,
      S3_PATH_STYLE: environment.UPLOADS_S3_PATH_STYLE,
      S3_ACCESS_KEY_ID: environment.UPLOADS_S3_ACCESS_KEY_ID,
      S3_SECRET_ACCESS_KEY: environment.UPLOADS_S3_SECRET_ACCESS_KEY,
    });
    if (uploadBucket && !keys) throw new SettingError('UPLOADS_S3_BUCKET needs UPLOAD_KEYS as well');
    return { uploadBucket, uploadKeys: keys };
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    throw new SettingError(error.message.replaceAll('S3_', 'UPLOADS_S3_'), { cause: error });
  }
}

/** Reads the settings; throws SettingError at the first that cannot be used. */
export const readSettings = (environment: Environment): Settings => ({
  host: environment.BACKEND_HOST || '127.0.0.1',
  port: whole(environment, 'BACKEND_PORT', 8081, 65_535),
  dataDir: resolve(environment.DATA_DIR || join(import.meta.dirname, '../../.data')),
  ...uploadSettings(environment),
  databaseUrl: url(environment, 'DATABASE_URL'),
  natsServers: natsServers(environment),
  internalToken: environment.INTERNAL_TOKEN || undefined,
  releaseKeys: environment.PUBLIC_KEYS || undefined,
  smtpUrl: url(environment, 'SMTP_URL'),
  sms: smsSettings(environment),
  push: pushSettings(environment),
  inboundMail: inboundMailSettings(environment),
  mailFrom: environment.MAIL_FROM || 'Tessera <no-reply@tessera.example>',
  logLevel: oneOf(environment, 'LOG_LEVEL', LOG_LEVELS, 'info'),
  trustProxy: flag(environment, 'TRUST_PROXY', true),
  trustedProxies: ranges(environment, 'TRUSTED_PROXIES'),
  sessionIdleMs: whole(environment, 'SESSION_IDLE_MINUTES', 7 * 24 * 60, 30 * 24 * 60, 1) * MINUTE,
  staffSessionIdleMs: whole(environment, 'STAFF_SESSION_IDLE_MINUTES', 30, 8 * 60, 1) * MINUTE,
  staffChangeDelayMs: staffChangeDelay(environment) * MINUTE,
  factorRemovalDelayMs: whole(environment, 'FACTOR_REMOVAL_HOURS', 72, 30 * 24, 24) * 60 * MINUTE,
  demoUser: demoUser(environment),
  realMoney: realMoneyOf(environment),
  sandboxApproveAfterMs: sandboxApproveAfterMs(environment),
  fiatRatesUrl: url(environment, 'FIAT_RATES_URL'),
  checkout: checkoutSettings(environment, publicOrigins(environment)),
  beacon: beaconSettings(environment),
  nftChain: chainSettings(environment, publicOrigins(environment)),
  depositXpubs: depositXpubs(environment),
  nodes: nodeSettings(environment, depositXpubs(environment) !== undefined),
  signerSocket: environment.SIGNER_SOCKET || undefined,
  formerDepositXpub: environment.DEPOSIT_XPUB || undefined,
  factorKeys: factorKeys(environment),
  feedSigningKey: feedSigningKey(environment),
  ciIssuers: ciIssuers(environment),
  publicOrigins: publicOrigins(environment),
  feed: feedSettings(environment),
  houseCap: whole(environment, 'HOUSE_CAP_USDT', 50_000_000, 1_000_000_000_000, 1),
});
