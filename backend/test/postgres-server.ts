import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { connect } from '../src/platform/db/database.ts';
import { startEmbeddedPostgres } from '../src/platform/db/embedded.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { installQueue } from '../src/platform/jobs/queue.ts';
import { openLog } from '../src/platform/process/log.ts';
import { scratchFolder } from './scratch-folder.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the test server listens, and whom it knows. */
    postgres: { readonly host: string; readonly user: string; readonly template: string };
  }
}

const TEMPLATE = 'tessera_template';

/** Starts one PostgreSQL for the run with a migrated database to copy from. */
export default async function setup(project: TestProject) {
  const dataDir = scratchFolder('pg');
  const server = await startEmbeddedPostgres(dataDir);
  const { host, user } = server.connection;
  const onLost = () => undefined;
  const root = connect({ host, user, database: 'postgres', max: 1, onLost });
  await root.query(`create database ${TEMPLATE}`);
  await root.close();
  const template = connect({ host, user, database: TEMPLATE, max: 1, onLost });
  await migrate(template);
  await installQueue(template, { host, user, database: TEMPLATE }, openLog('silent'));
  await template.close();
  project.provide('postgres', { host, user, template: TEMPLATE });
  return async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
