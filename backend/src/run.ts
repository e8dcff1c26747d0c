import { flushCompileCache } from 'node:module';
import { setTimeout } from 'node:timers/promises';
import { openCatalogue } from './domains/instruments/index.ts';
import { lastFillPrices } from './domains/spot/index.ts';
import { FACTORIES } from './domains.ts';
import { connect, type Database } from './platform/db/database.ts';
import { databaseClock, readClock } from './platform/db/database-clock.ts';
import { startEmbeddedPostgres } from './platform/db/embedded.ts';
import { migrate } from './platform/db/migrate.ts';
import { createAccountEvents } from './platform/events/account-events.ts';
import { forwardNotices } from './platform/events/forward-notices.ts';
import { createApp, VERSION } from './platform/http/app.ts';
import { isQueued, isRecurring } from './platform/jobs/job.ts';
import { createRecurringJobs } from './platform/jobs/recurring.ts';
import { CALL_LIMITS } from './platform/limits/call-limits.ts';
import { openCourier } from './platform/mail/courier.ts';
import type { Market } from './platform/market/market.ts';
import { openMarket } from './platform/market/open-market.ts';
import { followsVenues } from './platform/market/venue-lead.ts';
import { jobMetrics } from './platform/metrics/job-metrics.ts';
import { marketMetrics } from './platform/metrics/market-metrics.ts';
import { createMetrics } from './platform/metrics/metrics.ts';
import { processMetrics } from './platform/metrics/process-metrics.ts';
import { openNatsBus } from './platform/nodes/nats-bus.ts';
import { ONE_NODE } from './platform/nodes/node-bus.ts';
import { nodeKey, sealBus } from './platform/nodes/sealed-bus.ts';
import type { Ports } from './platform/ports.ts';
import { openLog } from './platform/process/log.ts';
import { createShutdown, type Shutdown } from './platform/process/shutdown.ts';
import { readSettings, type Settings } from './platform/settings.ts';

function settingsOrExit() {
  try {
    return readSettings(process.env);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  }
}

/** ms between two looks at the database's clock. */
const CLOCK_EVERY = 5_000;

/** One writes the market, the others renew its lease and make its history. */
const MARKET_CONNECTIONS = 6;

/** What drives a running backend by hand. */
export type RunningBackend = {
  readonly settings: Settings;
  /** Unix ms. */
  readonly now: () => number;
  readonly market: Pick<Market, 'turn' | 'holds'>;
  readonly database: Database;
  readonly ports: Ports;
  /** Runs every recurring job once, one after the other. */
  readonly runJobs: () => Promise<void>;
  /** Run at the shutdown. */
  readonly later: (end: () => Promise<void> | void) => void;
};

export type RunOptions = {
  /** Makes the clock of the product out of the database's; Unix ms. */
  readonly clockOf?: (databaseNow: () => number) => () => number;
  /** ms between two steps of the market; 200 by default. */
  readonly stepEvery?: number | undefined;
  /** Called once the backend listens. */
  readonly onRunning?: (running: RunningBackend) => Promise<void>;
};

