// @vitest-environment jsdom
import { grantText } from '@tessera/manifest/grant';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { manifestOf, remoteOf } from '../testing/manifests.ts';
import { createSigner, type Signer } from '../testing/signed.ts';
import { readOverrides } from './overrides.ts';

const NOW = Date.UTC(2026, 10, 22);
const ORIGIN = 'http://127.0.0.1:5173';
const MINUTE = 60_000;

let signer: Signer;
let asked: string[];
/** What the development server gives to the open page. */
let renewed: string;

/** A server on the device that serves the remote, as the developer's or as an attacker's app. */
function listening(): void {
  vi.stubGlobal('fetch', async (url: string, { cache }: RequestInit) => {
    asked.push(url);
    // The browser keeps the manifest of a release as it was first sent.
    if (url === '/h5/manifest.json')
      return Response.json({ at: cache === 'no-store' ? NOW : NOW - 7 * 24 * 60 * MINUTE });
    if (url === `${ORIGIN}/remote.json`) return Response.json(remoteOf('finance'));
    return url === `${ORIGIN}/override` ? new Response(renewed) : new Response('', { status: 404 });
  });
}

const grantOf = async (by: Signer, override = { name: 'finance', origin: ORIGIN }, expiresAt = NOW + 15 * MINUTE) =>
  grantText(await by.sign({ schema: 2, override, expiresAt }));

const guard = { ask: async () => true, over: async () => undefined };
const read = (value: string) =>
  readOverrides(`?override=${value}`, { keys: [signer.key], inForce: manifestOf(1, []), guard });

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  signer = await createSigner();
  asked = [];
  listening();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a link to an app that listens on the device', () => {
  it.each([
    ['without a grant', async () => `finance=${ORIGIN}`],
    ['with the grant of another platform', async () => grantOf(await createSigner())],
    ['with an expired grant', () => grantOf(signer, undefined, NOW - 1)],
    [
      'with a grant for an address elsewhere',
      () => grantOf(signer, { name: 'finance', origin: 'http://evil.example:80' }),
    ],
    ['with a signed text of another kind', async () => grantText(await signer.sign({ schema: 2, expiresAt: NOW }))],
  ])('%s is rejected, and the app is not asked for anything', async (_, value) => {
    await expect(read(await value())).rejects.toMatchObject({ name: 'OverrideRefused' });
    expect(asked.filter((url) => !url.startsWith('/h5/'))).toEqual([]);
  });

  it('with a grant for another remote is rejected', async () => {
    await expect(read(await grantOf(signer, { name: 'assets', origin: ORIGIN }))).rejects.toThrow('serves finance');
  });
});

describe('a grant of this platform', () => {
  it('lets the remote run from its origin, and is renewed in the address while the page is open', async () => {
    const first = await grantOf(signer);
    history.replaceState({ idx: 1 }, '', `/h5/?override=${first}#/pages/a`);
    const [override] = await read(first);
    expect(override).toMatchObject({ from: '127.0.0.1:5173', remote: { entry: `${ORIGIN}/remoteEntry.js` } });
    renewed = await grantOf(signer, undefined, NOW + 20 * MINUTE);
    await vi.advanceTimersByTimeAsync(5 * MINUTE);
    await vi.waitFor(() => expect(location.href).toBe(`http://localhost:3000/h5/?override=${renewed}#/pages/a`));
    expect(history.state).toEqual({ idx: 1 });
  });
});
