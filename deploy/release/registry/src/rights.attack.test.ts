import type { JsonCall } from '@tessera/api/kit/json';
import { type NeededRight, type ReleaseAction, type ReleaseRight, releaseActions } from '@tessera/api/kit/rights';
import { HOST_NAME, type RegistryCallId, registryContract, rightOf } from '@tessera/registry-api';
import { descriptorOf, OPEN_GATE, type TestReleases, testReleases } from '@tessera/releases/testing';
import type { FastifyInstance } from 'fastify';
import { expect, test } from 'vitest';
import { HealthMonitor } from './health-monitor.ts';
import { createRegistry } from './service.ts';
import { publicationOf } from './testing.ts';

/*
 * Every call of the registry, in each way that it can be made, by callers who have all rights but one that it takes: of
 * another team, of another environment, expired, not yet in force, too small. Each is refused, changes nothing, and is in
 * the log by name; a caller who has exactly what the call takes makes it.
 */

const ENVIRONMENT = 'production';
const ACCOUNT = 'eve@tessera.example';
const MINUTE = 60_000;
const why = 'x';

const right = (action: ReleaseAction, remote: string, change: Partial<ReleaseRight> = {}): ReleaseRight => ({
  action,
  remote,
  environment: ENVIRONMENT,
  percent: action === 'ramp' ? 100 : null,
  from: null,
  until: null,
  ...change,
});

type Stage = {
  readonly release: TestReleases;
  readonly registry: FastifyInstance;
  readonly lines: Record<string, unknown>[];
  readonly hold: (rights: readonly ReleaseRight[]) => void;
  readonly previews: Readonly<Record<'markets' | 'trading', string>>;
};

/** Two teams: both have three versions, and a preview each; the last two releases changed both remotes. */
async function stageOf(): Promise<Stage> {
  const release = await testReleases(OPEN_GATE);
  const { service } = release;
  const by = { who: 'ops', why: 'launch' };
  const tab = (name: string, order: number) => ({
    order,
    path: `/pages/${name}/${name}`,
    label: descriptorOf(name).title,
    icon: 'M3 3h18v18H3z',
  });
  for (const [order, name] of ['markets', 'trading'].entries()) {
    for (const version of ['1.0.0', '1.0.1', '1.0.2'])
      await release.publish(name, version, { descriptor: descriptorOf(name, { tab: tab(name, order) }) });
  }
  for (const version of ['1.0.0', '1.0.1']) {
    const references = ['markets', 'trading'].map((name) => ({ name, version }));
    await service.promoteTogether(references, by);
  }
  const open = async (name: string) => (await service.preview({ name, version: '1.0.2' }, 7 * 24 * 60, by)).id;
  const previews = { markets: await open('markets'), trading: await open('trading') };
  const lines: Record<string, unknown>[] = [];
  let held: readonly ReleaseRight[] = [];
  const registry = await createRegistry({
    service,
    health: new HealthMonitor({ service, print: () => undefined, now: () => release.clock.now }),
    staff: async () => ({ account: ACCOUNT, rights: held }),
    developerTools: true,
    publishing: true,
    environment: ENVIRONMENT,
    now: () => release.clock.now,
    logger: { level: 'warn', stream: { write: (line: string) => void lines.push(JSON.parse(line)) } },
  });
  const hold = (rights: readonly ReleaseRight[]) => {
    held = rights;
  };
  return { release, registry, lines, hold, previews };
}

const candidate = { name: 'markets', version: '1.0.2' };

type Variant = {
  readonly call: RegistryCallId;
  readonly payload: object | ((stage: Stage) => object);
  readonly needs: readonly NeededRight[];
  /** What is live before. */
  readonly prepare?: (stage: Stage) => Promise<unknown>;
};

/** A ramp that goes to 40 % and then to all. */
const inSteps = ({ release: { service } }: Stage) =>
  service.ramp(candidate, 5, { who: 'ops', why }, [
    { percent: 40, after: 10 },
    { percent: 100, after: 10 },
  ]);

const of = (action: ReleaseAction, ...remotes: readonly string[]): NeededRight[] =>
  remotes.map((remote) => ({ action, remote, ...(action === 'ramp' ? { percent: 100 } : {}) }));

