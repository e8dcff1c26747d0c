import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TelemetryBatch } from '@tessera/releases';
import { type TestDesk, testDesk } from '@tessera/releases/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { HealthDesk } from './health-desk.ts';
import { askBackend } from './staff.ts';

const act = { who: 'ops', why: 'x' };
const [STABLE, CANDIDATE] = ['1.0.0', '1.0.1'];

let release: TestDesk;
let printed: string[];

const healthDesk = (snapshot?: unknown) =>
  new HealthDesk({ desk: release.desk, print: (line) => printed.push(line) }, snapshot);

beforeEach(async () => {
  printed = [];
  release = await testDesk();
  for (const version of [STABLE, CANDIDATE]) await release.publish('markets', version);
  await release.desk.promote({ name: 'markets', version: STABLE }, act);
  await release.desk.ramp({ name: 'markets', version: CANDIDATE }, 10, act);
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
  health: HealthDesk,
  batch: TelemetryBatch,
  clients: number,
  address = (n: number) => `10.0.0.${n}`,
) {
  for (let client = 0; client < clients; client += 1) await health.take(batch, address(client));
}

const ramp = async () => (await release.desk.latest())?.state.remotes[0]?.ramp;

describe('a ramp whose candidate fails', () => {
  test('is halted, with the figures in the history', async () => {
    const health = healthDesk();
    await report(health, uses(STABLE), 90);
    await health.look();
    await report(health, fails(CANDIDATE), 6);
    expect(await health.look()).toEqual(['markets']);
    expect(await ramp()).toBeUndefined();
    const move = await release.desk.latest();
    expect(move).toMatchObject({ kind: 'halt', who: 'registry' });
    expect(move?.why).toMatch(/1\.0\.1 failed for 6 of 6 clients, the stable version for 0 of 90/);
    expect(move?.state.withdrawn).toEqual(['markets@1.0.1']);
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
    await release.desk.ramp({ name: 'markets', version: CANDIDATE }, 20, act);
    await health.look();
    expect(health.figures.evidence('markets')).toBe(1);
  });

  test('is left to an operator who ends it at the same moment', async () => {
    const health = healthDesk();
    await report(health, uses(STABLE), 90);
    await health.look();
    await report(health, fails(CANDIDATE), 6);
    const desk = release.desk;
    const halt = desk.halt.bind(desk);
    Object.assign(desk, {
      halt: async (...asked: Parameters<typeof halt>) => {
        await desk.rollback('markets', act);
        return halt(...asked);
      },
    });
    expect(await health.look()).toEqual([]);
    expect((await desk.latest())?.kind).toBe('rollback');
    expect(await health.look()).toEqual([]);
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

  test.each([undefined, null, 'x', { tally: { 'no reference': {} }, stages: [] }])(
    'begins at nothing with %j',
    (kept) => {
      expect(healthDesk(kept).snapshot()).toEqual({ tally: {}, stages: [] });
    },
  );
});

test('whose session a token is, is asked of the backend', async () => {
  const answers: Record<string, [number, unknown]> = {
    'Bearer good': [200, { type: 'ok', message: { account: 'ada', role: 'operator' } }],
    'Bearer reader': [200, { type: 'ok', message: { account: 'bob', role: 'support' } }],
    'Bearer broken': [500, {}],
  };
  const backend = createServer((request, response) => {
    const [status, body] = answers[request.headers.authorization ?? ''] ?? [200, { type: 'error', code: 999 }];
    response.writeHead(request.url === '/api/staff/me' ? status : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => backend.listen(0, '127.0.0.1', resolve));
  const ask = askBackend(`http://127.0.0.1:${(backend.address() as AddressInfo).port}`);
  try {
    expect(await ask('good')).toEqual({ account: 'ada', mayMove: true });
    expect(await ask('reader')).toEqual({ account: 'bob', mayMove: false });
    await expect(ask('nobody')).rejects.toMatchObject({ status: 401 });
    await expect(ask('broken')).rejects.toMatchObject({ status: 503 });
  } finally {
    await new Promise((resolve) => backend.close(resolve));
  }
  await expect(ask('good')).rejects.toMatchObject({ status: 503 });
});
