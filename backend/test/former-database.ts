import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type Database } from '../src/platform/db/database.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import type { TestApp } from './test-app.ts';

const MIGRATIONS = join(import.meta.dirname, '../migrations');

/**
 * A database beside that of `database`, as the migrations before the number left it. `upgrade` applies the others; it is
 * dropped when `use` has resolved.
 */
export async function withFormerDatabase(
  { database: own }: Pick<TestApp, 'database'>,
  before: string,
  use: (former: { readonly database: Database; readonly upgrade: () => Promise<unknown> }) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-former-'));
  const name = `former_${randomBytes(6).toString('hex')}`;
  await own.query(`create database ${name}`);
  const lost: Error[] = [];
  const database = connect({
    ...own.connection,
    database: name,
    max: 2,
    onLost: (error) => void lost.push(error),
  });
  try {
    const names = readdirSync(MIGRATIONS).filter((file) => file < before);
    await Promise.all(names.map((file) => copyFile(join(MIGRATIONS, file), join(folder, file))));
    await migrate(database, folder);
    await use({ database, upgrade: () => migrate(database, MIGRATIONS) });
    if (lost.length > 0) throw new AggregateError(lost, 'connections to the former database were lost');
  } finally {
    await database.close();
    await own.query(`drop database ${name} with (force)`);
    rmSync(folder, { recursive: true, force: true });
  }
}
