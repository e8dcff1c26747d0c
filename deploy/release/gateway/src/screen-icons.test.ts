import { descriptorOf, type TestReleases, testReleases } from '@tessera/releases/testing';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { screenIcons, serveIcons } from './screen-icons.ts';

let release: TestReleases;
let gateway: FastifyInstance;
const audit = { who: 'ops', why: 'test' };
const FIRST = 'M3 3h18v18H3z';
const SECOND = 'M4 4h16v16H4z';

const publish = (version: string, icon?: string) =>
  release.publish('nft', version, {
    descriptor: descriptorOf('nft', {
      routes: ['/pages/nft/nft', '/pages/nft/mine'].map((path, at) => ({
        path,
        access: 'guest',
        title: 'title',
        module: 'nft',
        ...(icon && at === 0 ? { icon } : {}),
      })),
    }),
  });

const ask = (path: string) => gateway.inject(`/h5/icons${path}.svg`);

beforeEach(async () => {
  release = await testReleases();
  await publish('1.0.0', FIRST);
  await publish('1.1.0', SECOND);
  await release.service.promote({ name: 'nft', version: '1.0.0' }, audit);
  let manifest = await release.inForce();
  gateway = fastify();
  gateway.addHook('onRequest', async () => {
    manifest = await release.inForce();
  });
  serveIcons(gateway, { release: () => manifest, icon: screenIcons(release.store) });
});
afterEach(() => gateway.close());

test('a screen has the icon that the stable version of its remote declares, as a picture that runs nothing', async () => {
  const { statusCode, headers, body } = await ask('/pages/nft/nft');
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({ 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=600' });
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  expect(body).toContain(`<path d="${FIRST}"/>`);
  await release.service.promote({ name: 'nft', version: '1.1.0' }, audit);
  expect((await ask('/pages/nft/nft')).body).toContain(SECOND);
  await release.service.rollback('nft', audit);
  expect((await ask('/pages/nft/nft')).body).toContain(FIRST);
});

test('a screen without an icon has a neutral one; a path that no remote serves has none', async () => {
  const neutral = await ask('/pages/nft/mine');
  expect(neutral.statusCode).toBe(200);
  expect(neutral.body).not.toContain(FIRST);
  for (const path of ['/pages/nft/none', '', '/', '/pages/nft/nft.svg'])
    expect((await ask(path)).statusCode, path).toBe(404);
});
