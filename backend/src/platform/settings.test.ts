import { isAbsolute } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSettings, SettingError } from './settings.ts';

describe('the settings', () => {
  it('have a default each', () => {
    const settings = readSettings({});
    expect(settings).toMatchObject({ databaseUrl: undefined, logLevel: 'info', sandboxApproveAfterMs: 0 });
    expect(isAbsolute(settings.dataDir)).toBe(true);
  });

  it('count a blank one as not set', () => {
    expect(readSettings({ BACKEND_PORT: '', SMTP_URL: '', LOG_LEVEL: '' })).toEqual(readSettings({}));
  });

  it('name the gateways that may forward client addresses', () => {
    expect(
      readSettings({ DEMO_USER: '0', TRUSTED_PROXIES: 'uniquelocal, 100.64.0.0/10,fd00::/8' }).trustedProxies,
    ).toEqual(['uniquelocal', '100.64.0.0/10', 'fd00::/8']);
    expect(readSettings({})).toMatchObject({ host: '127.0.0.1', trustedProxies: [] });
  });

  it('name the keys and the origins of second factors', () => {
    const key = 'ab'.repeat(32);
    const origins = ['https://tessera.example', 'https://www.tessera.example'];
    const settings = readSettings({ DEMO_USER: '0', FACTOR_KEY: `${key}, ${key}`, PUBLIC_ORIGIN: origins.join(',') });
    expect(settings.factorKeys.map((each) => each.toString('hex'))).toEqual([key, key]);
    expect(settings.publicOrigins).toEqual(origins);
    expect(readSettings({})).toMatchObject({ factorKeys: [], publicOrigins: [] });
  });

  it('name the key that signs the record of ticks', () => {
    expect(readSettings({ DEMO_USER: '0', FEED_SIGNING_KEY: 'ab'.repeat(32) }).feedSigningKey).toEqual(
      Buffer.alloc(32, 0xab),
    );
    expect(readSettings({}).feedSigningKey).toBeUndefined();
  });

  it('name the NATS servers, none where there is one node', () => {
    const servers = ['nats://a:4222', 'tls://b:4222'];
    expect(readSettings({ NATS_URL: servers.join(', ') }).natsServers).toEqual(servers);
    expect(readSettings({}).natsServers).toEqual([]);
  });

  it('name the keys of uploads, the current one first, and show none of them in a message', () => {
    const key = (byte: number) => Buffer.alloc(32, byte).toString('base64');
    expect(readSettings({ UPLOAD_KEYS: `b:${key(2)}, a:${key(1)}` }).uploadKeys?.map(({ id }) => id)).toEqual([
      'b',
      'a',
    ]);
    const wrong = [`a:${Buffer.alloc(31, 1).toString('base64')}`, key(1), `a:${key(1)},a:${key(2)}`, `a b:${key(1)}`];
    for (const UPLOAD_KEYS of wrong) {
      const error = (() => {
        try {
          return readSettings({ UPLOAD_KEYS });
        } catch (caught) {
          return caught;
        }
      })();
      expect(error).toBeInstanceOf(SettingError);
      expect(String(error)).toContain('UPLOAD_KEYS');
      expect(String(error)).not.toContain('AQEB');
    }
  });

  it.each([
    ['PUBLIC_ORIGIN', 'https://tessera.example'],
    ['DEPOSIT_XPUB', 'xpub'],
    ['SIGNER_SOCKET', '/run/signer.sock'],
    ['SMTP_URL', 'smtp://mail.example'],
    ['BACKEND_HOST', '10.0.0.1'],
    ['FEED', 'live'],
  ])('refuse the demonstration user beside %s, and name what to set', (name, value) => {
    for (const demo of [{}, { DEMO_USER: '1' }]) {
      expect(() => readSettings({ [name]: value, ...demo })).toThrow(/set DEMO_USER=0/);
    }
    expect(() => readSettings({ [name]: value, DEMO_USER: '0' })).not.toThrow(/DEMO_USER/);
    expect(readSettings({}).demoUser).toBe(true);
    // Nor are claims approved by themselves.
    const unseen = { DEMO_USER: '0', SANDBOX_APPROVE_AFTER_MS: '1' };
    expect(() => readSettings({ [name]: value, ...unseen })).toThrow(
      `SANDBOX_APPROVE_AFTER_MS credits claims unseen: it is refused together with ${name}`,
    );
    expect(() => readSettings({ [name]: value, ...unseen, SANDBOX_APPROVE_AFTER_MS: '0' })).not.toThrow(/SANDBOX/);
    expect(readSettings(unseen).sandboxApproveAfterMs).toBe(1);
    // Nor do changes of staff take effect before others can stop them.
    const hasty = { DEMO_USER: '0', STAFF_CHANGE_DELAY: '59' };
    expect(() => readSettings({ [name]: value, ...hasty })).toThrow(
      `STAFF_CHANGE_DELAY is at least 60 minutes together with ${name}`,
    );
    expect(() => readSettings({ [name]: value, ...hasty, STAFF_CHANGE_DELAY: '60' })).not.toThrow(/STAFF_CHANGE/);
    expect(readSettings({ STAFF_CHANGE_DELAY: '0' }).staffChangeDelayMs).toBe(0);
  });

  it('keep the demonstration user beside test coins of chains on this machine, and of no other', () => {
    const coins = {
      LOCAL_CHAINS: '1',
      ...Object.fromEntries(['BITCOIN', 'ETHEREUM', 'TRON'].map((chain) => [`DEPOSIT_XPUB_${chain}`, 'xpub'])),
      ETHEREUM_NODE_URL: 'http://127.0.0.1:8545',
    };
    expect(readSettings(coins).demoUser).toBe(true);
    expect(() => readSettings({ ...coins, LOCAL_CHAINS: '0' })).toThrow(/set DEMO_USER=0/);
    expect(() => readSettings({ ...coins, ETHEREUM_NODE_URL: 'https://node.example' })).toThrow(/LOCAL_CHAINS/);
    expect(() => readSettings({ ...coins, PUBLIC_ORIGIN: 'https://tessera.example' })).toThrow(/set DEMO_USER=0/);
    expect(() => readSettings({ ...coins, DEPOSIT_XPUB: 'xpub' })).toThrow(/set DEMO_USER=0/);
  });

  it('name a bucket for uploads only together with keys, so that every node has the same', () => {
    const bucket = Object.fromEntries(
      ['BUCKET', 'REGION', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'].map((name) => [`UPLOADS_S3_${name}`, name]),
    );
    expect(() => readSettings({ DEMO_USER: '0', ...bucket })).toThrow('UPLOAD_KEYS');
    expect(() => readSettings({ UPLOADS_S3_REGION: 'eu' })).toThrow('UPLOADS_S3_BUCKET');
    const UPLOAD_KEYS = `a:${Buffer.alloc(32).toString('base64')}`;
    expect(readSettings({ DEMO_USER: '0', ...bucket, UPLOAD_KEYS }).uploadBucket).toMatchObject({ bucket: 'BUCKET' });
    expect(readSettings({ S3_BUCKET: 'releases' }).uploadBucket).toBeUndefined();
  });

  it.each([
    ['BACKEND_PORT', 'eighty'],
    ['BACKEND_PORT', '70000'],
    ['BACKEND_PORT', '80.5'],
    ['LOG_LEVEL', 'loud'],
    ['DATABASE_URL', 'not a url'],
    ['SMTP_URL', 'mail.example.com'],
    ['SMS_URL', 'https://sms.example/cgi-bin/sendsms'],
    ['SMS_PASSWORD', 'half of it'],
    ['DEMO_USER', 'yes'],
    ['SANDBOX_APPROVE_AFTER_MS', '-1'],
    ['TRUSTED_PROXIES', 'gateway'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['NATS_URL', 'nats://a:4222,b'],
    ['FACTOR_KEY', 'secret'],
    ['FEED_SIGNING_KEY', 'secret'],
    ['PUBLIC_ORIGIN', 'tessera.example'],
    ['PUBLIC_ORIGIN', 'https://tessera.example/'],
    ['PUBLIC_ORIGIN', 'https://tessera.example,https://other.example'],
  ])('reject %s=%s by name', (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrow(SettingError);
    expect(() => readSettings({ [name]: value })).toThrow(name);
  });
});
