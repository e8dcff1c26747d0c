import { acceptPreview, type Preview, type Signed } from '@tessera/manifest';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { historyOf } from './overview.ts';
import { MOST_PREVIEWS } from './previews.ts';
import type { OpenedPreview } from './release-service.ts';
import { generateKey, publicKeyOf, sign } from './signing.ts';
import { storeKeys } from './store.ts';
import { type TestReleases, testReleases } from './testing.ts';

const audit = { who: 'ada', why: 'for the team in Lisbon' };
const markets = (version: string) => ({ name: 'markets', version });

let release: TestReleases;

beforeEach(async () => {
  release = await testReleases();
  for (const version of ['1.0.0', '1.0.1', '1.0.2']) await release.publish('markets', version);
  await release.service.promote(markets('1.0.0'), audit);
});

/** What a page makes of a link now. */
async function opened(link: string): Promise<Preview> {
  const [keys, { now }] = [release.keys.map(publicKeyOf), release.clock];
  return acceptPreview(await release.store.preview(link), { keys, now }, await release.inForce());
}

const lend = (version = '1.0.2', minutes = 30): Promise<OpenedPreview> =>
  release.service.preview(markets(version), minutes, audit);

const fileOf = ({ link }: OpenedPreview) => storeKeys.preview(link);

describe('a preview', () => {
  test('is a release event with who and why, from which its link does not follow, and changes nothing live', async () => {
    const before = await release.inForce();
    const { id, link, expiresAt, event } = await lend();
    expect(event.state).toMatchObject({ epoch: 2, previews: [{ id, ...markets('1.0.2'), ...audit, expiresAt }] });
    expect(await release.inForce()).toMatchObject({ epoch: 2, remotes: before.remotes, previews: [id] });
    expect(
      JSON.stringify([event, await historyOf(release.service, 9), await release.service.previews()]),
    ).not.toContain(link);
    expect(await opened(link)).toMatchObject({ preview: markets('1.0.2'), ...audit });
    expect(expiresAt).toBe(release.clock.now + 30 * 60_000);
    expect(await release.service.brokenAt()).toBeUndefined();
  });

  test('needs a reason, a published version, and room', async () => {
    await expect(release.service.preview(markets('1.0.2'), 5, { who: 'ada', why: ' ' })).rejects.toMatchObject({
      code: 'reason_missing',
    });
    await expect(lend('9.9.9')).rejects.toMatchObject({ code: 'version_unknown' });
    for (let each = 0; each < MOST_PREVIEWS; each += 1) await lend('1.0.2', each === 0 ? 1 : 30);
    await expect(lend()).rejects.toMatchObject({ code: 'previews_full' });
    expect(await release.store.storage.list('previews/')).toHaveLength(MOST_PREVIEWS);
    release.clock.now += 60_000;
    await expect(lend()).resolves.toBeDefined();
  });

  test.each([0, -1, 0.9, 7 * 24 * 60 + 1, Number.NaN])('of %d minutes is rejected', async (minutes) => {
    await expect(lend('1.0.2', minutes)).rejects.toThrow('from one minute to seven days');
  });

  test('expires', async () => {
    const { link, expiresAt } = await lend();
    release.clock.now = expiresAt + 1;
    await expect(opened(link)).rejects.toMatchObject({ reason: 'expired' });
    expect(await release.service.previews()).toEqual([]);
  });

  test('ends at once, for links that were followed before as well; the history says who ended it', async () => {
    const [kept, ended] = [await lend('1.0.1'), await lend()];
    const signed = await release.store.preview(ended.link);
    const event = await release.service.endPreview(ended.id, { who: 'olga', why: 'seen' });
    expect(event).toMatchObject({
      kind: 'end-preview',
      who: 'olga',
      why: 'seen',
      changes: [],
      preview: markets('1.0.2'),
    });
    expect((await release.service.previews()).map(({ id }) => id)).toEqual([kept.id]);
    expect(await release.store.preview(ended.link)).toBeUndefined();
    // Replayed: the signed text of before, put back by who can write to the store.
    await release.store.storage.put(fileOf(ended), Buffer.from(JSON.stringify(signed)));
    await expect(opened(ended.link)).rejects.toMatchObject({ reason: 'ended' });
    await expect(opened(kept.link)).resolves.toBeDefined();
    await expect(release.service.endPreview(ended.id, audit)).rejects.toMatchObject({ code: 'preview_unknown' });
    await expect(release.service.endPreview(kept.link, audit)).rejects.toMatchObject({ code: 'preview_unknown' });
  });

  test('that two operators end at once is ended once', async () => {
    const { id } = await lend();
    const both = await Promise.allSettled([1, 2].map(() => release.service.endPreview(id, audit)));
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await release.service.previews()).toEqual([]);
  });

  test('leaves no link behind where its event was not written', async () => {
    vi.spyOn(release.store, 'append').mockRejectedValueOnce(new Error('disk'));
    await expect(lend()).rejects.toThrow('disk');
    expect(await release.store.storage.list('previews/')).toEqual([]);
    expect(await release.service.previews()).toEqual([]);
  });

  test('is refused for a version that was rolled back, and one that is open ends with it', async () => {
    await release.service.promote(markets('1.0.1'), audit);
    const { link } = await lend('1.0.1');
    await release.service.rollback('markets', audit);
    await expect(opened(link)).rejects.toMatchObject({ reason: 'ended' });
    await expect(lend('1.0.1')).rejects.toMatchObject({
      code: 'incompatible',
      reasons: [{ code: 'version_withdrawn', subject: 'markets@1.0.1' }],
    });
    await release.service.promote(markets('1.0.1'), { ...audit, force: true });
    await expect(opened(link)).rejects.toMatchObject({ reason: 'ended' });
    await expect(lend('1.0.1')).resolves.toBeDefined();
  });

  test('stays open through releases of others, and ends with a restored backup, which may have lost its end', async () => {
    const { link } = await lend();
    await release.service.promote(markets('1.0.1'), audit);
    await expect(opened(link)).resolves.toBeDefined();
    await release.service.restore(audit);
    await expect(opened(link)).rejects.toMatchObject({ reason: 'ended' });
  });
});

