import { beforeEach, describe, expect, test } from 'vitest';
import { KEPT } from './retention.ts';
import { storeKeys } from './store.ts';
import { type TestDesk, testDesk } from './testing.ts';

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
