import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CallId, contract, type Output } from '@tessera/api/contract';
import type { FailureEnvelope } from '@tessera/api/kit';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse as InjectResponse } from 'fastify';
import { openCatalogue } from '../src/domains/instruments/index.ts';
import { FACTORIES } from '../src/domains.ts';
import type { Catalogue, CatalogueSnapshot } from '../src/platform/catalogue/catalogue.ts';
import type { Sql } from '../src/platform/db/database.ts';
import type { Domain, DomainFactory } from '../src/platform/domain.ts';
import { type AccountEvents, createAccountEvents } from '../src/platform/events/account-events.ts';
import { createApp } from '../src/platform/http/app.ts';
import { isQueued } from '../src/platform/jobs/job.ts';
import { createQueue, type Queue } from '../src/platform/jobs/queue.ts';
import type { CallLimits } from '../src/platform/limits/call-limits.ts';
import type { Message } from '../src/platform/mail/courier.ts';
import { createDesk } from '../src/platform/market/desk.ts';
import { createEngine } from '../src/platform/market/engine.ts';
import { createMarket, type Market } from '../src/platform/market/market.ts';
import { createRecorder } from '../src/platform/market/recorder.ts';
import type { MarketTerms } from '../src/platform/market/terms.ts';
import { jobMetrics } from '../src/platform/metrics/job-metrics.ts';
import { createMetrics, type Metrics } from '../src/platform/metrics/metrics.ts';
import { type NodeBus, ONE_NODE } from '../src/platform/nodes/node-bus.ts';
import type { Ports } from '../src/platform/ports.ts';
import { openLog } from '../src/platform/process/log.ts';
import { readSettings, type Settings } from '../src/platform/settings.ts';
import { approveChange } from '../src/platform/staff-changes/decide.ts';
import { runChange } from '../src/platform/staff-changes/run.ts';
import { wireChange } from '../src/platform/staff-changes/store.ts';
import { type FakeFeed, fakeFeed } from './fake-feed.ts';
import { endless, feedSource } from './feed-source.ts';
import { withProof } from './session-key.ts';
import { connectTo, createTestDatabase, type TestDatabase } from './test-database.ts';

export type Outcome<K extends CallId> =
  | { readonly type: 'ok'; readonly code: 1; readonly message: Output<K> }
  | FailureEnvelope;

export type CallOptions = {
  readonly token?: string;
  readonly idempotencyKey?: string;
  readonly language?: string;
  /** Keeps the cookies of a browser from call to call. */
  readonly browser?: { cookie?: string };
  /** Address of the client; that of this machine by default. */
  readonly address?: string;
  /** A change of two members stays proposed; by default another member approves it, and it runs at once. */
  readonly proposed?: true;
};

export type TestApp = {
  readonly app: FastifyInstance;
  readonly domains: readonly Domain[];
  readonly ports: Ports;
  readonly database: TestDatabase;
  readonly catalogue: Catalogue;
  readonly feed: FakeFeed;
  /** Moves the market to the prices of `feed`, which fills resting orders. Every call that trades does it before. */
  turn(): Promise<void>;
  readonly market: Market;
  readonly accountEvents: AccountEvents;
  readonly settings: Settings;
  /** The durable queue; every call drains it. */
  readonly queue: Queue;
  readonly metrics: Metrics;
  /** Messages that were delivered, oldest first. */
  readonly outbox: readonly Message[];
  now(): number;
  readonly databaseNow: (sql: Sql) => Promise<number>;
  /** Lets time pass, ms. */
  advance(ms: number): void;
  /** What happens from now on while a call waits for the index to follow its venues. */
  meanwhile(work: () => unknown): void;
  /** Makes a call as the contract words it and returns the envelope. Payloads are sent unchanged, even invalid ones. */
  call<K extends CallId>(key: K, payload?: Record<string, unknown>, options?: CallOptions): Promise<Outcome<K>>;
  /** The output of a call that must succeed. */
  ok<K extends CallId>(key: K, payload?: Record<string, unknown>, options?: CallOptions): Promise<Output<K>>;
  /** The rejection of a call that must fail. */
  rejection<K extends CallId>(
    key: K,
    payload?: Record<string, unknown>,
    options?: CallOptions,
  ): Promise<FailureEnvelope>;
  close(): Promise<void>;
};

const NO_DELAY = { staffChangeDelayMs: 0, factorRemovalDelayMs: 0 };

