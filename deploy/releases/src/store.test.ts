import { beforeEach, describe, expect, test, vi } from 'vitest';
import { integrityOf } from './file-list.ts';
import { storeKeys } from './store.ts';
import { folderWith, newVersionOf, type TestDesk, testDesk } from './testing.ts';
import { ENTRY_FILE, releasedRemote } from './version-record.ts';

let release: TestDesk;
beforeEach(async () => {
  release = await testDesk();
});

const built = (content: string) => folderWith({ [ENTRY_FILE]: content, 'page.css': 'a{}' });

describe('a published version', () => {
  test('holds every file with its size and hash', async () => {
    const record = await release.store.publish(newVersionOf('markets', '1.0.0'), await built('entry'));
    expect(record.files).toEqual([
      { path: 'page.css', size: 3, integrity: integrityOf(Buffer.from('a{}')) },
      { path: ENTRY_FILE, size: 5, integrity: integrityOf(Buffer.from('entry')) },
    ]);
    expect(await release.store.version('markets', '1.0.0')).toEqual(record);
    expect(Buffer.from((await release.store.file('markets', '1.0.0', ENTRY_FILE)) ?? []).toString()).toBe('entry');
  });

  test('never changes', async () => {
    await release.store.publish(newVersionOf('markets', '1.0.0'), await built('one'));
    for (const content of ['one', 'two']) {
      const again = release.store.publish(newVersionOf('markets', '1.0.0'), await built(content));
      await expect(again).rejects.toMatchObject({ code: 'version_exists' });
    }
    expect(Buffer.from((await release.store.file('markets', '1.0.0', ENTRY_FILE)) ?? []).toString()).toBe('one');
  });

  test('of two publishers with different content is that of one of them, whole', async () => {
    const folders = await Promise.all(['one', 'two', 'three'].map(built));
    const attempts = await Promise.allSettled(
      folders.map((folder) => release.store.publish(newVersionOf('markets', '1.0.0'), folder)),
    );
    const done = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []));
    expect(done).toHaveLength(1);
    const entry = (await release.store.file('markets', '1.0.0', ENTRY_FILE)) ?? Buffer.from('');
    expect(done[0]?.files.find(({ path }) => path === ENTRY_FILE)?.integrity).toBe(integrityOf(entry));
  });

  test('is not there until all of it is, and an interrupted publication of the same content goes on', async () => {
    const { storage } = release.store;
    const create = storage.create.bind(storage);
    const failing = vi.spyOn(storage, 'create').mockImplementation(async (key, content) => {
      if (key.startsWith('records/')) throw new Error('the power went');
      return create(key, content);
    });
    await expect(release.store.publish(newVersionOf('markets', '1.0.0'), await built('entry'))).rejects.toThrow(
      'power',
    );
    failing.mockRestore();
    expect(await release.store.version('markets', '1.0.0')).toBeUndefined();
    const other = release.store.publish(newVersionOf('markets', '1.0.0'), await built('other'));
    await expect(other).rejects.toThrow('is being published by team with other content');
    await release.store.publish(newVersionOf('markets', '1.0.0'), await built('entry'));
    expect(await release.store.version('markets', '1.0.0')).toBeDefined();
  });

  test('needs an entry', async () => {
    const folder = await folderWith({ 'page.css': 'a{}' });
    const publishing = release.store.publish(newVersionOf('markets', '1.0.0'), folder);
    await expect(publishing).rejects.toMatchObject({ code: 'build_incomplete' });
  });

  test('tells pages its screens and texts with the hashes of their files', async () => {
    const path = '/pages/markets/markets';
    const version = newVersionOf('markets', '1.0.0', {
      screens: { [path]: ['page.js', 'page.css'] },
      texts: { en: 'en.js' },
    });
    const files = { [ENTRY_FILE]: 'entry', 'page.js': 'page', 'page.css': 'a{}', 'en.js': 'texts' };
    const remote = releasedRemote(await release.store.publish(version, await folderWith(files)));
    expect(remote.routes).toEqual([{ path, access: 'guest', needs: [0, 1] }]);
    expect(remote.texts).toEqual({ en: 2 });
    expect(remote.assets).toEqual(
      ['page', 'a{}', 'texts'].map((text, index) => [
        ['page.js', 'page.css', 'en.js'][index],
        integrityOf(Buffer.from(text)),
      ]),
    );
    const broken = newVersionOf('markets', '1.0.1', { screens: { [path]: ['gone.js'] } });
    const record = await release.store.publish(broken, await built('entry'));
    expect(() => releasedRemote(record)).toThrow('names gone.js but does not hold it');
  });
});

describe('a damaged object', () => {
  test.each([
    ['no JSON', 'not at all', 'is not JSON'],
    ['something else', '{"schema":2}', 'is not what it should be'],
  ])('that is %s is named, not guessed', async (_, content, words) => {
    await release.publish('markets', '1.0.0');
    await release.desk.promote({ name: 'markets', version: '1.0.0' }, { who: 'ada', why: 'x' });
    await release.store.storage.put(storeKeys.move(1), Buffer.from(content));
    await expect(release.store.latest()).rejects.toThrow(words);
    await expect(release.store.latest()).rejects.toThrow('moves/00000001.json');
  });
});
