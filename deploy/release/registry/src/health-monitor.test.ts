import type { TelemetryBatch } from '@tessera/releases';
import { type TestReleases, testReleases } from '@tessera/releases/testing';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { HealthMonitor } from './health-monitor.ts';
import { pageReports } from './testing.ts';

const audit = { who: 'ops', why: 'x' };
const [STABLE, CANDIDATE] = ['1.0.0', '1.0.1'];

let release: TestReleases;
let printed: string[];

const healthDesk = (snapshot?: unknown) =>
  new HealthMonitor(
    { service: release.service, print: (line) => printed.push(line), now: () => release.clock.now },
    snapshot,
  );

beforeEach(async () => {
  printed = [];
  release = await testReleases();
  for (const version of [STABLE, CANDIDATE]) await release.publish('markets', version);
  await release.service.promote({ name: 'markets', version: STABLE }, audit);
  await release.service.ramp({ name: 'markets', version: CANDIDATE }, 10, audit);
});

const uses = (version: string, epoch = 2): TelemetryBatch => ({
  epoch,
  reports: [{ type: 'use', remote: 'markets', version }],
});
const fails = (version: string, epoch = 2): TelemetryBatch => ({
  epoch,
  reports: [...uses(version, epoch).reports, { type: 'failure', remote: 'markets', version, kind: 'render' }],
});

/** A number of clients in distinct networks. */
async function report(
  health: HealthMonitor,
  batch: TelemetryBatch,
  clients: number,
  network = (n: number) => `10.0.${n}.0`,
) {
  for (let client = 0; client < clients; client += 1) await health.take(pageReports(health, batch), network(client));
}

/** Runs a callback between the decision to halt and the halt. */
function beforeHalt(happens: () => Promise<unknown>): void {
  const halt = release.service.halt.bind(release.service);
  vi.spyOn(release.service, 'halt').mockImplementation(async (...asked) => {
    await happens();
    return halt(...asked);
  });
}

const ramp = async () => (await release.service.latest())?.state.remotes[0]?.ramp;

describe('a ramp whose candidate fails', () => {
  test('is halted, with the figures in the history', async () => {
    const health = healthDesk();
    await report(health, uses(STABLE), 90);
    await health.look();
    await report(health, fails(CANDIDATE), 6);
    expect(await health.look()).toEqual(['markets']);
    expect(await ramp()).toBeUndefined();
    const event = await release.service.latest();
    expect(event).toMatchObject({ kind: 'halt', who: 'registry' });
    expect(event?.why).toMatch(/1\.0\.1 failed for 6 of 6 clients, the stable version for 0 of 90/);
    expect(event?.state.withdrawn).toEqual(['markets@1.0.1']);
    expect(printed).toHaveLength(1);
  });

  test('continues if the stable version fails as often', async () => {
    const health = healthDesk();
    await report(health, fails(STABLE), 90);
    await health.look();
    await report(health, fails(CANDIDATE), 10);
    expect(await health.look()).toEqual([]);
    expect((await ramp())?.weight).toBe(1_000);
  });

  test('is not halted by any number of reports from one network', async () => {
    const health = healthDesk();
    await report(health, uses(STABLE), 90);
    await health.look();
    await report(health, fails(CANDIDATE), 50, () => '10.0.1.0');
    expect(await health.look()).toEqual([]);
    expect(health.figures.health('markets', CANDIDATE)?.failures).toBe(20);
  });

  test('is not halted by one network that also reports other versions and epochs', async () => {
    const health = healthDesk();
    await report(health, uses(STABLE), 90);
    await health.look();
    // Ignored reports do not use up the limit of the network.
    await report(health, fails('9.9.9'), 5, () => '10.0.1.0');
    await report(health, fails(CANDIDATE, 1), 5, () => '10.0.1.0');
    await report(health, fails(CANDIDATE), 5, () => '10.0.1.0');
    await health.look();
    const stage = health.snapshot().stages[0];
    expect(stage?.evidence.failures).toEqual({ candidate: 2, stable: 0 });
    expect(await ramp()).toBeDefined();
  });

  test('ignores reports of an earlier epoch', async () => {
    const health = healthDesk();
    await report(health, uses(STABLE, 1), 90);
    await health.look();
    await report(health, fails(CANDIDATE, 1), 20);
    expect(await health.look()).toEqual([]);
  });

  test('is tested again when its weight changes', async () => {
    const health = healthDesk();
    await report(health, uses(STABLE), 90);
    await health.look();
    await report(health, fails(CANDIDATE), 3);
    await health.look();
    expect(health.figures.evidence('markets')).toBeGreaterThan(10);
    await release.service.ramp({ name: 'markets', version: CANDIDATE }, 20, audit);
    await health.look();
    expect(health.figures.evidence('markets')).toBe(1);
  });

  test('is left alone if an operator ends it at the same time', async () => {
    const health = healthDesk();
    await report(health, uses(STABLE), 90);
    await health.look();
    await report(health, fails(CANDIDATE), 6);
    const { service } = release;
    beforeHalt(() => service.rollback('markets', audit));
    expect(await health.look()).toEqual([]);
    expect((await service.latest())?.kind).toBe('rollback');
    expect(await health.look()).toEqual([]);
    expect(printed).toEqual([]);
  });

  test.each([
    ['lowers it', () => release.service.ramp({ name: 'markets', version: CANDIDATE }, 1, audit), CANDIDATE],
    [
      'ramps another version instead',
      async () => {
        await release.publish('markets', '1.0.2');
        await release.service.rollback('markets', audit);
        await release.service.ramp({ name: 'markets', version: '1.0.2' }, 10, audit);
      },
      '1.0.2',
    ],
  ])('is not halted by figures from before an operator %s', async (_, operate, candidate) => {
    const health = healthDesk();
    await report(health, uses(STABLE), 90);
    await health.look();
    await report(health, fails(CANDIDATE), 6);
    beforeHalt(operate);
    expect(await health.look()).toEqual([]);
    expect((await ramp())?.version).toBe(candidate);
    expect(await health.look()).toEqual([]);
    expect(health.figures.evidence('markets')).toBe(1);
  });

  test('is halted at the next look if another remote was released at the same time', async () => {
    await release.publish('nft', '1.0.0');
    const health = healthDesk();
    await report(health, uses(STABLE), 90);
    await health.look();
    await report(health, fails(CANDIDATE), 6);
    let released = false;
    beforeHalt(async () => {
      if (!released) await release.service.promote({ name: 'nft', version: '1.0.0' }, audit);
      released = true;
    });
    expect(await health.look()).toEqual([]);
    expect(await health.look()).toEqual(['markets']);
  });

  test('is halted together with that of another remote, and reports received meanwhile are counted', async () => {
    for (const version of [STABLE, CANDIDATE]) await release.publish('trading', version);
    await release.service.promote({ name: 'trading', version: STABLE }, audit);
    await release.service.ramp({ name: 'trading', version: CANDIDATE }, 10, audit);
    const of = (remote: string, { reports }: TelemetryBatch): TelemetryBatch => ({
      epoch: 4,
      reports: reports.map((each) => ({ ...each, remote })),
    });
    const health = healthDesk();
    for (const remote of ['markets', 'trading']) await report(health, of(remote, uses(STABLE)), 90);
    await health.look();
    for (const remote of ['markets', 'trading']) await report(health, of(remote, fails(CANDIDATE)), 3);
    await report(health, of('markets', fails(CANDIDATE)), 3, (n) => `10.1.${n}.0`);
    beforeHalt(() => report(health, of('trading', fails(CANDIDATE)), 3, (n) => `10.2.${n}.0`));
    expect(await health.look()).toEqual(['markets', 'trading']);
    expect((await release.service.latest())?.why).toContain('failed for 6 of 6 clients');
    expect(await release.service.brokenAt()).toBeUndefined();
  });

  test('is logged if the store rejects the halt', async () => {
    const health = healthDesk();
    await report(health, uses(STABLE), 90);
    await health.look();
    await report(health, fails(CANDIDATE), 6);
    const keys = release.keys.splice(0);
    await expect(health.look()).rejects.toMatchObject({ code: 'key_unknown' });
    release.keys.push(...keys);
    expect(await ramp()).toBeDefined();
  });
});

