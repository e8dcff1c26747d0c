import { chooseVersions } from '@tessera/manifest';
import { beforeEach, describe, expect, test } from 'vitest';
import { routeRules } from './compatibility/route-rules.ts';
import type { Descriptor } from './descriptor.ts';
import { HOLDS_FOR } from './manifest.ts';
import { statusOf, versionsOf } from './overview.ts';
import { type Gate, type Reference, ReleaseService } from './release-service.ts';
import { ReleaseStore } from './store.ts';
import { descriptorOf, OPEN_GATE, type TestReleases, testReleases } from './testing.ts';

const DAY = 24 * 3_600_000;
const audit = { who: 'ada', why: 'because' };
const markets = (version: string) => ({ name: 'markets', version });

let release: TestReleases;

beforeEach(async () => {
  release = await testReleases();
  for (const version of ['1.0.0', '1.0.1', '1.0.2']) await release.publish('markets', version);
});

/** Another service on the same store with this gate. */
function serviceWith(gate: Gate): ReleaseService {
  const { store, clock } = release;
  const own = new ReleaseStore(store.storage, store.keys);
  const random = () => 'a salt of that service';
  return new ReleaseService({ store: own, now: () => clock.now, random, gate });
}

describe('an event', () => {
  test('records who and why, and signs its manifest for a month', async () => {
    const event = await release.service.promote(markets('1.0.0'), audit);
    expect(event).toMatchObject({ kind: 'promote', who: 'ada', why: 'because', forced: [] });
    expect(await release.inForce()).toMatchObject({
      epoch: 1,
      expiresAt: release.clock.now + HOLDS_FOR,
      remotes: [{ name: 'markets', stable: { version: '1.0.0', integrity: expect.stringMatching(/^sha256-/) } }],
    });
  });

  test('needs a reason and a published version', async () => {
    await expect(release.service.promote(markets('1.0.0'), { who: 'ada', why: ' ' })).rejects.toThrow('needs a reason');
    await expect(release.service.promote(markets('9.9.9'), audit)).rejects.toThrow('was never published');
  });

  test('of two operators at the same time succeeds for one, and the other gets a conflict', async () => {
    await release.service.promote(markets('1.0.0'), audit);
    const waiting: (() => void)[] = [];
    // All have seen the same epoch before any of them writes.
    const gate: Gate = {
      ...OPEN_GATE,
      remote: () =>
        new Promise((open) => {
          waiting.push(() => open([]));
          if (waiting.length === 4) for (const each of waiting) each();
        }),
    };
    const service = serviceWith(gate);
    const attempts = await Promise.allSettled(
      ['1.0.1', '1.0.2', '1.0.1', '1.0.2'].map((version) => service.promote(markets(version), audit)),
    );
    const rejections = attempts.flatMap((attempt) => (attempt.status === 'rejected' ? [attempt.reason] : []));
    expect(rejections).toHaveLength(3);
    for (const rejection of rejections) expect(rejection).toMatchObject({ code: 'epoch_taken' });
    expect((await release.service.history()).map(({ state }) => state.epoch)).toEqual([1, 2]);
    expect(await release.service.brokenAt()).toBeUndefined();
    expect((await release.inForce()).epoch).toBe(2);
  });

  test('of several services on one store succeeds for exactly one per round, whatever they do', async () => {
    await release.service.promote(markets('1.0.0'), audit);
    await release.service.promote(markets('1.0.1'), audit);
    const services = [serviceWith(OPEN_GATE), serviceWith(OPEN_GATE)];
    for (let round = 0; round < 8; round += 1) {
      const epoch = round + 2;
      const stable = (await release.service.latest())?.state.remotes[0]?.stable;
      const other = stable === '1.0.1' ? '1.0.0' : '1.0.1';
      const attempts = await Promise.allSettled(
        services.flatMap((service) => [
          service.promote(markets(other), { ...audit, force: true, expectedEpoch: epoch }),
          service.rollback('markets', { ...audit, force: true, expectedEpoch: epoch }, '1.0.0'),
          service.ramp(markets('1.0.2'), 1 + round, { ...audit, force: true, expectedEpoch: epoch }),
        ]),
      );
      const made = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []));
      const rejected = attempts.flatMap((attempt) => (attempt.status === 'rejected' ? [attempt.reason.code] : []));
      expect(made.length, `round ${round}`).toBe(1);
      // A rollback to the version that is live is rejected by itself.
      expect(rejected.filter((code) => code !== 'already_live')).not.toHaveLength(0);
      for (const code of rejected) expect(['epoch_taken', 'already_live']).toContain(code);
      expect(await release.service.latest()).toEqual(made[0]);
      expect(made[0]?.state.epoch).toBe(epoch + 1);
      expect((await release.inForce()).epoch).toBe(epoch + 1);
    }
    expect(await release.service.brokenAt()).toBeUndefined();
  });

  test('is rejected if there is a later epoch than the one the caller saw', async () => {
    await release.service.promote(markets('1.0.0'), { ...audit, expectedEpoch: 0 });
    await release.service.promote(markets('1.0.1'), { ...audit, expectedEpoch: 1 });
    const late = release.service.rollback('markets', { ...audit, expectedEpoch: 1 });
    await expect(late).rejects.toMatchObject({ code: 'epoch_taken' });
    const seen = { ...audit, expectedEpoch: 1 };
    const attempts = [
      () => release.service.promote(markets('1.0.2'), seen),
      () => release.service.ramp(markets('1.0.2'), 5, seen),
      () => release.service.revert(1, seen),
      () => release.service.halt('markets', seen),
      () => release.service.takeOver({ remotes: [markets('1.0.2')] }, seen),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: 'epoch_taken' });
    expect(await release.service.history()).toHaveLength(2);
  });

  test('is rejected with every reason of the gate, and records them if forced', async () => {
    const reasons = [{ code: 'export_missing', message: 'Button is gone', subject: 'host@1' }];
    const gate = { ...OPEN_GATE, remote: async () => reasons };
    const strict = serviceWith(gate);
    await expect(strict.promote(markets('1.0.0'), audit)).rejects.toMatchObject({ code: 'incompatible', reasons });
    const event = await strict.promote(markets('1.0.0'), { ...audit, force: true });
    expect(event.forced).toEqual(['export_missing: Button is gone']);
    await expect(strict.ramp(markets('1.0.1'), 5, audit)).rejects.toThrow('export_missing: Button is gone');
    const forced = await strict.ramp(markets('1.0.1'), 5, { ...audit, force: true });
    expect(forced.forced).toEqual(['export_missing: Button is gone']);
    expect((await strict.history()).map(({ forced: written }) => written)).toEqual([event.forced, forced.forced]);
  });

  test('is rejected if two remotes would serve one route', async () => {
    const descriptor = { ...descriptorOf('rival'), routes: descriptorOf('markets').routes };
    await release.publish('rival', '1.0.0', { descriptor });
    await release.service.promote(markets('1.0.0'), audit);
    const clash = release.service.promote({ name: 'rival', version: '1.0.0' }, { ...audit, force: true });
    await expect(clash).rejects.toMatchObject({ code: 'route_taken' });
  });
});

