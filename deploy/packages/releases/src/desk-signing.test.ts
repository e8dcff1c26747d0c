import { acceptManifest, acceptPreview, type Signed } from '@tessera/manifest';
import { beforeEach, describe, expect, test } from 'vitest';
import { RENEWED_AFTER } from './manifest.ts';
import { generateKey, publicKeyOf } from './signing.ts';
import { type TestDesk, testDesk } from './testing.ts';

const act = { who: 'ada', why: 'because' };
const markets = (version: string) => ({ name: 'markets', version });

let release: TestDesk;

beforeEach(async () => {
  release = await testDesk();
  for (const version of ['1.0.0', '1.0.1', '1.0.2']) await release.publish('markets', version);
});

describe('the signature of the manifest', () => {
  test('is of every key, so that a page that knows any of them goes on', async () => {
    release.keys.push(await generateKey('second', 0));
    const move = await release.desk.promote(markets('1.0.0'), act);
    const signed = await release.store.signed(move);
    for (const key of release.keys) {
      await acceptManifest(signed, { keys: [publicKeyOf(key)], now: release.clock.now });
    }
  });

  test('is renewed in time, not before, without a new epoch', async () => {
    await release.desk.promote(markets('1.0.0'), act);
    expect(await release.desk.renew()).toBe(false);
    release.clock.now += RENEWED_AFTER;
    expect(await release.desk.renew()).toBe(true);
    expect(await release.inForce()).toMatchObject({ epoch: 1, issuedAt: release.clock.now });
    expect(await release.desk.renew()).toBe(false);
  });

  test('follows a rotation: the new key signs, the retired one does not', async () => {
    const move = await release.desk.promote(markets('1.0.0'), act);
    const [old] = release.keys.splice(0, 1, await generateKey('second', 0));
    await release.desk.renew(true);
    expect((await release.inForce()).epoch).toBe(1);
    const refused = acceptManifest(await release.store.signed(move), {
      keys: old ? [publicKeyOf(old)] : [],
      now: release.clock.now,
    });
    await expect(refused).rejects.toThrow('no signature of a known key');
  });

  test('is made by a key that was added, and without one that was retired, as soon as that is asked', async () => {
    const move = await release.desk.promote(markets('1.0.0'), act);
    const signers = async () => (await release.store.signed(move)).signatures.map(({ key }) => key);
    release.keys.push(await generateKey('second', 0));
    expect(await release.desk.renew(true)).toBe(true);
    expect(await signers()).toEqual(['test', 'second']);
    release.keys.shift();
    expect(await release.desk.renew(true)).toBe(true);
    expect(await signers()).toEqual(['second']);
    expect(await release.desk.renew()).toBe(false);
  });

  test('is not there before anything is live', async () => {
    expect(await release.desk.renew(true)).toBe(false);
    expect(await release.desk.manifest()).toBeUndefined();
  });

  test('is made anew where ours stands in the place of another: of an epoch before, or a preview', async () => {
    const first = await release.desk.promote(markets('1.0.0'), act);
    await release.desk.promote(markets('1.0.1'), act);
    const { id } = await release.desk.preview(markets('1.0.2'), 30);
    for (const stray of [await release.store.signed(first), await release.store.preview(id)]) {
      await release.store.renew(2, stray as Signed);
      expect(await release.desk.renew()).toBe(true);
      expect(await release.inForce()).toMatchObject({ epoch: 2, remotes: [{ stable: { version: '1.0.1' } }] });
    }
  });

  test.each(['{', 'damaged', '{"schema":2,"payload":"{","signatures":[]}'])(
    'is made anew where %j is stored',
    async (text) => {
      const { manifest } = await release.desk.promote(markets('1.0.0'), act);
      await release.store.storage.put(manifest, Buffer.from(text));
      await expect(release.desk.manifest()).rejects.toThrow();
      expect(await release.desk.renew()).toBe(true);
      expect(await release.inForce()).toMatchObject({ epoch: 1, remotes: [{ stable: { version: '1.0.0' } }] });
    },
  );

  test('is made anew where the stored manifest is none of ours', async () => {
    const move = await release.desk.promote(markets('1.0.0'), act);
    const forged = { schema: 2 as const, payload: '{"epoch":1}', signatures: [{ key: 'test', signature: 'AAAA' }] };
    await release.store.renew(1, forged);
    expect(await release.desk.renew()).toBe(true);
    expect((await release.inForce()).remotes[0]?.stable.version).toBe('1.0.0');
    expect(move.state.epoch).toBe(1);
  });
});

describe('a preview', () => {
  test('lends a published version for a while, signed', async () => {
    const { id, expiresAt } = await release.desk.preview(markets('1.0.2'), 30);
    const keys = release.keys.map(publicKeyOf);
    const lent = await acceptPreview(await release.store.preview(id), { keys, now: release.clock.now });
    expect(lent.preview).toMatchObject(markets('1.0.2'));
    expect(expiresAt).toBe(release.clock.now + 30 * 60_000);
    await expect(acceptPreview(await release.store.preview(id), { keys, now: expiresAt + 1 })).rejects.toThrow(
      'expired',
    );
    const strangers = [publicKeyOf(await generateKey('test', 0))];
    const forged = acceptPreview(await release.store.preview(id), { keys: strangers, now: release.clock.now });
    await expect(forged).rejects.toThrow('no signature of a known key');
  });

  test('is of a published version, and found by its id alone', async () => {
    await expect(release.desk.preview(markets('9.9.9'), 30)).rejects.toMatchObject({ code: 'version_unknown' });
    for (const id of ['nobody0000', '', '../moves/00000001', 'A'.repeat(8)]) {
      expect(await release.store.preview(id)).toBeUndefined();
    }
  });

  test.each([0, -1, 0.9, 7 * 24 * 60 + 1, Number.NaN])('of %d minutes is refused', async (minutes) => {
    await expect(release.desk.preview(markets('1.0.2'), minutes)).rejects.toThrow('from a minute to seven days');
  });
});
