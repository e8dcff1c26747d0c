import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { stringify } from 'csv-stringify/sync';
import { ZipFile } from 'yazl';
import type { Database, Sql } from '../../../platform/db/database.ts';
import type { UserTable } from '../../../platform/ports.ts';

/** Rows that are read and written at a time. */
const BATCH = 500;

type Row = { readonly json: string; readonly fields: Readonly<Record<string, string | null>> };

const NUMBER = /^[+-]?\d+(\.\d+)?$/;

/** A text that a spreadsheet would take for a formula begins with an apostrophe; numbers stay, negative ones too. */
const harmless = (text: string | null): string | null =>
  text !== null && /^[=+\-@\t\r]/.test(text) && !NUMBER.test(text) ? `'${text}` : text;

/** The name of a table is the code's, and so is the condition: `$1`, the user's id, is checked to be digits. */
const selected = (table: string, { rows, without = [] }: Exported, userId: string): string => {
  if (!/^\d+$/.test(userId)) throw new Error('a user id has digits only');
  const left = without.map((column) => ` - '${column}'`).join('');
  return `select d::text as json, (select json_object_agg(key, value) from jsonb_each_text(d)) as fields
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

async function* csvOf(batches: AsyncIterable<Row[]>): AsyncGenerator<string> {
  let columns: string[] | null = null;
  for await (const rows of batches) {
    const header = columns === null;
    const names: string[] = columns ?? Object.keys(rows[0]?.fields ?? {});
    columns = names;
    const cells = rows.map(({ fields }) => names.map((name) => harmless(fields[name] ?? null)));
    yield stringify(header ? [names, ...cells] : cells);
  }
}

export type ArchiveParts = {
  readonly userId: string;
  readonly uid: string;
  /** Unix ms. */
  readonly at: number;
  readonly tables: ReadonlyMap<string, UserTable>;
  /** Names and contents of what the user uploaded. */
  readonly pictures: readonly { readonly name: string; readonly read: () => Promise<Buffer | null> }[];
};

/**
 * One zip with all that is stored of a user, as of one moment: each table as `json/<table>.json` and `csv/<table>.csv`,
 * the pictures, and `index.json` with the number of rows. Tables are streamed; the compressed archive is held in memory.
 */
export function makeArchive(database: Database, { userId, uid, at, tables, pictures }: ArchiveParts): Promise<Buffer> {
  return database.transaction(async (tx) => {
    await tx.query('set transaction isolation level repeatable read, read only');
    const zip = new ZipFile();
    const archive = buffer(zip.outputStream as Readable);
    const counts: Record<string, number> = {};
    const add = (path: string, chunks: () => AsyncGenerator<string | Buffer>) =>
      zip.addReadStreamLazy(path, (done) => done(null, Readable.from(chunks())));
    for (const [table, exported] of [...tables].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      if (!('rows' in exported)) continue;
      const batches = () => batchesOf(tx, table, exported, userId);
      add(`json/${table}.json`, () =>
        jsonOf(batches(), (rows) => {
          counts[table] = (counts[table] ?? 0) + rows;
        }),
      );
      add(`csv/${table}.csv`, () => csvOf(batches()));
    }
    for (const { name, read } of pictures) {
      add(`pictures/${name}`, async function* () {
        yield (await read()) ?? Buffer.alloc(0);
      });
    }
    // Last: what it counts has been written by then.
    add('index.json', async function* () {
      yield `${JSON.stringify({ uid, made_at: new Date(at).toISOString(), rows: counts }, null, 2)}\n`;
    });
    const failed = new Promise<never>((_, reject) => zip.on('error', reject));
    zip.end();
    return Promise.race([archive, failed]);
  });
}
