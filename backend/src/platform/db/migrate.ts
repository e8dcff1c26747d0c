import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database, Transaction } from './database.ts';

const FOLDER = join(import.meta.dirname, '../../../migrations');
/** Any number without another lock: one node migrates at a time. */
const LOCK = 7_461_001;

/** A migration that was applied is not the one in the folder any more, or not in it at all. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

/** Runs work while no other node migrates. */
export const withMigrationLock = <T>(database: Database, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  database.transaction(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [LOCK]);
    return work(tx);
  });

const TABLE =
  'create table if not exists migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())';

const checksum = (sql: string) => createHash('sha256').update(sql).digest('hex');

/** A schema of a later version has rules that this version does not keep, so it must not write to it. */
async function requireKnown(tx: Transaction, names: readonly string[]): Promise<void> {
  await tx.query(TABLE);
  const unknown = await tx.query<{ name: string }>('select name from migration where name <> all($1) order by name', [
    names,
  ]);
  if (unknown.length === 0) return;
  const [first, ...others] = unknown.map(({ name }) => name);
  throw new MigrationError(
    `the database is of a later version: it has ${first}${others.length > 0 ? ` and ${others.length} more` : ''}, which ` +
      'this version does not know. Start the later version, or restore a backup of before',
  );
}

/** Applies pending migrations in the order of file names, each in a separate transaction. Returns their names. */
export async function migrate(database: Database, folder: string = FOLDER): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  await withMigrationLock(database, (tx) => requireKnown(tx, names));
  const applied: string[] = [];
  for (const name of names) {
    const sql = await readFile(join(folder, name), 'utf8');
    const fresh = await withMigrationLock(database, async (tx) => {
      await tx.query(TABLE);
      const [known] = await tx.query<{ checksum: string }>('select checksum from migration where name = $1', [name]);
      if (known && known.checksum !== checksum(sql)) {
        throw new MigrationError(`${name} was changed after it was applied: write a new migration instead`);
      }
      if (known) return false;
      await tx.query(sql);
      await tx.query('insert into migration (name, checksum) values ($1, $2)', [name, checksum(sql)]);
      return true;
    });
    if (fresh) applied.push(name);
  }
  return applied;
}
