import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FolderStorage } from '@tessera/object-storage';
import { beforeEach, expect, test } from 'vitest';
import { integrityOf } from './file-list.ts';
import { keyPaths, readPublicKeys, readSigningKeys, signingKeyring } from './key-files.ts';
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
    store: new ReleaseStore(
      new FolderStorage(join(folder, 'releases')),
      signingKeyring(() => readSigningKeys(keyPaths(folder, {}))),
    ),
    now: () => THEN,
    random: () => 'random0000000009',
    gate: OPEN_GATE,
  });
});

const start = () => service.signFormer({ who: 'ada' });

test('a store of version 0.8.0 is read: history, versions, hosts, previews and manifest', async () => {
  await start();
  const history = await service.history();
  expect(history.map(({ kind, who, why }) => [kind, who, why])).toEqual([
    ['promote', 'olga@tessera.example', 'built from new sources'],
    ['ramp', 'olga@tessera.example', 'new quotes'],
    ['promote', 'olga@tessera.example', 'a week at 10 %'],
    ['rollback', 'olga@tessera.example', 'quotes do not load'],
    ['ramp', 'olga@tessera.example', 'new overview'],
    ['sign', 'ada', 'The history and 4 record(s) of the former version are signed.'],
  ]);
  expect(await service.brokenAt()).toBeUndefined();
  expect((await service.latest())?.state).toMatchObject({
    epoch: 6,
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
  expect(await service.manifest()).toMatchObject({ epoch: 6 });
  expect((await readPublicKeys(keyPaths(folder, {}))).length).toBe(1);
});

test('this version releases from it, signs and prunes it without changing what was stored', async () => {
  await start();
  expect(await start()).toBeUndefined();
  const event = await service.promote({ name: 'assets', version: '1.1.0' }, { who: 'ada', why: 'a week at 12.5 %' });
  expect(event.state.epoch).toBe(7);
  expect(await service.brokenAt()).toBeUndefined();
  expect((await service.manifest())?.remotes[0]?.stable.version).toBe('1.1.0');
  await service.prune(THEN);
  for (const [path, text] of Object.entries(former)) {
    if (path.startsWith('releases/previews/')) continue;
    const stored = await readFile(join(folder, path), 'utf8');
    const signed = /^releases\/(records|hosts)\//.test(path);
    if (signed) expect(JSON.parse(JSON.parse(stored).payload), path).toEqual(JSON.parse(text));
    else expect(stored, path).toBe(text);
  }
});

const path = (name: string) => join(folder, 'releases', name);
const change = async (name: string, from: string, to: string) => {
  const text = await readFile(path(name), 'utf8');
  expect(text).toContain(from);
  await writeFile(path(name), text.replace(from, to));
};

test('an altered record, an altered file, and a version that was never released are not signed', async () => {
  const evil = 'alert(1)';
  await writeFile(path('versions/markets/1.0.0/files/remoteEntry.js'), evil);
  await change(
    'records/markets/1.0.0.json',
    /sha256-[^"]+/.exec(await readFile(path('records/markets/1.0.0.json'), 'utf8'))?.[0] ?? '',
    integrityOf(Buffer.from(evil)),
  );
  await writeFile(path('versions/assets/1.1.0/files/remoteEntry.js'), evil);
  const never = (await readFile(path('records/markets/1.0.1.json'), 'utf8')).replaceAll('1.0.1', '9.9.9');
  await writeFile(path('records/markets/9.9.9.json'), never);
  const signed = await start();
  expect(signed?.why).toContain('2 record(s)');
  expect(signed?.why).toContain('assets@1.1.0, markets@1.0.0, markets@9.9.9');
  for (const [name, version] of [
    ['assets', '1.1.0'],
    ['markets', '1.0.0'],
    ['markets', '9.9.9'],
  ] as const) {
    await expect(service.promote({ name, version }, { who: 'ada', why: 'x' }), version).rejects.toMatchObject({
      code: 'store_damaged',
    });
  }
  // What pages were given stays as it was signed.
  const manifest = await service.manifest();
  expect(JSON.stringify(manifest)).not.toContain(integrityOf(Buffer.from(evil)));
  expect(manifest?.remotes.map(({ stable }) => stable?.version)).toEqual(['1.0.0', '1.0.0']);
});

test.each(['', undefined])('a repair signs the same records, also if the last event is damaged (%j)', async (junk) => {
  if (junk !== undefined) await writeFile(path('moves/00000005.json'), junk);
  await service.repair({ who: 'ada', why: 'the first start of this version' });
  expect((await service.latest())?.state).toMatchObject({
    epoch: 6,
    remotes: [
      { name: 'assets', stable: '1.0.0', ramp: { version: '1.1.0' } },
      { name: 'markets', stable: '1.0.0' },
    ],
  });
  expect([await service.examine(), await service.brokenAt()]).toEqual([[], undefined]);
  await service.promote({ name: 'assets', version: '1.1.0' }, { who: 'ada', why: 'x' });
});

test('a forged last event is not taken over: it does not fit what was signed', async () => {
  await change('moves/00000005.json', '"stable": "1.0.0"', '"stable": "1.1.0"');
  await expect(start()).rejects.toMatchObject({ code: 'store_damaged' });
});