describe('a rollback that leaves a remote without a version', () => {
  const audit = { who: 'ada', why: 'draws do not load' };

  test('needs to be forced, which the history records', async () => {
    const { service } = release;
    await release.publish('lottery', '1.0.0');
    await service.promote({ name: 'lottery', version: '1.0.0' }, audit);
    for (const name of ['lottery', undefined])
      await expect(service.rollback(name, audit)).rejects.toMatchObject({
        code: 'incompatible',
        reasons: [expect.objectContaining({ code: 'remote_removed', subject: 'lottery' })],
      });
    expect((await service.latest())?.state.remotes).toHaveLength(1);
    const { state, forced } = await service.rollback('lottery', { ...audit, force: true });
    expect(state.remotes).toEqual([]);
    expect(forced).toEqual([expect.stringMatching(/^remote_removed: lottery /)]);
  });

  test('does not, while only a part of the clients had it', async () => {
    const { service } = release;
    await release.publish('lottery', '1.0.0');
    await service.ramp({ name: 'lottery', version: '1.0.0' }, 5, audit);
    expect((await service.rollback('lottery', audit)).state.remotes).toEqual([]);
  });
});

describe('a rollback of compromised code', () => {
  test('names in the signed manifest when it was live, from its ramp on, and every later manifest does', async () => {
    const { service, clock } = release;
    await service.promote(markets('1.0.0'), audit);
    clock.now += 1_000;
    const from = clock.now;
    await service.ramp(markets('1.0.1'), 5, audit);
    clock.now += 1_000;
    await service.promote(markets('1.0.1'), audit);
    clock.now += 1_000;
    const { state } = await service.rollback('markets', { ...audit, compromised: true });
    const compromised = { epoch: 4, mark: expect.any(String), from, until: clock.now };
    expect(state).toMatchObject({ compromised, withdrawn: ['markets@1.0.1'] });
    expect((await release.inForce()).compromised).toEqual(state.compromised);
    await service.promote(markets('1.0.2'), audit);
    expect((await release.inForce()).compromised).toEqual(state.compromised);
  });

  test('is possible after a plain one, of the versions that it withdrew, and changes nothing live', async () => {
    const { service, clock } = release;
    await service.promote(markets('1.0.0'), audit);
    clock.now += 1_000;
    const from = clock.now;
    await service.promote(markets('1.0.1'), audit);
    clock.now += 1_000;
    await service.rollback('markets', audit);
    clock.now += 1_000;
    const { state, changes } = await service.rollback('markets', { ...audit, compromised: true });
    expect([changes, state.remotes[0]?.stable]).toEqual([[], '1.0.0']);
    expect(state.compromised).toMatchObject({ epoch: 4, from, until: clock.now });
    await expect(service.rollback('markets', audit)).rejects.toThrow('is 1.0.0');
  });

  test('names the times of those before it, too: who reads only the newest manifest knows of each', async () => {
    const { service, clock } = release;
    await release.publish('finance', '1.0.0');
    await release.publish('finance', '1.0.1');
    for (const name of ['markets', 'finance']) await service.promote({ name, version: '1.0.0' }, audit);
    const windows: { from: number; until: number }[] = [];
    for (const name of ['markets', 'finance']) {
      clock.now += 1_000;
      windows.push({ from: clock.now, until: 0 });
      await service.promote({ name, version: '1.0.1' }, audit);
    }
    for (const [index, name] of ['markets', 'finance'].entries()) {
      clock.now += 1;
      await service.rollback(name, { ...audit, compromised: true });
      windows[index] = { from: windows[index]?.from ?? 0, until: clock.now };
    }
    expect((await release.inForce()).compromised).toMatchObject({ ...windows[1], earlier: [windows[0]] });
    // Sessions of that time have all ended by then.
    clock.now += 32 * DAY;
    await service.promote(markets('1.0.2'), audit);
    const { state } = await service.rollback('markets', { ...audit, compromised: true });
    expect(state.compromised?.earlier).toBeUndefined();
  });

  test('to a named version covers all that was live since that one was, also what a later version replaced', async () => {
    const { service, clock } = release;
    await service.promote(markets('1.0.0'), audit);
    clock.now += 1_000;
    const from = clock.now;
    await service.promote(markets('1.0.1'), audit);
    clock.now += 1_000;
    await service.promote(markets('1.0.2'), audit);
    clock.now += 1_000;
    const { state } = await service.rollback('markets', { ...audit, compromised: true }, '1.0.0');
    expect(state.compromised).toMatchObject({ from, until: clock.now });
    expect([...state.withdrawn].sort()).toEqual(['markets@1.0.1', 'markets@1.0.2']);
    await expect(service.promote(markets('1.0.1'), audit)).rejects.toMatchObject({ code: 'incompatible' });
  });

  test('to the version that is live again covers what was live since, and changes nothing live', async () => {
    const { service, clock } = release;
    await service.promote(markets('1.0.0'), audit);
    clock.now += 1_000;
    const from = clock.now;
    for (const version of ['1.0.1', '1.0.2']) await service.promote(markets(version), audit);
    await service.rollback('markets', audit, '1.0.0');
    clock.now += 1_000;
    const { state, changes } = await service.rollback('markets', { ...audit, compromised: true }, '1.0.0');
    expect(changes).toEqual([]);
    expect(state.compromised).toMatchObject({ from, until: clock.now });
    expect([...state.withdrawn].sort()).toEqual(['markets@1.0.1', 'markets@1.0.2']);
  });

  test('begins with the first preview of the version, whose code had the session of who opened it', async () => {
    const { service, clock } = release;
    await service.promote(markets('1.0.0'), audit);
    clock.now += 1_000;
    const from = clock.now;
    await service.preview(markets('1.0.1'), 10, audit);
    clock.now += DAY;
    await service.promote(markets('1.0.1'), audit);
    clock.now += 1_000;
    const { state } = await service.rollback('markets', { ...audit, compromised: true });
    expect(state.compromised).toMatchObject({ from, until: clock.now });
  });
});

