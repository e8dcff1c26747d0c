import { acceptGrant, publicKeyOf } from '@tessera/releases';
import { testReleases } from '@tessera/releases/testing';
import { expect, test } from 'vitest';
import { grantSource, requireTaken } from './grant.ts';

const OVERRIDE = { name: 'finance', origin: 'http://127.0.0.1:5173' };
const nowhere = async () => {
  throw new Error('not asked');
};

test('a platform on this machine needs nothing: the keys of its data folder sign', async () => {
  const { service, keys, clock } = await testReleases();
  for (const platform of ['http://localhost:8080', 'http://127.0.0.1:8080']) {
    const obtain = grantSource({ platform, token: undefined, fetch: nowhere, local: async () => service });
    const accepted = await acceptGrant(await obtain(OVERRIDE), { keys: keys.map(publicKeyOf), now: clock.now });
    expect(accepted.override).toEqual(OVERRIDE);
  }
});

test('another platform is asked with the token of a staff session', async () => {
  const asked: unknown[] = [];
  const obtain = grantSource({
    platform: 'https://staging.example',
    token: 'ada',
    fetch: async (url, init) => {
      asked.push(String(url), new Headers(init?.headers).get('authorization'), JSON.parse(String(init?.body)));
      return Response.json({ grant: 'eyJz', expiresAt: 1 });
    },
    local: nowhere,
  });
  expect(await obtain(OVERRIDE)).toBe('eyJz');
  expect(asked).toEqual(['https://staging.example/registry/override', 'Bearer ada', OVERRIDE]);
});

test('a platform that gives no grant is reported with the reason', async () => {
  const without = grantSource({ platform: 'https://h5.example', token: undefined, fetch: nowhere, local: nowhere });
  await expect(without(OVERRIDE)).rejects.toMatchObject({
    code: 'grant_missing',
    message: expect.stringContaining('set TESSERA_TOKEN'),
  });
  const off = grantSource({
    platform: 'https://h5.example',
    token: 'ada',
    fetch: async () => Response.json({ error: 'overrides_off', message: 'None here.' }, { status: 403 }),
    local: nowhere,
  });
  await expect(off(OVERRIDE)).rejects.toMatchObject({
    code: 'grant_missing',
    message: 'https://h5.example gives no grant. None here.',
  });
});

test('a platform whose page does not take the grant is reported', async () => {
  const url = 'http://localhost:8080/h5/?override=eyJz#/';
  const page = (policy: string) => async () => new Response('', { headers: { 'content-security-policy': policy } });
  await requireTaken(url, OVERRIDE, page(`script-src 'self' ${OVERRIDE.origin}`));
  await expect(requireTaken(url, OVERRIDE, page("script-src 'self'"))).rejects.toMatchObject({
    code: 'grant_rejected',
    message: expect.stringContaining('DATA_DIR'),
  });
});
