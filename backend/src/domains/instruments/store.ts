import type { Currency, Instrument } from '../../platform/catalogue/catalogue.ts';
import type { Database, Sql } from '../../platform/db/database.ts';
import { type Page, pageOf } from '../../platform/db/page.ts';
import type { CalendarRow, CatalogueRows, InstrumentRow } from './snapshot.ts';

/* The only file that knows the tables of the catalogue. */

export async function storedVersion(sql: Sql): Promise<number> {
  const [head] = await sql.query<{ version: string }>('select version from catalogue_head');
  if (!head) throw new Error('the catalogue has no version');
  return Number(head.version);
}

type Versioned<T> = Omit<T, 'version'> & { readonly version: string };

const numbered = <T extends { readonly version: string }>(row: T) => ({ ...row, version: Number(row.version) });

const CALENDARS = `
  select c.id, c.timezone, c.sessions, c.weekdays, c.covered_until as "coveredUntil", c.version,
         coalesce((select json_agg(json_build_object('day', h.day::text, 'closeMinute', h.close_minute) order by h.day)
                     from calendar_holiday h where h.calendar = c.id), '[]') as holidays
    from calendar c`;

const INSTRUMENTS = `
  select id, symbol, name, category, base, quote, settlement, tick, lot, min_amount as "minAmount",
         min_total as "minTotal", maker_fee_rate as "makerFeeRate", taker_fee_rate as "takerFeeRate", trades, multiples,
         tiers, liquidation_threshold as "liquidationThreshold", overnight_rate as "overnightRate",
         exposure_cap as "exposureCap", calendar, rank, max_price_age_ms as "maxPriceAgeMs", spread,
         json_build_object('houseDepth', house_depth, 'houseCap', house_cap, 'breakerJump', breaker_jump,
                           'breakerSpread', breaker_spread, 'insuranceShare', insurance_share,
                           'insuranceCap', insurance_cap, 'openInterestCap', open_interest_cap) as limits,
         countries, halt, simulation, version
    from instrument`;

const CURRENCIES = 'select id, code, name, scale, kind, open, version from currency';

/** All of it, as of one version. */
export const readCatalogue = (database: Database): Promise<CatalogueRows> =>
  database.transaction(async (tx) => {
    // Changes wait for the end of the transaction, and so does this for theirs.
    const [head] = await tx.query<{ version: string }>('select version from catalogue_head for share');
    if (!head) throw new Error('the catalogue has no version');
    const { currencies, calendars } = await readKnown(tx);
    const instruments = await tx.query<Versioned<InstrumentRow>>(`${INSTRUMENTS} order by position, id`);
    return {
      version: Number(head.version),
      currencies,
      calendars,
      instruments: instruments.map(numbered),
    };
  });

export const readCalendars = async (sql: Sql): Promise<CalendarRow[]> =>
  (await sql.query<Versioned<CalendarRow>>(`${CALENDARS} order by c.id`)).map(numbered);

/** What an instrument may name. */
export const readKnown = async (tx: Sql): Promise<Pick<CatalogueRows, 'currencies' | 'calendars'>> => ({
  currencies: (await tx.query<Versioned<Currency>>(`${CURRENCIES} order by position, id`)).map(numbered),
  calendars: await readCalendars(tx),
});

/** One as the database has it, not this node's memory; null where there is none. */
export async function instrumentRow(tx: Sql, symbol: string): Promise<InstrumentRow | null> {
  const [row] = await tx.query<Versioned<InstrumentRow>>(`${INSTRUMENTS} where symbol = $1`, [symbol]);
  return row ? numbered(row) : null;
}

export async function calendarRow(tx: Sql, id: string): Promise<CalendarRow | null> {
  const [row] = await tx.query<Versioned<CalendarRow>>(`${CALENDARS} where c.id = $1`, [id]);
  return row ? numbered(row) : null;
}

export async function currencyRow(tx: Sql, code: string): Promise<Currency | null> {
  const [row] = await tx.query<Versioned<Currency>>(`${CURRENCIES} where code = $1`, [code]);
  return row ? numbered(row) : null;
}

/** An id for what staff add; those of releases are far below. */
export async function freeId(tx: Sql, table: 'currency' | 'instrument'): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    table === 'currency'
      ? 'select greatest(max(id) + 1, 100000) as id from currency'
      : 'select greatest(max(id) + 1, 100000) as id from instrument',
  );
  if (!row) throw new Error(`${table} gives no id`);
  return row.id;
}

/** Raises the version; other changes wait until this transaction is over. */
export async function nextVersion(tx: Sql): Promise<number> {
  const [head] = await tx.query<{ version: string }>(
    'update catalogue_head set version = version + 1 returning version',
  );
  if (!head) throw new Error('the catalogue has no version');
  return Number(head.version);
}

export type Change = {
  readonly version: number;
  /** Unix ms. */
  readonly at: number;
  /** Null: it came with a release. */
  readonly staffId: string | null;
  readonly subject: string;
  readonly action: string;
  readonly reason: string | null;
  readonly before: object | null;
  readonly after: object;
};

