import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FolderStorage } from '@tessera/object-storage';
import { beforeEach, expect, test } from 'vitest';
import { keyPaths, readPublicKeys, readSigningKeys } from './key-files.ts';
import { versionsOf } from './overview.ts';
import { ReleaseService } from './release-service.ts';
import { ReleaseStore } from './store.ts';
import former from './testing/former-data.json' with { type: 'json' };
import { folderWith, OPEN_GATE } from './testing.ts';

/* `former-data.json` is the data folder of version 0.8.0, by path: keys, store and figures of the registry. It is never regenerated: it proves that the stored formats are unchanged. */

/** Time of the last write to that folder, Unix ms. */
const THEN = 1_795_933_080_000;

let folder: string;
let service: ReleaseService;

beforeEach(async () => {
  folder = await folderWith(former);
  service = new ReleaseService({
    store: new ReleaseStore(new FolderStorage(join(folder, 'releases'))),
    keys: () => readSigningKeys(keyPaths(folder, {})),
    now: () => THEN,
    random: () => 'random0000000009',
    gate: OPEN_GATE,
  });
});

test('a store of version 0.8.0 is read unchanged: history, versions, hosts, previews and manifest', async () => {
  const history = await service.history();
  expect(history.map(({ kind, who, why }) => [kind, who, why])).toEqual([
    ['promote', 'olga@tessera.example', 'built from new sources'],
    ['ramp', 'olga@tessera.example', 'new quotes'],
    ['promote', 'olga@tessera.example', 'a week at 10 %'],
    ['rollback', 'olga@tessera.example', 'quotes do not load'],
    ['ramp', 'olga@tessera.example', 'new overview'],
  ]);
  expect(await service.brokenAt()).toBeUndefined();
  expect((await service.latest())?.state).toMatchObject({
    epoch: 5,
    host: '0.8.0-host',
    remotes: [
      { name: 'assets', stable: '1.0.0', ramp: { version: '1.1.0', weight: 1250 } },
      { name: 'markets', stable: '1.0.0' },
    ],
    withdrawn: ['markets@1.0.1'],
  });
  expect((await versionsOf(service, 'assets')).map(({ version, live }) => [version, live])).toEqual([
    ['1.1.0', 'ramp'],
    ['1.0.0', 'stable'],
  ]);
  expect(await service.store.hosts()).toEqual(['0.8.0-host']);
  expect(await service.store.preview('random0000000003')).toBeDefined();
  expect(await service.manifest()).toMatchObject({ epoch: 5 });
  expect((await readPublicKeys(keyPaths(folder, {}))).length).toBe(1);
});

test('this version releases from it, signs and prunes it without rewriting stored objects', async () => {
  const event = await service.promote({ name: 'assets', version: '1.1.0' }, { who: 'ada', why: 'a week at 12.5 %' });
  expect(event.state.epoch).toBe(6);
  expect(await service.brokenAt()).toBeUndefined();
  expect((await service.manifest())?.remotes[0]?.stable.version).toBe('1.1.0');
  await service.prune(THEN);
  for (const [path, text] of Object.entries(former)) {
    if (!path.startsWith('releases/previews/')) expect(await readFile(join(folder, path), 'utf8'), path).toBe(text);
  }
});