const VARIANTS: Readonly<Record<string, Variant>> = {
  promotes: { call: 'POST /registry/promote', payload: { ...candidate, why }, needs: of('release', 'markets') },
  'promotes, forced': {
    call: 'POST /registry/promote',
    payload: { ...candidate, why, force: true },
    needs: [...of('release', 'markets'), ...of('override', 'markets')],
  },
  'promotes two': {
    call: 'POST /registry/promote',
    payload: { ...candidate, together: [{ name: 'trading', version: '1.0.2' }], why },
    needs: of('release', 'markets', 'trading'),
  },
  ramps: {
    call: 'POST /registry/ramp',
    payload: { ...candidate, percent: 100, why },
    needs: of('ramp', 'markets'),
  },
  'ramps, forced': {
    call: 'POST /registry/ramp',
    payload: { ...candidate, percent: 100, why, force: true },
    needs: [...of('ramp', 'markets'), ...of('override', 'markets')],
  },
  'ramps in steps': {
    call: 'POST /registry/ramp',
    payload: { ...candidate, percent: 5, steps: [{ percent: 100, after: 10 }], why },
    needs: [{ action: 'ramp', remote: 'markets', percent: 5 }, ...of('release', 'markets')],
  },
  'holds the steps of a ramp': {
    call: 'POST /registry/hold',
    payload: { name: 'markets', why },
    prepare: inSteps,
    needs: [{ action: 'ramp', remote: 'markets', percent: 0 }],
  },
  'lets the steps of a ramp go on': {
    call: 'POST /registry/resume',
    payload: { name: 'markets', why },
    prepare: async (stage) => {
      await inSteps(stage);
      await stage.release.service.holdSteps('markets', { who: 'ops', why });
    },
    needs: [{ action: 'ramp', remote: 'markets', percent: 40 }, ...of('release', 'markets')],
  },
  'rolls back': {
    call: 'POST /registry/rollback',
    payload: { name: 'markets', to: '1.0.0', why },
    needs: of('rollback', 'markets'),
  },
  'rolls back, forced': {
    call: 'POST /registry/rollback',
    payload: { name: 'markets', to: '1.0.0', why, force: true },
    needs: [...of('rollback', 'markets'), ...of('override', 'markets')],
  },
  'rolls back compromised code': {
    call: 'POST /registry/rollback',
    payload: { name: 'markets', to: '1.0.0', compromised: true, why },
    needs: [...of('rollback', 'markets'), ...of('sessions', 'markets')],
  },
  'rolls back the last release, which it does not name': {
    call: 'POST /registry/rollback',
    payload: { why },
    needs: of('rollback', 'markets', 'trading'),
  },
  reverts: { call: 'POST /registry/revert', payload: { epoch: 1, why }, needs: of('rollback', 'markets', 'trading') },
  publishes: {
    call: 'POST /registry/publish',
    payload: publicationOf('markets', '1.0.3'),
    needs: of('publish', 'markets'),
  },
  previews: {
    call: 'POST /registry/preview',
    payload: { ...candidate, minutes: 5, why },
    needs: of('preview', 'markets'),
  },
  'ends a preview': {
    call: 'POST /registry/end-preview',
    payload: ({ previews }) => ({ id: previews.markets, why }),
    needs: of('preview', 'markets'),
  },
  'arranges the bar': {
    call: 'POST /registry/tabs',
    payload: { tabs: ['trading', 'markets'], why },
    needs: of('bar', '*'),
  },
  'runs a development server': {
    call: 'POST /registry/override',
    payload: { name: 'markets', origin: 'http://127.0.0.1:5173' },
    needs: of('preview', 'markets'),
  },
};

const variants = Object.entries(VARIANTS);

test('each call that takes a right is here', () => {
  const calls = Object.entries<JsonCall>(registryContract).flatMap(([id, call]) => (rightOf(call) ? [id] : []));
  expect([...new Set(variants.map(([, { call }]) => call))].toSorted()).toEqual(calls.toSorted());
});

let requests = 0;

/** Each from an address of its own: publications are limited by address. */
function make(stage: Stage, { call, payload }: Variant) {
  requests += 1;
  return stage.registry.inject({
    method: 'POST',
    url: registryContract[call].path,
    headers: { authorization: 'Bearer anything', 'x-forwarded-for': `203.0.113.${requests % 250}` },
    payload: typeof payload === 'function' ? payload(stage) : payload,
  });
}

