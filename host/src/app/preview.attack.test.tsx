// @vitest-environment jsdom
import { bus } from '@tessera/bus/host';
import type { Manifest, Preview } from '@tessera/manifest';
import { startScreens } from '@tessera/testing';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Release, startRelease } from '../federation/release.ts';
import { manifestOf, remoteOf, slotOf } from '../testing/manifests.ts';
import { createSigner, type Signer } from '../testing/signed.ts';

vi.mock('../federation/load-page.ts', () => ({ forgetRemote: () => undefined, isLoaded: () => true }));

const NOW = Date.UTC(2026, 10, 22);
const LINK = 'l1nk00000000000000';
const stable = slotOf(remoteOf('markets', '1.0.0', { swap: 'block' }));
const lent: Preview = {
  schema: 2,
  id: 'a1b2c3d4e5f60718',
  preview: remoteOf('markets', '2.0.0', { swap: 'block' }),
  who: 'olga@example.com',
  why: 'draws with a wheel',
  expiresAt: NOW + 60_000,
};

let signer: Signer;
let inForce: Manifest;
/** What the server has below the link. */
let served: object | null;

const open = manifestOf(1, [stable], { previews: [lent.id] });
const ended = manifestOf(2, [stable]);

beforeAll(() => startScreens({ name: 'app', texts: (code) => import(`./i18n/${code}.json`) }));
beforeEach(async () => {
  localStorage.clear();
  signer = await createSigner();
  inForce = open;
  served = await signer.sign(lent);
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.startsWith('/h5/manifest.json')) return Response.json(await signer.sign(inForce));
    if (url !== `/h5/previews/${LINK}.json` || served === null) return new Response('', { status: 404 });
    return Response.json({ ...served, at: NOW });
  });
  history.replaceState(null, '', `/h5/?preview=${LINK}#/pages/markets/markets`);
});
afterEach(() => {
  vi.unstubAllGlobals();
  history.replaceState(null, '', '/');
});

/** Opens the page at the link. */
async function follow(): Promise<Release> {
  const data = (id: string, value: unknown) =>
    `<script type="application/json" id="${id}">${JSON.stringify(value)}</script>`;
  document.head.innerHTML = data('tessera-keys', [signer.key]) + data('tessera-manifest', await signer.sign(inForce));
  return startRelease(() => import('./preview-guard.tsx'));
}

const running = (release: Release) => release.current().remotes.map(({ name, version }) => `${name}@${version}`);
const question = () => screen.findByRole('alertdialog', { name: 'Open this preview?' });
const answer = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

describe('a link to a preview', () => {
  it('asks, names version, author and reason, and runs nothing of it before the answer', async () => {
    const started = vi.fn();
    const release = follow().then((value) => {
      started();
      return value;
    });
    const asked = await question();
    for (const part of ['2.0.0', 'markets', 'olga@example.com', 'draws with a wheel', 'what you can do']) {
      expect(asked.textContent).toContain(part);
    }
    expect(started).not.toHaveBeenCalled();
    await answer('Open it');
    expect(running(await release)).toEqual(['markets@2.0.0']);
    expect((await release).overrides).toMatchObject([{ from: '2.0.0' }]);
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it.each(['Stay on the released version', 'Escape'])(
    'with the answer “%s” shows the released version, and its address forgets the preview',
    async (said) => {
      const release = follow();
      const dialog = await question();
      if (said === 'Escape') await act(async () => dialog.dispatchEvent(new Event('cancel', { cancelable: true })));
      else await answer(said);
      expect(running(await release)).toEqual(['markets@1.0.0']);
      expect((await release).overrides).toEqual([]);
      expect(location.href).toBe('http://localhost:3000/h5/#/pages/markets/markets');
    },
  );

  type Change = { readonly manifest?: Manifest; readonly payload?: object | null };

  it.each<[string, Change]>([
    ['was ended', { manifest: ended }],
    ['was ended while another is open', { manifest: manifestOf(3, [stable], { previews: ['other'] }) }],
    ['is not there', { payload: null }],
    ['has expired', { payload: { ...lent, expiresAt: NOW - 1 } }],
    ['is of a former version, without an id', { payload: { ...lent, id: undefined } }],
  ])('that %s shows the released version without a question, and says so', async (_, { manifest, payload }) => {
    if (manifest) inForce = manifest;
    if (payload !== undefined) served = payload && (await signer.sign(payload));
    const said = vi.fn();
    const stop = bus.on('toast', said);
    expect(running(await follow())).toEqual(['markets@1.0.0']);
    expect(said).toHaveBeenCalledWith(expect.objectContaining({ text: expect.stringContaining('has ended') }));
    expect(location.search).toBe('');
    stop();
  });

  it.each<[string, () => Promise<object>]>([
    ['that no key of the platform signed', async () => (await createSigner()).sign(lent)],
    [
      'whose text was altered',
      async () => ({ ...(await signer.sign(lent)), payload: JSON.stringify(lent).replace('2.0.0', '6.6.6') }),
    ],
    ['with a manifest in its place', async () => signer.sign(open)],
  ])('%s is refused as a whole, without a question', async (_, text) => {
    served = await text();
    await expect(follow()).rejects.toMatchObject({ name: 'OverrideRefused' });
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});

describe('an open preview', () => {
  it('that is ended goes back to the stable version with the next screen, whatever its swap policy', async () => {
    const starting = follow();
    await answer('Open it');
    const release = await starting;
    inForce = ended;
    bus.emit('release', { epoch: 2 });
    await waitFor(() => {
      release.adopt();
      expect(release.current().epoch).toBe(2);
    });
    expect(running(release)).toEqual(['markets@1.0.0']);
    expect(release.overrides).toEqual([]);
  });

  it('stays through other releases', async () => {
    const starting = follow();
    await answer('Open it');
    const release = await starting;
    inForce = { ...open, epoch: 2 };
    bus.emit('release', { epoch: 2 });
    await waitFor(() => {
      release.adopt();
      expect(release.current().epoch).toBe(2);
    });
    expect(running(release)).toEqual(['markets@2.0.0']);
  });
});