/** Tests make more calls than users; tests of the limits set their own. */
const UNLIMITED: CallLimits = {
  account: 1e6,
  guests: 1e6,
  address: 1e6,
  bytes: 1e15,
  guesses: 1e6,
  messages: 1e6,
  uploads: 1e6,
};

/** A Friday noon in London and morning in New York: every market is open. */
export const START = Date.UTC(2026, 10, 20, 15, 0, 0);

const formOf = (payload: Record<string, unknown>): string => {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(payload)) {
    for (const each of Array.isArray(value) ? value : [value]) if (each !== undefined) form.append(name, String(each));
  }
  return form.toString();
};

/** Whether a call goes to the market. */
const trades = (callId: CallId, { from_field }: Record<string, unknown>): boolean =>
  / \/coin\/trade$/.test(callId) ||
  (callId.includes(' /lever/') && 'idempotent' in contract[callId]) ||
  (callId === 'POST /wallet/change' && from_field === 'lever');

/** Requests to the app prove the key of their session, as those of the page do; one with a proof of its own keeps it. */
function proveRequests(app: FastifyInstance, now: () => number): void {
  const inject = app.inject.bind(app) as (asked: InjectOptions) => Promise<InjectResponse>;
  app.inject = ((asked: InjectOptions | string) => {
    const options = typeof asked === 'string' ? { url: asked } : asked;
    const { method = 'GET', url, headers = {}, payload } = options;
    const form = /urlencoded/.test(String(headers['content-type'])) ? String(payload ?? '') : undefined;
    const proven = withProof({ method, url: String(url), headers, ...(form !== undefined && { form }) }, now());
    return inject({ ...options, headers: proven });
  }) as FastifyInstance['inject'];
}

const isProposed = (
  message: unknown,
): message is { readonly proposed: { readonly id: string; readonly hash: string } } =>
  typeof message === 'object' && message !== null && 'proposed' in message;

/** Runs `work` with who approves what members of a test propose, and is a member for as long. */
async function withSecondMember<T>(sql: Sql, work: (staffId: string) => Promise<T>): Promise<T> {
  const [row] = await sql.query<{ id: string }>(
    `insert into staff_member (account, name, role, password_hash, created_at)
     values ('second@tessera.example', 'The second member', 'admin', '', now())
     on conflict ((lower(account))) do update set disabled = false returning id`,
  );
  const id = row?.id ?? '';
  try {
    return await work(id);
  } finally {
    await sql.query('update staff_member set disabled = true where id = $1', [id]);
  }
}

