import { hostSlot } from '@tessera/manifest';
import { beforeEach, describe, expect, test } from 'vitest';
import { publishBuild } from './built-version.ts';
import type { BackendLink } from './compatibility/index.ts';
import { storeGate } from './gate.ts';
import { historyOf, resultOf, statusOf, summaryOf, versionsOf } from './overview.ts';
import type { ReleaseEvent } from './release-event.ts';
import { KEPT } from './retention/kept.ts';
import { slotOf } from './state.ts';
import { storeKeys } from './store.ts';
import { builtHost, descriptorOf, OPEN_GATE, publishTestHost, type TestReleases, testReleases } from './testing.ts';

const audit = { who: 'ada', why: 'x' };
const host = (version: string) => ({ name: 'host', version });
const DAY = 24 * 3_600_000;

let release: TestReleases;
beforeEach(async () => {
  release = await testReleases();
  await release.publish('markets', '1.0.0');
  await publishTestHost(release, '9.0.0');
  await publishTestHost(release, '9.1.0');
  await release.service.promoteTogether([host('9.0.0'), { name: 'markets', version: '1.0.0' }], audit);
});

const own = async () => slotOf((await release.service.latest())?.state, 'host');

describe('a host', () => {
  test('is published with its page, its parts and every hash, once', async () => {
    const record = await release.store.requireVersion('host', '9.0.0');
    expect(record.files.map(({ path }) => path)).toEqual([
      'assets/home.1f.js',
      'assets/main.9.0.0.js',
      'assets/texts-de.1f.js',
      'index.html',
    ]);
    expect(record.screens).toEqual({
      home: ['assets/home.1f.js'],
      'texts/de': ['assets/texts-de.1f.js'],
      'provided/@tessera/ui/content': ['assets/home.1f.js'],
    });
    expect(await release.store.host('9.0.0')).toMatchObject({ contract: { provides: {} } });
    await publishTestHost(release, '9.0.0');
    const other = publishTestHost(release, '9.0.0', { 'assets/other.js': 'x' });
    expect((await other).version).toBe('9.0.0');
    expect((await release.store.requireVersion('host', '9.0.0')).files).toHaveLength(4);
  });

  test('is ramped, promoted, rolled back and halted like a remote, and is a slot of the manifest', async () => {
    const { service } = release;
    await service.ramp(host('9.1.0'), 10, audit);
    expect((await release.inForce()).host).toMatchObject({
      version: '9.0.0',
      stable: { name: 'host', version: '9.0.0', routes: [] },
      ramp: { candidate: { version: '9.1.0' }, weight: 1_000 },
    });
    expect((await release.inForce()).remotes.map(({ name }) => name)).toEqual(['markets']);
    await service.promote(host('9.1.0'), audit);
    expect((await release.inForce()).host).toMatchObject({ version: '9.1.0', previous: { version: '9.0.0' } });
    expect((await service.latest())?.state.host).toBe('9.1.0');
    await service.rollback('host', audit);
    expect((await release.inForce()).host).toMatchObject({ version: '9.0.0' });
    expect((await release.inForce()).withdrawn).toEqual(['host@9.1.0']);
    await expect(service.promote(host('9.1.0'), audit)).rejects.toThrow('version_withdrawn');
    await publishTestHost(release, '9.2.0');
    await service.ramp(host('9.2.0'), 50, audit);
    await service.halt('host', audit);
    expect(await own()).toEqual({ name: 'host', stable: '9.0.0' });
    expect((await service.history()).at(-1)?.changes).toEqual([
      { name: 'host', from: '9.0.0, 9.2.0 at 50 %', to: '9.0.0' },
    ]);
    expect(await service.brokenAt()).toBeUndefined();
  });

  test('is undone by a rollback without a name, but not the first one of a store', async () => {
    const { service } = release;
    await service.promote(host('9.1.0'), audit);
    await service.rollback(undefined, audit);
    expect((await own())?.stable).toBe('9.0.0');
    await expect(service.rollback('host', audit, '9.0.0')).rejects.toMatchObject({ code: 'already_live' });
    const fresh = await testReleases();
    await publishTestHost(fresh, '9.0.0');
    await fresh.service.promote(host('9.0.0'), audit);
    await expect(fresh.service.rollback('host', audit)).rejects.toMatchObject({ code: 'nothing_to_undo' });
  });

  test('is no fallback after a rollback of compromised code, which names when it was live', async () => {
    const { service, clock } = release;
    clock.now += DAY;
    await service.promote(host('9.1.0'), audit);
    const from = clock.now;
    clock.now += DAY;
    await service.rollback('host', { ...audit, compromised: true });
    const manifest = await release.inForce();
    expect(manifest.compromised).toMatchObject({ from, until: clock.now });
    expect(hostSlot(manifest)).toMatchObject({ stable: { version: '9.0.0' } });
    expect(hostSlot(manifest)?.previous).toBeUndefined();
  });

  test('goes back with a revert, and stays where the epoch had none', async () => {
    const before = await testReleases();
    await before.publish('markets', '1.0.0');
    await before.publish('markets', '1.0.1');
    await publishTestHost(before, '9.0.0');
    const { service } = before;
    await service.takeOver({ host: { version: '8.0.0' }, remotes: [{ name: 'markets', version: '1.0.0' }] }, audit);
    expect(hostSlot(await before.inForce())).toBeUndefined();
    await service.promoteTogether([host('9.0.0'), { name: 'markets', version: '1.0.1' }], audit);
    await service.revert(1, audit);
    expect((await service.latest())?.state).toMatchObject({
      host: '9.0.0',
      remotes: [
        { name: 'host', stable: '9.0.0' },
        { name: 'markets', stable: '1.0.0' },
      ],
    });
  });

  test('has a row of its own among the versions and in the status, and no preview', async () => {
    const { service } = release;
    await service.ramp(host('9.1.0'), 10, audit);
    expect((await statusOf(service)).remotes[0]).toMatchObject({
      name: 'host',
      stable: '9.0.0',
      ramp: { version: '9.1.0', percent: 10 },
    });
    expect((await versionsOf(service, 'host')).map(({ version, live }) => [version, live])).toEqual([
      ['9.1.0', 'ramp'],
      ['9.0.0', 'stable'],
    ]);
    await expect(service.preview(host('9.1.0'), 5, audit)).rejects.toMatchObject({ code: 'value_invalid' });
  });

  test('is released only with its files as they were published', async () => {
    const { storage } = release.store;
    await storage.put(storeKeys.file('host', '9.1.0', 'index.html'), Buffer.from('<script>alert(1)</script>'));
    await expect(release.service.ramp(host('9.1.0'), 1, audit)).rejects.toMatchObject({ code: 'store_damaged' });
    await publishTestHost(release, '9.1.0');
    await release.service.ramp(host('9.1.0'), 1, audit);
  });

  test('gives its name to no remote', async () => {
    const folder = await builtHost('1.0.0');
    const built = { name: 'host', version: '1.0.0', folder, descriptor: descriptorOf('host') };
    await expect(publishBuild(release.store, built, { ...audit, at: 0 })).rejects.toMatchObject({
      code: 'descriptor_invalid',
    });
  });

  test('stays with its files and its contract for the days in which an epoch names it', async () => {
    const { service, store, clock } = release;
    await publishTestHost(release, '9.2.0');
    await release.publish('markets', '1.0.1');
    await service.promote(host('9.1.0'), audit);
    await service.promote(host('9.2.0'), audit);
    for (let event = 1; event <= KEPT.epochs; event += 1)
      await service.ramp({ name: 'markets', version: '1.0.1' }, event, audit);
    clock.now += (KEPT.days - 1) * DAY;
    await service.prune(clock.now);
    expect(await store.versionNumbers('host')).toEqual(['9.0.0', '9.1.0', '9.2.0']);
    expect(await store.hosts()).toEqual(['9.0.0', '9.1.0', '9.2.0']);
    clock.now += 3 * DAY;
    await service.prune(clock.now);
    expect(await store.versionNumbers('host')).toEqual(['9.1.0', '9.2.0']);
    expect(await store.hosts()).toEqual(['9.1.0', '9.2.0']);
    expect(await service.examine()).toEqual([]);
  });
});

