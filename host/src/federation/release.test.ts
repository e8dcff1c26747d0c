// @vitest-environment jsdom
import { bus } from '@tessera/bus/host';
import type { Manifest, ReleasedRemote } from '@tessera/manifest';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { manifestOf, remoteOf, slotOf } from '../testing/manifests.ts';
import { createSigner, type Signer } from '../testing/signed.ts';
import { type Release, startRelease } from './release.ts';

const loading = vi.hoisted(() => ({ forgetRemote: vi.fn(), loaded: new Set<string>() }));
vi.mock('./load-page.ts', () => ({
  forgetRemote: loading.forgetRemote,
  isLoaded: ({ name, version }: ReleasedRemote) => loading.loaded.has(`${name}@${version}`),
}));

/** Of a page without a preview: nothing asks. */
const noGuard = () => Promise.reject(new Error('no preview, so nothing asks'));

const markets = (version: string, more: Partial<ReleasedRemote> = {}) => remoteOf('markets', version, more);
const nft = slotOf(remoteOf('nft'));
const first = manifestOf(1, [slotOf(markets('1.0.0')), nft]);
const second = manifestOf(2, [slotOf(markets('2.0.0'), { previous: markets('1.0.0') }), nft]);

let signer: Signer;
let served: Manifest | Error;

async function start(manifest: Manifest = first, host?: string): Promise<Release> {
  const data = (id: string, value: unknown) =>
    `<script type="application/json" id="${id}">${JSON.stringify(value)}</script>`;
  document.head.innerHTML = data('tessera-keys', [signer.key]) + data('tessera-manifest', await signer.sign(manifest));
  served = manifest;
  vi.stubGlobal('fetch', async () => {
    if (served instanceof Error) throw served;
    return new Response(JSON.stringify(await signer.sign(served)));
  });
  return startRelease(noGuard, document, host);
}

/** Announces the manifest and navigates until the page has it. */
async function announce(release: Release, manifest: Manifest): Promise<void> {
  served = manifest;
  bus.emit('release', { epoch: manifest.epoch });
  await vi.waitFor(() => {
    release.adopt();
    expect(release.current().epoch).toBe(manifest.epoch);
  }, 10_000);
}

const running = (release: Release) => release.current().remotes.find(({ name }) => name === 'markets')?.version;

beforeEach(async () => {
  signer = await createSigner();
  localStorage.clear();
  loading.loaded.clear();
  loading.loaded.add('markets@1.0.0');
});

afterEach(() => {
  loading.forgetRemote.mockReset();
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
    await vi.waitFor(() => expect(localStorage.getItem('tessera.host.release')).toContain('2.0.0'), 10_000);
    expect(running(release)).toBe('1.0.0');
    // That one waits: a screen whose remote was being built opens by it.
    expect(changed).toHaveBeenCalledOnce();
    release.adopt();
    expect(running(release)).toBe('2.0.0');
    expect(changed).toHaveBeenCalledTimes(2);
  });

  it('lets go of a version only when none of its screens is shown, styles included', async () => {
    const release = await start();
    document.head.innerHTML += style('1.0.0') + style('2.0.0');
    await announce(release, second);
    expect(document.querySelectorAll('link[rel="stylesheet"]')).toHaveLength(2);
    release.settle();
    expect([...document.querySelectorAll('link')].map(({ href }) => href)).toEqual([
      expect.stringContaining('/markets/2.0.0/'),
    ]);
    expect(loading.forgetRemote).toHaveBeenCalledExactlyOnceWith(markets('1.0.0'));
  });

  it('stays what it is when the new manifest is older, forged, or does not come', async () => {
    const release = await start(second);
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const forger = await createSigner();
    const attempts = [
      () => {
        served = first;
      },
      () => {
        served = new Error('no network');
      },
      () => vi.stubGlobal('fetch', async () => new Response(JSON.stringify(await forger.sign(manifestOf(9, []))))),
    ];
    for (const attempt of attempts) {
      warned.mockClear();
      attempt();
      bus.emit('release', { epoch: 7 });
      await vi.waitFor(() => expect(warned).toHaveBeenCalled(), 10_000);
      release.adopt();
      expect(running(release)).toBe('2.0.0');
    }
    warned.mockRestore();
  });
});

it('says whether a manifest arrived: one that was refused did, and is not fetched again', async () => {
  const release = await start(second);
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  expect(await release.look()).toBe(true);
  served = first;
  expect(await release.look()).toBe(true);
  served = new Error('no network');
  expect(await release.look()).toBe(false);
  warned.mockRestore();
});

