import { beforeEach, describe, expect, test, vi } from 'vitest';
import { hashOf } from '../file-list.ts';
import { storeKeys } from '../store.ts';
import { folderWith, newVersionOf, type TestReleases, testReleases } from '../testing.ts';
import { ENTRY_FILE } from '../version-record.ts';
import { KEPT } from './kept.ts';

const DAY = 24 * 3_600_000;
const audit = { who: 'ada', why: 'x' };

let release: TestReleases;
beforeEach(async () => {
  release = await testReleases();
});

/** Publishes and promotes a number of versions, a day apart. */
async function live(days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    const version = `1.0.${day}`;
    await release.publish('markets', version, { publishedAt: release.clock.now });
    await release.service.promote({ name: 'markets', version }, audit);
    release.clock.now += DAY;
  }
}

const kept = async () => (await release.store.versions('markets')).map(({ version }) => version);

describe('pruning', () => {
  test('keeps everything that a live or recent epoch names, and removes the rest with all its files', async () => {
    await live(KEPT.epochs + 10);
    const { versions } = await release.service.prune(release.clock.now);
    // The oldest kept epoch also names the previous version.
    expect(versions).toHaveLength(9);
    expect(await kept()).toHaveLength(KEPT.epochs + 1);
    expect(await release.store.storage.list('versions/markets/1.0.0/')).toEqual([]);
    expect(await release.store.file('markets', '1.0.59', 'remoteEntry.js')).toBeDefined();
    expect(await release.service.brokenAt()).toBeUndefined();
  });

  test('keeps live versions of any age, and recently published ones', async () => {
    await live(2);
    release.clock.now += 400 * DAY;
    await release.publish('markets', '2.0.0', { publishedAt: release.clock.now - KEPT.days * DAY + 1 });
    await release.publish('markets', '0.0.1', { publishedAt: release.clock.now - KEPT.days * DAY });
    expect((await release.service.prune(release.clock.now)).versions).toEqual(['markets@0.0.1']);
    expect(await kept()).toEqual(['1.0.0', '1.0.1', '2.0.0']);
  });

  test('keeps an epoch for thirty days after it ended, and fifty epochs of any age', async () => {
    await live(2);
    const [, second] = await release.service.history();
    const days = (count: number) => (second?.state.at ?? 0) + count * DAY;
    for (let event = 0; event < KEPT.epochs; event += 1) {
      const version = event % 2 === 0 ? '2.0.0' : '2.0.1';
      if (event < 2) await release.publish('markets', version, { publishedAt: 0 });
      await release.service.promote({ name: 'markets', version }, audit);
    }
    // 52 epochs. The second names the first one's version as previous and ended after a day; the third is one of the
    // last fifty and names the second one's.
    expect((await release.service.prune(days(KEPT.days + 1) - 1, { dryRun: true })).versions).toEqual([]);
    expect((await release.service.prune(days(KEPT.days + 1), { dryRun: true })).versions).toEqual(['markets@1.0.0']);
    expect((await release.service.prune(days(4_000), { dryRun: true })).versions).toEqual(['markets@1.0.0']);
  });

  test('keeps the candidate of a ramp and the previous version, which pages run and fall back to', async () => {
    for (const version of ['1.0.0', '1.0.1', '1.0.2', '1.0.3']) {
      await release.publish('markets', version, { publishedAt: 0 });
    }
    await release.service.promote({ name: 'markets', version: '1.0.0' }, audit);
    await release.service.promote({ name: 'markets', version: '1.0.1' }, audit);
    await release.service.ramp({ name: 'markets', version: '1.0.2' }, 5, audit);
    expect((await release.service.prune(release.clock.now + 400 * DAY)).versions).toEqual(['markets@1.0.3']);
  });

  test('keeps the version of a preview until it expires', async () => {
    await release.publish('markets', '1.0.0', { publishedAt: 0 });
    const { expiresAt } = await release.service.preview({ name: 'markets', version: '1.0.0' }, 60, audit);
    expect(await release.service.prune(expiresAt)).toEqual({ versions: [], objects: 0 });
    expect(await release.service.prune(expiresAt + 1)).toMatchObject({ versions: ['markets@1.0.0'] });
    expect(await release.store.storage.list('previews/')).toEqual([]);
  });

  test('that was interrupted is completed by the next run, and leftovers block publishing', async () => {
    const { storage } = release.store;
    const remove = storage.remove.bind(storage);
    for (let stop = 0; stop < 3; stop += 1) {
      await release.publish('markets', '1.0.0', { publishedAt: 0 });
      let removed = 0;
      const failing = vi.spyOn(storage, 'remove').mockImplementation(async (key) => {
        if (removed === stop) throw new Error('the power went');
        removed += 1;
        return remove(key);
      });
      await expect(release.service.prune(release.clock.now)).rejects.toThrow('the power went');
      failing.mockRestore();
      const left = await storage.list('versions/markets/');
      if (stop > 0 && left.length > 0) {
        const other = release.store.publish(
          newVersionOf('markets', '1.0.0'),
          await folderWith({ [ENTRY_FILE]: 'other' }),
        );
        await expect(other).rejects.toMatchObject({ code: 'version_exists' });
      }
      await release.service.prune(release.clock.now);
      expect(await storage.list('')).toEqual([]);
    }
  });

  test('only lists what it would remove in a dry run', async () => {
    await release.publish('markets', '0.0.1', { publishedAt: 0 });
    const before = await release.store.storage.list('');
    const pruned = await release.service.prune(release.clock.now, { dryRun: true });
    expect(pruned.versions).toEqual(['markets@0.0.1']);
    expect(await release.store.storage.list('')).toEqual(before);
  });

  test('removes unfinished publications after a day, and expired previews', async () => {
    await release.publish('markets', '1.0.0', { publishedAt: release.clock.now });
    const { link } = await release.service.preview({ name: 'markets', version: '1.0.0' }, 60, audit);
    const { storage } = release.store;
    const claim = { content: 'x', at: release.clock.now, who: 'team' };
    await storage.create(storeKeys.claim('nft', '1.0.0'), Buffer.from(JSON.stringify(claim)));
    await storage.create(storeKeys.file('nft', '1.0.0', 'a.js'), Buffer.from('a'));
    expect((await release.service.prune(release.clock.now)).objects).toBe(0);
    expect((await release.service.prune(release.clock.now + DAY + 1)).objects).toBe(3);
    expect(await release.store.preview(link)).toBeUndefined();
    expect(await storage.list('versions/nft/')).toEqual([]);
  });

  test('keeps a version that is promoted or previewed while it is being pruned', async () => {
    for (const version of ['1.0.0', '1.0.1', '1.0.2']) await release.publish('markets', version, { publishedAt: 0 });
    await release.service.promote({ name: 'markets', version: '1.0.2' }, audit);
    const { storage } = release.store;
    const remove = storage.remove.bind(storage);
    const meanwhile = [
      () => release.service.promote({ name: 'markets', version: '1.0.0' }, audit),
      () => release.service.preview({ name: 'markets', version: '1.0.1' }, 60, audit),
    ];
    vi.spyOn(storage, 'remove').mockImplementation(async (key) => {
      await meanwhile.shift()?.();
      return remove(key);
    });
    expect(await release.service.prune(release.clock.now)).toEqual({ versions: [], objects: 0 });
    expect(meanwhile).toEqual([]);
    for (const version of await kept()) {
      expect(await release.store.file('markets', version, ENTRY_FILE), version).toBeDefined();
    }
    expect(await kept()).toEqual(['1.0.0', '1.0.1', '1.0.2']);
  });
});