export const insertChange = (
  tx: Sql,
  { version, at, staffId, subject, action, reason, before, after }: Change,
): Promise<unknown> =>
  tx.query(
    `insert into catalogue_change (version, at, staff_id, subject, action, reason, before, after)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      version,
      new Date(at),
      staffId,
      subject,
      action,
      reason,
      before === null ? null : JSON.stringify(before),
      JSON.stringify(after),
    ],
  );

/** The audit record of what a member of the staff did. */
export const insertStaffAction = (
  tx: Sql,
  { staffId, action, subject, reason, at }: Omit<Change, 'staffId'> & { readonly staffId: string },
): Promise<unknown> =>
  tx.query('insert into staff_action (staff_id, action, subject, reason, at) values ($1, $2, $3, $4, $5)', [
    staffId,
    `${subject.slice(0, subject.indexOf(':'))}.${action}`,
    subject,
    reason,
    new Date(at),
  ]);

type ChangeRow = {
  readonly version: string;
  readonly at: number;
  readonly staff_id: string | null;
  readonly staff_name: string | null;
  readonly subject: string;
  readonly action: string;
  readonly reason: string | null;
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown>;
};

/** Newest first, of one subject or of all. */
export const listChanges = (sql: Sql, subject: string | null, { page, limit }: Page) =>
  pageOf<ChangeRow>(sql, {
    select: 'c.version, c.at, c.staff_id, m.name as staff_name, c.subject, c.action, c.reason, c.before, c.after',
    from: `catalogue_change c left join staff_member m on m.id = c.staff_id
            where ($1::text is null or c.subject = $1)`,
    whole: 'it is read by staff alone',
    order: 'c.version desc',
    values: [subject],
    page,
    limit,
  });

/** Since when an instrument is halted by staff, Unix ms; null where it never was. */
export async function haltedSince(tx: Sql, subject: string): Promise<number | null> {
  const [row] = await tx.query<{ at: number }>(
    `select at from catalogue_change where subject = $1 and action in ('halt', 'add') order by version desc limit 1`,
    [subject],
  );
  return row?.at ?? null;
}

/** Instruments that were added since a time, Unix ms, newest first. */
export const newlyListed = (sql: Sql, since: number): Promise<{ symbol: string; at: number }[]> =>
  sql.query(
    `select substr(subject, 12) as symbol, max(at) as at from catalogue_change
      where action = 'add' and subject like 'instrument:%' and at > $1
      group by subject order by max(at) desc, subject limit 50`,
    [new Date(since)],
  );

export const updateCurrency = (
  tx: Sql,
  { code, name, scale, open }: Pick<Currency, 'code' | 'name' | 'scale' | 'open'>,
  version: number,
): Promise<unknown> =>
  tx.query('update currency set name = $2, scale = $3, open = $4, version = $5 where code = $1', [
    code,
    name,
    scale,
    open,
    version,
  ]);

/** Whether it was ever held: an account of it exists. */
export async function isHeld(tx: Sql, code: string): Promise<boolean> {
  const held = await tx.query('select from ledger_account where currency = $1 limit 1', [code]);
  return held.length > 0;
}

/** Replaces the holidays of a calendar. */
export async function updateCalendar(
  tx: Sql,
  { id, coveredUntil, holidays }: Pick<CalendarRow, 'id' | 'coveredUntil' | 'holidays'>,
  version: number,
): Promise<void> {
  await tx.query('update calendar set covered_until = $2, version = $3 where id = $1', [id, coveredUntil, version]);
  await tx.query('delete from calendar_holiday where calendar = $1', [id]);
  await insertHolidays(
    tx,
    holidays.map((holiday) => ({ calendar: id, ...holiday })),
  );
}

/** Columns of `instrument` beside its key, position and version, and their types. */
const COLUMNS = {
  name: 'text',
  category: 'text',
  base: 'text',
  quote: 'text',
  settlement: 'text',
  tick: 'numeric',
  lot: 'numeric',
  min_amount: 'numeric',
  min_total: 'numeric',
  maker_fee_rate: 'numeric',
  taker_fee_rate: 'numeric',
  trades: 'text[]',
  multiples: 'int[]',
  tiers: 'jsonb',
  liquidation_threshold: 'numeric',
  overnight_rate: 'numeric',
  exposure_cap: 'numeric',
  calendar: 'text',
  rank: 'int',
  max_price_age_ms: 'int',
  spread: 'double precision',
  house_depth: 'double precision',
  house_cap: 'double precision',
  breaker_jump: 'double precision',
  breaker_spread: 'double precision',
  insurance_share: 'double precision',
  insurance_cap: 'double precision',
  open_interest_cap: 'double precision',
  countries: 'text[]',
  halt: 'text',
  simulation: 'jsonb',
} as const;

const NAMES = Object.keys(COLUMNS).join(', ');
const TYPES = Object.entries(COLUMNS)
  .map(([column, type]) => `${column} ${type}`)
  .join(', ');

const columnsOf = ({
  minAmount,
  minTotal,
  makerFeeRate,
  takerFeeRate,
  maxPriceAgeMs,
  liquidationThreshold,
  overnightRate,
  exposureCap,
  limits,
  ...rest
}: Omit<InstrumentRow, 'version'>) => ({
  ...rest,
  min_amount: minAmount,
  min_total: minTotal,
  maker_fee_rate: makerFeeRate,
  taker_fee_rate: takerFeeRate,
  max_price_age_ms: maxPriceAgeMs,
  liquidation_threshold: liquidationThreshold,
  overnight_rate: overnightRate,
  exposure_cap: exposureCap,
  house_depth: limits.houseDepth,
  house_cap: limits.houseCap,
  breaker_jump: limits.breakerJump,
  breaker_spread: limits.breakerSpread,
  insurance_share: limits.insuranceShare,
  insurance_cap: limits.insuranceCap,
  open_interest_cap: limits.openInterestCap,
});

/** Adds those whose symbol and id are free, in this order, behind what is listed. Returns the symbols it added. */
export async function insertInstruments(
  tx: Sql,
  instruments: readonly Omit<InstrumentRow, 'version'>[],
  version: number,
): Promise<string[]> {
  const rows = await tx.query<{ symbol: string }>(
    `insert into instrument (symbol, id, position, version, ${NAMES})
     select symbol, id, coalesce((select max(position) from instrument), 0) + row_number() over (order by ordinal), $2::bigint,
            ${NAMES}
       from jsonb_to_recordset($1) as i (ordinal int, symbol text, id int, ${TYPES})
     on conflict do nothing returning symbol`,
    [JSON.stringify(instruments.map((instrument, ordinal) => ({ ordinal, ...columnsOf(instrument) }))), version],
  );
  return rows.map(({ symbol }) => symbol);
}

/** Writes all fields of an instrument but its id. */
export const updateInstrument = (tx: Sql, instrument: Omit<Instrument, 'version'>, version: number): Promise<unknown> =>
  tx.query(
    `update instrument set (version, ${NAMES}) =
       (select $2::bigint, ${NAMES} from jsonb_to_record($1) as i (${TYPES}))
      where symbol = $3`,
    [JSON.stringify(columnsOf(instrument)), version, instrument.symbol],
  );

/** Adds those whose code and id are free. Returns the codes it added. */
export async function insertCurrencies(
  tx: Sql,
  currencies: readonly Omit<Currency, 'version'>[],
  version: number,
): Promise<string[]> {
  const rows = await tx.query<{ code: string }>(
    `insert into currency (code, id, name, scale, kind, open, position, version)
     select code, id, name, scale, kind, open,
            coalesce((select max(position) from currency), 0) + row_number() over (order by ordinal), $2::bigint
       from jsonb_to_recordset($1)
         as c (ordinal int, code text, id int, name text, scale int, kind text, open boolean)
     on conflict do nothing returning code`,
    [JSON.stringify(currencies.map((currency, ordinal) => ({ ordinal, ...currency }))), version],
  );
  return rows.map(({ code }) => code);
}

type NewCalendar = Omit<CalendarRow, 'version'>;

/**
 * Adds calendars that are not there, without holidays, and moves the others' cover on to where the release knows the
 * holidays. Returns for each calendar that changed the day after which holidays are to be added; null: all of them.
 */
export async function extendCalendars(
  tx: Sql,
  calendars: readonly NewCalendar[],
  version: number,
): Promise<{ id: string; after: string | null }[]> {
  const given = JSON.stringify(
    calendars.map(({ id, timezone, sessions, weekdays, coveredUntil }) => ({
      id,
      timezone,
      sessions,
      weekdays,
      covered_until: coveredUntil,
    })),
  );
  const extended = await tx.query<{ id: string; after: string | null }>(
    `with given as (select * from jsonb_to_recordset($1) as g (id text, covered_until date)),
          former as (select c.id, c.covered_until from calendar c join given g using (id)
                      where g.covered_until > c.covered_until for update of c)
     update calendar c set covered_until = g.covered_until, version = $2
       from given g join former f using (id)
      where c.id = g.id
     returning c.id, f.covered_until as after`,
    [given, version],
  );
  const added = await tx.query<{ id: string; after: null }>(
    `insert into calendar (id, timezone, sessions, weekdays, covered_until, version)
     select id, timezone, sessions, weekdays, covered_until, $2::bigint
       from jsonb_to_recordset($1)
         as g (id text, timezone text, sessions jsonb, weekdays int[], covered_until date)
     on conflict do nothing returning id, null as after`,
    [given, version],
  );
  return [...extended, ...added];
}

export const insertHolidays = (
  tx: Sql,
  holidays: readonly { readonly calendar: string; readonly day: string; readonly closeMinute: number | null }[],
): Promise<unknown> =>
  tx.query(
    `insert into calendar_holiday (calendar, day, close_minute)
     select calendar, day, "closeMinute"
       from jsonb_to_recordset($1) as h (calendar text, day date, "closeMinute" int)
     on conflict do nothing`,
    [JSON.stringify(holidays)],
  );
