import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { folderWith, testReleases } from '@tessera/releases/testing';
import fastify from 'fastify';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { serveFiles } from './file-routes.ts';

const disk = vi.hoisted(() => ({ reads: 0 }));
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  const counted =
    <Args extends readonly unknown[], Result>(work: (...args: Args) => Result) =>
    (...args: Args): Result => {
      disk.reads += 1;
      return work(...args);
    };
  return { ...real, readFile: counted(real.readFile), readdir: counted(real.readdir) };
});

beforeEach(() => {
  disk.reads = 0;
});

test('files that clients make up are looked for in a list, once a second; a file that is built later is found', async () => {
  const host = await folderWith({ 'assets/main.1f.js': 'main', 'assets/deep/more.js': 'more' });
  const { store } = await testReleases();
  let passed = 0;
  const gateway = fastify();
  onTestFinished(() => gateway.close());
  await serveFiles(gateway, { host, console: host, releases: store, now: () => passed });
  const get = async (path: string) => {
    const { statusCode, body } = await gateway.inject({ url: path, headers: { 'accept-encoding': 'br, gzip' } });
    return statusCode === 200 ? body : statusCode;
  };
  expect([await get('/h5/assets/main.1f.js'), await get('/h5/assets/deep/more.js')]).toEqual(['main', 'more']);
  disk.reads = 0;
  for (let at = 0; at < 200; at += 1) {
    expect(await get(`/h5/assets/none-${at}.js`)).toBe(404);
    expect(await get(`/console/none-${at}.js`)).toBe(404);
  }
  // Of the folder of the console, which was not read yet.
  expect(disk.reads).toBe(1);
  await writeFile(join(host, 'assets/later.js'), 'later');
  expect(await get('/h5/assets/later.js')).toBe(404);
  passed += 1_000;
  expect(await get('/h5/assets/later.js')).toBe('later');
});

test('requests for files of one address that are under way leave places for others', async () => {
  const host = await folderWith({ 'assets/main.1f.js': 'main' });
  const { store } = await testReleases();
  const bucket = Promise.withResolvers<readonly string[]>();
  store.remotes = () => bucket.promise;
  const gateway = fastify();
  onTestFinished(() => gateway.close());
  await serveFiles(gateway, { host, console: host, releases: store });
  const get = async (remoteAddress: string, url: string) => gateway.inject({ url, remoteAddress });
  const waiting = Array.from({ length: 600 }, (_, at) => get('198.51.100.9', `/h5/remotes/markets/1.0.${at}/x.js`));
  const refused = await get('198.51.100.9', '/h5/assets/main.1f.js');
  expect([refused.statusCode, refused.headers['retry-after'], refused.json()]).toEqual([
    429,
    '1',
    { error: 'too_many' },
  ]);
  expect((await get('198.51.100.10', '/h5/assets/main.1f.js')).body).toBe('main');
  bucket.resolve([]);
  await Promise.all(waiting);
  expect((await get('198.51.100.9', '/h5/assets/main.1f.js')).body).toBe('main');
});
