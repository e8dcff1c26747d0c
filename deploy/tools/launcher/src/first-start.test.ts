import { type Gate, slotOf } from '@tessera/releases';
import { OPEN_GATE, type TestReleases, testReleases } from '@tessera/releases/testing';
import { beforeEach, expect, test, vi } from 'vitest';
import type { BuildOutcome } from './builds.ts';
import { startInParts } from './first-start.ts';
import type { BuiltPackage } from './layout.ts';
import { builtOf, packageNamed } from './testing/built.ts';

let gate: { -readonly [Check in keyof Gate]: Gate[Check] };
let release: TestReleases;
let packages: readonly BuiltPackage[];
let stop: AbortController;
let printed: string[];
/** Versions that stand already. */
let upToDate: Set<string>;
/** Packages in the order in which their builds began. */
let began: string[];

beforeEach(async () => {
  gate = { ...OPEN_GATE };
  release = await testReleases(gate);
  packages = await Promise.all(['host', 'home', 'entrance', 'markets', 'trading', 'nft'].map(packageNamed));
  upToDate = new Set();
  printed = [];
  began = [];
  vi.spyOn(console, 'error').mockImplementation((line: string) => printed.push(line));
});

/** Builds one package after the other; `during` is called when one begins, and what it returns is what comes of it. */
function starting(during: (name: string) => Promise<string | undefined> | string | undefined = () => undefined) {
  stop = new AbortController();
  return startInParts({
    service: release.service,
    packages,
    stale: packages.filter(({ name }) => !upToDate.has(name)),
    async build(_report, targets = [], signal, onEach = () => undefined) {
      const outcomes: BuildOutcome[] = [];
      for (const target of targets) {
        if (signal?.aborted) break;
        began.push(target.name);
        const failure = await during(target.name);
        // As a build that was ended: without an outcome.
        if (signal?.aborted) break;
        const outcome = failure ? { package: target, failure } : await builtOf(target, '1.0.0');
        if (!failure) upToDate.add(target.name);
        outcomes.push(outcome);
        onEach(outcome);
      }
      return outcomes;
    },
    options: {},
    print: (line) => printed.push(line),
    stop: stop.signal,
  });
}

const live = async () => {
  const state = (await release.service.latest())?.state;
  return Object.fromEntries(
    ['home', 'entrance', 'markets', 'trading', 'nft'].map((name) => {
      const slot = slotOf(state, name);
      return [name, slot?.announced ? 'announced' : (slot?.stable ?? null)];
    }),
  );
};
const ALL = { home: '1.0.0', entrance: '1.0.0', markets: '1.0.0', trading: '1.0.0', nft: '1.0.0' };

test('pages open with host, Home, log-in and markets; the others are announced, and go live one by one', async () => {
  const held = Promise.withResolvers<undefined>();
  const { names, done } = await starting((name) => (name === 'nft' || name === 'trading' ? held.promise : undefined));
  expect(names.toSorted()).toEqual(['nft', 'trading']);
  expect(await live()).toEqual({
    home: '1.0.0',
    entrance: '1.0.0',
    markets: '1.0.0',
    trading: 'announced',
    nft: 'announced',
  });
  held.resolve(undefined);
  expect(await done).toEqual([]);
  expect(await live()).toEqual(ALL);
});

test('what is built already is there from the first page on, and nothing waits behind what is not', async () => {
  upToDate = new Set(['nft']);
  const { names, done } = await starting((name) => {
    if (name === 'trading') expect(began).toContain('nft');
    return undefined;
  });
  expect(names).toEqual(['trading']);
  await done;
  expect(await live()).toEqual(ALL);
});

test.each(['host', 'home', 'entrance', 'markets'])(
  'a stop while %s is being built ends the start, and the next one goes on',
  async (at) => {
    const ended = starting((name) => {
      if (name === at) stop.abort();
      return undefined;
    });
    await expect(ended).rejects.toThrow(/abort/i);
    expect(await release.service.latest()).toBeUndefined();
    await (await starting()).done;
    expect(await live()).toEqual(ALL);
  },
);

test('a stop while the others are being built leaves them announced, and the next start brings them', async () => {
  const { done } = await starting((name) => {
    if (name === began[4]) stop.abort();
    return undefined;
  });
  expect(await done).toEqual([]);
  expect(await live()).toEqual({
    home: '1.0.0',
    entrance: '1.0.0',
    markets: '1.0.0',
    trading: 'announced',
    nft: 'announced',
  });
  await (await starting()).done;
  expect(await live()).toEqual(ALL);
});

test('one that does not build keeps out none of the others, is named, and is not on its way any more', async () => {
  const { done } = await starting((name) => (name === 'trading' ? 'trading does not compile' : undefined));
  expect(await done).toEqual(['trading']);
  expect(await live()).toEqual({ ...ALL, trading: null });
  expect(printed.join()).toContain('trading: trading does not compile');
});

test('a host that does not build is the reason why there is no start', async () => {
  await expect(starting((name) => (name === 'host' ? 'the host does not compile' : undefined))).rejects.toThrow(
    'the host does not compile',
  );
  expect(await release.service.latest()).toBeUndefined();
});

test('a version that the gate refuses is named, and those after it go live', async () => {
  const { done } = await starting(() => {
    gate.remote = async ({ name }) =>
      name === began[4] ? [{ code: 'export_missing', message: 'Button is gone' }] : [];
    return undefined;
  });
  const refused = began[4] as string;
  expect(await done).toEqual([refused]);
  expect(await live()).toEqual({ ...ALL, [refused]: null });
});

test('a release of someone else meanwhile is no obstacle', async () => {
  await release.publish('loans', '1.0.0');
  const { takeOver } = release.service;
  let taken = false;
  vi.spyOn(release.service, 'takeOver').mockImplementation(async (what, request) => {
    if (!taken && what.remotes.some(({ name }) => name === 'nft')) {
      taken = true;
      const { epoch = 0 } = (await release.service.latest())?.state ?? {};
      await release.service.promote({ name: 'loans', version: '1.0.0' }, { who: 'ops', why: 'needed' });
      return takeOver.call(release.service, what, { ...request, expectedEpoch: epoch });
    }
    return takeOver.call(release.service, what, request);
  });
  expect(await (await starting()).done).toEqual([]);
  expect(taken).toBe(true);
  expect(await live()).toEqual(ALL);
});
