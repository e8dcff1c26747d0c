// @vitest-environment jsdom
import { isWithin, type Manifest, type PageReports } from '@tessera/manifest';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { manifestOf, remoteOf, slotOf } from '../testing/manifests.ts';
import { clientId } from './client.ts';

const stable = remoteOf('markets', '1.0.0');
const candidate = remoteOf('markets', '1.0.1');
const salt = 'the salt of a ramp';
const ramped = (epoch: number, weight: number): Manifest =>
  manifestOf(epoch, [slotOf(stable, { ramp: { candidate, weight, salt } }), slotOf(remoteOf('nft'))]);

let telemetry: typeof import('./telemetry.ts');
/** What pages stated to get a nonce, and what they sent. */
let stated: object[];
let sent: PageReports[];
let registryIsUp: boolean;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  localStorage.clear();
  [stated, sent, registryIsUp] = [[], [], true];
  vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) => {
    if (!registryIsUp) throw new TypeError('fetch failed');
    stated.push(JSON.parse(String(body)));
    return Response.json({ nonce: `nonce ${stated.length}` });
  });
  class Text {
    readonly text: string;
    constructor([text]: readonly string[]) {
      this.text = text ?? '';
    }
  }
  vi.stubGlobal('Blob', Text);
  Object.assign(navigator, { sendBeacon: (_url: string, { text }: Text) => sent.push(JSON.parse(text)) });
  telemetry = await import('./telemetry.ts');
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const gather = () => vi.advanceTimersByTimeAsync(1_000);

describe('the reports of a page', () => {
  it('carry one nonce, bound to the epoch and to the version that the ramp assigns this client', async () => {
    const manifest = ramped(3, 5_000);
    telemetry.reportUse(manifest, stable);
    await gather();
    telemetry.reportFailure(manifest, stable, 'render');
    await gather();
    const arms = [isWithin(5_000, salt, clientId()) ? 'markets@1.0.1' : 'markets@1.0.0'];
    expect(stated).toEqual([{ epoch: 3, arms }]);
    expect(sent.map(({ reports: _reports, ...page }) => page)).toEqual([
      { epoch: 3, arms, nonce: 'nonce 1' },
      { epoch: 3, arms, nonce: 'nonce 1' },
    ]);
  });

  it('have another nonce in another epoch', async () => {
    telemetry.reportUse(ramped(3, 0), stable);
    await gather();
    telemetry.reportUse(ramped(4, 10_000), candidate);
    await gather();
    expect(stated).toEqual([
      { epoch: 3, arms: ['markets@1.0.0'] },
      { epoch: 4, arms: ['markets@1.0.1'] },
    ]);
    expect(sent.map(({ epoch, nonce }) => [epoch, nonce])).toEqual([
      [3, 'nonce 1'],
      [4, 'nonce 2'],
    ]);
  });

  it('wait while the registry is down, and are sent with the next ones', async () => {
    registryIsUp = false;
    telemetry.reportUse(ramped(3, 0), stable);
    await gather();
    dispatchEvent(new Event('pagehide'));
    expect(sent).toEqual([]);
    registryIsUp = true;
    telemetry.reportUse(ramped(3, 0), remoteOf('nft'));
    await gather();
    expect(sent.map(({ reports }) => reports.map(({ remote }) => remote))).toEqual([['markets', 'nft']]);
  });
});

describe('the reports of a host', () => {
  const host = (version: string) => remoteOf('host', version, { routes: [] });
  const withHost = (weight: number): Manifest => ({
    ...manifestOf(7, []),
    host: {
      version: '1.0.0',
      stable: host('1.0.0'),
      ramp: { candidate: host('2.0.0'), weight, salt },
      previous: host('0.9.0'),
    },
  });
  const keepCookies = (text: string) => vi.spyOn(document, 'cookie', 'get').mockReturnValue(text);
  beforeEach(() => {
    keepCookies('tessera_bucket=7');
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('count it as used once, under the version that its cookie assigns', async () => {
    telemetry.reportHost(withHost(10_000), '2.0.0');
    telemetry.reportHost(withHost(10_000), '2.0.0');
    await gather();
    expect(stated).toEqual([{ epoch: 7, arms: ['host@2.0.0'] }]);
    expect(sent.flatMap(({ reports }) => reports)).toEqual([{ type: 'use', remote: 'host', version: '2.0.0' }]);
  });

  it('tell of one that did not start, by the one that did instead, once', async () => {
    keepCookies('tessera_bucket=7; tessera_unfit=2.0.0');
    telemetry.reportHost(withHost(10_000), '1.0.0');
    telemetry.reportHost(withHost(10_000), '1.0.0');
    await gather();
    expect(stated).toEqual([{ epoch: 7, arms: ['host@2.0.0'] }]);
    expect(sent.flatMap(({ reports }) => reports)).toEqual([
      { type: 'use', remote: 'host', version: '1.0.0' },
      { type: 'use', remote: 'host', version: '2.0.0' },
      { type: 'failure', remote: 'host', version: '2.0.0', kind: 'evaluation' },
    ]);
  });

  it('are no sample of a ramp in a browser without cookies, and none of a host that no manifest names', async () => {
    keepCookies('tessera_unfit=6.6.6');
    telemetry.reportHost(withHost(5_000), '1.0.0');
    telemetry.reportHostFailure(withHost(5_000), '1.0.0');
    telemetry.reportHostFailure(withHost(5_000), '5.5.5');
    await gather();
    expect(stated).toEqual([{ epoch: 7, arms: [] }]);
    expect(sent.flatMap(({ reports }) => reports).map(({ type, version }) => [type, version])).toEqual([
      ['use', '1.0.0'],
      ['failure', '1.0.0'],
    ]);
  });
});
