import { descriptorOf, type TestReleases, testReleases } from '@tessera/releases/testing';
import { beforeEach, expect, test } from 'vitest';
import { firstLists } from './first-lists.ts';

let release: TestReleases;
const audit = { who: 'ops', why: 'test' };

/** A version of Home with a screen of one file and texts of another; its other route has the same. */
const publishHome = (version: string) =>
  release.publish('home', version, {
    descriptor: descriptorOf('home', {
      routes: ['/', '/pages/index/index'].map((path) => ({ path, access: 'guest', title: 'title', module: 'home' })),
    }),
    screens: { '/': ['remoteEntry.js'], '/pages/index/index': ['remoteEntry.js'] },
    provided: { '/': ['@tessera/ui/carousel'] },
  });

beforeEach(async () => {
  release = await testReleases();
  await publishHome('1.0.0');
  await publishHome('1.1.0');
  await release.publish('markets', '1.0.0');
  for (const name of ['home', 'markets']) await release.service.promote({ name, version: '1.0.0' }, audit);
});

test('lists what the screen at the index loads, of the stable version and of the candidate', async () => {
  const lists = firstLists(release.store);
  const folder = (version: string) => `/h5/remotes/home/${version}/`;
  expect(await lists(await release.inForce())).toEqual({
    [folder('1.0.0')]: {
      assets: [['remoteEntry.js', expect.stringMatching(/^sha256-/)]],
      screens: { '/': [0], '/pages/index/index': [0] },
      provided: { '/': ['@tessera/ui/carousel'] },
      texts: {},
    },
  });
  await release.service.ramp({ name: 'home', version: '1.1.0' }, 10, audit);
  expect(Object.keys(await lists(await release.inForce()))).toEqual([folder('1.0.0'), folder('1.1.0')]);
});

test('leaves out a version whose record cannot be read: the page asks for the list', async () => {
  const manifest = await release.inForce();
  const lists = firstLists({ version: () => Promise.reject(new Error('store_unreachable')) });
  expect(await lists(manifest)).toEqual({});
});