async function run(
  { clockOf, stepEvery, onRunning }: RunOptions,
  { settings, log, shutdown }: { settings: Settings; log: ReturnType<typeof openLog>; shutdown: Shutdown },
): Promise<void> {
  // Sessions, offers and ages of prices are judged by the clock that orders are judged by, on every node.
  const clock = databaseClock(() => performance.now());
  const now = clockOf?.(clock.now) ?? clock.now;
  const databaseNow = clockOf ? async () => now() : readClock;
  // A tenth of a second to load: beside the start of PostgreSQL it costs nothing.
  const loadingQueue = import('./platform/jobs/queue.ts');
  const embedded = settings.databaseUrl ? null : await startEmbeddedPostgres(settings.dataDir);
  if (embedded) shutdown.later(() => embedded.stop());
  const bus = settings.natsServers.length > 0 ? openNatsBus(settings.natsServers, log) : ONE_NODE;
  shutdown.later(() => bus.close());
  const accountEvents = createAccountEvents((err) => log.error({ err }, 'a listener of account events failed'), bus);
  const connection = embedded ? embedded.connection : { connectionString: settings.databaseUrl };
  const connectTo = (pool: { readonly max?: number; readonly idle_in_transaction_session_timeout?: number }) =>
    connect({
      ...connection,
      ...pool,
      onLost({ message }) {
        // The error as a whole carries the connection and its password.
        log.warn({ reason: message }, 'a database connection was lost');
        embedded?.revive().catch((err: unknown) => log.error({ err }, 'PostgreSQL does not come back'));
      },
      deliver: ({ userId, event }) => accountEvents.emit(userId, event),
    });
  const database = connectTo({});
  shutdown.later(() => database.close());
  const applied = await migrate(database);
  if (applied.length > 0) log.info({ applied }, 'migrated');
  await clock.measure(database);
  const nodes = sealBus(bus, { key: await nodeKey(database), now, log });
  const { createQueue, installQueue } = await loadingQueue;
  await installQueue(database, connection, log);
  shutdown.later(await forwardNotices(database, accountEvents));

  const catalogue = await openCatalogue({
    database,
    now,
    onError: (err) => log.error({ err }, 'a change of the catalogue could not be followed'),
  });
  // Connections of its own: whatever calls wait for, the market goes on.
  // The first start draws the history between statements; the desk bounds the silence of its transactions itself.
  const marketDatabase = connectTo({ max: MARKET_CONNECTIONS, idle_in_transaction_session_timeout: 0 });
  shutdown.later(() => marketDatabase.close());
  const opened = await openMarket({
    database: marketDatabase,
    readers: database,
    nodes,
    log,
    catalogue,
    settings: settings.feed,
    houseCap: settings.houseCap,
    lastPrices: lastFillPrices,
    stepEvery,
    ...(clockOf && { clock: now }),
  });
  shutdown.later(() => opened.close());
  const { market, feed } = opened;
  const courier = openCourier({ settings, database, now });
  const metrics = createMetrics((err, name) => log.warn({ err, name }, 'a metric could not be read'));
  shutdown.later(processMetrics(metrics, { database, version: VERSION }));
  marketMetrics(metrics, market);
  const { app, domains, ports } = await createApp(
    {
      settings,
      database,
      now,
      databaseNow,
      catalogue,
      feed,
      market,
      accountEvents,
      nodes,
      courier,
      metrics,
      followed: followsVenues(settings.feed, setTimeout),
      log,
    },
    FACTORIES,
    CALL_LIMITS,
  );
  for (const domain of domains) await domain.seed?.();
  for (const domain of domains) {
    const stop = domain.start?.();
    if (stop) shutdown.later(stop);
  }
  const jobs = domains.flatMap((domain) => domain.jobs ?? []);
  const { onRun, onItemFailed, onAttempt } = jobMetrics(metrics, database);
  const queue = createQueue({ database, connection, log, onAttempt, jobs: jobs.filter(isQueued) });
  shutdown.later(() => queue.stop());
  const measuring = {
    name: 'clock',
    every: CLOCK_EVERY,
    exclusive: false,
    whole: 'it reads the time of the database',
    run: () => clock.measure(database),
  };
  const recurring = createRecurringJobs({
    database,
    log,
    onRun,
    onItemFailed,
    jobs: [...jobs.filter(isRecurring), ...queue.jobs, measuring],
  });
  shutdown.later(() => recurring.stop());
  // Requests end before the work behind them, and that before the database.
  shutdown.later(() => app.close());
  market.join(domains.flatMap((domain) => domain.marketClient ?? []));
  market.start();
  shutdown.later(() => market.stop());
  await app.listen({ host: settings.host, port: settings.port });
  queue.start();
  recurring.start();
  log.info({ port: settings.port, feed: feed.source, postgres: embedded ? 'embedded' : 'external' }, 'listening');
  // With NODE_COMPILE_CACHE the next start compiles nothing, also where this process is killed.
  flushCompileCache();
  await onRunning?.({
    settings,
    now,
    market,
    database,
    ports,
    later: (end) => shutdown.later(end),
    async runJobs() {
      for (const { name } of jobs.filter(isRecurring)) await recurring.turn(name);
    },
  });
}

/** Runs the backend of this process by its environment until it is told to stop. */
export function runBackend(options: RunOptions = {}): void {
  const settings = settingsOrExit();
  const log = openLog(settings.logLevel);
  const shutdown = createShutdown(log);
  run(options, { settings, log, shutdown }).catch((err: unknown) => {
    log.fatal({ err }, 'the backend does not start');
    void shutdown.now(1);
  });
}
