import {
  type Compilable,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql as raw,
} from 'kysely';
import type { Sql } from './database.ts';
import type { Schema } from './schema.ts';

/** Builds statements on the tables of the migrations. It has no connection: `execute` runs what it builds. */
export const db = new Kysely<Schema>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** Runs a built statement on a connection or in a transaction of ours. */
export function execute<Row>(sql: Sql, statement: Compilable<Row>): Promise<Row[]> {
  const { sql: text, parameters } = statement.compile();
  return sql.query<Row & object>(text, parameters);
}

/** A time to compare a column with, from Unix ms: columns of time are numbers to read and dates to write. */
export const time = (ms: number): RawBuilder<number> => raw<number>`${new Date(ms)}`;