describe('the gate', () => {
  const needing = (name: string) => ({ uses: { [name]: { range: '^1.0.0', exports: ['*'] } } });

  async function gated(links: readonly BackendLink[] = []): Promise<TestReleases> {
    const gate = { ...OPEN_GATE };
    const made = await testReleases(gate);
    Object.assign(gate, storeGate(made.store, links));
    for (const version of ['9.0.0', '9.1.0']) await publishTestHost(made, version);
    await made.service.promote(host('9.0.0'), audit);
    return made;
  }

  test('compares a remote with the host and with the candidate of its ramp, and a host with all remotes', async () => {
    const made = await gated();
    const types = (await made.store.host('9.0.0'))?.contract?.types ?? '';
    await made.store.keepHost(
      { version: '9.1.0', contract: { provides: { lib: { version: '1.0.0', exports: ['*'] } }, types } },
      0,
    );
    await made.publish('markets', '1.0.0', { contract: { ...needing('lib'), types, links: {}, texts: ['markets'] } });
    const markets = { name: 'markets', version: '1.0.0' };
    await made.service.ramp(host('9.1.0'), 10, audit);
    const [reason, ...more] = await made.service.promote(markets, audit).catch(({ reasons }) => reasons);
    expect([reason.code, reason.subject, more]).toEqual(['module_missing', 'host@9.0.0', []]);
    await made.service.promote(host('9.1.0'), audit);
    await made.service.promote(markets, audit);
    // The remote needs the later host.
    await expect(made.service.rollback('host', audit)).rejects.toMatchObject({
      code: 'incompatible',
      reasons: [{ code: 'module_missing', subject: 'markets@1.0.0' }],
    });
    await made.service.rollback('host', { ...audit, force: true });
    await made.publish('assets', '1.0.0', { contract: { uses: {}, types, links: {}, texts: ['assets'] } });
    await made.service.promote({ name: 'assets', version: '1.0.0' }, audit);
  });

  test('lets a screen of the host move to a remote, which is promoted before the host or with it', async () => {
    const made = await gated();
    const { contract } = (await made.store.host('9.0.0')) ?? {};
    if (!contract) throw new Error('no contract');
    const screens = (...paths: string[]) => Object.fromEntries(paths.map((path) => [path, {}]));
    const LOGIN = '/pages/entrance/entrance';
    await made.store.keepHost({ version: '9.0.0', contract: { ...contract, screens: screens('/', LOGIN) } }, 0);
    await made.store.keepHost({ version: '9.1.0', contract: { ...contract, screens: screens('/') } }, 0);
    await made.publish('entrance', '1.0.0', {
      contract: { uses: {}, types: contract.types, links: {}, texts: ['entrance'] },
    });
    await expect(made.service.promote(host('9.1.0'), audit)).rejects.toMatchObject({
      code: 'incompatible',
      reasons: [{ code: 'route_dropped', subject: 'host@9.0.0', message: expect.stringContaining(LOGIN) }],
    });
    await made.service.promote({ name: 'entrance', version: '1.0.0' }, audit);
    await made.service.promote(host('9.1.0'), audit);
  });

  test('lets the index move to a remote, which pages of the host before do not ask for it', async () => {
    const made = await gated();
    const { contract } = (await made.store.host('9.0.0')) ?? {};
    if (!contract) throw new Error('no contract');
    const INDEX = ['/', '/pages/index/index'];
    const screens = Object.fromEntries(INDEX.map((path) => [path, {}]));
    await made.store.keepHost({ version: '9.0.0', contract: { ...contract, screens } }, 0);
    await made.store.keepHost({ version: '9.1.0', contract: { ...contract, screens: {} } }, 0);
    const descriptor = descriptorOf('home', {
      routes: INDEX.map((path) => ({ path, access: 'guest', title: 'title', module: 'home' })),
    });
    await made.publish('home', '1.0.0', {
      descriptor,
      screens: Object.fromEntries(INDEX.map((path) => [path, []])),
      contract: { uses: {}, types: contract.types, links: {}, texts: ['home'] },
    });
    const dropped = (path: string) => ({ code: 'route_dropped', message: expect.stringContaining(`serves ${path},`) });
    await expect(made.service.promote(host('9.1.0'), audit)).rejects.toMatchObject({ reasons: INDEX.map(dropped) });
    await made.service.promote({ name: 'home', version: '1.0.0' }, audit);
    await made.service.promote(host('9.1.0'), audit);
    expect((await made.inForce()).remotes.find(({ name }) => name === 'home')?.stable.routes).toMatchObject(
      INDEX.map((path) => ({ path })),
    );
    // Back to the host that serves it itself, the remote stays where it is.
    await made.service.rollback('host', audit);
    expect((await made.service.latest())?.state.host).toBe('9.0.0');
  });

  /** A version of markets whose screen has those parameters. */
  const marketsWith = async (made: TestReleases, version: string, params: Record<string, string> | null) => {
    const types = (await made.store.host('9.0.0'))?.contract?.types ?? '';
    const own = descriptorOf('markets');
    const [first] = own.routes;
    if (!first) throw new Error('no route');
    const more = params && { ...first, path: LIST, params };
    return made.publish('markets', version, {
      descriptor: { ...own, routes: [first, ...(more ? [more] : [])] },
      contract: { uses: {}, types, links: {}, texts: ['markets'] },
    });
  };
  const LIST = '/pages/market/market';
  const markets = (version: string) => ({ name: 'markets', version });
  const STOCKS: BackendLink = [LIST, { tab: 'stocks' }];

  test.each<[string, Record<string, string>, string]>([
    ['no longer knows the parameter', {}, 'does not know tab'],
    ['no longer knows the value', { tab: 'crypto|forex?' }, 'does not know tab=stocks'],
    ['needs another parameter', { tab: 'crypto|stocks?', sort: 'string' }, 'needs sort'],
  ])('rejects a screen that %s of a link of the backend', async (_what, params, fault) => {
    const made = await gated([STOCKS]);
    await marketsWith(made, '1.0.0', { tab: 'crypto|stocks?' });
    await marketsWith(made, '1.1.0', params);
    await made.service.promote(markets('1.0.0'), audit);
    const reasons = [
      {
        code: 'link_unfit',
        subject: 'markets@1.1.0',
        message: `The backend links to ${LIST} (tab=stocks); the screen of markets@1.1.0 ${fault}.`,
      },
    ];
    await expect(made.service.ramp(markets('1.1.0'), 10, audit)).rejects.toMatchObject({
      code: 'incompatible',
      reasons,
    });
    await expect(made.service.promote(markets('1.1.0'), audit)).rejects.toMatchObject({ reasons });
    await expect(made.service.promoteTogether([markets('1.1.0')], audit)).rejects.toMatchObject({ reasons });
  });

  describe('and links of the backend that a way back breaks', () => {
    const UNFIT = `link_unfit: The backend links to ${LIST} (tab=stocks); the screen of markets@1.1.0 does not know tab.`;
    const DEAD = `link_dead: The backend links to ${LIST} (tab=stocks), which no live version would serve.`;
    const forced = { ...audit, force: true };

    /** Markets without the screen, with one that does not fit, and with one that does; `first` is the epoch of the first. */
    async function promoted(): Promise<{ readonly made: TestReleases; readonly first: number }> {
      const made = await gated([STOCKS, ['/pages/nft/nft', {}]]);
      await marketsWith(made, '1.0.0', null);
      await marketsWith(made, '1.1.0', {});
      await marketsWith(made, '1.2.0', { tab: 'stocks|all?' });
      // What leads nowhere already is no reason against what comes next: the first screens, and an unfit one.
      const { state } = await made.service.promote(markets('1.0.0'), audit);
      await made.service.promote(markets('1.1.0'), forced);
      await made.service.promote(markets('1.2.0'), audit);
      return { made, first: state.epoch };
    }

    type Way = (service: TestReleases['service'], first: number) => Promise<ReleaseEvent>;
    test.each<[string, Way, string, string]>([
      ['a rollback', (service) => service.rollback('markets', audit), '1.1.0', UNFIT],
      ['a rollback of the last release', (service) => service.rollback(undefined, audit), '1.1.0', UNFIT],
      ['a rollback to a version', (service) => service.rollback('markets', audit, '1.0.0'), '1.0.0', DEAD],
      [
        'a rollback of compromised code',
        (service) => service.rollback('markets', { ...audit, compromised: true }, '1.0.0'),
        '1.0.0',
        DEAD,
      ],
      ['a revert', (service, first) => service.revert(first, audit), '1.0.0', DEAD],
    ])('are warnings of %s, which is made', async (_what, back, version, warning) => {
      const { made, first } = await promoted();
      const event = await back(made.service, first);
      expect(slotOf(event.state, 'markets')?.stable).toBe(version);
      expect(resultOf(event).warnings).toEqual([warning]);
      expect((await historyOf(made.service, 1))[0]).toMatchObject({ forced: [], warnings: [warning] });
      // In the list that former versions of the platform know: they read the event as well.
      expect(event.forced).toEqual([`warning: ${warning}`]);
      expect(await made.service.brokenAt()).toBeUndefined();
    });

    test('are told from what was forced', async () => {
      const { made, first } = await promoted();
      await made.publish('lottery', '1.0.0');
      await made.service.promote({ name: 'lottery', version: '1.0.0' }, forced);
      await expect(made.service.revert(first, audit)).rejects.toMatchObject({
        code: 'incompatible',
        reasons: [{ code: 'remote_removed' }],
      });
      expect(summaryOf(await made.service.revert(first, forced))).toMatchObject({
        forced: [expect.stringMatching(/^remote_removed: /)],
        warnings: [DEAD],
      });
    });
  });

  test('takes no fault of a link for another one that was there before', async () => {
    const made = await gated([STOCKS]);
    await marketsWith(made, '1.0.0', { tab: 'stocks|all?' });
    await marketsWith(made, '1.1.0', {});
    await marketsWith(made, '1.2.0', { sort: 'string?' });
    await marketsWith(made, '1.3.0', { sort: 'string' });
    await marketsWith(made, '1.4.0', { tab: 'crypto|all?' });
    await made.service.promote(markets('1.0.0'), audit);
    await made.service.promote(markets('1.1.0'), { ...audit, force: true });
    // The same fault of another version.
    await made.service.promote(markets('1.2.0'), audit);
    const refused = (version: string, fault: string) =>
      expect(made.service.promote(markets(version), audit)).rejects.toMatchObject({
        code: 'incompatible',
        reasons: [
          { code: 'link_unfit', message: expect.stringContaining(`the screen of markets@${version} ${fault}.`) },
        ],
      });
    await refused('1.3.0', 'needs sort');
    await refused('1.4.0', 'does not know tab=stocks');
  });

  test('never keeps a halt from ending a ramp', async () => {
    const made = await gated([STOCKS]);
    await marketsWith(made, '1.0.0', null);
    await marketsWith(made, '1.1.0', { tab: 'stocks|all?' });
    await made.service.promote(markets('1.0.0'), audit);
    await made.service.ramp(markets('1.1.0'), 50, audit);
    await made.service.halt('markets', audit);
    expect(slotOf((await made.service.latest())?.state, 'markets')?.ramp).toBeUndefined();
  });
});
