import { rightsOfRole } from '@tessera/api/kit/rights';
import type { PageReports } from '@tessera/releases';
import { type TestReleases, testReleases } from '@tessera/releases/testing';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HealthMonitor } from './health-monitor.ts';
import { createRegistry } from './service.ts';

const FORGED = 60;
const [STABLE, CANDIDATE] = ['markets@1.0.0', 'markets@1.0.1'];
const DAY = 24 * 3_600_000;

let release: TestReleases;
let health: HealthMonitor;
let registry: FastifyInstance;

/** A healthy ramp at 10 %, used by 90 clients of the stable version. */
beforeEach(async () => {
  release = await testReleases();
  for (const version of ['1.0.0', '1.0.1']) await release.publish('markets', version);
  const audit = { who: 'ops', why: 'x' };
  await release.service.promote({ name: 'markets', version: '1.0.0' }, audit);
  await release.service.ramp({ name: 'markets', version: '1.0.1' }, 10, audit);
  health = new HealthMonitor({ service: release.service, print: () => undefined, now: () => release.clock.now });
  registry = await createRegistry({
    service: release.service,
    health,
    staff: async () => ({ account: 'ops', rights: rightsOfRole('operator') }),
  });
  for (let client = 0; client < 90; client += 1) {
    const from = `10.1.${client}.1`;
    const reports = [{ type: 'use' as const, remote: 'markets', version: '1.0.0' }];
    await report({ ...(await page(from, [STABLE as string])), reports }, from);
  }
  await health.look();
});
afterEach(() => registry.close());

const ask = (path: string, payload: object, from: string) =>
  registry.inject({ method: 'POST', url: `/registry/${path}`, payload, headers: { 'x-forwarded-for': from } });

/** What a new page states, with the nonce that it gets. */
async function page(from: string, arms: readonly string[]) {
  const stated = { epoch: 2, arms };
  return { ...stated, nonce: (await ask('page', stated, from)).json<{ nonce: string }>().nonce };
}

const report = (sent: PageReports, from: string) => ask('telemetry', sent, from);

const FAILURE = [
  { type: 'use', remote: 'markets', version: '1.0.1' },
  { type: 'failure', remote: 'markets', version: '1.0.1', kind: 'render' },
] as const;

/** Sends forged failures of the candidate; returns the number that were weighed. */
async function forge(send: (number: number) => Promise<unknown>): Promise<number> {
  for (let number = 0; number < FORGED; number += 1) {
    await send(number);
    // The registry looks once a second, so in between as well.
    expect(await health.look()).toEqual([]);
  }
  expect((await release.service.latest())?.kind).toBe('ramp');
  return health.snapshot().stages[0]?.evidence.failures.candidate ?? 0;
}

describe('60 forged failures of a good candidate', () => {
  test.each([
    ['one address', () => '203.0.113.7'],
    ['the addresses of one IPv4 network', (number: number) => `203.0.113.${number}`],
    ['the addresses of one IPv6 network', (number: number) => `2001:db8:7:${number}::1`],
    ['four networks', (number: number) => `203.0.${number % 4}.1`],
  ])('from %s do not halt its ramp', async (_, address) => {
    const weighed = await forge(async (number) => {
      const from = address(number);
      await report({ ...(await page(from, [CANDIDATE as string])), reports: FAILURE }, from);
    });
    expect(weighed).toBeLessThanOrEqual(8);
  });

  test('from 60 networks without a nonce of their page are not counted', async () => {
    const elsewhere = await page('203.0.113.7', [STABLE as string]);
    const sent: readonly ((number: number) => PageReports)[] = [
      (number) => ({ epoch: 2, arms: [CANDIDATE as string], nonce: `guess${number}.abc.def`, reports: FAILURE }),
      // Bound to the other version of the ramp.
      () => ({ ...elsewhere, reports: FAILURE }),
      () => ({ ...elsewhere, arms: [CANDIDATE as string], reports: FAILURE }),
      () => ({ ...elsewhere, epoch: 3, reports: FAILURE }),
    ];
    for (const attempt of sent) {
      expect(await forge((number) => report(attempt(number), `198.51.${number}.1`))).toBe(0);
    }
  });

  test('from 60 networks with the nonce of one page count once', async () => {
    const one = await page('203.0.113.7', [CANDIDATE as string]);
    expect(await forge((number) => report({ ...one, reports: FAILURE }, `198.51.${number}.1`))).toBe(1);
  });

  test('from 60 networks with nonces gathered the day before are not counted', async () => {
    const gathered = await Promise.all(
      Array.from({ length: FORGED }, (_, number) => page(`198.51.${number}.1`, [CANDIDATE as string])),
    );
    release.clock.now += DAY + 1;
    const sent = (number: number) => ({ ...(gathered[number] as PageReports), reports: FAILURE });
    expect(await forge((number) => report(sent(number), `198.51.${number}.1`))).toBe(0);
  });
});

