// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { manifestOf, remoteOf, tabOf } from '../testing/manifests.ts';
import { fetchManifest, inlinedManifest, parseManifest } from './manifest.ts';
import { matchRemote, tabsOf } from './route-table.ts';

const page = (content: string) =>
  new DOMParser().parseFromString(
    `<script type="application/json" id="tessera-manifest">${content}</script>`,
    'text/html',
  );

const answering =
  (status: number, body: unknown): typeof fetch =>
  async () =>
    new Response(JSON.stringify(body), { status });

describe('the release manifest', () => {
  const manifest = manifestOf(3, remoteOf('markets'));

  it('is read from the page that carries it, and from the server where the page carries none', async () => {
    expect(inlinedManifest(page(JSON.stringify(manifest)))).toEqual(manifest);
    expect(inlinedManifest(page(''))).toBeNull();
    expect(await fetchManifest(answering(200, manifest))).toEqual(manifest);
  });

  it.each([
    ['nothing', null, 'not an object'],
    ['a schema to come', { ...manifest, schema: 2 }, 'schema 2 is not known'],
    ['no epoch', { ...manifest, epoch: '3' }, 'no epoch'],
    ['no remotes', { ...manifest, remotes: {} }, 'no remotes'],
    [
      'a remote without an entry',
      { ...manifest, remotes: [{ ...remoteOf('nft'), entry: undefined }] },
      'nft has no entry',
    ],
  ])('is refused when it is %s, and the message says why', (_, value, reason) => {
    expect(() => parseManifest(value)).toThrow(reason);
  });

  it('is not taken from an answer that failed', async () => {
    await expect(fetchManifest(answering(503, manifest))).rejects.toThrow('503');
  });
});

describe('routes and tabs', () => {
  it('come from the manifest alone: a path belongs to the first remote that claims it', () => {
    const first = remoteOf('markets');
    const rival = remoteOf('rival', '1.0.0', { routes: first.routes });
    const manifest = manifestOf(1, first, rival);
    expect(matchRemote(manifest, '/pages/markets/markets')?.remote).toBe(first);
    expect(matchRemote(manifest, '/pages/markets/other')).toBeNull();
  });

  it('are shown in the order that the remotes ask for, those without a tab not at all', () => {
    const manifest = manifestOf(
      1,
      remoteOf('assets', '1.0.0', { tab: tabOf(4, '/pages/fund/assets') }),
      remoteOf('account'),
      remoteOf('markets', '1.0.0', { tab: tabOf(1, '/pages/market/market') }),
    );
    expect(tabsOf(manifest).map(({ path }) => path)).toEqual(['/pages/market/market', '/pages/fund/assets']);
  });
});