describe('a version that fails here', () => {
  it('gives way to the one before, for this browser and for later visits', async () => {
    const release = await start(second);
    expect(release.avoid(markets('2.0.0'))).toBe(true);
    expect(running(release)).toBe('1.0.0');
    expect(running(await start(second))).toBe('1.0.0');
  });

  it('stays when there is nothing to go to', async () => {
    const release = await start(first);
    expect(release.avoid(markets('1.0.0'))).toBe(false);
    expect(running(release)).toBe('1.0.0');
  });

  it('gives way to the stable one when it is being ramped', async () => {
    const candidate = markets('5.0.0');
    const ramp = { candidate, weight: 10_000, salt: 'a salt of the test' };
    const release = await start(manifestOf(3, [slotOf(markets('4.0.0'), { ramp })]));
    expect(running(release)).toBe('5.0.0');
    expect(release.avoid(candidate)).toBe(true);
    expect(running(release)).toBe('4.0.0');
  });
});

describe('a version that asks before it is left', () => {
  const asking = manifestOf(1, [slotOf(markets('1.0.0', { swap: 'ask' })), nft]);

  it('is offered a successor, and is replaced when the user agrees', async () => {
    const release = await start(asking);
    await announce(release, second);
    expect(running(release)).toBe('1.0.0');
    expect(release.offered().map(({ version }) => version)).toEqual(['2.0.0']);
    release.agree();
    expect(running(release)).toBe('2.0.0');
    expect(release.offered()).toEqual([]);
  });

  it('is left at once when it was withdrawn', async () => {
    const release = await start(asking);
    await announce(release, { ...second, withdrawn: ['markets@1.0.0'] });
    expect(running(release)).toBe('2.0.0');
  });
});

describe('a page that has swapped often', () => {
  it('is worn after as many loaded versions as the manifest allows', async () => {
    const release = await start({ ...first, limits: { swaps: 2, heapMiB: 200 } });
    loading.loaded.add('markets@2.0.0');
    await announce(release, { ...second, limits: { swaps: 2, heapMiB: 200 } });
    expect(release.isWorn()).toBe(false);
    await announce(release, manifestOf(3, [slotOf(markets('1.0.0')), nft], { limits: { swaps: 2, heapMiB: 200 } }));
    expect(release.isWorn()).toBe(true);
  });
});

describe('a page of a host', () => {
  const of = (host: string | null, epoch: number) =>
    manifestOf(epoch, [slotOf(markets('1.0.0')), nft], { host: host === null ? null : { version: host } });

  it('is a former one as soon as a manifest names another, before it is in force', async () => {
    const release = await start(of('host-1', 1), 'host-1');
    expect(release.successor()).toBeNull();
    served = of('host-2', 2);
    expect(await release.look()).toBe(true);
    expect(release.successor()).toBe('host-2');
    await announce(release, of('host-1', 3));
    expect(release.successor()).toBeNull();
  });

  it('is none in the ramp of its host, and one again when that ends', async () => {
    const hostOf = (version: string) => remoteOf('host', version, { routes: [] });
    const ramped = slotOf(hostOf('1.0.0'), {
      ramp: { candidate: hostOf('2.0.0'), weight: 100, salt: 'salt of a ramp' },
    });
    const on = (slot: typeof ramped, epoch: number) =>
      manifestOf(epoch, [slot, slotOf(markets('1.0.0')), nft], { host: { version: '1.0.0' } });
    const release = await start(on(ramped, 1), '2.0.0');
    expect(release.successor()).toBeNull();
    expect(release.current().remotes.map(({ name }) => name)).toEqual(['markets', 'nft']);
    await announce(release, on(slotOf(hostOf('1.0.0')), 2));
    expect(release.successor()).toBe('1.0.0');
    expect((await start(on(ramped, 3), '1.0.0')).successor()).toBeNull();
  });

  it('is none for one that does not start here, and tells whether it was withdrawn', async () => {
    const cookies = vi.spyOn(document, 'cookie', 'get').mockReturnValue('tessera_unfit=host-2');
    const release = await start(of('host-2', 1), 'host-1');
    expect(release.successor()).toBeNull();
    cookies.mockRestore();
    expect(release.successor()).toBe('host-2');
    expect(release.isWithdrawn()).toBe(false);
    served = { ...of('host-2', 2), withdrawn: ['host@host-1'] };
    await release.look();
    expect(release.isWithdrawn()).toBe(true);
  });

  it('is none where the manifest names no host, or the page is of a development server', async () => {
    expect((await start(of(null, 1), 'host-1')).successor()).toBeNull();
    expect((await start(of('host-2', 1))).successor()).toBeNull();
  });
});
