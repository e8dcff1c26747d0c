import { randomBytes } from 'node:crypto';
import type { Database, Sql } from '../src/platform/db/database.ts';

/* What belongs to a user, by the schema of the database: a table that is added is known without being named here. */

type Column = {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  /** Has a default, or is written by the database alone. */
  readonly given: boolean;
  readonly written: boolean;
  readonly key: boolean;
  /** Table and column that it refers to. */
  readonly refers: { readonly table: string; readonly column: string } | null;
  /** Values that a check allows. */
  readonly named: readonly string[];
  /** Regular expressions that a check requires. */
  readonly patterns: readonly string[];
};
type Table = { readonly name: string; readonly columns: readonly Column[] };
type Owner = { readonly id: string };

export type OwnedTables = ReadonlyMap<string, Table>;

type ColumnRow = {
  table: string;
  name: string;
  type: string;
  required: boolean;
  given: boolean;
  written: boolean;
  key: boolean;
  refers_table: string | null;
  refers_column: string | null;
  checks: string[] | null;
};

/** All tables of the schema with their columns. */
async function readTables(database: Database): Promise<readonly Table[]> {
  const rows = await database.query<ColumnRow>(
    `select c.relname as table, a.attname as name, format_type(coalesce(nullif(t.typbasetype, 0), t.oid), null) as type,
            a.attnotnull as required, a.atthasdef or a.attidentity <> '' as given,
            a.attidentity = 'a' or a.attgenerated <> '' as written,
            exists (select from pg_index i where i.indrelid = c.oid and i.indisunique and a.attnum = any (i.indkey)) as key,
            f.confrelid::regclass::text as refers_table,
            (select attname::text from pg_attribute
              where attrelid = f.confrelid and attnum = f.confkey[array_position(f.conkey, a.attnum)]) as refers_column,
            (select array_agg(pg_get_constraintdef(k.oid) order by k.oid) from pg_constraint k
              where k.conrelid = c.oid and k.contype = 'c' and a.attnum = any (k.conkey)) as checks
       from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       join pg_type t on t.oid = a.atttypid
       left join pg_constraint f on f.conrelid = c.oid and f.contype = 'f' and a.attnum = any (f.conkey)
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      order by c.relname, a.attnum`,
  );
  const tables = new Map<string, Column[]>();
  for (const { table, refers_table, refers_column, checks, ...column } of rows) {
    const refers = refers_table && refers_column ? { table: refers_table, column: refers_column } : null;
    const texts = (checks ?? []).flatMap((check) =>
      [...check.matchAll(/'([^']+)'::text/g)].map(([, value = '']) => value),
    );
    const patterns = texts.filter((value) => value.startsWith('^'));
    const named = texts.filter((value) => !value.startsWith('^'));
    const all = tables.get(table) ?? [];
    if (all.some(({ name }) => name === column.name)) continue;
    all.push({ ...column, refers, named, patterns });
    tables.set(table, all);
  }
  return [...tables].map(([name, columns]) => ({ name, columns }));
}

const isOwner = ({ name, refers }: Column): boolean =>
  refers?.table === 'user_account' || name === 'user_id' || name.endsWith('_user_id') || name === 'holder';

/** The tables that have rows of users, by name. */
export async function ownedTables(database: Database): Promise<OwnedTables> {
  const owned = (await readTables(database)).filter(
    ({ name, columns }) => name === 'user_account' || (name !== 'lease' && columns.some(isOwner)),
  );
  return new Map(owned.map((table) => [table.name, table]));
}

const isText = ({ type }: Column): boolean => /^(text|character varying|citext)$/.test(type);

/** The condition by which a table's rows are a user's. */
const ownedBy = ({ name, columns }: Table, { id }: Owner): string =>
  name === 'user_account'
    ? `id = ${id}`
    : columns
        .filter(isOwner)
        .map((column) => (isText(column) ? `${column.name} = 'user:${id}'` : `${column.name} = ${id}`))
        .join(' or ');

/** A digest of all rows of a user, by table. `but` are columns that are no property of the user, `table.column`. */
export async function digestsOf(
  sql: Sql,
  tables: OwnedTables,
  owner: Owner,
  but: readonly string[] = [],
): Promise<Readonly<Record<string, string>>> {
  const each = [...tables.values()].map((table) => {
    const left = but
      .filter((path) => path.startsWith(`${table.name}.`))
      .map((path) => path.slice(table.name.length + 1));
    const row = `to_jsonb(t)${left.map((column) => ` - '${column}'`).join('')}`;
    return `select '${table.name}' as name, md5(coalesce(string_agg((${row})::text, '' order by (${row})::text), '')) as digest
              from ${table.name} t where ${ownedBy(table, owner)}`;
  });
  const rows = await sql.query<{ name: string; digest: string }>(each.join(' union all '));
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}

/** The rows of a user, as texts: by table and column, each value that stands there. */
export async function valuesOf(sql: Sql, tables: OwnedTables, owner: Owner): Promise<ReadonlyMap<string, Set<string>>> {
  const values = new Map<string, Set<string>>();
  for (const table of tables.values()) {
    const columns = table.columns.map(({ name }) => `${name}::text`).join(', ');
    const rows = await sql.query<Record<string, string | null>>(
      `select ${columns} from ${table.name} where ${ownedBy(table, owner)}`,
    );
    for (const { name } of table.columns) {
      const found = rows.map((row) => row[name]).filter((value): value is string => typeof value === 'string');
      values.set(`${table.name}.${name}`, new Set(found));
    }
  }
  return values;
}

