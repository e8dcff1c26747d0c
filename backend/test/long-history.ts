import pg from 'pg';
import type { Database } from '../src/platform/db/database.ts';
import type { OwnedTables } from './owned-rows.ts';

/* Users who have used the platform for years: many rows in each table of theirs, and how many of them a statement reads. */

type Key = { readonly name: string; readonly type: string };

/** Columns that unique indexes of a table need another value of, in each row. */
async function keysOf({ query }: Pick<Database, 'query'>, table: string) {
  return query<{ keys: Key[]; index: string; partial: boolean }>(
    `select i.indexrelid::regclass::text as index, i.indpred is not null as partial,
            json_agg(json_build_object('name', a.attname, 'type', format_type(coalesce(nullif(t.typbasetype, 0), t.oid), null))
                     order by k.place) as keys
       from pg_index i cross join lateral unnest(i.indkey::int2[]) with ordinality as k (number, place)
       join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
       join pg_type t on t.oid = a.atttypid
      where i.indrelid = $1::regclass and i.indisunique group by i.indexrelid, i.indpred is not null`,
    [table],
  );
}

/** Ways to make another value of a text, of which a check may take one. */
const TEXTS = [
  (column: string) => `${column} || '-' || n`,
  (column: string) => `substr(md5(n::text) || md5('b' || n), 1, greatest(length(${column}), 8))`,
  (column: string) => `upper(substr(translate(md5(n::text), '01', 'zy'), 1, length(${column})))`,
  () => 'md5(n::text)::uuid::text',
  () => `'0x' || substr(md5(n::text) || md5('b' || n), 1, 40)`,
  (column: string) => `lpad((10000000 + n)::text, length(${column}), '1')`,
  (column: string) => `left(${column}, 5) || lpad(n::text, 7, '0')`,
];

const another = ({ name, type }: Key, text: (column: string) => string): string | null => {
  if (/^(integer|bigint)$/.test(type)) return `${name} + 20000000 + n`;
  if (type === 'smallint') return `${name} + n`;
  if (type === 'date') return `${name} - n`;
  if (type.startsWith('timestamp')) return `${name} - n * interval '1 second'`;
  if (type === 'uuid') return 'md5(n::text)::uuid';
  if (type === 'bytea') return `decode(md5(n::text) || md5('b' || n), 'hex')`;
  if (/^(text|character varying)$/.test(type)) return text(name);
  return null;
};

/** A column of a row that says whose it is. */
const OWNER = /^(user_id|owner_id|holder|seller_id|sender_id|trader_user_id)$/;

/** Of what a user has one of, or a few, at a time: what makes a copy one of before. */
const ENDED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  lever_position: {
    status: `'cancelled'`,
    quantity: '0',
    opened_quantity: '0',
    closed_quantity: '0',
    margin: '0',
    required: '0',
    entry_exact: '0',
    opened_exact: '0',
    closed_exact: '0',
  },
  invest_order: { status: `'redeemed'`, settled_at: 'created_at', paid: '0', paid_currency: 'currency' },
  mining_order: {
    status: `'redeemed'`,
    next_at: 'null',
    closed_at: 'created_at',
    penalty: 'null',
    interest_paid: 'interest_total',
  },
  // From another user.
  payment: { sender_id: '(select min(id) from user_account)' },
  support_conversation: { status: `'resolved'`, resolved_at: 'created_at', waiting_since: 'null' },
};

/**
 * Copies a user's newest row of a table. Returns why it could not be done, or null. Triggers and references do not
 * hold here: a copy is there to be read.
 */
