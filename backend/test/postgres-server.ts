import { globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { seedContent } from '../src/domains/content/seed.ts';
import { connect } from '../src/platform/db/database.ts';
import { startEmbeddedPostgres } from '../src/platform/db/embedded.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { installQueue } from '../src/platform/jobs/queue.ts';
import { openLog } from '../src/platform/process/log.ts';
import { scratchFolder } from './scratch-folder.ts';
import { requireStatementsRan } from './statement-sites.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address and credentials of the test server. */
    postgres: { readonly host: string; readonly user: string; readonly template: string };
    /** Where test files record the statements that they ran. */
    statements: string;
  }
}

const TEMPLATE = 'tessera_template';

/**
 * No test ends the machine that this server runs on; those that kill a server have one of their own. Databases live for
 * seconds: nothing is worth a checkpoint or a vacuum.
 */
const FAST = [
  'fsync = off',
  'full_page_writes = off',
  'synchronous_commit = off',
  'autovacuum = off',
  "checkpoint_timeout = '1h'",
  "max_wal_size = '2GB'",
];

const testFilesOf = ({ config: { root, include } }: TestProject): string[] =>
  globSync(include, { cwd: root }).map((path) => join(root, path));

/** Starts one PostgreSQL for the run with a migrated database to copy from. */
export default async function setup(project: TestProject) {
  const dataDir = scratchFolder('pg');
  const server = await startEmbeddedPostgres(dataDir);
  const { host, user } = server.connection;
  const onLost = () => undefined;
  const root = connect({ host, user, database: 'postgres', max: 1, onLost });
  for (const setting of FAST) await root.query(`alter system set ${setting}`);
  await root.query('select pg_reload_conf()');
  await root.query(`create database ${TEMPLATE}`);
  await root.close();
  const template = connect({ host, user, database: TEMPLATE, max: 1, onLost });
  await migrate(template);
  await installQueue(template, { host, user, database: TEMPLATE }, openLog('silent'));
  // Of the texts that the platform comes with, the index for searching takes a start of the backend the longest.
  await seedContent(template, Date.UTC(2026, 10, 20));
  await template.close();
  project.provide('postgres', { host, user, template: TEMPLATE });
  const statements = scratchFolder('statements');
  project.provide('statements', statements);
  return async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
    try {
      if (!project.config.testNamePattern && !project.config.watch)
        requireStatementsRan(statements, testFilesOf(project));
    } finally {
      rmSync(statements, { recursive: true, force: true });
    }
  };
}
