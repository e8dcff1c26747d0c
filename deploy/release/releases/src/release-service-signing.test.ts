import { acceptManifest, type Signed } from '@tessera/manifest';
import { beforeEach, describe, expect, test } from 'vitest';
import { RENEWED_AFTER } from './manifest.ts';
import { generateKey, publicKeyOf } from './signing.ts';
import { storeKeys } from './store.ts';
import { type TestReleases, testReleases } from './testing.ts';

const audit = { who: 'ada', why: 'because' };
const markets = (version: string) => ({ name: 'markets', version });

let release: TestReleases;

beforeEach(async () => {
  release = await testReleases();
  for (const version of ['1.0.0', '1.0.1', '1.0.2']) await release.publish('markets', version);
});

describe('the signature of the manifest', () => {
  test('is made with every key, so that a page that has any of them accepts it', async () => {
    release.keys.push(await generateKey('second', 0));
    const event = await release.service.promote(markets('1.0.0'), audit);
    const signed = await release.store.signed(event);
    for (const key of release.keys) {
      await acceptManifest(signed, { keys: [publicKeyOf(key)], now: release.clock.now });
    }
  });

  test('is renewed in time, not before, without a new epoch', async () => {
    await release.service.promote(markets('1.0.0'), audit);
    expect(await release.service.renew()).toBe(false);
    release.clock.now += RENEWED_AFTER;
    expect(await release.service.renew()).toBe(true);
    expect(await release.inForce()).toMatchObject({ epoch: 1, issuedAt: release.clock.now });
    expect(await release.service.renew()).toBe(false);
  });

  test('follows a rotation: the new key signs, the retired one does not', async () => {
    const event = await release.service.promote(markets('1.0.0'), audit);
    const [old] = release.keys;
    release.keys.push(await generateKey('second', 0));
    expect(await release.service.renew()).toBe(true);
    release.keys.shift();
    await release.service.renew(true);
    expect((await release.inForce()).epoch).toBe(1);
    const rejected = acceptManifest(await release.store.signed(event), {
      keys: old ? [publicKeyOf(old)] : [],
      now: release.clock.now,
    });
    await expect(rejected).rejects.toThrow('no known key signed it');
  });

  test('is added to every record, so that they count after the other keys are retired', async () => {
    await release.service.promote(markets('1.0.0'), audit);
    await release.store.keepHost({ version: '2.0.0' }, 0);
    const before = await release.store.versions('markets');
    release.keys.push(await generateKey('second', 0));
    await release.service.renew();
    release.keys.shift();
    expect(await release.store.versions('markets')).toEqual(before);
    expect(await release.store.host('2.0.0')).toMatchObject({ version: '2.0.0' });
    await release.service.promote(markets('1.0.2'), audit);
    expect((await release.inForce()).remotes[0]?.stable.version).toBe('1.0.2');
  });

  test('uses an added key, and omits a retired one, as soon as it is renewed with force', async () => {
    const event = await release.service.promote(markets('1.0.0'), audit);
    const signers = async () => (await release.store.signed(event)).signatures.map(({ key }) => key);
    release.keys.push(await generateKey('second', 0));
    expect(await release.service.renew(true)).toBe(true);
    expect(await signers()).toEqual(['test', 'second']);
    release.keys.shift();
    expect(await release.service.renew(true)).toBe(true);
    expect(await signers()).toEqual(['second']);
    expect(await release.service.renew()).toBe(false);
  });

  test('does not exist before anything is live', async () => {
    expect(await release.service.renew(true)).toBe(false);
    expect(await release.service.manifest()).toBeUndefined();
  });

  test('of a new key is made again where the store holds junk in its place', async () => {
    await release.service.promote(markets('1.0.0'), audit);
    release.keys.push(await generateKey('second', 0));
    await release.service.renew();
    const { storage } = release.store;
    const key = storeKeys.record('markets', '1.0.2');
    const signed = JSON.parse(Buffer.from((await storage.get(key)) ?? []).toString()) as Signed;
    const signatures = signed.signatures.map((each) => (each.key === 'second' ? { ...each, signature: 'AAAA' } : each));
    await storage.put(key, Buffer.from(JSON.stringify({ ...signed, signatures })));
    await release.service.renew(true);
    release.keys.shift();
    expect(await release.store.version('markets', '1.0.2')).toBeDefined();
  });

  test('is renewed from what was released if the renewal is ours but of another epoch or a preview', async () => {
    const first = await release.service.promote(markets('1.0.0'), audit);
    await release.service.promote(markets('1.0.1'), audit);
    const { link } = await release.service.preview(markets('1.0.2'), 30, audit);
    await release.service.promote(markets('1.0.0'), audit);
    for (const stray of [await release.store.signed(first), await release.store.preview(link)]) {
      await release.store.renew(4, stray as Signed);
      expect(await release.inForce()).toMatchObject({ epoch: 4, remotes: [{ stable: { version: '1.0.0' } }] });
      release.clock.now += RENEWED_AFTER;
      expect(await release.service.renew()).toBe(true);
      expect(await release.inForce()).toMatchObject({ epoch: 4, issuedAt: release.clock.now });
    }
  });

  test.each(['{', 'damaged', '{"schema":2,"payload":"{","signatures":[]}'])(
    'is not made again if %j is stored: nothing shows what was signed',
    async (text) => {
      const { manifest } = await release.service.promote(markets('1.0.0'), audit);
      await release.store.storage.put(manifest, Buffer.from(text));
      const before = await release.store.storage.list('');
      for (const force of [false, true]) {
        await expect(release.service.renew(force)).rejects.toMatchObject({
          code: 'store_damaged',
          message: expect.stringContaining(manifest),
        });
      }
      expect(await release.store.storage.list('')).toEqual(before);
    },
  );
});
