// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { manifestOf, remoteOf, slotOf, tabOf, versionsOf } from '../testing/manifests.ts';
import { createSigner, type Signer } from '../testing/signed.ts';
import { firstManifest, inlinedKeys, manifestGate } from './manifest.ts';
import { matchRemote, tabsOf } from './route-table.ts';

let signer: Signer;
const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);

beforeEach(async () => {
  signer = await createSigner();
  localStorage.clear();
});
afterEach(() => warned.mockClear());

const epoch = (number: number) => manifestOf(number, [slotOf(remoteOf('markets'))]);

async function pageWith(signed: unknown): Promise<Document> {
  const data = (id: string, value: unknown) =>
    `<script type="application/json" id="${id}">${JSON.stringify(value)}</script>`;
  const manifest = signed === undefined ? '' : data('tessera-manifest', signed);
  return new DOMParser().parseFromString(data('tessera-keys', [signer.key]) + manifest, 'text/html');
}

const answering =
  (body: unknown, status = 200): typeof fetch =>
  async () =>
    new Response(JSON.stringify(body), { status });

async function start(inlined: unknown, served: typeof fetch = answering(null, 503)) {
  const page = await pageWith(inlined);
  return firstManifest(page, manifestGate(inlinedKeys(page)), served);
}

describe('the manifest that a page begins with', () => {
  it('is the one that came with it', async () => {
    expect(await start(await signer.sign(epoch(3)))).toEqual(epoch(3));
  });

  it('is fetched if the page contains none', async () => {
    expect(await start(undefined, answering(await signer.sign(epoch(3))))).toEqual(epoch(3));
  });

  it('is asked for when the page’s own was altered, and nothing is taken when both were', async () => {
    const signed = await signer.sign(epoch(3));
    const altered = { ...signed, payload: signed.payload.replace('1.0.0', '6.6.6') };
    expect(await start(altered, answering(signed))).toEqual(epoch(3));
    localStorage.clear();
    await expect(start(altered, answering(altered))).rejects.toThrow('no known key signed it');
  });

  it('is the last good one when an older one is replayed', async () => {
    await start(await signer.sign(epoch(5)));
    expect(await start(await signer.sign(epoch(4)))).toEqual(epoch(5));
  });

  it('is the last good one when the new one is forged or expired', async () => {
    await start(await signer.sign(epoch(5)));
    const stranger = await createSigner();
    expect(await start(await stranger.sign(epoch(6)))).toEqual(epoch(5));
    expect(await start(await signer.sign({ ...epoch(6), expiresAt: 1 }))).toEqual(epoch(5));
  });

  describe('on a device whose clock is wrong', () => {
    const DAY = 24 * 3_600_000;
    const NOW = Date.UTC(2026, 10, 22);
    const issued = { issuedAt: NOW - 2 * DAY, expiresAt: NOW + 28 * DAY };
    const sent = async (number: number, at = NOW) => ({ ...(await signer.sign({ ...epoch(number), ...issued })), at });
    afterEach(() => vi.useRealTimers());

    it.each([
      ['years ahead', 1_500 * DAY],
      ['two months ahead', 60 * DAY],
      ['years behind', -1_500 * DAY],
    ])('%s, is the page’s own, by the time that the server sent with it', async (_, wrong) => {
      vi.useFakeTimers({ toFake: ['Date'], now: NOW + wrong });
      expect(await start(await sent(3))).toMatchObject({ epoch: 3 });
      expect(await start(undefined, answering(await sent(3)))).toMatchObject({ epoch: 3 });
    });

    it('is still the last good one when an older one is replayed', async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: NOW + 60 * DAY });
      await start(await sent(5));
      expect(await start(await sent(4))).toMatchObject({ epoch: 5 });
    });

    it('is rejected once it expired by the time of the server, also the one that this browser kept', async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: NOW });
      await start(await sent(3));
      const late = await sent(3, NOW + 29 * DAY);
      await expect(start(late, answering(late))).rejects.toThrow('expired');
    });
  });

  it('begins again where the keys of the page are new: what they did not sign is nothing', async () => {
    await start(await signer.sign(epoch(5)));
    signer = await createSigner('another');
    expect(await start(await signer.sign(epoch(1)))).toEqual(epoch(1));
  });

  it.each([
    ['not JSON of ours', { epoch: 1 }],
    ['of a schema to come', { schema: 3, payload: '{}', signatures: [] }],
  ])('is rejected when it is %s', async (_, value) => {
    await expect(start(value)).rejects.toThrow();
  });
});

describe('routes and tabs', () => {
  it('follow from the versions only: a path belongs to the first remote that claims it', () => {
    const first = remoteOf('markets');
    const versions = versionsOf(1, first, remoteOf('rival', '1.0.0', { routes: first.routes }));
    expect(matchRemote(versions, '/pages/markets/markets')?.remote).toBe(first);
    expect(matchRemote(versions, '/pages/markets/other')).toBeNull();
  });

  it('are shown in the order that the remotes ask for, those without a tab not at all', () => {
    const versions = versionsOf(
      1,
      remoteOf('assets', '1.0.0', { tab: tabOf(4, '/pages/fund/assets') }),
      remoteOf('account'),
      remoteOf('markets', '1.0.0', { tab: tabOf(1, '/pages/market/market') }),
    );
    expect(tabsOf(versions).map(({ path }) => path)).toEqual(['/pages/market/market', '/pages/fund/assets']);
  });
});
