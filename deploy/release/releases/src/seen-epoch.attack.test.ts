import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { statusOf } from './overview.ts';
import { ReleaseService } from './release-service.ts';
import { seenEpochFile } from './seen-epoch.ts';
import { storeKeys } from './store.ts';
import { OPEN_GATE, type TestReleases, temporaryFolder, testReleases } from './testing.ts';

/* An attacker who can write to the store deletes its last events: what is left is signed, but older. */

const audit = { who: 'olga', why: 'because' };
const markets = (version: string) => ({ name: 'markets', version });

let release: TestReleases;
let service: ReleaseService;
let path: string;

beforeEach(async () => {
  release = await testReleases();
  path = join(await temporaryFolder(), 'registry/newest-epoch.json');
  const { store, clock } = release;
  const seen = seenEpochFile(path);
  service = new ReleaseService({
    store,
    now: () => clock.now,
    random: () => 'random0000000001',
    gate: OPEN_GATE,
    seen,
  });
  for (const version of ['1.0.0', '1.0.1']) await release.publish('markets', version);
  await service.promote(markets('1.0.0'), audit);
  await service.promote(markets('1.0.1'), audit);
});

const forget = (epoch: number) => release.store.storage.remove(storeKeys.event(epoch));

test('a store without its last event is noticed, and nothing is released from it', async () => {
  await service.rollback('markets', { ...audit, why: 'it steals' });
  await forget(3);
  expect((await statusOf(service)).chain).toBe('broken');
  const behind = { code: 'store_damaged', message: expect.stringContaining('epoch 3 was in force') };
  await expect(service.promote(markets('1.0.0'), audit)).rejects.toMatchObject(behind);
  await expect(service.renew(true)).rejects.toMatchObject(behind);
  expect(await service.examine()).toMatchObject([{ what: 'epoch 3', repair: 'none' }]);
  await service.restore({ who: 'ada', why: 'the backup of this morning' });
  expect((await statusOf(service)).chain).toBe('whole');
  await service.promote(markets('1.0.0'), audit);
});

test('renewing keeps the newest epoch that others released', async () => {
  await release.service.rollback('markets', audit);
  await service.renew();
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ epoch: 3 });
});

test('an empty store starts anew where nothing was in force, and only there', async () => {
  for (const epoch of [1, 2]) await forget(epoch);
  const emptied = { code: 'store_damaged', message: expect.stringContaining('delete registry/newest-epoch.json') };
  await expect(service.promote(markets('1.0.1'), audit)).rejects.toMatchObject(emptied);
  await rm(path);
  expect((await service.promote(markets('1.0.1'), audit)).state.epoch).toBe(1);
});

test.each(['', '{"epoch":"x"}'])('a file that holds %j is named', async (text) => {
  await writeFile(path, text);
  await expect(service.promote(markets('1.0.0'), audit)).rejects.toThrow(path);
});
