import { allDomains } from './domains.ts';
import { createAccountEvents } from './events/account-events.ts';
import { feedSettings, openFeed } from './feed/open-feed.ts';
import { createApp } from './http/app.ts';
import { openCourier } from './mail/courier.ts';
import { connect } from './postgres/database.ts';
import { startEmbeddedPostgres } from './postgres/embedded.ts';
import { migrate } from './postgres/migrate.ts';
import { readSettings, SettingError } from './settings.ts';

/** Calls per minute from one address: a busy screen makes some tens. */
const CALLS_PER_MINUTE = 1_200;

function settingsOrExit() {
  try {
    return { settings: readSettings(process.env), feed: openFeed(feedSettings(process.env)) };
  } catch (error) {
    if (!(error instanceof SettingError || error instanceof Error)) throw error;
    console.error(error.message);
    process.exit(2);
  }
}

const { settings, feed } = settingsOrExit();
const now = () => Date.now();
const embedded = settings.databaseUrl ? null : await startEmbeddedPostgres(settings.dataDir);
const database = connect({
  ...(embedded ? embedded.connection : { connectionString: settings.databaseUrl }),
  onLost: (error) => console.error(`a database connection was lost: ${error.message}`),
});
await migrate(database);

const { app, domains } = await createApp(
  {
    settings,
    database,
    now,
    feed,
    accountEvents: createAccountEvents(),
    courier: openCourier(settings, database, now),
  },
  allDomains,
  { callsPerMinute: CALLS_PER_MINUTE },
);
for (const domain of domains) await domain.seed?.();
const stops = domains.flatMap((domain) => domain.start?.() ?? []);
await app.listen({ host: '127.0.0.1', port: settings.port });

let stopping = false;
async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  // Requests end before the work behind them, and that before the database.
  await app.close();
  for (const end of stops.toReversed()) await end();
  await feed.close();
  await database.close();
  await embedded?.stop();
  process.exit(0);
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    stop().catch((error) => {
      console.error(error);
      process.exit(1);
    });
  });
}