describe('a rollback of compromised code that only a link opened', () => {
  test('to the version that is live covers it, and ends the link', async () => {
    const { service, clock } = release;
    await service.promote(markets('1.0.0'), audit);
    clock.now += 1_000;
    const from = clock.now;
    await service.preview(markets('1.0.1'), 10, audit);
    clock.now += DAY;
    const { state, changes } = await service.rollback('markets', { ...audit, compromised: true }, '1.0.0');
    expect([changes, state.withdrawn, state.previews]).toEqual([[], ['markets@1.0.1'], undefined]);
    expect(state.compromised).toMatchObject({ from, until: clock.now });
    await expect(service.preview(markets('1.0.1'), 10, audit)).rejects.toMatchObject({ code: 'incompatible' });
  });

  test('of a remote that was never live needs no version', async () => {
    const { service, clock } = release;
    await service.promote(markets('1.0.0'), audit);
    await release.publish('finance', '1.0.0');
    clock.now += 1_000;
    const from = clock.now;
    await service.preview({ name: 'finance', version: '1.0.0' }, 10, audit);
    clock.now += 1_000;
    const { state } = await service.rollback('finance', { ...audit, compromised: true });
    expect(state.compromised).toMatchObject({ from, until: clock.now });
    expect([state.withdrawn, state.previews]).toEqual([['finance@1.0.0'], undefined]);
    // Nor is there anything to undo of one that no browser could run.
    await release.publish('quiz', '1.0.0');
    await expect(service.rollback('quiz', { ...audit, compromised: true })).rejects.toMatchObject({
      code: 'nothing_to_undo',
    });
  });
});