describe('declared types', () => {
  const typesOf = (text: string) => ({ hash: hashOf(text), text });
  const [OLD, NEW] = [typesOf('old'), typesOf('new')];
  const contract = (types: typeof OLD) => ({ uses: {}, types: types.hash });

  async function publish(version: string, types: typeof OLD, publishedAt = release.clock.now) {
    const stated = newVersionOf('markets', version, { publishedAt, contract: contract(types) });
    return release.store.publish(stated, await folderWith({ [ENTRY_FILE]: version }), types);
  }
  const contracts = async () =>
    (await release.store.storage.list('contracts/')).map((key) => (key.includes(OLD.hash) ? 'old' : 'new')).sort();

  test('are deleted with the last version built against them', async () => {
    await publish('1.0.0', OLD, 0);
    await publish('1.0.1', OLD, 0);
    await publish('1.0.2', NEW, 0);
    await release.service.promote({ name: 'markets', version: '1.0.1' }, audit);
    expect(await release.service.prune(release.clock.now, { dryRun: true })).toMatchObject({ objects: 3 + 3 + 1 });
    expect(await contracts()).toEqual(['new', 'old']);
    expect(await release.service.prune(release.clock.now)).toEqual({
      versions: ['markets@1.0.0', 'markets@1.0.2'],
      objects: 3 + 3 + 1,
    });
    expect(await contracts()).toEqual(['old']);
  });

  test('are kept while a publication that names them is pending, and deleted when it is abandoned', async () => {
    const { storage } = release.store;
    const create = storage.create.bind(storage);
    const failing = vi.spyOn(storage, 'create').mockImplementation(async (key, content) => {
      if (key.startsWith('records/')) throw new Error('the power went');
      return create(key, content);
    });
    await expect(publish('1.0.0', OLD)).rejects.toThrow('the power went');
    failing.mockRestore();
    await release.service.prune(release.clock.now + DAY);
    expect(await contracts()).toEqual(['old']);
    await release.service.prune(release.clock.now + DAY + 1);
    expect(await storage.list('')).toEqual([]);
  });

  test('are restored for a publication that found them while they were being deleted', async () => {
    await publish('1.0.0', OLD, 0);
    const { storage } = release.store;
    const remove = storage.remove.bind(storage);
    vi.spyOn(storage, 'remove').mockImplementation(async (key) => {
      if (key.startsWith('contracts/')) await publish('1.0.1', OLD);
      return remove(key);
    });
    await release.service.prune(release.clock.now);
    expect(await kept()).toEqual(['1.0.1']);
    expect(await release.store.contract(OLD.hash)).toBe('old');
  });

  test('of a host are kept while a recent epoch names it or it is being released, and deleted with its record', async () => {
    const host = (version: string, types: typeof OLD) => ({ version, contract: { provides: {}, types: types.hash } });
    const { service, store, clock } = release;
    await store.keepContract(OLD.hash, OLD.text);
    await store.keepContract(NEW.hash, NEW.text);
    await service.takeOver({ host: host('1.0.0', OLD), remotes: [] }, audit);
    await service.takeOver({ host: host('2.0.0', NEW), remotes: [] }, audit);
    clock.now += 400 * DAY;
    await service.prune(clock.now);
    expect([await store.hosts(), await contracts()]).toEqual([
      ['1.0.0', '2.0.0'],
      ['new', 'old'],
    ]);
    for (let event = 0; event < KEPT.epochs; event += 1) {
      await service.takeOver({ host: host(`3.0.${event % 2}`, NEW), remotes: [] }, audit);
    }
    clock.now += KEPT.days * DAY;
    await store.keepHost(host('1.0.0', OLD), clock.now);
    await service.prune(clock.now + DAY);
    expect([await store.hosts(), await contracts()]).toEqual([
      ['1.0.0', '3.0.0', '3.0.1'],
      ['new', 'old'],
    ]);
    await service.prune(clock.now + DAY + 1);
    expect([await store.hosts(), await contracts()]).toEqual([['3.0.0', '3.0.1'], ['new']]);
  });
});
