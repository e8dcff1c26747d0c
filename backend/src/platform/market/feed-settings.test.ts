import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { scratchFolder } from '../../../test/scratch-folder.ts';
import { readSettings, SettingError } from '../settings.ts';

const folder = scratchFolder('feed');
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;

/** A file with this text; its path. */
function fileOf(content: unknown): string {
  const path = join(folder, `names-${files++}.json`);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const feedOf = (environment: Record<string, string>) => readSettings({ DEMO_USER: '0', ...environment }).feed;
const ID = 'ab'.repeat(32);
const live = { FEED: 'live', FEED_VENUES: 'binance,okx' };

describe('where prices come from', () => {
  it('is the simulation without a seed unless set otherwise', () => {
    expect(feedOf({})).toEqual({ source: 'simulated', seed: undefined });
    expect(feedOf({ FEED: 'simulated', FEED_SEED: 'rehearsal' })).toEqual({ source: 'simulated', seed: 'rehearsal' });
  });

  it('names the venues, their addresses, Hermes with its token, and what symbols are called there', () => {
    const names = { okx: { 'SKY/USDT': null, 'POL/USDT': 'MATIC/USDT' }, hermes: { 'EUR/USD': `0x${ID}` } };
    const environment = {
      ...live,
      FEED_URLS: 'okx=https://my.okx.com/,binance=http://127.0.0.1:4000/{host}',
      HERMES_TOKEN: 'secret',
      FEED_MAP: fileOf(names),
    };
    expect(feedOf(environment)).toEqual({
      source: 'live',
      live: {
        venues: [
          { id: 'binance', url: 'http://127.0.0.1:4000/{host}' },
          { id: 'okx', url: 'https://my.okx.com' },
        ],
        hermes: { url: 'https://hermes.pyth.network', token: 'secret' },
        leadMs: 500,
        names,
      },
    });
    // As containers are given it.
    const inline = { ...live, HERMES_TOKEN: 'secret', FEED_MAP: JSON.stringify(names) };
    expect(feedOf(inline)).toMatchObject({ live: { names } });
    expect(feedOf(live)).toMatchObject({
      live: { venues: [{ id: 'binance', url: undefined }, {}], hermes: undefined },
    });
  });

  it('says how far venues are ahead of the index', () => {
    expect(feedOf({ ...live, FEED_LEAD_MS: '1200' })).toMatchObject({ live: { leadMs: 1_200 } });
  });

  it.each<[string, Record<string, string>]>([
    ['FEED', { FEED: 'random' }],
    ['FEED_LEAD_MS', { ...live, FEED_LEAD_MS: '199' }],
    ['FEED_LEAD_MS', { ...live, FEED_LEAD_MS: '5001' }],
    ['FEED_LEAD_MS', { FEED_LEAD_MS: '500' }],
    ['FEED_VENUES', { FEED: 'live' }],
    ['FEED_VENUES', { FEED: 'live', FEED_VENUES: 'binance' }],
    ['FEED_VENUES', { FEED: 'live', FEED_VENUES: 'binance,binance' }],
    ['FEED_VENUES', { FEED: 'live', FEED_VENUES: 'binance,../../evil' }],
    ['FEED_VENUES', { FEED: 'live', FEED_VENUES: 'binance,hermes' }],
    ['FEED_URLS', { ...live, FEED_URLS: 'kraken=https://a.example' }],
    ['FEED_URLS', { ...live, FEED_URLS: 'okx' }],
    ['FEED_URLS', { ...live, FEED_URLS: 'okx=http://okx.example' }],
    ['FEED_URLS', { ...live, FEED_URLS: 'okx=https://user:password@okx.example' }],
    ['FEED_URLS', { ...live, FEED_URLS: 'okx=http://127.0.0.1.evil.example' }],
    ['HERMES_URL', { FEED: 'live', HERMES_URL: 'http://hermes.example', FEED_MAP: '/x' }],
    ['HERMES_TOKEN', { FEED: 'live', HERMES_TOKEN: 'two\nlines', FEED_MAP: '/x' }],
    ['FEED_MAP', { ...live, HERMES_TOKEN: 'a' }],
    ['FEED_MAP', { ...live, FEED_MAP: '/nonexistent/names.json' }],
    ['FEED_MAP', { ...live, FEED_MAP: '{"okx": ' }],
    ['FEED_MAP', { ...live, FEED_MAP: '{"okx": {"POL/USDT": 7}}' }],
  ])('rejects by name: %s of %o', (name, environment) => {
    expect(() => feedOf(environment)).toThrow(SettingError);
    expect(() => feedOf(environment)).toThrow(name);
  });

  it('rejects a mapping that is none, or names a source that is not used', () => {
    const wrong: [unknown, Record<string, string>][] = [
      ['{', {}],
      [[], {}],
      [{ okx: { 'BTC/USDT': 5 } }, {}],
      [{ okx: { 'BTC/USDT': '' } }, {}],
      [{ kraken: {} }, {}],
      [{ hermes: { 'EUR/USD': ID } }, {}],
      [{ hermes: { 'EUR/USD': 'EURUSD' } }, { HERMES_TOKEN: 'a' }],
      [{ hermes: {} }, { HERMES_TOKEN: 'a' }],
    ];
    for (const [content, more] of wrong) {
      expect(() => feedOf({ ...live, ...more, FEED_MAP: fileOf(content) }), JSON.stringify(content)).toThrow(
        'FEED_MAP',
      );
    }
  });

  it('tells no token in its messages', () => {
    const wrong = { FEED: 'live', HERMES_TOKEN: 'secret\n', FEED_MAP: '/x' };
    expect(() => feedOf(wrong)).toThrow(expect.not.objectContaining({ message: expect.stringContaining('secret') }));
  });
});

describe('a seed, by which prices are known ahead', () => {
  const xpubs = { DEPOSIT_XPUB_BITCOIN: 'a', DEPOSIT_XPUB_ETHEREUM: 'b', DEPOSIT_XPUB_TRON: 'c' };

  const bucket = {
    ...Object.fromEntries(
      ['BUCKET', 'REGION', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'].map((name) => [`UPLOADS_S3_${name}`, name]),
    ),
    UPLOAD_KEYS: `a:${Buffer.alloc(32).toString('base64')}`,
  };

  it.each<[string, Record<string, string>]>([
    ['DEPOSIT_XPUB', xpubs],
    ['DEPOSIT_XPUB', { ...xpubs, DEPOSIT_XPUB: 'former' }],
    ['PUBLIC_ORIGIN', { PUBLIC_ORIGIN: 'https://tessera.example' }],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '10.0.0.0/8' }],
    ['SMTP_URL', { SMTP_URL: 'smtp://mail.example' }],
    ['UPLOADS_S3_BUCKET', bucket],
    ['FEED_SIGNING_KEY', { FEED_SIGNING_KEY: 'ab'.repeat(32) }],
    ['BACKEND_HOST', { BACKEND_HOST: '0.0.0.0' }],
    ['FEED=simulated', live],
  ])('is refused together with %s', (name, environment) => {
    const refused = () => feedOf({ ...environment, FEED_SEED: 'tessera' });
    expect(refused).toThrow(SettingError);
    expect(refused).toThrow(/FEED_SEED/);
    expect(refused).toThrow(name);
  });

  it('is allowed on this machine alone', () => {
    for (const BACKEND_HOST of ['127.0.0.1', 'localhost', '::1', '']) {
      expect(feedOf({ FEED_SEED: 'a', BACKEND_HOST })).toEqual({ source: 'simulated', seed: 'a' });
    }
  });
});
