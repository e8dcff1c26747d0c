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

const never = (message: string) => {
  throw new Error(message);
};

test('lists what the screen at the index loads, of the stable version and of the candidate, once it is read', async () => {
  const lists = firstLists(release.store, never);
  const folder = (version: string) => `/h5/remotes/home/${version}/`;
  const stable = await release.inForce();
  expect(lists(stable)).toEqual({});
  await expect
    .poll(() => lists(stable))
    .toEqual({
      [folder('1.0.0')]: {
        assets: [['remoteEntry.js', expect.stringMatching(/^sha256-/)]],
        screens: { '/': [0], '/pages/index/index': [0] },
        provided: { '/': ['@tessera/ui/carousel'] },
        texts: {},
      },
    });
  await release.service.ramp({ name: 'home', version: '1.1.0' }, 10, audit);
  const ramped = await release.inForce();
  await expect.poll(() => Object.keys(lists(ramped))).toEqual([folder('1.0.0'), folder('1.1.0')]);
});

test('no page waits for the store, and pages at once ask it once; a failure is reported once', async () => {
  const manifest = await release.inForce();
  const faults: string[] = [];
  const asked: ((error: Error) => void)[] = [];
  const version = () => new Promise<never>((_, fail) => void asked.push(fail));
  const lists = firstLists({ version }, (message) => faults.push(message));
  expect([lists(manifest), lists(manifest)]).toEqual([{}, {}]);
  for (const tries of [1, 2]) {
    expect(asked).toHaveLength(tries);
    asked.at(-1)?.(new Error('store_unreachable'));
    await expect
      .poll(() => {
        lists(manifest);
        return asked.length;
      })
      .toBe(tries + 1);
  }
  expect(faults).toEqual(['home@1.0.0: its files are not in the page. Error: store_unreachable']);
});
