import type { Sql } from './database.ts';

type Column = {
  readonly table: string;
  readonly column: string;
  /** The type below a domain. */
  readonly type: string;
  readonly nullable: boolean;
  readonly generated: 'always' | 'default' | null;
};

/** What `types.ts` makes of each type. */
const ROW_TYPES: Readonly<Record<string, string>> = {
  bit: 'string',
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  float8: 'number',
  int2: 'number',
  int4: 'number',
  int8: 'string',
  _int4: 'number[]',
  _int8: 'string[]',
  numeric: 'string',
  _numeric: 'string[]',
  text: 'string',
  _text: 'string[]',
};

/** Types that are written as another type than they are read as. */
const MIXED_TYPES: Readonly<Record<string, string>> = {
  jsonb: 'Json',
  timestamptz: 'Time',
  _timestamptz: 'Times',
};

const columnsOf = (sql: Sql): Promise<Column[]> =>
  sql.query<Column>(
    `select c.relname as table, a.attname as column, coalesce(base.typname, t.typname) as type,
            not (a.attnotnull or t.typnotnull) as nullable,
            case when a.attidentity = 'a' then 'always' when a.atthasdef or a.attidentity = 'd' then 'default' end
              as generated
       from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       join pg_type t on t.oid = a.atttypid
       left join pg_type base on base.oid = nullif(t.typbasetype, 0)
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and c.relname <> 'migration'
      order by c.relname collate "C", a.attnum`,
  );

function typeOf({ table, column, type, nullable, generated }: Column): string {
  const mixed = MIXED_TYPES[type];
  const plain = ROW_TYPES[type];
  if (!mixed && !plain) throw new Error(`${table}.${column}: what ${type} is in TypeScript is not decided`);
  const value = mixed ? `${mixed}${nullable ? '<null>' : ''}` : `${plain}${nullable ? ' | null' : ''}`;
  if (mixed && generated) throw new Error(`${table}.${column}: a ${type} with a default is not provided for`);
  if (generated === 'always') return `GeneratedAlways<${value}>`;
  return generated === 'default' ? `Generated<${value}>` : value;
}

const interfaceName = (table: string): string =>
  table.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());

const HEADER = `// Generated from the migrated database; schema.test.ts compares the two, and writes this file when run with -u.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** Unix ms to read, a date to write. */
type Time<Null = never> = ColumnType<number | Null, Date | Null, Date | Null>;
/** The same, of an array. */
type Times<Null = never> = ColumnType<readonly number[] | Null, readonly Date[] | Null, readonly Date[] | Null>;
/** A value to read, its JSON text to write. */
type Json<Null = never> = ColumnType<unknown, string | Null, string | Null>;
`;

/** The source of `schema.ts`: every table that the migrations make, in the types of Kysely. */
export async function schemaSource(sql: Sql): Promise<string> {
  const byTable = Map.groupBy(await columnsOf(sql), ({ table }) => table);
  const tables = [...byTable].map(([table, columns]) => {
    const lines = columns.map((column) => `  ${column.column}: ${typeOf(column)};`);
    return `\ntype ${interfaceName(table)} = {\n${lines.join('\n')}\n};\n`;
  });
  const all = [...byTable.keys()].map((table) => `  ${table}: ${interfaceName(table)};`);
  return `${HEADER}${tables.join('')}\nexport type Schema = {\n${all.join('\n')}\n};\n`;
}