describe('a route that moves to another remote', () => {
  const MOVING = '/pages/fund/select';
  const serving = (name: string, ...more: string[]) => ({
    descriptor: {
      ...descriptorOf(name),
      routes: [`/pages/${name}/${name}`, ...more].map((path) => ({
        path,
        access: 'guest' as const,
        title: 'routes.main',
        module: name,
      })),
    },
  });
  /** The remotes that serve it in what is in force. */
  const servers = async () =>
    (await release.inForce()).remotes.flatMap(({ name, stable }) =>
      stable.routes.some(({ path }) => path === MOVING) ? [name] : [],
    );
  /** The route rules of the gate over the resulting state. */
  const gate: Gate = {
    ...OPEN_GATE,
    async remote(candidate, before, after) {
      const versionOf = async (name: string, version: string) => {
        const { descriptor } = await release.store.requireVersion(name, version);
        const routes = descriptor.routes.map(({ path }) => path);
        return { name, version, routes, tab: undefined, contract: undefined, role: 'stable' as const };
      };
      const others = after.remotes.filter(({ name }) => name !== candidate.name);
      const own = before?.remotes.filter(({ name }) => name === candidate.name) ?? [];
      const live = await Promise.all(
        [...others, ...own].flatMap(({ name, stable }) => (stable ? [versionOf(name, stable)] : [])),
      );
      return routeRules(await versionOf(candidate.name, candidate.version), live);
    },
  };

  const publishAll = async () => {
    await release.publish('assets', '1.0.0', serving('assets', MOVING));
    await release.publish('assets', '1.1.0', serving('assets'));
    await release.publish('finance', '1.0.0', serving('finance'));
    await release.publish('finance', '1.1.0', serving('finance', MOVING));
  };
  /** After the move, in epoch 3. */
  const moveIt = async (service: ReleaseService) => {
    await service.promote({ name: 'assets', version: '1.0.0' }, audit);
    await service.promote({ name: 'finance', version: '1.0.0' }, audit);
    await service.promoteTogether(
      [
        { name: 'assets', version: '1.1.0' },
        { name: 'finance', version: '1.1.0' },
      ],
      audit,
    );
  };

  test('keeps exactly one owner after a rollback of one of them', async () => {
    await publishAll();
    const { service } = release;
    await moveIt(service);
    const dropped = { code: 'route_dropped', subject: 'finance@1.0.0', message: expect.stringContaining('revert 2') };
    for (const to of [undefined, '1.0.0']) {
      const rollback = service.rollback('finance', audit, to);
      await expect(rollback).rejects.toMatchObject({ code: 'incompatible', reasons: [dropped] });
    }
    await expect(service.rollback('assets', audit)).rejects.toMatchObject({
      code: 'incompatible',
      reasons: [{ code: 'route_taken', subject: 'assets@1.0.0' }],
    });
    expect(await servers()).toEqual(['finance']);
    const forced = await service.rollback('finance', { ...audit, force: true });
    expect(forced.forced).toEqual([expect.stringContaining(`route_dropped: assets served ${MOVING}`)]);
    expect(await servers()).toEqual([]);
  });

  test('goes back as a whole by the epoch that is named, also after other releases', async () => {
    await publishAll();
    const { service } = release;
    await moveIt(service);
    await service.promote(markets('1.0.0'), audit);
    await expect(service.rollback('finance', audit)).rejects.toThrow('tessera revert 2');
    // Markets came later, and would be gone with it.
    await expect(service.revert(2, audit)).rejects.toThrow('remote_removed: markets has no version to go back to');
    await service.revert(2, { ...audit, force: true });
    expect(await servers()).toEqual(['assets']);
  });

  test('does not keep operators from ending a ramp, or from taking back a page that came with its version', async () => {
    await publishAll();
    await release.publish('finance', '1.2.0', serving('finance', MOVING, '/pages/finance/new'));
    await release.publish('finance', '1.3.0', serving('finance'));
    const { service } = release;
    await moveIt(service);
    const force = { ...audit, force: true };
    await service.ramp({ name: 'finance', version: '1.3.0' }, 10, force);
    await service.halt('finance', { who: 'registry', why: 'it fails' });
    await service.ramp({ name: 'finance', version: '1.3.0' }, 20, force);
    await service.rollback('finance', audit);
    await service.promote({ name: 'finance', version: '1.2.0' }, audit);
    await service.rollback('finance', audit);
    expect(await servers()).toEqual(['finance']);
    expect((await release.inForce()).remotes.find(({ name }) => name === 'finance')?.stable.version).toBe('1.1.0');
  });

  test('is served by exactly one of them in every epoch, there and back', async () => {
    await publishAll();
    const service = serviceWith(gate);
    const seen: string[][] = [];
    const look = async () => seen.push(await servers());
    await service.promote({ name: 'assets', version: '1.0.0' }, audit);
    await look();
    await service.promote({ name: 'finance', version: '1.0.0' }, audit);
    await look();
    const moved = [
      { name: 'assets', version: '1.1.0' },
      { name: 'finance', version: '1.1.0' },
    ];
    for (const alone of moved) {
      await expect(service.promote(alone, audit)).rejects.toMatchObject({ code: 'incompatible' });
    }
    const event = await service.promoteTogether(moved, audit);
    expect(event.changes.map(({ name }) => name).sort()).toEqual(['assets', 'finance']);
    await look();
    await expect(service.promoteTogether(moved, audit)).rejects.toMatchObject({ code: 'already_live' });
    const twice = service.promoteTogether([...moved, ...moved], audit);
    await expect(twice).rejects.toMatchObject({ code: 'value_invalid' });
    await service.rollback(undefined, audit);
    await look();
    expect(seen).toEqual([['assets'], ['assets'], ['finance'], ['assets']]);
    expect(await service.history()).toHaveLength(4);
  });
});

