import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { hashOf, integrityOf } from './file-list.ts';
import { sign } from './signing.ts';
import { storeKeys } from './store.ts';
import { encode } from './stored-object.ts';
import { descriptorOf, folderWith, newVersionOf, recordOf, type TestReleases, testReleases } from './testing.ts';
import { ENTRY_FILE, releasedRemote, versionFiles } from './version-record.ts';

let release: TestReleases;
beforeEach(async () => {
  release = await testReleases();
});

const built = (content: string) => folderWith({ [ENTRY_FILE]: content, 'page.css': 'a{}' });

describe('a published version', () => {
  test('stores every file with its size and hash', async () => {
    const record = await release.store.publish(newVersionOf('markets', '1.0.0'), await built('entry'));
    expect(record.files).toEqual([
      { path: 'page.css', size: 3, integrity: integrityOf(Buffer.from('a{}')) },
      { path: ENTRY_FILE, size: 5, integrity: integrityOf(Buffer.from('entry')) },
    ]);
    expect(await release.store.version('markets', '1.0.0')).toEqual(record);
    expect(Buffer.from((await release.store.file('markets', '1.0.0', ENTRY_FILE)) ?? []).toString()).toBe('entry');
  });

  test('stays readable where its descriptor names ranges of shared packages, as those of before did', async () => {
    const { store } = release;
    const { descriptor, ...record } = recordOf('markets', '1.0.0');
    const former = { ...record, descriptor: { ...descriptor, shared: { react: '^19.3.0' } } };
    await store.storage.put(
      storeKeys.record('markets', '1.0.0'),
      encode(await sign(former, await store.keys.signing())),
    );
    expect(await store.version('markets', '1.0.0')).toEqual(former);
  });

  test('stays readable with what a later version of the platform records, which is kept', async () => {
    const { store } = release;
    const own = await store.publish(newVersionOf('markets', '1.0.0'), await built('entry'));
    const more = { later: { than: 'this' } };
    const [route, ...routes] = own.descriptor.routes;
    const later = {
      ...own,
      ...more,
      files: own.files.map((file) => ({ ...file, ...more })),
      descriptor: { ...own.descriptor, ...more, routes: [{ ...route, ...more }, ...routes] },
      contract: { uses: { react: { range: '^19.3.0', exports: ['*'], ...more } }, types: hashOf('types'), ...more },
    };
    const signed = async (record: object) => encode(await sign(record, await store.keys.signing()));
    const key = storeKeys.record('markets', '1.0.0');
    await store.storage.put(key, await signed(later));
    expect(await store.version('markets', '1.0.0')).toEqual(later);
    expect(await store.intact('markets', '1.0.0')).toBe(true);
    await release.service.promote({ name: 'markets', version: '1.0.0' }, { who: 'ada', why: 'x' });
    expect((await release.inForce()).remotes).toMatchObject([{ stable: { name: 'markets', version: '1.0.0' } }]);
    // What it knows is checked as before, and another format is named.
    await store.storage.put(key, await signed({ ...later, publishedAt: 'today' }));
    await expect(store.version('markets', '1.0.0')).rejects.toMatchObject({ code: 'store_damaged' });
    await store.storage.put(key, await signed({ ...later, schema: 3 }));
    await expect(store.version('markets', '1.0.0')).rejects.toThrow('this version of the platform reads 2');
    const host = { version: '9.0.0', contract: { provides: {}, types: hashOf('types'), ...more }, ...more };
    await store.storage.put(storeKeys.host('9.0.0'), await signed(host));
    await store.keepHost((await store.host('9.0.0')) ?? { version: '' }, 7);
    expect(await store.host('9.0.0')).toEqual({ ...host, keptAt: 7 });
    // What is published is held to the format of this version.
    const stated = { ...newVersionOf('markets', '1.0.1'), ...more };
    await expect(store.publish(stated, await built('entry'))).rejects.toMatchObject({ code: 'build_incomplete' });
  });

  test('is immutable', async () => {
    await release.store.publish(newVersionOf('markets', '1.0.0'), await built('one'));
    for (const content of ['one', 'two']) {
      const again = release.store.publish(newVersionOf('markets', '1.0.0'), await built(content));
      await expect(again).rejects.toMatchObject({ code: 'version_exists' });
    }
    expect(Buffer.from((await release.store.file('markets', '1.0.0', ENTRY_FILE)) ?? []).toString()).toBe('one');
  });

  test('with different content of two publishers is completely that of one of them', async () => {
    const folders = await Promise.all(['one', 'two', 'three'].map(built));
    const attempts = await Promise.allSettled(
      folders.map((folder) => release.store.publish(newVersionOf('markets', '1.0.0'), folder)),
    );
    const done = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []));
    expect(done).toHaveLength(1);
    const entry = (await release.store.file('markets', '1.0.0', ENTRY_FILE)) ?? Buffer.from('');
    expect(done[0]?.files.find(({ path }) => path === ENTRY_FILE)?.integrity).toBe(integrityOf(entry));
  });

  test('exists only when complete, and an interrupted publication of the same content resumes', async () => {
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
    const contract = { uses: {}, types: hashOf('types') };
    const others = [
      { stated: newVersionOf('markets', '1.0.0'), folder: await built('other') },
      { stated: newVersionOf('markets', '1.0.0', { contract }), folder: await built('entry') },
    ];
    for (const { stated, folder } of others) {
      const publishing = release.store.publish(stated, folder);
      await expect(publishing).rejects.toThrow('is being published by team with other content');
    }
    await release.store.publish(newVersionOf('markets', '1.0.0'), await built('entry'));
    expect(await release.store.version('markets', '1.0.0')).toBeDefined();
  });

  test('requires an entry', async () => {
    const folder = await folderWith({ 'page.css': 'a{}' });
    const publishing = release.store.publish(newVersionOf('markets', '1.0.0'), folder);
    await expect(publishing).rejects.toMatchObject({ code: 'build_incomplete' });
  });

  test('lists its screens and texts for pages with the hashes of their files', async () => {
    const path = '/pages/markets/markets';
    const version = newVersionOf('markets', '1.0.0', {
      screens: { [path]: ['page.js', 'page.css'] },
      provided: { [path]: ['@tessera/ui/content'] },
      texts: { en: 'en.js' },
      pageTexts: { [path]: { en: ['draws-en.js'] } },
    });
    const files = {
      [ENTRY_FILE]: 'entry',
      'page.js': 'page',
      'page.css': 'a{}',
      'en.js': 'texts',
      'draws-en.js': 'more',
    };
    const record = await release.store.publish(version, await folderWith(files));
    expect(releasedRemote(record)).toMatchObject({
      routes: [{ path, access: 'guest', module: 'markets' }],
      assets: [],
    });
    expect(versionFiles(record)).toEqual({
      screens: { [path]: [0, 1] },
      provided: { [path]: ['@tessera/ui/content'] },
      texts: { en: 2 },
      pageTexts: { [path]: { en: [3] } },
      assets: ['page', 'a{}', 'texts', 'more'].map((text, index) => [
        ['page.js', 'page.css', 'en.js', 'draws-en.js'][index],
        integrityOf(Buffer.from(text)),
      ]),
    });
  });

  test('is rejected if its manifest entry would be invalid, before anything is stored', async () => {
    const before = await release.store.storage.list('');
    const [path, folder] = ['/pages/markets/markets', await built('entry')];
    const attempts = [
      [newVersionOf('markets', '1.0.1', { screens: { [path]: ['gone.js'] } }), folder, 'names gone.js'],
      [newVersionOf('markets', '1.0.1', { texts: { en: 'gone.js' } }), folder, 'names gone.js'],
      [newVersionOf('markets', '1.0.1', { who: '' }), folder, 'who'],
      [newVersionOf('markets', '1.0.1'), await folderWith({ [ENTRY_FILE]: 'x', '.DS_Store': 'x' }), 'files.0.path'],
    ] as const;
    for (const [version, from, words] of attempts) {
      const publishing = release.store.publish(version, from);
      await expect(publishing).rejects.toMatchObject({
        code: 'build_incomplete',
        message: expect.stringContaining(words),
      });
    }
    expect(await release.store.storage.list('')).toEqual(before);
    await release.store.publish(newVersionOf('markets', '1.0.1'), folder);
  });

  test('exists completely or not at all, at whichever write its publisher stops, and is complete after a retry', async () => {
    const files = { [ENTRY_FILE]: 'entry', 'a/b/page.js': 'page', 'page.css': 'a{}' };
    const folder = await folderWith(files);
    const { storage } = release.store;
    const create = storage.create.bind(storage);
    const writes = 2 + Object.keys(files).length;
    for (let stop = 0; stop < writes; stop += 1) {
      const version = newVersionOf('markets', `1.0.${stop}`);
      let written = 0;
      const failing = vi.spyOn(storage, 'create').mockImplementation(async (key, content) => {
        if (written === stop) throw new Error('the power went');
        written += 1;
        return create(key, content);
      });
      await expect(release.store.publish(version, folder)).rejects.toThrow('the power went');
      failing.mockRestore();
      expect(await release.store.version('markets', version.version)).toBeUndefined();
      expect(await release.store.versions('markets')).toHaveLength(stop);
      const record = await release.store.publish(version, folder);
      for (const { path, integrity } of record.files) {
        const kept = await release.store.file('markets', version.version, path);
        expect(kept && integrityOf(kept)).toBe(integrity);
      }
    }
    const whole = vi.spyOn(storage, 'create');
    await release.store.publish(newVersionOf('markets', '2.0.0'), folder);
    expect(whole).toHaveBeenCalledTimes(writes);
    whole.mockRestore();
  });

  test('is rejected if its files change while they are copied', async () => {
    const folder = await built('entry');
    const { storage } = release.store;
    const create = storage.create.bind(storage);
    const changing = vi.spyOn(storage, 'create').mockImplementation(async (key, content) => {
      if (key.startsWith('claims/')) await writeFile(join(folder, ENTRY_FILE), 'another build');
      return create(key, content);
    });
    const publishing = release.store.publish(newVersionOf('markets', '1.0.0'), folder);
    await expect(publishing).rejects.toThrow('remoteEntry.js of markets changed while it was published');
    changing.mockRestore();
    expect(await release.store.version('markets', '1.0.0')).toBeUndefined();
  });

  test('lists each file that its screens and texts need once, with the recorded hash', () => {
    const hash = (text: string) => integrityOf(Buffer.from(text));
    const file = fc.constantFrom('a.js', 'b.js', 'c/d.css', 'en.js', 'zh.js');
    const needed = fc.uniqueArray(file);
    const routes = ['/', '/pages/markets/one', '/pages/markets/two'];
    const screens = fc.dictionary(fc.constantFrom(...routes), needed);
    const texts = fc.dictionary(fc.constantFrom('en', 'zh', 'hk'), file);
    const files = [ENTRY_FILE, 'a.js', 'b.js', 'c/d.css', 'en.js', 'zh.js'].map((path) => ({
      path,
      size: 1,
      integrity: hash(path),
    }));
    const descriptor = descriptorOf('markets', {
      routes: routes.map((path) => ({ path, access: 'user' as const, title: 't', module: 'm' })),
    });
    fc.assert(
      fc.property(screens, texts, (byRoute, byLanguage) => {
        const record = recordOf('markets', '1.0.0', { files, descriptor, screens: byRoute, texts: byLanguage });
        const remote = { ...releasedRemote(record), ...versionFiles(record) };
        const pathAt = (position: number) => remote.assets[position]?.[0];
        for (const { path } of remote.routes) {
          expect((remote.screens[path] ?? []).map(pathAt)).toEqual(byRoute[path] ?? []);
        }
        for (const [code, path] of Object.entries(byLanguage)) expect(pathAt(remote.texts[code] ?? -1)).toBe(path);
        const all = new Set([...Object.values(byRoute).flat(), ...Object.values(byLanguage)]);
        expect(new Set(remote.assets.map(([path]) => path))).toEqual(all);
        expect(remote.assets).toHaveLength(all.size);
        for (const [path, integrity] of remote.assets) expect(integrity).toBe(hash(path));
        expect(remote.integrity).toBe(hash(ENTRY_FILE));
      }),
    );
  });
});

