import { beforeEach, describe, expect, test, vi } from 'vitest';
import { KEPT } from './retention.ts';
import { storeKeys } from './store.ts';
import { folderWith, newVersionOf, type TestDesk, testDesk } from './testing.ts';
import { ENTRY_FILE } from './version-record.ts';

const DAY = 24 * 3_600_000;
const act = { who: 'ada', why: 'x' };

let release: TestDesk;
beforeEach(async () => {
  release = await testDesk();
});

/** Publishes and promotes so many versions, a day apart. */
async function live(days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    const version = `1.0.${day}`;
    await release.publish('markets', version, { publishedAt: release.clock.now });
    await release.desk.promote({ name: 'markets', version }, act);
    release.clock.now += DAY;
  }
}

const kept = async () => (await release.store.versions('markets')).map(({ version }) => version);

describe('pruning', () => {
  test('keeps whatever a live or recent epoch names, and removes the rest with all its files', async () => {
    await live(KEPT.epochs + 10);
    const { versions } = await release.desk.prune(release.clock.now);
    // The oldest kept epoch names the version before it as well.
    expect(versions).toHaveLength(9);
    expect(await kept()).toHaveLength(KEPT.epochs + 1);
    expect(await release.store.storage.list('versions/markets/1.0.0/')).toEqual([]);
    expect(await release.store.file('markets', '1.0.59', 'remoteEntry.js')).toBeDefined();
    expect(await release.desk.brokenAt()).toBeUndefined();
  });

  test('keeps what is live however long ago it was published, and what was published of late', async () => {
    await live(2);
    release.clock.now += 400 * DAY;
    await release.publish('markets', '2.0.0', { publishedAt: release.clock.now - KEPT.days * DAY + 1 });
    await release.publish('markets', '0.0.1', { publishedAt: release.clock.now - KEPT.days * DAY });
    expect((await release.desk.prune(release.clock.now)).versions).toEqual(['markets@0.0.1']);
    expect(await kept()).toEqual(['1.0.0', '1.0.1', '2.0.0']);
  });

  test('keeps an epoch for thirty days after it ended, and fifty epochs however old they are', async () => {
    await live(2);
    const [, second] = await release.desk.history();
    const days = (count: number) => (second?.state.at ?? 0) + count * DAY;
    for (let move = 0; move < KEPT.epochs; move += 1) {
      const version = move % 2 === 0 ? '2.0.0' : '2.0.1';
      if (move < 2) await release.publish('markets', version, { publishedAt: 0 });
      await release.desk.promote({ name: 'markets', version }, act);
    }
    // 52 epochs. The second, which names the first one's version as the one before, ended a day after it began; the
    // third is one of the last fifty, and names the second one's.
    expect((await release.desk.prune(days(KEPT.days + 1) - 1, { dryRun: true })).versions).toEqual([]);
    expect((await release.desk.prune(days(KEPT.days + 1), { dryRun: true })).versions).toEqual(['markets@1.0.0']);
    expect((await release.desk.prune(days(4_000), { dryRun: true })).versions).toEqual(['markets@1.0.0']);
  });

  test('keeps the candidate of a ramp and the version before, which pages run and fall back on', async () => {
    for (const version of ['1.0.0', '1.0.1', '1.0.2', '1.0.3']) {
      await release.publish('markets', version, { publishedAt: 0 });
    }
    await release.desk.promote({ name: 'markets', version: '1.0.0' }, act);
    await release.desk.promote({ name: 'markets', version: '1.0.1' }, act);
    await release.desk.ramp({ name: 'markets', version: '1.0.2' }, 5, act);
    expect((await release.desk.prune(release.clock.now + 400 * DAY)).versions).toEqual(['markets@1.0.3']);
  });

  test('keeps what a preview lends, until that ends', async () => {
    await release.publish('markets', '1.0.0', { publishedAt: 0 });
    const { expiresAt } = await release.desk.preview({ name: 'markets', version: '1.0.0' }, 60);
    expect(await release.desk.prune(expiresAt)).toEqual({ versions: [], objects: 0 });
    expect(await release.desk.prune(expiresAt + 1)).toMatchObject({ versions: ['markets@1.0.0'] });
    expect(await release.store.storage.list('previews/')).toEqual([]);
  });

  test('that was interrupted anywhere is finished by the next, and nothing is published over what is left', async () => {
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
      await expect(release.desk.prune(release.clock.now)).rejects.toThrow('the power went');
      failing.mockRestore();
      const left = await storage.list('versions/markets/');
      if (stop > 0 && left.length > 0) {
        const other = release.store.publish(
          newVersionOf('markets', '1.0.0'),
          await folderWith({ [ENTRY_FILE]: 'other' }),
        );
        await expect(other).rejects.toMatchObject({ code: 'version_exists' });
      }
      await release.desk.prune(release.clock.now);
      expect(await storage.list('')).toEqual([]);
    }
  });

  test('only says what it would remove in a dry run', async () => {
    await release.publish('markets', '0.0.1', { publishedAt: 0 });
    const before = await release.store.storage.list('');
    const pruned = await release.desk.prune(release.clock.now, { dryRun: true });
    expect(pruned.versions).toEqual(['markets@0.0.1']);
    expect(await release.store.storage.list('')).toEqual(before);
  });

  test('removes publications that were never finished after a day, and previews that ended', async () => {
    await release.publish('markets', '1.0.0', { publishedAt: release.clock.now });
    const { id } = await release.desk.preview({ name: 'markets', version: '1.0.0' }, 60);
    const { storage } = release.store;
    const claim = { content: 'x', at: release.clock.now, who: 'team' };
    await storage.create(storeKeys.claim('nft', '1.0.0'), Buffer.from(JSON.stringify(claim)));
    await storage.create(storeKeys.file('nft', '1.0.0', 'a.js'), Buffer.from('a'));
    expect((await release.desk.prune(release.clock.now)).objects).toBe(0);
    expect((await release.desk.prune(release.clock.now + DAY + 1)).objects).toBe(3);
    expect(await release.store.preview(id)).toBeUndefined();
    expect(await storage.list('versions/nft/')).toEqual([]);
  });
});
