import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../test/test-database.ts';
import type { Database } from './database.ts';
import { MigrationError, migrate } from './migrate.ts';

let database: Database;
let folder: string;
beforeEach(async () => {
  database = await createTestDatabase();
  // What follows has migrations of its own.
  await database.query('delete from migration');
  folder = mkdtempSync(join(tmpdir(), 'tessera-migrations-'));
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const write = (name: string, sql: string) => writeFileSync(join(folder, name), sql);

describe('migrations', () => {
  it('are applied once each, in the order of their names', async () => {
    write('9002_second.sql', 'insert into first_thing values (2)');
    write('9001_first.sql', 'create table first_thing (n int)');
    mkdirSync(join(folder, 'notes'));
    expect(await migrate(database, folder)).toEqual(['9001_first.sql', '9002_second.sql']);
    expect(await migrate(database, folder)).toEqual([]);
    expect(await database.query('select n from first_thing')).toEqual([{ n: 2 }]);
  });

  it('are applied once also when several nodes start at the same moment', async () => {
    write('9001_first.sql', 'create table first_thing (n int)');
    const applied = await Promise.all(Array.from({ length: 4 }, () => migrate(database, folder)));
    expect(applied.flat()).toEqual(['9001_first.sql']);
  });

  it('are rolled back if they fail, and earlier ones are kept', async () => {
    write('9001_first.sql', 'create table first_thing (n int)');
    write('9002_broken.sql', 'create table second_thing (n int); select 1 / 0');
    await expect(migrate(database, folder)).rejects.toThrow('division by zero');
    expect(await database.query("select to_regclass('first_thing') is not null as there")).toEqual([{ there: true }]);
    expect(await database.query("select to_regclass('second_thing') is not null as there")).toEqual([{ there: false }]);
  });

  it('of a later version prevent the start of a former one, before anything is applied', async () => {
    write('9001_first.sql', 'create table first_thing (n int)');
    write('9003_later.sql', 'create table third_thing (n int)');
    await migrate(database, folder);
    rmSync(join(folder, '9003_later.sql'));
    write('9002_second.sql', 'create table second_thing (n int)');
    await expect(migrate(database, folder)).rejects.toThrow(/later version: it has 9003_later\.sql, which/);
    expect(await database.query("select to_regclass('second_thing') is not null as there")).toEqual([{ there: false }]);
  });

  it('prevent the start if one was changed after it was applied', async () => {
    write('9001_first.sql', 'create table first_thing (n int)');
    await migrate(database, folder);
    write('9001_first.sql', 'create table first_thing (n int, m int)');
    await expect(migrate(database, folder)).rejects.toThrow(MigrationError);
  });

  it('of the backend have one number each', () => {
    const names = readdirSync(join(import.meta.dirname, '../../../migrations'));
    const numbers = names.map((name) => /^\d{4}(?=_[a-z_]+\.sql$)/.exec(name)?.[0]);
    expect(numbers).not.toContain(undefined);
    expect(new Set(numbers).size).toBe(names.length);
  });
});