/** Makes the ids that the database gives from now on begin at a number: a user's are told from all others'. */
export async function beginIdsAt(sql: Sql, tables: OwnedTables, first: number): Promise<void> {
  const sequences = [...tables.values()].flatMap(({ name, columns }) =>
    columns.filter(({ given }) => given).map((column) => `pg_get_serial_sequence('${name}', '${column.name}')`),
  );
  await sql.query(
    `select setval(sequence, $1) from (values (${sequences.join('), (')})) s(sequence) where sequence is not null`,
    [first],
  );
}

const ENTRIES: Readonly<Record<string, (sign: number) => unknown>> = {
  integer: (sign) => sign,
  smallint: (sign) => sign,
  bigint: (sign) => sign,
  numeric: () => '7.9191373',
  'double precision': () => 7.25,
  real: () => 7.25,
  boolean: () => false,
  jsonb: () => '{}',
  json: () => '{}',
  bytea: () => randomBytes(32),
  date: () => '2026-11-20',
  'timestamp with time zone': () => new Date(Date.UTC(2026, 10, 20, 15)),
  uuid: () => crypto.randomUUID(),
  inet: () => '192.0.2.7',
};

/** Whose rows are written: `mark` stands in their texts, `sign` in whole numbers; `beside` is the id of the other user of rows that have two. */
const SUBMITTED_MEDIA = JSON.stringify({
  type: 'image',
  pictures: [{ width: 8, webp: '/api/nft/media/a.webp', avif: '/api/nft/media/a.avif' }],
});

type Filler = Owner & { readonly mark: string; readonly sign: number; readonly beside: string };

/** A value for a column of a row that is only there to belong to a user. */
async function entryFor(sql: Sql, table: Table, column: Column, owner: Filler, tables: OwnedTables) {
  if (column.name.endsWith('_user_id')) return owner.beside;
  if (isOwner(column)) return isText(column) ? `user:${owner.id}` : owner.id;
  if (column.refers) {
    const { table: name, column: target } = column.refers;
    const theirs = tables.get(name);
    const [row] = await sql.query<Record<string, unknown>>(
      `select ${target} from ${name} order by ${theirs ? `(${ownedBy(theirs, owner)}) desc, ` : ''}ctid limit 1`,
    );
    return row?.[target] ?? null;
  }
  if (isText(column)) {
    const own = `${owner.mark}-${table.name}-${column.name}`;
    const fits = (value: string) => column.patterns.every((pattern) => new RegExp(pattern).test(value));
    return (
      column.named[0] ??
      [
        own,
        owner.mark,
        owner.mark.toUpperCase(),
        '123456789',
        'ab'.repeat(32),
        'ab'.repeat(4),
        `0x${'ab'.repeat(20)}`,
      ].find(fits) ??
      own
    );
  }
  // Less than what it is taken from.
  if (column.name.includes('fee')) return '0';
  if (column.type.endsWith('[]')) return [];
  // Of a work: its media have at least one size, its properties are a list.
  if (column.type === 'jsonb' && ['properties', 'mentions'].includes(column.name)) return '[]';
  if (table.name === 'nft_submission' && column.name === 'media') return SUBMITTED_MEDIA;
  return ENTRIES[column.type]?.(owner.sign) ?? null;
}

/**
 * Writes a row of a user into each table that has none of theirs: first with every column, then with those that must
 * be there. Returns the tables that take neither, with the reason.
 */
export async function fillEmptyTables(
  database: Database,
  tables: OwnedTables,
  owner: Filler,
): Promise<Readonly<Record<string, string>>> {
  const failed: Record<string, string> = {};
  /** Whether a row refers to another one of its user's: that one is written before. */
  const refers = ({ name, columns }: Table): boolean =>
    columns.some(
      ({ refers: to }) =>
        to !== null && to !== undefined && to.table !== name && to.table !== 'user_account' && tables.has(to.table),
    );
  const ordered = [...tables.values()].sort((a, b) => Number(refers(a)) - Number(refers(b)));
  const tried = new Set<Table>();
  // What failed is tried again: a row may refer to one of a table that comes later.
  for (const table of [...ordered, ...ordered]) {
    if (tried.has(table) && !failed[table.name]) continue;
    tried.add(table);
    const [row] = await database.query(`select from ${table.name} where ${ownedBy(table, owner)} limit 1`);
    if (row) continue;
    const writable = table.columns.filter(({ written }) => !written);
    const fewest = writable.filter((column) => isOwner(column) || (column.required && !column.given));
    // A structure that may be absent has a shape that only its domain knows.
    const most = writable.filter(
      (column) => isText(column) || (!column.given && (column.required || column.type !== 'jsonb')),
    );
    for (const columns of [most, fewest]) {
      const values = [];
      for (const column of columns) values.push(await entryFor(database, table, column, owner, tables));
      const names = columns.map(({ name }) => name).join(', ');
      const slots = columns.map((_, index) => `$${index + 1}`).join(', ');
      try {
        await database.query(`insert into ${table.name} (${names}) values (${slots})`, values);
        delete failed[table.name];
        break;
      } catch (error) {
        failed[table.name] = error instanceof Error ? error.message : String(error);
      }
    }
  }
  return failed;
}
