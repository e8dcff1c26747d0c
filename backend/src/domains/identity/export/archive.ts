import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { LanguageCode } from '@tessera/api/rules';
import { ZipFile } from 'yazl';
import { asFigure, asText, csvRows } from '../../../platform/csv/csv.ts';
import type { Database, Sql } from '../../../platform/db/database.ts';
import type { UserTable } from '../../../platform/ports.ts';

/** Rows that are read and written at a time. */
const BATCH = 500;

type Row = {
  readonly json: string;
  readonly fields: Readonly<Record<string, string | null>>;
  /** Columns that hold numbers, not texts of digits. */
  readonly figures: readonly string[];
};

const NUMBER = /^[+-]?\d+(\.\d+)?$/;

/** A cell that a spreadsheet of the language reads as it is meant, and does not run. */
const cellOf = ({ fields, figures }: Row, column: string, language: LanguageCode): string => {
  const text = fields[column] ?? '';
  if (figures.includes(column)) return asFigure(text, language);
  return NUMBER.test(text) ? text : asText(text);
};

/** The name of a table is the code's, and so is the condition: `$1`, the user's id, is checked to be digits. */
const selected = (table: string, { rows, without = [] }: Exported, userId: string): string => {
  if (!/^\d+$/.test(userId)) throw new Error('a user id has digits only');
  const left = without.map((column) => ` - '${column}'`).join('');
  return `select d::text as json, (select json_object_agg(key, value) from jsonb_each_text(d)) as fields,
                 array(select key from jsonb_each(d) where jsonb_typeof(value) = 'number') as figures
            from (select to_jsonb(t)${left} as d from ${table} t where ${rows.replaceAll('$1', userId)}) as r`;
};

type Exported = Extract<UserTable, { readonly rows: string }>;

/** The rows of a table, batch by batch: PostgreSQL renders times and decimals, so that none passes a JavaScript number. */
async function* batchesOf(sql: Sql, table: string, exported: Exported, userId: string): AsyncGenerator<Row[]> {
  await sql.query(`declare export_rows no scroll cursor for ${selected(table, exported, userId)}`);
  for (;;) {
    const rows = await sql.query<Row>(`fetch ${BATCH} from export_rows`);
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH) break;
  }
  await sql.query('close export_rows');
}

async function* jsonOf(batches: AsyncIterable<Row[]>, count: (rows: number) => void): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const rows of batches) {
    count(rows.length);
    yield separator + rows.map(({ json }) => json).join(',\n');
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

async function* csvOf(batches: AsyncIterable<Row[]>, language: LanguageCode): AsyncGenerator<string> {
  let columns: string[] | null = null;
  for await (const rows of batches) {
    const header = columns === null;
    const names: string[] = columns ?? Object.keys(rows[0]?.fields ?? {});
    columns = names;
    const cells = rows.map((row) => names.map((name) => cellOf(row, name, language)));
    yield csvRows(header ? [names, ...cells] : cells, language, header);
  }
}

export type ArchiveParts = {
  readonly userId: string;
  readonly uid: string;
  /** Of the tables for spreadsheets; those in JSON are the same in each. */
  readonly language: LanguageCode;
  /** Unix ms. */
  readonly at: number;
  readonly tables: ReadonlyMap<string, UserTable>;
  /** Names and contents of what the user uploaded. */
  readonly pictures: readonly { readonly name: string; readonly read: () => Promise<Buffer | null> }[];
};

/**
 * One zip with all that is stored of a user: each table as of one moment, as `json/<table>.json` and `csv/<table>.csv`, the
 * pictures, and `index.json` with the number of rows. It is written to a file as it is read.
 */
export async function makeArchive(
  database: Database,
  parts: ArchiveParts,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  const { userId, uid, language, at, tables, pictures } = parts;
  const counts: Record<string, number> = {};
  const zip = new ZipFile();
  const over = new AbortController();
  const written = pipeline(zip.outputStream as Readable, createWriteStream(path, { mode: 0o600 }), {
    signal: AbortSignal.any([signal, over.signal]),
  });
  // The library hands errors of its own on, and none of what it reads: it would wait for ever, and end the process.
  const { promise: failed, reject: fail } = Promise.withResolvers<never>();
  zip.on('error', fail);
  // Each is waited for beside work.
  for (const promise of [written, failed]) promise.catch(() => undefined);
  /** Adds a file; resolves once all of it was read. */
  const add = (path: string, chunks: () => AsyncGenerator<string | Buffer>): Promise<void> =>
    new Promise((resolve) => {
      zip.addReadStreamLazy(path, (done) =>
        done(null, Readable.from(chunks()).once('end', resolve).once('error', fail)),
      );
    });
  try {
    // PostgreSQL ends a transaction that says nothing for some seconds: what is read elsewhere comes after it.
    await database.transaction(async (tx) => {
      await tx.query('set transaction isolation level repeatable read, read only');
      const read: Promise<void>[] = [];
      for (const [table, exported] of [...tables].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
        if (!('rows' in exported)) continue;
        const batches = () => batchesOf(tx, table, exported, userId);
        const json = () =>
          jsonOf(batches(), (rows) => {
            counts[table] = (counts[table] ?? 0) + rows;
          });
        read.push(
          add(`json/${table}.json`, json),
          add(`csv/${table}.csv`, () => csvOf(batches(), language)),
        );
      }
      await Promise.race([Promise.all(read), failed, written]);
    });
    for (const { name, read } of pictures) {
      void add(`pictures/${name}`, async function* () {
        yield (await read()) ?? Buffer.alloc(0);
      });
    }
    // Last: what it counts has been written by then.
    void add('index.json', async function* () {
      yield `${JSON.stringify({ uid, made_at: new Date(at).toISOString(), rows: counts }, null, 2)}\n`;
    });
    zip.end();
    await Promise.race([written, failed]);
  } finally {
    over.abort();
  }
}
