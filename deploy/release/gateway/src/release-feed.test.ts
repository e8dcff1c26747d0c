import { publicKeyOf, ReleaseError, storeKeys } from '@tessera/releases';
import { type TestReleases, testReleases } from '@tessera/releases/testing';
import { beforeEach, expect, test, vi } from 'vitest';
import { announcedOf, createBackendNotice } from './backend-notice.ts';
import { followReleases } from './release-feed.ts';

const MINUTE = 60_000;
const audit = { who: 'ops', why: 'x' };

let release: TestReleases;
let epochs: number[];
let faults: string[];

beforeEach(async () => {
  release = await testReleases();
  epochs = [];
  faults = [];
  for (const version of ['1.0.0', '1.0.1']) await release.publish('markets', version);
});

const promote = (version: string) => release.service.promote({ name: 'markets', version }, audit);

function feedOf(store: Parameters<typeof followReleases>[0]['store'] = release.store) {
  return followReleases({
    store,
    keys: async () => release.keys.map(publicKeyOf),
    now: () => release.clock.now,
    every: 3_600_000,
    onEpoch: ({ manifest }) => epochs.push(manifest.epoch),
    onFault: (message) => faults.push(message),
  });
}

const stable = (feed: ReturnType<typeof feedOf>) => feed.current()?.manifest.remotes[0]?.stable.version;

test('is undefined for an empty store', async () => {
  const feed = feedOf();
  await feed.refresh();
  expect(feed.current()).toBeUndefined();
  expect(faults).toEqual([]);
});

test('notifies once per new epoch, but not of the first one', async () => {
  await promote('1.0.0');
  const feed = feedOf();
  await feed.refresh();
  await promote('1.0.1');
  await feed.refresh();
  await feed.refresh();
  expect(epochs).toEqual([2]);
  expect(stable(feed)).toBe('1.0.1');
});

test('keeps the release on a damaged store and reports it once', async () => {
  await promote('1.0.0');
  const tip = vi.fn(() => release.store.tip());
  const feed = feedOf({ tip });
  await feed.refresh();
  tip.mockRejectedValue(new ReleaseError('store_damaged', 'not JSON'));
  await feed.refresh();
  await feed.refresh();
  expect(stable(feed)).toBe('1.0.0');
  expect([epochs, faults]).toEqual([[], ['not JSON']]);
});

test('keeps the last valid manifest if a new one has no trusted signature', async () => {
  await promote('1.0.0');
  const feed = feedOf();
  await feed.refresh();
  const event = await promote('1.0.1');
  const unsigned = { ...(await release.store.signed(event)), signatures: [] };
  await release.store.storage.put(event.manifest, Buffer.from(JSON.stringify(unsigned)));
  await feed.refresh();
  await feed.refresh();
  expect(stable(feed)).toBe('1.0.0');
  expect([epochs, faults]).toEqual([[], [expect.stringContaining('no known key signed it')]]);
});

test('passes on a manifest with a renewed expiry within a minute, without a new epoch', async () => {
  await promote('1.0.0');
  const feed = feedOf();
  await feed.refresh();
  release.clock.now += MINUTE;
  await release.service.renew(true);
  await feed.refresh();
  expect(feed.current()?.manifest.issuedAt).toBe(release.clock.now);
  expect(epochs).toEqual([]);
});

test('ignores a store that was reset to an older epoch', async () => {
  const first = await promote('1.0.0');
  let event: typeof first | undefined = await promote('1.0.1');
  const feed = feedOf({
    tip: async () => ({ newest: event && (await release.store.proven(event)), strays: [] }),
  });
  await feed.refresh();
  event = first;
  await feed.refresh();
  event = undefined;
  await feed.refresh();
  expect([feed.current()?.manifest.epoch, epochs]).toEqual([2, []]);
  expect(faults).toEqual([expect.stringContaining('epoch 1 is older than 2')]);
});

test('follows a restored store as soon as the restore is signed, and skips junk in the place of the next move', async () => {
  await promote('1.0.0');
  const feed = feedOf();
  await promote('1.0.1');
  await feed.refresh();
  const { storage } = release.store;
  await storage.remove(storeKeys.event(2));
  release.clock.now += MINUTE;
  await feed.refresh();
  expect([stable(feed), faults.splice(0)]).toEqual(['1.0.1', [expect.stringContaining('epoch 1 is older than 2')]]);
  const { state } = await release.service.restore(audit);
  await feed.refresh();
  expect([stable(feed), epochs, faults]).toEqual(['1.0.0', [state.epoch], []]);
  await storage.put(storeKeys.event(state.epoch + 1), Buffer.from('junk'));
  await feed.refresh();
  expect([stable(feed), faults]).toEqual(['1.0.0', [expect.stringContaining(storeKeys.event(state.epoch + 1))]]);
  await promote('1.0.1');
  await feed.refresh();
  expect([stable(feed), epochs]).toEqual(['1.0.1', [state.epoch, state.epoch + 1]]);
});

test('notifies the backend of the newest epoch with the shared secret, with retries', async () => {
  const sent: { url: string; token: string | null; body: unknown }[] = [];
  const pauses: number[] = [];
  let away = 2;
  let rejections = 1;
  const announce = createBackendNotice({
    backend: 'http://backend',
    token: 'secret',
    wait: async (milliseconds) => void pauses.push(milliseconds),
    fetch: async (url, init) => {
      if (away-- > 0) throw new TypeError('fetch failed');
      if (rejections-- > 0) return Response.json({ type: 'error', code: 0, error: 'forbidden' });
      sent.push({ url: String(url), token: new Headers(init?.headers).get('x-internal-token'), body: init?.body });
      return Response.json({ type: 'ok', code: 1, message: {} });
    },
  });
  await Promise.all([announce({ epoch: 7 }), announce({ epoch: 8 })]);
  expect(pauses).toEqual([100, 200, 400]);
  expect(sent).toEqual([{ url: 'http://backend/internal/release', token: 'secret', body: '{"epoch":8}' }]);
});

test('the backend is told of each rollback of compromised code, also of two between two looks', async () => {
  const { service, clock } = release;
  await release.publish('markets', '1.0.2');
  await promote('1.0.0');
  const feed = feedOf();
  await feed.refresh();
  for (const version of ['1.0.1', '1.0.2']) {
    clock.now += MINUTE;
    await promote(version);
    clock.now += MINUTE;
    await service.rollback('markets', { ...audit, compromised: true });
  }
  await feed.refresh();
  const until = clock.now;
  const newest = feed.current();
  expect([epochs, newest && announcedOf(newest)]).toEqual([
    [5],
    {
      epoch: 5,
      compromised: { from: until - MINUTE, until },
      earlier: [{ from: until - 3 * MINUTE, until: until - 2 * MINUTE }],
      manifest: newest?.signed,
    },
  ]);
});
