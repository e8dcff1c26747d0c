import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { integrityOf } from './file-list.ts';
import { FolderStore } from './folder-store.ts';
import { type Act, promote } from './moves.ts';
import { type NewVersion, requireVersion } from './store.ts';
import { descriptorOf, folderWith, recordOf, temporaryFolder } from './testing.ts';

const act: Act = { who: 'ops', why: 'because', at: 1_763_673_482_000 };
const newVersion = (name: string, version: string, publishedAt = 1): NewVersion => ({
  name,
  version,
  descriptor: descriptorOf(name),
  publishedAt,
  who: 'team',
  why: 'a reason',
});

let store: FolderStore;
beforeEach(async () => {
  store = new FolderStore(await temporaryFolder());
});

describe('publishing', () => {
  test('records every file with its size and hash', async () => {
    const built = await folderWith({ 'remoteEntry.js': 'entry', 'assets/page.1f.css': 'a{}' });
    await store.publish(newVersion('markets', '1.0.0'), built);
    expect((await store.version('markets', '1.0.0'))?.files).toEqual([
      { path: 'assets/page.1f.css', size: 3, integrity: integrityOf(Buffer.from('a{}')) },
      { path: 'remoteEntry.js', size: 5, integrity: integrityOf(Buffer.from('entry')) },
    ]);
  });

  test('never changes a published version, whatever is published after it', async () => {
    const content = fc.record({ patch: fc.nat(2), entry: fc.string({ minLength: 1 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(content, { maxLength: 6 }), async (attempts) => {
        const fresh = new FolderStore(await temporaryFolder());
        const first = new Map<string, string>();
        for (const { patch, entry } of attempts) {
          const version = `1.0.${patch}`;
          const built = await folderWith({ 'remoteEntry.js': entry });
          const publishing = fresh.publish(newVersion('markets', version), built);
          if (first.has(version)) await expect(publishing).rejects.toThrow('a published version never changes');
          else await publishing;
          first.set(version, first.get(version) ?? entry);
        }
        for (const [version, entry] of first) {
          const path = join(fresh.folder, FolderStore.filePath('markets', version, 'remoteEntry.js'));
          expect(await readFile(path, 'utf8')).toBe(entry);
        }
      }),
      { numRuns: 20 },
    );
  });

  test('lets one of two publishers of the same version win, whole', async () => {
    const builds = await Promise.all(['a', 'b'].map((text) => folderWith({ 'remoteEntry.js': text, 'x.js': text })));
    const results = await Promise.allSettled(
      builds.map((built) => store.publish(newVersion('markets', '1.0.0'), built)),
    );
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const record = await requireVersion(store, 'markets', '1.0.0');
    for (const { path, integrity } of record.files) {
      const content = await readFile(join(store.folder, FolderStore.filePath('markets', '1.0.0', path)));
      expect(integrityOf(content)).toBe(integrity);
    }
  });

  test('refuses a folder without an entry, and leaves nothing behind', async () => {
    const built = await folderWith({ 'page.js': 'page' });
    await expect(store.publish(newVersion('markets', '1.0.0'), built)).rejects.toThrow('build markets first');
    expect(await store.versions('markets')).toEqual([]);
  });

  test('lists versions from old to new', async () => {
    const built = await folderWith({ 'remoteEntry.js': 'entry' });
    await store.publish(newVersion('markets', '1.0.0', 20), built);
    await store.publish(newVersion('markets', '0.9.0', 30), built);
    await store.publish(newVersion('markets', '2.0.0', 10), built);
    expect((await store.versions('markets')).map(({ version }) => version)).toEqual(['2.0.0', '1.0.0', '0.9.0']);
    expect(await store.remotes()).toEqual(['markets']);
  });

  test('an unknown version is refused with the way to the known ones', async () => {
    await expect(requireVersion(store, 'markets', '9.9.9')).rejects.toThrow('tessera versions markets');
    expect(await store.version('../../etc', '1.0.0')).toBeUndefined();
  });
});

describe('the history', () => {
  const first = promote(undefined, recordOf('markets', '1.0.0'), act);
  const second = promote(first.manifest, recordOf('markets', '1.0.1'), act);

  test('is empty at first', async () => {
    expect(await store.latest()).toBeUndefined();
    expect(await store.history()).toEqual([]);
  });

  test('gives back what was appended', async () => {
    await store.append(first);
    await store.append(second);
    expect(await store.latest()).toEqual(second);
    expect(await store.history()).toEqual([first, second]);
  });

  test('tells the second of two operators who move at once', async () => {
    await store.append(first);
    const rival = promote(first.manifest, recordOf('trading', '1.0.0'), act);
    const results = await Promise.allSettled([store.append(second), store.append(rival)]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await store.history()).length).toBe(2);
  });

  test('has no gaps', async () => {
    await expect(store.append(second)).rejects.toThrow('tessera status');
  });

  test('says which file is damaged', async () => {
    await store.append(first);
    await writeFile(join(store.folder, 'moves/00000001.json'), '{"kind":');
    await expect(store.latest()).rejects.toThrow('00000001.json is not JSON');
  });
});