describe('a remote that sets rules for its releases', () => {
  const by = (who: string) => ({ who, why: 'faster' });
  const [former, next] = ['1.0.0', '1.0.1'].map((version) => ({ name: 'markets', version })) as [Reference, Reference];
  const asks = (release: Descriptor['release']) => ({ descriptor: descriptorOf('markets', { release }) });

  test.each([
    ['the version that comes', undefined, { ramp: true }],
    ['the version that is live', { ramp: true }, undefined],
  ] as const)('a ramp before a promotion, by %s, is not promoted without one', async (_, live, candidate) => {
    const { service, publish } = await testReleases(OPEN_GATE);
    await publish('markets', former.version, asks(live));
    await publish('markets', next.version, asks(candidate));
    // Nothing to compare a ramp of the first version with.
    await service.promote(former, by('ops'));
    const refused = { code: 'incompatible', reasons: [{ code: 'ramp_missing', subject: 'markets@1.0.1' }] };
    await expect(service.promote(next, by('ops'))).rejects.toMatchObject(refused);
    await expect(service.promoteTogether([next], by('ops'))).rejects.toMatchObject(refused);
    // A ramp that no client gets is none.
    await service.ramp(next, 0, by('ops'));
    await expect(service.promote(next, by('ops'))).rejects.toMatchObject(refused);
    await service.ramp(next, 1, by('ops'));
    expect((await service.promote(next, by('ops'))).forced).toEqual([]);
    expect((await service.rollback('markets', by('ops'))).forced).toEqual([]);
  });

  test('which force overrides, as the history records', async () => {
    const { service, publish } = await testReleases(OPEN_GATE);
    for (const { version } of [former, next]) await publish('markets', version, asks({ ramp: true }));
    await service.promote(former, by('ops'));
    const { forced } = await service.promote(next, { ...by('ops'), force: true });
    expect(forced).toEqual([expect.stringContaining('ramp_missing')]);
  });

  test('two members: who published gives it to no client, themselves or by a machine of theirs', async () => {
    const { service, publish } = await testReleases(OPEN_GATE);
    await publish('markets', former.version, { ...asks({ members: 2 }), who: 'ann@team.example' });
    await publish('markets', next.version, { who: 'ci of ann@team.example' });
    const refused = { code: 'incompatible', reasons: [{ code: 'second_member_missing' }] };
    await expect(service.promote(former, by('ann@team.example'))).rejects.toMatchObject(refused);
    await service.promote(former, by('bob@team.example'));
    for (const who of ['ann@team.example', 'ci of ann@team.example', 'other of ann@team.example']) {
      await expect(service.promote(next, by(who))).rejects.toMatchObject(refused);
      await expect(service.ramp(next, 1, by(who))).rejects.toMatchObject(refused);
    }
    await service.ramp(next, 1, by('ci of bob@team.example'));
    await service.promote(next, by('bob@team.example'));
  });

  test('which going back to a version of before the rule does not drop', async () => {
    const { service, publish } = await testReleases(OPEN_GATE);
    const last = { name: 'markets', version: '1.0.2' };
    await publish('markets', former.version, { who: 'ann@team.example' });
    await publish('markets', next.version, { ...asks({ members: 2 }), who: 'ann@team.example' });
    await publish('markets', last.version, { who: 'ann@team.example' });
    await service.promote(former, by('ann@team.example'));
    await service.promote(next, by('bob@team.example'));
    await service.rollback('markets', by('ann@team.example'));
    await expect(service.promote(last, by('ann@team.example'))).rejects.toMatchObject({
      reasons: [{ code: 'second_member_missing' }],
    });
    await service.promote(last, by('bob@team.example'));
    // It went live by the rule that it drops.
    await publish('markets', '1.0.3', { who: 'ann@team.example' });
    await service.promote({ name: 'markets', version: '1.0.3' }, by('ann@team.example'));
  });
});