const contentOf = async ({ release: { store, service } }: Stage) => [
  (await service.latest())?.hash,
  await store.versions('markets'),
  await store.versions('trading'),
  (await service.previews()).length,
];

/** Everything that grants nothing of what is needed. */
function allBut(needed: NeededRight, now: number): ReleaseRight[] {
  const { action, remote } = needed;
  const remotes = ['markets', 'trading', HOST_NAME];
  const others = releaseActions.filter((each) => each !== action);
  const ofOthers = remotes.filter((each) => each !== remote);
  return [
    ...others.flatMap((each) => ['*', ...remotes].map((name) => right(each, name, { environment: '*' }))),
    ...ofOthers.map((name) => right(action, name)),
    ...['*', ...remotes].flatMap((name) => [
      right(action, name, { environment: 'staging' }),
      right(action, name, { environment: 'Production' }),
      right(action, name, { environment: '' }),
      right(action, name, { until: now }),
      right(action, name, { until: 0 }),
      right(action, name, { from: now + 1 }),
      right(action, name, { from: now + 1, until: now + 2 }),
    ]),
    right(action, 'market'),
    right(action, 'markets2'),
    right(action, 'MARKETS'),
    right(action, ''),
    ...(action === 'ramp'
      ? ['*', remote].map((name) => right('ramp', name, { percent: (needed.percent ?? 100) - 0.01 }))
      : []),
  ];
}

test.each(variants)('who %s and lacks one right is refused, by each of those that are near it', async (_, variant) => {
  const stage = await stageOf();
  const { lines, hold, release } = stage;
  await variant.prepare?.(stage);
  const before = await contentOf(stage);
  const refused = async () => {
    lines.length = 0;
    const response = await make(stage, variant);
    expect([response.statusCode, response.json().error]).toEqual([403, 'forbidden']);
    expect(lines).toMatchObject([{ event: 'security', code: 'forbidden', call: variant.call, account: ACCOUNT }]);
    expect(lines[0]).toHaveProperty('right');
  };
  hold([]);
  await refused();
  for (const missing of variant.needs) {
    const others = variant.needs.filter((each) => each !== missing).map(({ action, remote }) => right(action, remote));
    // All at once: rights do not add up to another one. Then each alone with what else the call takes.
    hold([...allBut(missing, release.clock.now), ...others]);
    await refused();
    for (const index of allBut(missing, 0).keys()) {
      // The log writes 60 lines a minute.
      release.clock.now += MINUTE;
      hold([...allBut(missing, release.clock.now).slice(index, index + 1), ...others]);
      await refused();
    }
  }
  expect(await contentOf(stage)).toEqual(before);
});

test.each(variants)('who %s and has exactly the rights for it, is not', async (_, variant) => {
  const stage = await stageOf();
  const { release, hold } = stage;
  await variant.prepare?.(stage);
  const { now } = release.clock;
  hold(variant.needs.map(({ action, remote }) => right(action, remote, { from: now, until: now + 1 })));
  const response = await make(stage, variant);
  expect([response.statusCode, response.json()]).toEqual([200, expect.anything()]);
});

test('a right to all remotes is none to the host', async () => {
  const { registry, hold, release } = await stageOf();
  const before = (await release.service.latest())?.hash;
  const ask = async (remote: string) => {
    hold(releaseActions.map((action) => right(action, remote)));
    const answers = [];
    for (const [path, more] of [
      ['promote', { version: '1.0.0' }],
      ['ramp', { version: '1.0.0', percent: 1 }],
      ['rollback', {}],
      ['rollback', { compromised: true, to: '1.0.0' }],
    ] as const) {
      const headers = { authorization: 'Bearer anything' };
      const payload = { name: HOST_NAME, why, ...more };
      answers.push(
        (await registry.inject({ method: 'POST', url: `/registry/${path}`, headers, payload })).json().error,
      );
    }
    return answers;
  };
  expect(await ask('*')).toEqual(Array.from({ length: 4 }, () => 'forbidden'));
  expect(await ask(HOST_NAME)).not.toContain('forbidden');
  expect((await release.service.latest())?.hash).toBe(before);
});
