import { type PublicKey, publicKeyOf } from '@tessera/releases';
import { type TestReleases, testReleases } from '@tessera/releases/testing';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { gatewayWith } from './testing/gateway-with.ts';

const FINANCE = { name: 'finance', origin: 'http://127.0.0.1:5173' };
const NFT = { name: 'nft', origin: 'http://[::1]:8081' };

const AUDIT = { who: 'ada', why: 'x' };

let release: TestReleases;
let keys: PublicKey[];
let finance: string;

beforeAll(async () => {
  release = await testReleases();
  keys = release.keys.map(publicKeyOf);
  finance = (await release.service.grantOverride(FINANCE)).grant;
});

/** The content policy of the page at an address. */
async function policyAt(search: string, { developerTools = true, now = release.clock.now } = {}): Promise<string> {
  const gateway = await gatewayWith({
    keys: async () => keys,
    shell: async () => ({ template: '', files: { home: [], texts: {}, provided: {} } }),
    now: () => now,
    developerTools,
  });
  onTestFinished(() => gateway.close());
  return String((await gateway.inject(`/h5/?${search}`)).headers['content-security-policy']);
}

const LOOPBACK = /127\.0\.0\.1|::1|5173|6666/;
const decoded = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString()) as { payload: string };
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('an app that listens on the device, and a link', () => {
  test.each([
    ['without a grant', 'override=finance=http://127.0.0.1:5173'],
    ['with text of another kind', 'override=eyJz&override='],
    ['with a bare payload', `override=${encoded({ schema: 2, override: FINANCE, expiresAt: 9e15 })}`],
    ['without a signature', `override=${encoded({ schema: 2, payload: '{}', signatures: [] })}`],
  ])('%s run nothing in the page', async (_, search) => {
    expect(await policyAt(search)).not.toMatch(LOOPBACK);
  });

  test('with a grant for another port run nothing: the grant is signed as it is', async () => {
    const signed = decoded(finance);
    const altered = encoded({ ...signed, payload: signed.payload.replace('5173', '6666') });
    expect(await policyAt(`override=${altered}`)).not.toMatch(LOOPBACK);
  });

  test('with a grant of another environment run nothing', async () => {
    const other = await testReleases();
    const { grant } = await other.service.grantOverride(FINANCE);
    expect(await policyAt(`override=${grant}`)).not.toMatch(LOOPBACK);
  });

  test('with a grant of 15 minutes ago run nothing', async () => {
    const now = release.clock.now + 15 * 60_000;
    expect(await policyAt(`override=${finance}`, { now })).toContain(FINANCE.origin);
    expect(await policyAt(`override=${finance}`, { now: now + 1 })).not.toMatch(LOOPBACK);
  });

  test('run nothing in production, whatever the grant', async () => {
    expect(await policyAt(`override=${finance}`, { developerTools: false })).not.toMatch(LOOPBACK);
  });

  test('with another signed text run nothing', async () => {
    await release.publish('finance', '1.0.0');
    const { link } = await release.service.preview({ name: 'finance', version: '1.0.0' }, 5, AUDIT);
    const preview = await release.store.preview(link);
    expect(await policyAt(`override=${encoded(preview as object)}`)).not.toMatch(LOOPBACK);
  });
});

test('grants allow exactly the origins that they name', async () => {
  const { grant } = await release.service.grantOverride(NFT);
  const policy = await policyAt(`override=${finance}&override=${grant}`);
  expect(policy).toContain(`script-src 'self' ${FINANCE.origin} ${NFT.origin}`);
});

test('no grant is signed for another origin than loopback', async () => {
  for (const origin of ['https://evil.example', 'http://127.0.0.1', 'http://127.0.0.1:80@evil.example:80', '*']) {
    await expect(release.service.grantOverride({ name: 'finance', origin })).rejects.toMatchObject({
      code: 'value_invalid',
    });
  }
});
