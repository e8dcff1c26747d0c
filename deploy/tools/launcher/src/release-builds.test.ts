import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Gate, slotOf, storeKeys } from '@tessera/releases';
import { descriptorOf, folderWith, OPEN_GATE, type TestReleases, testReleases } from '@tessera/releases/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import type { BuiltPackage } from './layout.ts';
import { putFirstStoreAside, releaseBuilds } from './release-builds.ts';
import { builtOf, noTypes, packageNamed } from './testing/built.ts';

/** A test may replace its checks. */
let gate: { -readonly [Check in keyof Gate]: Gate[Check] };
let release: TestReleases;
let remoteDir: string;
let printed: string[];

beforeEach(async () => {
  gate = { ...OPEN_GATE };
  release = await testReleases(gate);
  remoteDir = await folderWith({ 'remote.json': JSON.stringify(descriptorOf('markets')) });
  printed = [];
});

type Options = {
  readonly host?: string;
  readonly promote?: boolean;
  readonly force?: boolean;
  readonly follow?: boolean;
  readonly announced?: readonly BuiltPackage[];
};

async function startWith(version: string, { host = '9.0.0', ...options }: Options = {}): Promise<string | undefined> {
  const markets = { kind: 'remote', name: 'markets', dir: remoteDir } as const;
  const ofHost = { kind: 'host', name: 'host', dir: remoteDir } as const;
  const built = [await builtOf(markets, version), await builtOf(ofHost, host)];
  const report = (line: string) => printed.push(line);
  await releaseBuilds(release.service, built, { now: release.clock.now, report, ...options });
  return slotOf((await release.service.latest())?.state, 'markets')?.stable ?? undefined;
}

/** What a start of a version that did not publish hosts has left. */
async function startedBefore(): Promise<void> {
  await release.publish('markets', '1.0.0');
  const host = { version: '9.0.0', contract: { provides: {}, types: noTypes.hash } };
  await release.service.takeOver({ host, remotes: [{ name: 'markets', version: '1.0.0' }] }, rolledBack);
}

const rolledBack = { who: 'ops', why: 'broken' };