describe('a damaged object', () => {
  test.each([
    ['no JSON', 'not at all', 'is not JSON'],
    ['something else', '{"schema":2}', 'is not valid'],
  ])('that is %s is reported by key', async (_, content, words) => {
    await release.publish('markets', '1.0.0');
    await release.service.promote({ name: 'markets', version: '1.0.0' }, { who: 'ada', why: 'x' });
    await release.store.storage.put(storeKeys.event(1), Buffer.from(content));
    await expect(release.store.event(1)).rejects.toThrow(words);
    await expect(release.store.event(1)).rejects.toThrow('moves/00000001.json');
  });

  test('is reported whatever its kind', async () => {
    const { service, store, clock } = release;
    await release.publish('markets', '1.0.0');
    const event = await service.promote({ name: 'markets', version: '1.0.0' }, { who: 'ada', why: 'x' });
    await store.keepHost({ version: '2.0.0' }, clock.now);
    const { link } = await service.preview({ name: 'markets', version: '1.0.0' }, 5, { who: 'ada', why: 'x' });
    const reading: readonly (readonly [string, () => Promise<unknown>])[] = [
      [storeKeys.preview(link), () => store.preview(link)],
      [storeKeys.host('2.0.0'), () => store.host('2.0.0')],
      [storeKeys.record('markets', '1.0.0'), () => store.version('markets', '1.0.0')],
      [event.manifest, () => store.signed(event)],
      [storeKeys.claim('nft', '1.0.0'), () => store.claim(storeKeys.claim('nft', '1.0.0'))],
    ];
    for (const [key, read] of reading) {
      const kept = await store.storage.get(key);
      for (const content of ['{', '[]', '{"schema":2,"payload":7}']) {
        await store.storage.put(key, Buffer.from(content));
        await expect(read(), key).rejects.toMatchObject({
          code: 'store_damaged',
          message: expect.stringContaining(key),
        });
      }
      if (kept) await store.storage.put(key, kept);
      else await store.storage.remove(key);
    }
    await store.storage.remove(event.manifest);
    await expect(store.signed(event)).rejects.toThrow(`${event.manifest}, the manifest of epoch 1, is missing`);
  });

  test('that is the event of another epoch is rejected', async () => {
    for (const version of ['1.0.0', '1.0.1']) {
      await release.publish('markets', version);
      await release.service.promote({ name: 'markets', version }, { who: 'ada', why: 'x' });
    }
    const { storage } = release.store;
    await storage.put(storeKeys.event(2), (await storage.get(storeKeys.event(1))) as Uint8Array);
    await expect(release.store.event(2)).rejects.toThrow('moves/00000002.json is of epoch 1');
    expect((await release.store.latest())?.state.epoch).toBe(1);
  });
});
