import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FolderStorage } from '@tessera/object-storage';
import { beforeEach, expect, test } from 'vitest';
import { hashOf } from './file-list.ts';
import { keyPaths, readSigningKeys, signingKeyring } from './key-files.ts';
import { statusOf } from './overview.ts';
import type { ReleaseEvent } from './release-event.ts';
import { ReleaseService } from './release-service.ts';
import type { SeenEpoch } from './seen-epoch.ts';
import { ReleaseStore, storeKeys } from './store.ts';
import former from './testing/former-data.json' with { type: 'json' };
import { folderWith, newVersionOf, OPEN_GATE, type TestReleases, testReleases } from './testing.ts';
import { ENTRY_FILE } from './version-record.ts';

/* An attacker who can write to the store uses what mends it: repairs, restores, and the one-time trust of a former store. */

const audit = { who: 'olga', why: 'because' };
const repair = { who: 'ada', why: 'the store was damaged' };
const markets = (version: string) => ({ name: 'markets', version });

/** Seen epochs, kept as a data folder keeps them. */
function seenEpoch(): SeenEpoch {
  let newest = 0;
  return {
    read: async () => newest,
    note: async (epoch) => {
      newest = Math.max(newest, epoch);
    },
  };
}

let release: TestReleases;
let service: ReleaseService;

beforeEach(async () => {
  release = await testReleases();
  const { store, clock } = release;
  const [gate, seen] = [OPEN_GATE, seenEpoch()];
  service = new ReleaseService({ store, now: () => clock.now, random: () => 'random0000000001', gate, seen });
  for (const version of ['1.0.0', '1.0.1']) await release.publish('markets', version);
  for (const version of ['1.0.0', '1.0.1', '1.0.0']) await service.promote(markets(version), audit);
});

const put = (key: string, content: string) => release.store.storage.put(key, Buffer.from(content));
const written = (fields: Omit<ReleaseEvent, 'hash'>) =>
  JSON.stringify({ ...fields, hash: hashOf(JSON.stringify(fields)) });

test.each([1, 2])('event %d cannot call itself the repair of itself', async (epoch) => {
  const { hash: _hash, ...event } = (await release.store.event(epoch)) as ReleaseEvent;
  const forced = [1, 2, 3].map((each) => `${storeKeys.event(each)}: it cannot be read`);
  await put(storeKeys.event(epoch), written({ ...event, kind: 'repair', who: 'mallory', forced }));
  expect(await service.brokenAt()).toBe(epoch + 1);
  expect((await statusOf(service)).chain).toBe('broken');
  expect((await service.examine()).map(({ what }) => what)).toEqual([storeKeys.event(epoch + 1)]);
});

test('an altered event does not make a rollback remove the remote', async () => {
  const { kind: _kind, ...event } = (await release.store.event(2)) as ReleaseEvent;
  await put(storeKeys.event(2), JSON.stringify({ ...event, kind: 'host' }));
  const lost = { code: 'nothing_to_undo', message: expect.stringContaining('promote markets@<version>') };
  await expect(service.rollback('markets', audit)).rejects.toMatchObject(lost);
  expect((await statusOf(service)).remotes).toMatchObject([{ name: 'markets', undo: null }]);
  await service.ramp(markets('1.0.1'), 5, audit);
  await service.rollback('markets', audit);
  expect((await service.latest())?.state.remotes).toMatchObject([{ stable: '1.0.0' }]);
});

test.each(['damaged', 'deleted'])('a live version whose record is %s gets no other content', async (how) => {
  const record = storeKeys.record('markets', '1.0.0');
  if (how === 'damaged') await put(record, '{');
  else await release.store.storage.remove(record);
  await release.store.storage.remove(storeKeys.claim('markets', '1.0.0'));
  const publish = async (content: string) =>
    release.store.publish(newVersionOf('markets', '1.0.0'), await folderWith({ [ENTRY_FILE]: content }));
  await expect(publish('other')).rejects.toMatchObject({ code: 'version_exists' });
  await publish('markets 1.0.0');
  expect(await service.examine()).toEqual([]);
});

test.each(['1', '1e0', '000000001'])('junk named moves/%s.json is no lost event', async (name) => {
  await put(`moves/${name}.json`, '{');
  expect(await service.examine()).toMatchObject([{ what: `moves/${name}.json`, repair: 'set aside' }]);
  await service.repair(repair);
  expect([(await service.latest())?.kind, await service.examine()]).toEqual(['promote', []]);
});

test.each([99_999_998, 99_999_999])('a forged event of epoch %d does not use up the epochs', async (epoch) => {
  const { hash: _hash, ...event } = (await service.latest()) as ReleaseEvent;
  await put(storeKeys.event(epoch), written({ ...event, state: { ...event.state, epoch } }));
  await service.repair(repair);
  expect(await service.latest()).toMatchObject({ kind: 'repair', state: { epoch: 4 } });
  expect(await service.examine()).toEqual([]);
  expect((await service.promote(markets('1.0.1'), audit)).state.epoch).toBe(5);
});

test('a second restore within the hour has a greater epoch than what was released since the first', async () => {
  const first = await service.restore(repair);
  const later = await service.promote(markets('1.0.1'), audit);
  for (const { state } of [first, later]) await release.store.storage.remove(storeKeys.event(state.epoch));
  expect((await service.restore(repair)).state.epoch).toBe(later.state.epoch + 1);
  await service.promote(markets('1.0.1'), audit);
});

test('a store whose events were all deleted is no new one: a start releases nothing from it', async () => {
  for (const key of await release.store.storage.list('moves/')) await release.store.storage.remove(key);
  expect(await service.latest()).toBeUndefined();
  await expect(service.takeOver({ remotes: [markets('1.0.1')] }, { ...audit, force: true })).rejects.toMatchObject({
    code: 'store_damaged',
    message: expect.stringContaining('epoch 3 was in force'),
  });
  expect(await service.examine()).toMatchObject([{ what: 'epoch 3' }]);
});

test.each(['deleted', 'garbled'])(
  'records of a former store are signed once, also if that event is %s',
  async (how) => {
    const folder = await folderWith(former);
    const storage = new FolderStorage(join(folder, 'releases'));
    const keys = signingKeyring(() => readSigningKeys(keyPaths(folder, {})));
    const store = new ReleaseStore(storage, keys);
    const migrated = new ReleaseService({
      store,
      now: () => 1_795_933_080_000,
      random: () => 'random',
      gate: OPEN_GATE,
    });
    await migrated.signFormer({ who: 'ada' });
    const record = join(folder, 'releases', storeKeys.record('assets', '1.1.0'));
    const old = former['releases/records/assets/1.1.0.json'];
    await writeFile(record, old.replace(/"who": "[^"]+"/, '"who": "mallory"'));
    if (how === 'deleted') await storage.remove(storeKeys.event(6));
    else await storage.put(storeKeys.event(6), Buffer.from('{'));
    expect(await migrated.signFormer({ who: 'ada' }).catch(({ code }) => code)).toBe(
      how === 'deleted' ? undefined : 'store_damaged',
    );
    await migrated.repair(repair);
    expect(await readFile(record, 'utf8').catch(() => '')).not.toContain('signatures');
    await expect(migrated.promote({ name: 'assets', version: '1.1.0' }, audit)).rejects.toMatchObject({
      code: expect.stringMatching(/store_damaged|version_unknown/),
    });
  },
);
