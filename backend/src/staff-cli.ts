import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { openCatalogue } from './domains/instruments/index.ts';
import { explain, runCommand, USAGE } from './domains/staff/commands.ts';
import { FACTORIES } from './domains.ts';
import { connect } from './platform/db/database.ts';
import { readClock } from './platform/db/database-clock.ts';
import { startEmbeddedPostgres } from './platform/db/embedded.ts';
import { migrate } from './platform/db/migrate.ts';
import { makeDomains } from './platform/domain.ts';
import { createAccountEvents } from './platform/events/account-events.ts';
import { installQueue } from './platform/jobs/queue.ts';
import { openCourier } from './platform/mail/courier.ts';
import { NO_MARKET } from './platform/market/market.ts';
import { createMarketView } from './platform/market/market-view.ts';
import { createMetrics } from './platform/metrics/metrics.ts';
import { ONE_NODE } from './platform/nodes/node-bus.ts';
import { openLog } from './platform/process/log.ts';
import { readSettings } from './platform/settings.ts';
import { createVault } from './platform/uploads/vault.ts';

const now = () => Date.now();

/** From the environment, a pipe, or the terminal, where it is not shown. */
async function readPassword(): Promise<string> {
  const given = process.env.STAFF_PASSWORD;
  if (given) return given;
  process.stderr.write('Password: ');
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: unseen, terminal: process.stdin.isTTY });
  try {
    return await lines.question('');
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}

/** Works on the database itself, beside a running backend or without one. */
async function main(args: readonly string[]): Promise<void> {
  const settings = readSettings(process.env);
  const embedded = settings.databaseUrl ? null : await startEmbeddedPostgres(settings.dataDir);
  const connection = embedded ? embedded.connection : { connectionString: settings.databaseUrl };
  const log = openLog('warn');
  const database = connect({
    ...connection,
    max: 2,
    onLost: ({ message }) => console.error(`the database connection was lost: ${message}`),
  });
  try {
    await migrate(database);
    // Decisions may send messages, before a backend ever ran here too.
    await installQueue(database, connection, log);
    const catalogue = await openCatalogue({ database, now });
    const feed = createMarketView({
      database,
      source: settings.feed.source,
      terms: catalogue.current().marketTerms(),
      onError: (err) => log.error({ err }, 'the record of the market could not be read'),
      hearsNone: true,
    });
    // The prices of the last step: a running market goes on without this process.
    await feed.load();
    const { dependencies } = makeDomains(FACTORIES, {
      settings,
      database,
      now,
      databaseNow: readClock,
      catalogue,
      feed,
      market: NO_MARKET,
      accountEvents: createAccountEvents(),
      nodes: ONE_NODE,
      courier: openCourier({ settings, database, now }),
      metrics: createMetrics(),
      followed: async () => undefined,
      log,
    });
    await runCommand(args, {
      database,
      queues: dependencies.ports.queues(),
      commands: dependencies.ports.staffCommands(),
      changes: dependencies.ports,
      changeDelays: settings,
      now,
      print: (line) => console.log(line),
      readPassword,
      readUpload: createVault(settings).read,
    });
  } finally {
    await database.close();
    // A server that was running before belongs to another process.
    if (embedded && !embedded.reused) await embedded.stop();
  }
}

const args = process.argv.slice(2);
if (args.length === 0 || args[0] === 'help' || args.includes('--help')) {
  console.log(USAGE);
} else {
  try {
    await main(args);
  } catch (error) {
    console.error(explain(error) ?? error);
    process.exitCode = 1;
  }
}