async function copyRows(client: pg.Client, database: Database, table: string, where: string, count: number) {
  const ended = ENDED[table] ?? {};
  const columns = (
    await client.query<{ name: string }>(
      `select attname as name from pg_attribute
        where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [table],
    )
  ).rows.map(({ name }) => name);
  const indexes = await keysOf(database, table);
  let why = 'no text fits';
  for (const text of TEXTS) {
    const changed = new Map<string, string>();
    for (const { keys, index, partial } of indexes) {
      if (keys.some(({ name }) => changed.has(name))) continue;
      const free = keys.filter(({ name }) => !OWNER.test(name));
      const key = free.find(({ name }) => name === 'id') ?? free.findLast((each) => another(each, text) !== null);
      const value = key && another(key, text);
      if ((!key || !value) && partial) {
        // One that is open: others have ended.
        await client.query(`drop index if exists ${index}`);
        continue;
      }
      if (!key || !value) return 'one row a user';
      changed.set(key.name, value);
    }
    const values = columns.map((column) => ended[column] ?? changed.get(column) ?? column);
    try {
      await client.query('begin');
      await client.query(
        `insert into ${table} (${columns.join(', ')}) overriding system value
         select ${values.join(', ')} from (select * from ${table} where ${where} limit 1) one, generate_series(1, $1::int) n`,
        [count],
      );
      await client.query('commit');
      return null;
    } catch (error) {
      await client.query('rollback');
      why = error instanceof Error ? error.message : String(error);
    }
  }
  return why;
}

/**
 * Gives a user `count` rows more in each table of theirs, and in those whose rows belong to one of these. Returns the
 * tables that take no more, with the reason.
 */
export async function lengthenHistory(
  database: Database & { readonly connection: pg.ClientConfig },
  tables: OwnedTables,
  userId: string,
  count: number,
  few: ReadonlySet<string>,
): Promise<Readonly<Record<string, string>>> {
  const client = new pg.Client(database.connection);
  await client.connect();
  const short: Record<string, string> = {};
  try {
    await client.query(`set session_replication_role = 'replica'; set synchronous_commit = off`);
    for (const { name, columns } of tables.values()) {
      const owner = columns.filter(
        ({ name: column, refers }) => refers?.table === 'user_account' || OWNER.test(column),
      );
      if (name === 'user_account' || few.has(name) || owner.length === 0) continue;
      const where = owner.map(({ name: column }) => `${column}::text in ('${userId}', 'user:${userId}')`).join(' or ');
      const why = await copyRows(client, database, name, where, count);
      if (why !== null) short[name] = why;
    }
    const parts = await client.query<{ name: string; column: string; parent: string; target: string }>(
      `select f.conrelid::regclass::text as name, a.attname as column, f.confrelid::regclass::text as parent, b.attname as target
         from pg_constraint f
         join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
         join pg_attribute b on b.attrelid = f.confrelid and b.attnum = f.confkey[1]
        where f.contype = 'f' and array_length(f.conkey, 1) = 1 order by 1, 2`,
    );
    const done = new Set<string>([...tables.keys(), ...few]);
    for (const { name, column, parent, target } of parts.rows) {
      const owner = tables.get(parent)?.columns.find((each) => each.name === 'user_id');
      if (!owner || done.has(name)) continue;
      done.add(name);
      const where = `${column} in (select ${target} from ${parent} where user_id = ${userId})`;
      const why = await copyRows(client, database, name, where, count);
      if (why !== null) short[name] = why;
    }
    await client.query('analyze');
  } finally {
    await client.end();
  }
  return short;
}

type Issued = { readonly text: string; readonly values: readonly unknown[] };

/** What `pg` keeps of a connection, and how a statement goes to it. */
type Wire = {
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
  parse(statement: { readonly text: string; readonly name?: string }): void;
  bind(values: { readonly statement?: string; readonly values?: readonly unknown[] }): void;
};

/** Notes the statements that have values, of all connections, until it is stopped. */
export function listenToStatements() {
  const wire = (pg as unknown as { readonly Connection: { readonly prototype: Wire } }).Connection.prototype;
  const { parse, bind } = wire;
  const unnamed = new WeakMap<object, string>();
  let issued: Issued[] = [];
  wire.parse = function (this: Wire, statement) {
    if (!statement.name) unnamed.set(this, statement.text);
    return Reflect.apply(parse, this, [statement]);
  };
  wire.bind = function (this: Wire, given) {
    const { statement: name, values = [] } = given;
    const text = name ? (this.parsedStatements[name] ?? this.submittedNamedStatements[name]) : unnamed.get(this);
    if (text !== undefined) issued.push({ text, values });
    return Reflect.apply(bind, this, [given]);
  };
  return {
    /** What was issued since the last time. */
    taken(): readonly Issued[] {
      const all = issued;
      issued = [];
      return all;
    },
    stop() {
      Object.assign(wire, { parse, bind });
    },
  };
}

type Plan = {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly Plan[];
};

const nodesOf = (plan: Plan): readonly Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

export type Reading = { readonly rows: number; readonly times: number; readonly where: string };

/** What a statement reads where it reads most: rows at a time, and how often. */
export async function mostRead(client: pg.Client, { text, values }: Issued): Promise<Reading> {
  const { rows } = await client.query<{ 'QUERY PLAN': readonly { readonly Plan: Plan }[] }>(
    `explain (analyze, timing off, format json) ${text}`,
    [...values],
  );
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
  const read = (plan ? nodesOf(plan) : [])
    .filter((node) => node['Relation Name'] !== undefined || node['Index Name'] !== undefined)
    .map((node) => ({
      rows: node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0),
      times: node['Actual Loops'],
      where: `${node['Node Type']} of ${node['Relation Name'] ?? ''} ${node['Index Name'] ?? ''}`.trim(),
    }));
  return read.toSorted((a, b) => b.rows - a.rows)[0] ?? { rows: 0, times: 0, where: 'nothing' };
}
