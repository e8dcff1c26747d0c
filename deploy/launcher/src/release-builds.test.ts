import { join } from 'node:path';
import { FolderStore, liveVersion, rollback } from '@tessera/releases';
import { descriptorOf, folderWith, temporaryFolder } from '@tessera/releases/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Built } from './builds.ts';
import { releaseBuilds, takesOver } from './release-builds.ts';

let store: FolderStore;
let lastBuilt: string;
let remoteDir: string;
let printed: string[];

beforeEach(async () => {
  const data = await temporaryFolder();
  store = new FolderStore(join(data, 'releases'));
  lastBuilt = join(data, 'last-built.json');
  remoteDir = await folderWith({ 'remote.json': JSON.stringify(descriptorOf('markets')) });
  printed = [];
});

async function startWith(version: string): Promise<string | undefined> {
  const folder = await folderWith({ 'remoteEntry.js': version });
  const remote: Built = { package: { kind: 'remote', name: 'markets', dir: remoteDir }, version, folder, fresh: true };
  const host: Built = {
    package: { kind: 'host', name: 'host', dir: remoteDir },
    version: '9.0.0',
    folder,
    fresh: true,
  };
  await releaseBuilds(store, [remote, host], lastBuilt, 1_763_673_482_000, (line) => printed.push(line));
  return liveVersion((await store.latest())?.manifest, 'markets');
}

describe('a start', () => {
  test('makes what was built live, and does nothing the second time', async () => {
    expect(await startWith('1.0.0')).toBe('1.0.0');
    expect((await store.latest())?.manifest.host).toEqual({ version: '9.0.0' });
    const moves = (await store.history()).length;
    expect(await startWith('1.0.0')).toBe('1.0.0');
    expect((await store.history()).length).toBe(moves);
  });

  test('takes new sources live, and older sources that came back', async () => {
    await startWith('1.0.0');
    expect(await startWith('1.0.1')).toBe('1.0.1');
    expect(await startWith('1.0.0')).toBe('1.0.0');
  });

  test('leaves a version that was rolled back where it is until the sources change', async () => {
    await startWith('1.0.0');
    await startWith('1.0.1');
    await store.append(rollback(await store.history(), 'markets', { who: 'ops', why: 'broken', at: 1 }));
    expect(await startWith('1.0.1')).toBe('1.0.0');
    expect(printed.at(-1)).toContain('stays at 1.0.0 (pinned or rolled back)');
    expect(await startWith('1.0.2')).toBe('1.0.2');
  });

  test('does not undo what was promoted before its first time', () => {
    const facts = { version: '1.0.1', newlyPublished: false, live: '1.0.0', lastBuilt: undefined };
    expect(takesOver(facts)).toBe(false);
    expect(takesOver({ ...facts, live: undefined })).toBe(true);
    expect(takesOver({ ...facts, newlyPublished: true })).toBe(true);
  });
});