describe('a ramp', () => {
  test('is in the manifest with its weight and salt, and ends with a halt', async () => {
    await release.service.promote(markets('1.0.0'), audit);
    await release.service.ramp(markets('1.0.1'), 12.5, audit);
    const [slot] = (await release.inForce()).remotes;
    expect(slot).toMatchObject({
      stable: { version: '1.0.0' },
      ramp: { candidate: { version: '1.0.1' }, weight: 1250 },
    });
    await release.service.halt('markets', { who: 'registry', why: 'it fails' });
    const halted = await release.inForce();
    expect(halted.remotes[0]?.ramp).toBeUndefined();
    expect(halted.withdrawn).toEqual(['markets@1.0.1']);
  });
});

describe('a withdrawn version', () => {
  beforeEach(async () => {
    await release.service.promote(markets('1.0.0'), audit);
    await release.service.promote(markets('1.0.1'), audit);
    await release.service.rollback('markets', { who: 'olga', why: 'draws do not load' });
  });

  test('goes live only if forced, and the history records what was overridden', async () => {
    const reason = 'markets@1.0.1 was rolled back in epoch 3 by olga: draws do not load';
    const { service } = release;
    const attempts = [
      (request: typeof audit) => service.promote(markets('1.0.1'), request),
      (request: typeof audit) => service.ramp(markets('1.0.1'), 5, request),
      (request: typeof audit) => service.rollback('markets', request, '1.0.1'),
      (request: typeof audit) => service.revert(2, request),
      (request: typeof audit) => service.takeOver({ remotes: [markets('1.0.1')] }, request),
    ];
    for (const attempt of attempts) {
      await expect(attempt(audit)).rejects.toMatchObject({
        code: 'incompatible',
        reasons: [{ code: 'version_withdrawn', subject: 'markets@1.0.1', message: reason }],
      });
    }
    expect(await service.history()).toHaveLength(3);
    const forced = await service.rollback('markets', { ...audit, force: true }, '1.0.1');
    expect(forced.forced).toEqual([`version_withdrawn: ${reason}`]);
    expect((await release.inForce()).remotes[0]?.stable.version).toBe('1.0.1');
  });

  test('is marked in the list of versions and in the status', async () => {
    const [, rolledBack, first] = await versionsOf(release.service, 'markets');
    expect(rolledBack).toMatchObject({
      version: '1.0.1',
      wasStable: true,
      withdrawn: { epoch: 3, kind: 'rollback', who: 'olga', why: 'draws do not load' },
    });
    expect(first).toMatchObject({ version: '1.0.0', wasStable: true, withdrawn: null });
    const { remotes } = await statusOf(release.service);
    expect(remotes).toMatchObject([{ name: 'markets', stable: '1.0.0', withdrawn: ['1.0.1'], undo: null }]);
    await release.service.promote(markets('1.0.2'), audit);
    expect((await statusOf(release.service)).remotes).toMatchObject([{ undo: { to: '1.0.0' } }]);
  });
});

