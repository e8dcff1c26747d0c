// @vitest-environment jsdom
import { bus } from '@tessera/bus';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { manifestOf, remoteOf } from '../testing/manifests.ts';
import type { ReleaseManifest } from './manifest.ts';
import { departed, type Release, startRelease } from './release.ts';

const forgotten = vi.hoisted(() => vi.fn());
vi.mock('./load-page.ts', () => ({ forgetRemote: forgotten }));

const first = manifestOf(1, remoteOf('markets', '1.0.0'), remoteOf('nft', '1.0.0'));
const second = manifestOf(2, remoteOf('markets', '2.0.0'), remoteOf('nft', '1.0.0'));

let served: ReleaseManifest | Error = first;

async function start(): Promise<Release> {
  document.head.innerHTML = `<script type="application/json" id="tessera-manifest">${JSON.stringify(first)}</script>`;
  vi.stubGlobal('fetch', async () => {
    if (served instanceof Error) throw served;
    return new Response(JSON.stringify(served));
  });
  return startRelease();
}

/** The announced manifest has been read, or was not to be had. */
const settled = async () => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  await vi.waitFor(() => undefined);
};

afterEach(() => {
  forgotten.mockReset();
  vi.unstubAllGlobals();
});

const style = (version: string) => `<link rel="stylesheet" href="/h5/remotes/markets/${version}/page.css">`;

describe('the release in force', () => {
  it('changes at the next navigation after an announcement, never before', async () => {
    const release = await start();
    const changed = vi.fn();
    release.subscribe(changed);
    served = second;
    bus.emit('release', { epoch: 2 });
    await vi.waitFor(() => {
      release.adopt();
      expect(release.current().epoch).toBe(2);
    });
    expect(changed).toHaveBeenCalledOnce();
  });

  it('lets go of a version only when none of its screens is shown, styles included', async () => {
    const release = await start();
    document.head.innerHTML += style('1.0.0') + style('2.0.0');
    served = second;
    bus.emit('release', { epoch: 2 });
    await vi.waitFor(() => {
      release.adopt();
      expect(release.current().epoch).toBe(2);
    });
    expect(document.querySelectorAll('link[rel="stylesheet"]')).toHaveLength(2);
    release.settle();
    expect([...document.querySelectorAll('link')].map(({ href }) => href)).toEqual([
      expect.stringContaining('/markets/2.0.0/'),
    ]);
    expect(forgotten).toHaveBeenCalledExactlyOnceWith(first.remotes[0]);
  });

  it('stays what it is when the new manifest is older, broken, or does not come', async () => {
    const release = await start();
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    for (const answer of [manifestOf(1), { ...second, schema: 9 } as never, new Error('no network')]) {
      served = answer;
      bus.emit('release', { epoch: 7 });
      await settled();
      release.adopt();
      expect(release.current()).toEqual(first);
    }
    warned.mockRestore();
  });

  it('is asked for again after the connection was away: a move may have been missed', async () => {
    const release = await start();
    served = second;
    bus.emit('realtime', { status: 'offline', since: 0 });
    bus.emit('realtime', { status: 'open', since: 1 });
    await vi.waitFor(() => {
      release.adopt();
      expect(release.current().epoch).toBe(2);
    });
  });
});

describe('departed remotes', () => {
  it('are those whose version is not there any more', () => {
    expect(departed(first, second)).toEqual([first.remotes[0]]);
    expect(departed(second, second)).toEqual([]);
  });
});
