import type { TelemetryBatch } from '@tessera/releases';
import { type TestReleases, testReleases } from '@tessera/releases/testing';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { HealthMonitor } from './health-monitor.ts';

const audit = { who: 'ops', why: 'x' };
const [STABLE, CANDIDATE] = ['1.0.0', '1.0.1'];

let release: TestReleases;
let printed: string[];

const healthDesk = (snapshot?: unknown) =>
  new HealthMonitor({ service: release.service, print: (line) => printed.push(line) }, snapshot);

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

/** So many clients at addresses of their own. */
async function report(
  health: HealthMonitor,
  batch: TelemetryBatch,
  clients: number,
  address = (n: number) => `10.0.0.${n}`,
) {
  for (let client = 0; client < clients; client += 1) await health.take(batch, address(client));
}

/** Something else that happens between the decision to halt and the halt. */
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

  test('goes on while the stable version fails as well: it is not the candidate’s doing', async () => {
    const health = healthDesk();
    await report(health, fails(STABLE), 90);
    await health.look();
    await report(health, fails(CANDIDATE), 10);
    expect(await health.look()).toEqual([]);
    expect((await ramp())?.weight).toBe(1_000);
  });

  test('is not halted by one address, however loud', async () => {
    const health = healthDesk();
    await report(health, uses(STABLE), 90);
    await health.look();
    await report(health, fails(CANDIDATE), 50, () => '10.0.0.1');
    expect(await health.look()).toEqual([]);
    expect(health.figures.health('markets', CANDIDATE)?.failures).toBe(50);
  });

  test('is not halted by one address that names other versions and epochs as well', async () => {
    const health = healthDesk();
    await report(health, uses(STABLE), 90);
    await health.look();
    // What is not weighed does not use up what the address may say of the ramp.
    await report(health, fails('9.9.9'), 5, () => '10.0.0.1');
    await report(health, fails(CANDIDATE, 1), 5, () => '10.0.0.1');
    await report(health, fails(CANDIDATE), 5, () => '10.0.0.1');
    await health.look();
    const stage = health.snapshot().stages[0];
    expect(stage?.evidence.failures).toEqual({ candidate: 2, stable: 0 });
    expect(await ramp()).toBeDefined();
  });

  test('is not judged by reports of an epoch before it', async () => {
    const health = healthDesk();
    await report(health, uses(STABLE, 1), 90);
    await health.look();
    await report(health, fails(CANDIDATE, 1), 20);
    expect(await health.look()).toEqual([]);
  });

  test('is judged anew when its weight changes', async () => {
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

  test('is left to an operator who ends it at the same moment', async () => {
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
  ])('is not halted by figures of before an operator %s', async (_, operate, candidate) => {
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

  test('is halted at the next look when another remote was released at the same moment', async () => {
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

  test('is halted beside that of another remote, and reports that come in meanwhile are counted', async () => {
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
    await report(health, of('markets', fails(CANDIDATE)), 3, (n) => `10.1.0.${n}`);
    beforeHalt(() => report(health, of('trading', fails(CANDIDATE)), 3, (n) => `10.2.0.${n}`));
    expect(await health.look()).toEqual(['markets', 'trading']);
    expect((await release.service.latest())?.why).toContain('failed for 6 of 6 clients');
    expect(await release.service.brokenAt()).toBeUndefined();
  });

  test('is said to have failed where the store does not take the halt', async () => {
    const health = healthDesk();
    await report(health, uses(STABLE), 90);
    await health.look();
    await report(health, fails(CANDIDATE), 6);
    release.keys.splice(0);
    await expect(health.look()).rejects.toMatchObject({ code: 'key_unknown' });
    expect(await ramp()).toBeDefined();
  });
});

describe('a restart', () => {
  test('keeps what was counted', async () => {
    const before = healthDesk();
    await report(before, uses(STABLE), 90);
    await before.look();
    await report(before, fails(CANDIDATE), 4);
    await before.look();
    const after = healthDesk(JSON.parse(JSON.stringify(before.snapshot())));
    expect(after.figures.evidence('markets')).toBe(before.figures.evidence('markets'));
    expect(after.figures.health('markets', STABLE)?.users).toBe(90);
    await report(after, fails(CANDIDATE), 2, (n) => `10.1.0.${n}`);
    expect(await after.look()).toEqual(['markets']);
  });

  test('does not take what was counted for a ramp that is another by now', async () => {
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
  ])('begins at nothing with %j', (kept) => {
    expect(healthDesk(kept).snapshot()).toEqual({ tally: {}, stages: [] });
  });
});