describe('a new remote', () => {
  test('is listed as soon as it is published, and can be ramped from nothing', async () => {
    await release.service.promote(markets('1.0.0'), audit);
    await release.publish('lottery', '1.0.0');
    const listed = async () => (await statusOf(release.service)).remotes.find(({ name }) => name === 'lottery');
    expect(await listed()).toMatchObject({ stable: null, newest: '1.0.0', ramp: null, undo: null });
    await release.service.ramp({ name: 'lottery', version: '1.0.0' }, 10, audit);
    expect(await listed()).toMatchObject({ stable: null, ramp: { version: '1.0.0', percent: 10 }, undo: { to: null } });
    const manifest = await release.inForce();
    const clients = Array.from({ length: 400 }, (_, index) => `client ${index}`);
    const shown = clients.map((client) => chooseVersions(manifest, client).find(({ name }) => name === 'lottery'));
    const withScreens = shown.filter((version) => (version?.routes.length ?? 0) > 0);
    expect(withScreens.every((version) => version?.version === '1.0.0')).toBe(true);
    expect(withScreens.length).toBeGreaterThan(15);
    expect(withScreens.length).toBeLessThan(80);
    await release.service.rollback('lottery', audit);
    expect((await release.inForce()).remotes.map(({ name }) => name)).toEqual(['markets']);
  });
});