test('a candidate that fails in five networks is halted, and a nonce holds through a restart', async () => {
  const pages = await Promise.all(
    Array.from({ length: 5 }, (_, number) => page(`198.51.${number}.1`, [CANDIDATE as string])),
  );
  const kept: unknown = JSON.parse(JSON.stringify(health.snapshot()));
  const after = new HealthMonitor(
    { service: release.service, print: () => undefined, now: () => release.clock.now },
    kept,
  );
  for (const [number, each] of pages.entries()) {
    expect(await after.look()).toEqual([]);
    await after.take({ ...each, reports: FAILURE }, `198.51.${number}.0`);
  }
  expect(await after.look()).toEqual(['markets']);
});

describe('a bad candidate is halted though one network reports', () => {
  const use = (version: string) => [{ type: 'use' as const, remote: 'markets', version }];
  /** Clients of an own network each; returns how many failed before the halt. */
  async function failuresToHalt(): Promise<number> {
    for (let number = 1; number <= 100; number += 1) {
      const from = `198.51.${number}.1`;
      await report({ ...(await page(from, [CANDIDATE as string])), reports: FAILURE }, from);
      if ((await health.look()).length > 0) return number;
    }
    return Number.POSITIVE_INFINITY;
  }
  /** As a page of the network, past the limits of its many addresses. */
  const forged = async (count: number, version: string) => {
    for (let number = 0; number < count; number += 1) {
      const stated = { epoch: 2, arms: [`markets@${version}`] };
      await health.take({ ...stated, nonce: health.nonce(stated), reports: use(version) }, '2001:db8:7::');
    }
  };

  test('any number of users of the candidate', async () => {
    await forged(3_000, '1.0.1');
    expect(await failuresToHalt()).toBeLessThanOrEqual(10);
    expect((await release.service.latest())?.kind).toBe('halt');
  });

  test('users of both versions, more of the candidate than the ramp gives it', async () => {
    for (let part = 0; part < 100; part += 1) {
      await forged(10, '1.0.0');
      await forged(20, '1.0.1');
    }
    expect(await failuresToHalt()).toBeLessThanOrEqual(10);
  });

  test('users in the proportion of the ramp count all', async () => {
    await forged(900, '1.0.0');
    await forged(100, '1.0.1');
    await health.look();
    expect(health.snapshot().stages[0]?.evidence.atRisk).toEqual({ candidate: 100, stable: 990 });
  });
});

describe('what operators read of the stable version', () => {
  const shown = () => health.figures.health('markets', '1.0.0');

  test('a network adds twenty failures a day to, however many pages and addresses it has', async () => {
    const failed = [{ type: 'failure', remote: 'markets', version: '1.0.0', kind: 'render' }] as const;
    const forgeAll = async () => {
      for (let number = 0; number < FORGED; number += 1) {
        const from = `203.0.113.${number}`;
        await report({ ...(await page(from, [STABLE as string])), reports: failed }, from);
      }
    };
    await forgeAll();
    expect(shown()).toMatchObject({ users: 90, failures: 20 });
    release.clock.now += DAY;
    await forgeAll();
    expect(shown()).toMatchObject({ users: 90, failures: 40 });
    const other = '198.51.100.1';
    await report({ ...(await page(other, [STABLE as string])), reports: failed }, other);
    expect(shown()).toMatchObject({ failures: 41 });
  });

  test('a network adds a hundred measurements a day to, and one page no more', async () => {
    const vital = { type: 'vital', remote: 'markets', version: '1.0.0', vital: 'LCP', value: 60_000 } as const;
    const one = await page('203.0.113.7', [STABLE as string]);
    for (let number = 0; number < 30; number += 1) {
      await report({ ...one, reports: Array.from({ length: 10 }, () => vital) }, '203.0.113.7');
    }
    expect(shown()?.vitals.LCP?.count).toBe(100);
  });
});