describe('a restart', () => {
  test('keeps the counts', async () => {
    const before = healthDesk();
    await report(before, uses(STABLE), 90);
    await before.look();
    await report(before, fails(CANDIDATE), 4);
    await before.look();
    const after = healthDesk(JSON.parse(JSON.stringify(before.snapshot())));
    expect(after.figures.evidence('markets')).toBe(before.figures.evidence('markets'));
    expect(after.figures.health('markets', STABLE)?.users).toBe(90);
    await report(after, fails(CANDIDATE), 2, (n) => `10.1.${n}.0`);
    expect(await after.look()).toEqual(['markets']);
  });

  test('keeps the counts of a registry of before, whose pages had no nonce', async () => {
    const before = healthDesk();
    await report(before, uses(STABLE), 90);
    await before.look();
    const { tally, stages } = before.snapshot();
    const former = { tally, stages: stages.map(({ networks: _networks, ...stage }) => stage) };
    const after = healthDesk(JSON.parse(JSON.stringify(former)));
    expect(after.snapshot()).toMatchObject({ tally, stages });
    await report(after, fails(CANDIDATE), 6);
    expect(await after.look()).toEqual(['markets']);
  });

  test('drops the counts of a ramp that has changed', async () => {
    const before = healthDesk();
    await report(before, uses(STABLE), 90);
    await report(before, fails(CANDIDATE), 3);
    await before.look();
    await release.service.ramp({ name: 'markets', version: CANDIDATE }, 20, audit);
    const after = healthDesk(JSON.parse(JSON.stringify(before.snapshot())));
    await after.look();
    expect(after.figures.evidence('markets')).toBe(1);
    expect(after.figures.health('markets', CANDIDATE)?.failures).toBe(3);
  });

  test.each([
    undefined,
    null,
    'x',
    [],
    { tally: {} },
    { tally: {}, stages: [{ remote: 'markets' }] },
    { tally: { 'no reference': {} }, stages: [] },
  ])('starts empty with %j', (kept) => {
    expect(healthDesk(kept).snapshot()).toEqual({ tally: {}, stages: [], key: expect.any(String) });
  });
});