describe('a link', () => {
  const written = async (signed: Signed, preview: OpenedPreview) =>
    release.store.storage.put(fileOf(preview), Buffer.from(JSON.stringify(signed)));

  test('with a text that another platform signed opens nothing', async () => {
    const preview = await lend();
    const payload = JSON.parse((await release.store.preview(preview.link))?.payload ?? '') as object;
    await written(await sign(payload, [await generateKey('test', 0)]), preview);
    await expect(opened(preview.link)).rejects.toThrow('no known key signed it');
    const [keys, { now }] = [[publicKeyOf(await generateKey('other', 0))], release.clock];
    const foreign = acceptPreview(await sign(payload, release.keys), { keys, now }, await release.inForce());
    await expect(foreign).rejects.toMatchObject({ reason: 'unsigned' });
  });

  test('with the text of another preview, of a former version or of a manifest opens nothing', async () => {
    const [one, other] = [await lend('1.0.1'), await lend()];
    const text = (await release.store.preview(other.link)) as Signed;
    await written(text, one);
    await expect(opened(one.link)).rejects.toMatchObject({ code: 'store_damaged' });
    const { id: _id, ...former } = JSON.parse(text.payload) as Preview;
    await written(await sign(former, release.keys), one);
    await expect(opened(one.link)).rejects.toMatchObject({ reason: 'ended' });
    const [keys, { now }] = [release.keys.map(publicKeyOf), release.clock];
    const manifest = await sign(await release.inForce(), release.keys);
    await expect(acceptPreview(manifest, { keys, now }, await release.inForce())).rejects.toMatchObject({
      reason: 'malformed',
    });
  });

  test('that is guessed, or made of the public id, leads nowhere', async () => {
    const { id } = await lend();
    for (const link of [id, 'nobody0000', '', '../moves/00000001', 'A'.repeat(8)]) {
      expect(await release.store.preview(link)).toBeUndefined();
    }
  });
});