describe('a start', () => {
  test('in an empty environment makes all that was built live in one step, and does nothing the second time', async () => {
    expect(await startWith('1.0.0')).toBe('1.0.0');
    expect((await release.service.latest())?.state).toMatchObject({ epoch: 1, host: '9.0.0' });
    expect(await release.store.host('9.0.0')).toMatchObject({ contract: { types: noTypes.hash } });
    expect(await startWith('1.0.0')).toBe('1.0.0');
    expect((await release.service.history()).length).toBe(1);
  });

  test('in an empty environment announces what is still being built, which goes live by itself, once', async () => {
    const nftPackage = await packageNamed('nft');
    expect(await startWith('1.0.0', { announced: [nftPackage] })).toBe('1.0.0');
    const state = async () => slotOf((await release.service.latest())?.state, 'nft');
    expect(await state()).toMatchObject({ stable: null, announced: { routes: [{ path: '/pages/nft/nft' }] } });
    const [, nft] = (await release.service.manifest())?.remotes ?? [];
    expect(nft?.stable).toMatchObject({ entry: '', routes: [{ path: '/pages/nft/nft', access: 'guest' }] });
    const built = async (version: string) => {
      const builds = [await builtOf(nftPackage, version)];
      await releaseBuilds(release.service, builds, { now: release.clock.now, report: () => undefined });
      return (await state())?.stable;
    };
    expect(await built('1.0.0')).toBe('1.0.0');
    expect(await built('1.0.1')).toBe('1.0.0');
    expect((await state())?.announced).toBeUndefined();
  });

  test('announces nothing where something is live', async () => {
    await startWith('1.0.0');
    await startWith('1.0.1', { announced: [await packageNamed('nft')] });
    const { remotes } = (await release.service.latest())?.state ?? {};
    expect(remotes?.map(({ name }) => name)).toEqual(['host', 'markets']);
  });

  test('restores what it built where the store was damaged, without a release', async () => {
    await startWith('1.0.0');
    const { storage } = release.store;
    const keys = [
      storeKeys.host('9.0.0'),
      storeKeys.record('markets', '1.0.0'),
      storeKeys.file('markets', '1.0.0', 'remoteEntry.js'),
    ];
    for (const key of keys) await storage.put(key, Buffer.from('altered'));
    expect((await release.service.examine()).map(({ what }) => what)).toHaveLength(2);
    await startWith('1.0.0');
    expect(await release.service.examine()).toEqual([]);
    expect(await release.store.intact('markets', '1.0.0')).toBe(true);
    expect((await release.service.history()).length).toBe(1);
  });

  test('publishes new sources, leaves what is live, and says how they go live', async () => {
    await startWith('1.0.0');
    printed = [];
    expect(await startWith('1.0.1')).toBe('1.0.0');
    expect(await release.store.version('markets', '1.0.1')).toBeDefined();
    expect(printed).toEqual([
      '  markets: 1.0.1 is published, 1.0.0 stays live. To make it live:',
      '    npm run tessera -- promote markets@1.0.1 --why "…"',
    ]);
    await release.service.ramp({ name: 'markets', version: '1.0.1' }, 10, rolledBack);
    printed = [];
    await startWith('1.0.1');
    expect(printed).toEqual([]);
  });

  test('never undoes a rollback, a ramp or a removal, whatever was built', async () => {
    await startWith('1.0.0');
    await startWith('1.0.1', { promote: true });
    await release.service.rollback('markets', rolledBack);
    expect(await startWith('1.0.1')).toBe('1.0.0');
    expect(await startWith('1.0.2')).toBe('1.0.0');
    expect(await startWith('1.0.2', { host: '9.0.1' })).toBe('1.0.0');
    await release.service.rollback('markets', { ...rolledBack, force: true }, '1.0.1');
    await release.service.ramp({ name: 'markets', version: '1.0.2' }, 10, rolledBack);
    await startWith('1.0.3');
    expect(slotOf((await release.service.latest())?.state, 'markets')?.ramp?.version).toBe('1.0.2');
  });

  test('publishes the first version of a new remote, but releases it only in an empty environment', async () => {
    await release.publish('nft', '1.0.0');
    await release.service.promote({ name: 'nft', version: '1.0.0' }, rolledBack);
    expect(await startWith('1.0.0')).toBeUndefined();
    expect(printed.join('\n')).toContain('1.0.0 is published, nothing stays live');
  });

  test('on request makes all of it live, but no withdrawn version without force', async () => {
    await startWith('1.0.0');
    expect(await startWith('1.0.1', { promote: true })).toBe('1.0.1');
    await release.service.rollback('markets', rolledBack);
    await expect(startWith('1.0.1', { promote: true })).rejects.toThrow('version_withdrawn: markets@1.0.1 was rolled');
    expect(await startWith('1.0.1', { promote: true, force: true })).toBe('1.0.1');
    expect((await release.service.latest())?.forced).toEqual([expect.stringContaining('version_withdrawn')]);
  });

  test('publishes another host, leaves the live one, and says how it goes live', async () => {
    await startWith('1.0.0');
    printed = [];
    await startWith('1.0.0', { host: '9.1.0' });
    expect((await release.service.latest())?.state).toMatchObject({ epoch: 1, host: '9.0.0' });
    expect(printed).toEqual([
      '  host: 9.1.0 is published, 9.0.0 stays live. To make it live:',
      '    npm run tessera -- promote host@9.1.0 --why "…"',
    ]);
    await startWith('1.0.0', { host: '9.1.0', promote: true });
    await release.service.rollback('host', rolledBack);
    await startWith('1.0.0', { host: '9.1.0' });
    expect((await release.service.latest())?.state).toMatchObject({ host: '9.0.0', withdrawn: ['host@9.1.0'] });
  });

  test('releases the host by pointer where a former version had not, also the same build', async () => {
    await startedBefore();
    expect(await startWith('1.0.0')).toBe('1.0.0');
    const { state } = (await release.service.latest()) ?? {};
    expect(state).toMatchObject({ epoch: 2, host: '9.0.0', remotes: [{ name: 'host', stable: '9.0.0' }, {}] });
    expect((await release.inForce()).host).toMatchObject({ version: '9.0.0', stable: { entry: 'index.html' } });
  });

  test('with a host that does not fit what is live releases nothing, and says what helps', async () => {
    await startedBefore();
    gate.host = async (_, state) =>
      slotOf(state, 'markets')?.stable === '1.0.0'
        ? [{ code: 'export_missing', message: 'Button is gone', subject: 'markets@1.0.0' }]
        : [];
    const start = startWith('1.0.1', { host: '9.1.0' });
    await expect(start).rejects.toThrow(/export_missing: Button is gone[\s\S]*npm start -- --promote/);
    expect((await release.service.latest())?.state).toMatchObject({ epoch: 1, host: '9.0.0' });
    expect(await startWith('1.0.1', { host: '9.1.0', promote: true })).toBe('1.0.1');
    expect(await release.service.latest()).toMatchObject({ state: { host: '9.1.0' }, forced: [] });
  });

  test('has a remote follow a host that its live version does not fit, and leaves others', async () => {
    await startedBefore();
    gate.host = async (_, { remotes }) =>
      remotes.find(({ name }) => name === 'markets')?.stable === '1.0.0'
        ? [{ code: 'type_changed', message: 'Button is another', subject: 'markets@1.0.0' }]
        : [];
    printed = [];
    expect(await startWith('1.0.1', { host: '9.1.0', follow: true })).toBe('1.0.1');
    expect(printed[0]).toBe('  What is live of markets does not fit the host of these sources and follows it.');
    expect(await release.service.latest()).toMatchObject({
      state: { host: '9.1.0' },
      forced: [],
      why: 'built from the sources at start; what was live of markets does not fit its host',
    });
    // With a host that fits it stays where it is.
    expect(await startWith('1.0.2', { host: '9.2.0', follow: true })).toBe('1.0.1');
  });

  test('has a remote that was never live go live with a first host that has moved screens to it', async () => {
    await startedBefore();
    const moved = { code: 'route_dropped', subject: 'host@9.1.0', message: '/pages/nft/nft' } as const;
    gate.host = async (_, state) => (slotOf(state, 'nft')?.stable ? [] : [moved]);
    const built = [
      await builtOf(await packageNamed('nft'), '1.0.0'),
      await builtOf({ kind: 'host', name: 'host', dir: remoteDir }, '9.1.0'),
    ];
    const start = (follow: boolean) =>
      releaseBuilds(release.service, built, { now: release.clock.now, report: (line) => printed.push(line), follow });
    await expect(start(false)).rejects.toThrow('start with --promote');
    await start(true);
    const { state } = (await release.service.latest()) ?? {};
    expect(state?.host).toBe('9.1.0');
    expect(['nft', 'markets'].map((name) => slotOf(state, name)?.stable)).toEqual(['1.0.0', '1.0.0']);
  });

  test('has no remote follow a host to a withdrawn version, or out of a ramp, or for another reason', async () => {
    await startedBefore();
    await release.publish('markets', '1.0.1');
    await release.service.promote({ name: 'markets', version: '1.0.1' }, rolledBack);
    await release.service.rollback('markets', rolledBack);
    const unfit = { code: 'type_changed', message: 'Button is another', subject: 'markets@1.0.0' } as const;
    const isUnfit: Gate['host'] = async (_, state) => (slotOf(state, 'markets')?.stable === '1.0.0' ? [unfit] : []);
    gate.host = isUnfit;
    const start = (version: string) => startWith(version, { host: '9.1.0', follow: true });
    await expect(start('1.0.1')).rejects.toThrow('version_withdrawn: markets@1.0.1');
    gate.host = async () => [unfit, { code: 'types_not_compared', message: 'no types' }];
    await expect(start('1.0.2')).rejects.toThrow('no types');
    gate.host = isUnfit;
    await release.service.ramp({ name: 'markets', version: '1.0.2' }, 10, rolledBack);
    await expect(start('1.0.3')).rejects.toThrow('Button is another');
    const { state } = (await release.service.latest()) ?? {};
    expect(state).toMatchObject({ host: '9.0.0' });
    expect(slotOf(state, 'markets')).toMatchObject({ stable: '1.0.0', ramp: { version: '1.0.2' } });
  });

  test('in an empty environment releases what it has, even if a remote is missing that another one links to', async () => {
    gate.remote = async () => [{ code: 'link_dead', message: 'nothing serves /pages/nft/nft', subject: 'host@9' }];
    expect(await startWith('1.0.0')).toBe('1.0.0');
    expect((await release.service.latest())?.forced).toEqual(['link_dead: nothing serves /pages/nft/nft']);
  });
});

describe('a store of before manifests were signed', () => {
  test('is put aside as it is, once', async () => {
    const data = await folderWith({ 'releases/moves/00000001.json': '{}' });
    expect(await putFirstStoreAside(data)).toBe(join(data, 'releases-unsigned'));
    expect(existsSync(join(data, 'releases-unsigned/moves/00000001.json'))).toBe(true);
    expect(await putFirstStoreAside(data)).toBeUndefined();
    const signed = await folderWith({ 'releases/moves/00000001.json': '{}', 'releases/records/a/1.json': '{}' });
    expect(await putFirstStoreAside(signed)).toBeUndefined();
  });
});
