import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { slotOf } from '@tessera/releases';
import { descriptorOf, folderWith, type TestReleases, temporaryFolder, testReleases } from '@tessera/releases/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Built } from './builds.ts';
import { putFirstStoreAside, releaseBuilds, takesOver } from './release-builds.ts';

let release: TestReleases;
let lastBuilt: string;
let remoteDir: string;
let printed: string[];

beforeEach(async () => {
  release = await testReleases();
  lastBuilt = join(await temporaryFolder(), 'last-built.json');
  remoteDir = await folderWith({ 'remote.json': JSON.stringify(descriptorOf('markets')) });
  printed = [];
});

const text = JSON.stringify({ entries: {}, files: {} });
const types = { hash: createHash('sha256').update(text).digest('hex'), text };

const build = async (files: Record<string, string>, contract: object) =>
  `${await folderWith({
    ...Object.fromEntries(Object.entries(files).map(([path, content]) => [`built/${path}`, content])),
    'built.report.json': JSON.stringify({ screens: {}, texts: {} }),
    'built.contract.json': JSON.stringify({ schema: 1, types, ...contract }),
  })}/built`;

async function startWith(version: string, hostVersion = '9.0.0'): Promise<string | undefined> {
  const remote: Built = {
    package: { kind: 'remote', name: 'markets', dir: remoteDir },
    version,
    folder: await build({ 'remoteEntry.js': version }, { uses: {} }),
    fresh: true,
  };
  const host: Built = {
    package: { kind: 'host', name: 'host', dir: remoteDir },
    version: hostVersion,
    folder: await build({ 'index.html': '' }, { provides: {} }),
    fresh: true,
  };
  await releaseBuilds(release.service, [remote, host], lastBuilt, release.clock.now, (line) => printed.push(line));
  return slotOf((await release.service.latest())?.state, 'markets')?.stable;
}

describe('a start', () => {
  test('makes what was built live in one step, and does nothing the second time', async () => {
    expect(await startWith('1.0.0')).toBe('1.0.0');
    expect((await release.service.latest())?.state).toMatchObject({ epoch: 1, host: '9.0.0' });
    expect(await release.store.host('9.0.0')).toMatchObject({ contract: { types: types.hash } });
    expect(await startWith('1.0.0')).toBe('1.0.0');
    expect((await release.service.history()).length).toBe(1);
  });

  test('takes new sources live, and older sources that came back', async () => {
    await startWith('1.0.0');
    expect(await startWith('1.0.1')).toBe('1.0.1');
    expect(await startWith('1.0.0')).toBe('1.0.0');
  });

  test('leaves a version that was rolled back where it is until the sources change', async () => {
    await startWith('1.0.0');
    await startWith('1.0.1');
    await release.service.rollback('markets', { who: 'ops', why: 'broken' });
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

describe('a store of before manifests were signed', () => {
  test('is put aside as it is, once', async () => {
    const data = await folderWith({ 'releases/moves/00000001.json': '{}' });
    expect(await putFirstStoreAside(data)).toBe(join(data, 'releases-unsigned'));
    expect(existsSync(join(data, 'releases-unsigned/moves/00000001.json'))).toBe(true);
    expect(await putFirstStoreAside(data)).toBeUndefined();
    const signed = await folderWith({ 'releases/moves/00000001.json': '{}', 'releases/records/a/1.json': '{}' });
    expect(await putFirstStoreAside(signed)).toBeUndefined();
  });
});
