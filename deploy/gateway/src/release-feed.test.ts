import { type Move, promote, ReleaseError } from '@tessera/releases';
import { recordOf } from '@tessera/releases/testing';
import { expect, test, vi } from 'vitest';
import { createBackendNotice } from './backend-notice.ts';
import { followReleases } from './release-feed.ts';

const act = { who: 'ops', why: 'x', at: 1 };
const first = promote(undefined, recordOf('markets', '1.0.0'), act);
const second = promote(first.manifest, recordOf('markets', '1.0.1'), act);

function feedOf(latest: () => Promise<Move | undefined>) {
  const epochs: number[] = [];
  const faults: string[] = [];
  const feed = followReleases({
    store: { latest },
    every: 3_600_000,
    onEpoch: (epoch) => epochs.push(epoch),
    onFault: (message) => faults.push(message),
  });
  return { feed, epochs, faults };
}

test('an empty store is a release without remotes', async () => {
  const { feed } = feedOf(async () => undefined);
  await feed.refresh();
  expect(feed.current()).toMatchObject({ epoch: 0, remotes: [] });
});

test('a new epoch is told once, the one found at the start is not', async () => {
  let move = first;
  const { feed, epochs } = feedOf(async () => move);
  await feed.refresh();
  move = second;
  await feed.refresh();
  await feed.refresh();
  expect(epochs).toEqual([2]);
  expect(feed.current()).toEqual(second.manifest);
});

test('a damaged store changes nothing and is reported once', async () => {
  const latest = vi.fn(async (): Promise<Move | undefined> => first);
  const { feed, epochs, faults } = feedOf(latest);
  await feed.refresh();
  latest.mockRejectedValue(new ReleaseError('store_damaged', 'not JSON'));
  await feed.refresh();
  await feed.refresh();
  expect(feed.current()).toEqual(first.manifest);
  expect([epochs, faults]).toEqual([[], ['not JSON']]);
});

test('a store that went back is not followed', async () => {
  let move: Move | undefined = second;
  const { feed, epochs } = feedOf(async () => move);
  await feed.refresh();
  move = first;
  await feed.refresh();
  move = undefined;
  await feed.refresh();
  expect([feed.current()?.epoch, epochs]).toEqual([2, []]);
});

test('the backend is told the newest epoch, as often as it takes, with the shared secret', async () => {
  const sent: { url: string; token: string | null; body: unknown }[] = [];
  const pauses: number[] = [];
  let away = 2;
  const announce = createBackendNotice({
    backend: 'http://backend',
    token: 'secret',
    wait: async (milliseconds) => void pauses.push(milliseconds),
    fetch: async (url, init) => {
      if (away-- > 0) throw new TypeError('fetch failed');
      sent.push({ url: String(url), token: new Headers(init?.headers).get('x-internal-token'), body: init?.body });
      return new Response(null, { status: 204 });
    },
  });
  await Promise.all([announce(7), announce(8)]);
  expect(pauses).toEqual([100, 200]);
  expect(sent).toEqual([{ url: 'http://backend/internal/release', token: 'secret', body: '{"epoch":8}' }]);
});