describe('a take-over', () => {
  const HOST = { version: '2.0.0' };

  test('drops the previous version if it does not fit the new host', async () => {
    await release.service.promote(markets('1.0.0'), audit);
    const unfit = [{ code: 'type_changed', message: 'x', subject: 'markets@1.0.0' }];
    const gate = { ...OPEN_GATE, host: async () => unfit };
    const service = serviceWith(gate);
    const event = await service.takeOver({ host: HOST, remotes: [markets('1.0.1')] }, audit);
    expect(event?.state.remotes).toEqual([{ name: 'markets', stable: '1.0.1' }]);
    expect(event?.forced).toEqual([]);
    expect(await service.takeOver({ host: HOST, remotes: [markets('1.0.1')] }, audit)).toBeUndefined();
  });

  test('still rejects an incompatible previous version that is also ramped: clients run it', async () => {
    await release.service.promote(markets('1.0.0'), audit);
    await release.service.promote(markets('1.0.1'), audit);
    await release.service.ramp(markets('1.0.0'), 5, audit);
    const unfit = [{ code: 'type_changed', message: 'x', subject: 'markets@1.0.0' }];
    const gate = { ...OPEN_GATE, host: async () => unfit };
    const service = serviceWith(gate);
    await expect(service.takeOver({ host: HOST, remotes: [] }, audit)).rejects.toMatchObject({ reasons: unfit });
    const event = await service.takeOver({ host: HOST, remotes: [] }, { ...audit, force: true });
    expect(event?.forced).toEqual(['type_changed: x']);
    expect(event?.state.remotes).toMatchObject([{ previous: '1.0.0', ramp: { version: '1.0.0' } }]);
  });

  test('passes the gate as a whole, against the current and the resulting state', async () => {
    await release.publish('nft', '1.0.0');
    await release.service.promote(markets('1.0.0'), audit);
    const asked: unknown[] = [];
    const gate: Gate = {
      remote: async ({ name, version }, before, after) => {
        asked.push([`${name}@${version}`, before?.remotes.length, after.host, after.remotes.length]);
        return [];
      },
      host: async ({ version }, after) => {
        asked.push([version, after.remotes.map(({ name, stable }) => `${name}@${stable}`)]);
        return [];
      },
      links: async () => [],
    };
    const service = serviceWith(gate);
    const remotes = [markets('1.0.1'), { name: 'nft', version: '1.0.0' }];
    const event = await service.takeOver({ host: HOST, remotes }, audit);
    expect(event?.state.epoch).toBe(2);
    expect(asked).toEqual([
      ['2.0.0', ['markets@1.0.1', 'nft@1.0.0']],
      ['markets@1.0.1', 1, '2.0.0', 2],
      ['nft@1.0.0', 1, '2.0.0', 2],
    ]);
  });
});

test('the changes between two epochs are listed by remote', async () => {
  await release.service.promote(markets('1.0.0'), audit);
  await release.service.promote(markets('1.0.1'), audit);
  await release.service.ramp(markets('1.0.2'), 10, audit);
  expect(await release.service.diff(1, 3)).toEqual([{ name: 'markets', from: '1.0.0', to: '1.0.1, 1.0.2 at 10 %' }]);
  await expect(release.service.diff(1, 9)).rejects.toThrow('There is no epoch 9');
});