/** The whole backend with a separate database, clock, feed and outbox. */
export async function createTestApp(
  environment: Record<string, string> = {},
  limits: Partial<CallLimits> = {},
  factories: readonly DomainFactory[] = FACTORIES,
  nodes: NodeBus = ONE_NODE,
  /** Another node of the same backend: its database and clock are shared, its data folder is not. */
  beside?: TestApp,
  /** What the market makes of the catalogue's terms; by default it takes any order whole, at one price. */
  termsOf: (terms: MarketTerms) => MarketTerms = endless,
  /** How far this node's clock is ahead of the database's, ms. */
  ahead = 0,
): Promise<TestApp> {
  const accountEvents = createAccountEvents(undefined, nodes);
  const database = beside
    ? { ...beside.database, ...connectTo(beside.database) }
    : await createTestDatabase(({ userId, event }) => accountEvents.emit(userId, event));
  const dataDir = mkdtempSync(join(tmpdir(), 'tessera-app-'));
  let time = START;
  const databaseNow = beside?.databaseNow ?? (async () => time);
  const now = () => (beside?.now ?? (() => time))() + ahead;
  const feed = fakeFeed(now);
  const outbox: Message[] = [];
  const settings = readSettings({ DATA_DIR: dataDir, DEMO_USER: '0', LOG_LEVEL: 'silent', ...environment });
  const courier = { send: async (message: Message) => void outbox.push(message) };
  const log = openLog(settings.logLevel);
  const metrics = createMetrics();
  const catalogue = await openCatalogue({ database, now });
  const { onAttempt } = jobMetrics(metrics, database);
  let known: { readonly of: CatalogueSnapshot; readonly terms: readonly MarketTerms[] } | undefined;
  const terms = () => {
    const of = catalogue.current();
    if (known?.of !== of) known = { of, terms: of.marketTerms().map(termsOf) };
    return known.terms;
  };
  let turns = 0;
  let meanwhile: () => unknown = () => undefined;
  let waited = 0;
  const market = createMarket({
    database,
    log,
    nodes,
    recorder: createRecorder,
    engine: ({ symbols }) =>
      createEngine({ terms: terms(), source: feedSource(feed, terms), overallCap: 1e18, recorded: symbols }),
    desk: createDesk,
    publish: () => undefined,
    // A step is later than the one before: the house's ladder fills in between.
    clock: () => now() + turns,
    monotonic: () => performance.now() + waited,
    pause: async (ms) => {
      waited += ms;
    },
  });
  const { app, domains, ports } = await createApp(
    {
      ...{ settings, database, now, databaseNow, catalogue, feed, market, accountEvents, nodes, courier, metrics, log },
      followed: async () => void (await meanwhile()),
    },
    factories,
    { ...UNLIMITED, ...limits },
  );
  market.join(domains.flatMap((domain) => domain.marketClient ?? []));
  const stopTerms = catalogue.onChange(() => market.revise(terms()));
  const turn = async (): Promise<void> => {
    if (!market.holds()) await market.turn();
    turns++;
    await market.turn();
  };
  for (const domain of domains) await domain.seed?.();
  await app.ready();
  proveRequests(app, now);
  const jobs = domains.flatMap((domain) => domain.jobs ?? []).filter(isQueued);
  const queue = createQueue({ database, connection: database.connection, log, onAttempt, jobs });

  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<void> | null = null;
  /** One run at a time: a second one would not wait for what the first has taken. */
  const drained = (): Promise<void> => {
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = null;
        const run = queue.drain();
        running = run;
        return run;
      });
    return next;
  };

  const call = async <K extends CallId>(key: K, payload: Record<string, unknown> = {}, options: CallOptions = {}) => {
    const { method, path } = contract[key];
    const form = formOf({ ...payload, ...(options.language && { lang: options.language }) });
    const inQuery = method === 'GET';
    if (trades(key, payload)) await turn();
    const response = await app.inject({
      method: method as 'GET' | 'POST' | 'PUT',
      url: `/api${path}${inQuery && form ? `?${form}` : ''}`,
      ...(options.address && { remoteAddress: options.address }),
      headers: {
        ...(options.browser?.cookie && { cookie: options.browser.cookie }),
        ...(options.token && { authorization: options.token }),
        ...(options.idempotencyKey && { 'idempotency-key': options.idempotencyKey }),
        ...(!inQuery && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(!inQuery && { payload: form }),
    });
    const given = [response.headers['set-cookie'] ?? []].flat();
    if (options.browser && given.length > 0)
      options.browser.cookie = given.map((each) => each.split(';')[0]).join('; ');
    // Queued jobs of a call are done when it resolves, also where those of another call are being done.
    if (!inQuery) await drained();
    if (response.statusCode !== 200) throw new Error(`${key} answered HTTP ${response.statusCode}: ${response.body}`);
    const outcome = response.json<Outcome<K>>();
    if (outcome.type !== 'ok' || options.proposed || !isProposed(outcome.message)) return outcome;
    const { id, hash } = outcome.message.proposed;
    const message = await withSecondMember(database, async (staffId) => {
      const by = { staffId, at: now() };
      await approveChange({ database, ports, delays: NO_DELAY }, { id, hash, reason: 'The same' }, 'admin', by);
      return (await runChange({ database, ports }, id, now())) as Output<K>;
    });
    const { failure } = await wireChange(database, id, NO_DELAY);
    if (failure === null) return { ...outcome, message };
    return { type: 'error' as const, code: 0 as const, error: failure, message: failure };
  };

  return {
    app,
    domains,
    ports,
    database,
    catalogue,
    feed,
    accountEvents,
    settings,
    queue,
    metrics,
    outbox,
    now,
    databaseNow,
    advance(ms) {
      time += ms;
    },
    meanwhile(work) {
      meanwhile = work;
    },
    call,
    market,
    turn,
    async ok(key, payload, options) {
      const outcome = await call(key, payload, options);
      if (outcome.type !== 'ok') throw new Error(`${key} was rejected: ${outcome.error} ${outcome.field ?? ''}`);
      // Responses must match the contract.
      return contract[key].output.parse(outcome.message) as Output<typeof key>;
    },
    async rejection(key, payload, options) {
      const outcome = await call(key, payload, options);
      if (outcome.type === 'ok') throw new Error(`${key} was not rejected`);
      return outcome;
    },
    async close() {
      await app.close();
      stopTerms();
      await market.stop();
      await queue.stop();
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
