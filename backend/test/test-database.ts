import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { connect, type Database } from '../src/platform/db/database.ts';
import type { Notice } from '../src/platform/events/notice.ts';

export type TestDatabase = Database & {
  readonly name: string;
  readonly connection: { readonly host: string; readonly user: string; readonly database: string };
};

/** ms that a transaction may wait for its process: tests share the machine with builds and browsers. */
const SILENT_AT_MOST = 60_000;

/** A migrated, empty, separate database; closing it drops it. */
export async function createTestDatabase(deliver?: (notice: Notice) => void): Promise<TestDatabase> {
  const { host, user, template } = inject('postgres');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const lost: Error[] = [];
  const onLost = (error: Error) => void lost.push(error);
  const root = connect({ host, user, database: 'postgres', max: 1, onLost });
  await root.query(`create database ${name} template ${template} strategy file_copy`);
  const connection = { host, user, database: name };
  const database = connect({
    ...connection,
    max: 8,
    onLost,
    idle_in_transaction_session_timeout: SILENT_AT_MOST,
    ...(deliver && { deliver }),
  });
  return {
    ...database,
    name,
    connection,
    async close() {
      await database.close();
      // What ends from here on was ended by us.
      const broken = [...lost];
      await root.query(`drop database ${name} with (force)`);
      await root.close();
      if (broken.length > 0) throw broken[0];
    },
  };
}

/** Another connection to a test's database, as of a process without listeners. */
export function connectTo({ connection }: Pick<TestDatabase, 'connection'>): Database {
  const lost: Error[] = [];
  const database = connect({
    ...connection,
    max: 2,
    onLost: (error) => void lost.push(error),
    idle_in_transaction_session_timeout: SILENT_AT_MOST,
  });
  return {
    ...database,
    async close() {
      // What ends after this is ended by the owner of the database.
      const broken = [...lost];
      await database.close();
      if (broken.length > 0) throw broken[0];
    },
  };
}
