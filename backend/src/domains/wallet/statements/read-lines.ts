import { accountNames, type RecordKind } from '@tessera/api/rules';
import { neg, sub } from '@tessera/money';
import type { CatalogueSnapshot } from '../../../platform/catalogue/catalogue.ts';
import type { Sql, Transaction } from '../../../platform/db/database.ts';
import type { UserAccountName } from '../../../platform/ledger/index.ts';
import type { Section } from './line.ts';

/** Lines of a batch: some milliseconds of work. */
const BATCH = 1_000;

/** The accounts that have names come first, in their order. */
const RANK = `array_position(array[${accountNames.map((name) => `'${name}'`).join()}], name)`;

/** What is stated. Times are Unix ms, both inclusive. */
export type Request = {
  readonly from: number;
  readonly to: number;
  /** IANA name. */
  readonly zone: string;
  /** Code; null for all. */
  readonly currency: string | null;
  readonly account: UserAccountName | null;
  /** Null for all. Lines of one kind do not add up to a balance. */
  readonly kind: RecordKind | null;
};

/**
 * A journal's change of each account and currency. These are numbered in the order of the statement: a hundred thousand
 * rows are then grouped and sorted by numbers, not by names.
 */
const RECORDS = `
  own as (
    select id, part, name, currency,
           dense_rank() over (order by ${RANK} nulls last, name collate "C", currency collate "C") as section
      from ledger_account
     where owner_kind = 'user' and user_id = $1 and ($2::text is null or currency = $2)
       and ($3::text is null or name = $3)
  ), section as (
    select distinct section, name, currency from own
  ), record as (
    select o.section, e.journal_id, min(e.id) as id,
           coalesce(sum(e.amount) filter (where o.part = 'available'), 0) as amount,
           coalesce(sum(e.amount) filter (where o.part = 'frozen'), 0) as held
      from own o join ledger_entry e on e.account_id = o.id
     group by o.section, e.journal_id
  )`;

/** ms that the thread which writes may take for a batch, however busy the machine is. */
const SILENT_AT_MOST = 60_000;

/** What a hundred thousand lines are sorted in without a file. */
const SORTS_IN = '32MB';

/** All that a transaction reads is of one instant. It holds no lock that others wait for, so it may be silent longer. */
export async function atOneInstant(tx: Transaction): Promise<void> {
  await tx.query('set transaction isolation level repeatable read, read only');
  await tx.query(
    `select set_config('idle_in_transaction_session_timeout', $1, true), set_config('work_mem', $2, true)`,
    [String(SILENT_AT_MOST), SORTS_IN],
  );
}

type Totals = {
  readonly account: UserAccountName;
  readonly currency: string;
  readonly balance: string;
  readonly opening: string;
  readonly inflow: string;
  readonly outflow: string;
  readonly later: string;
  readonly lines: number;
};

const rank = (account: UserAccountName): number => {
  const place = (accountNames as readonly string[]).indexOf(account);
  return place < 0 ? accountNames.length : place;
};

/**
 * Opening and closing of every account and currency that had a balance or a change in the period, in the order of the
 * lines. The closing balance is today's less what came later, so it does not follow from the lines.
 */
export async function readSections(
  sql: Sql,
  { heldCurrency }: Pick<CatalogueSnapshot, 'heldCurrency'>,
  userId: string,
  { from, to, currency, account }: Request,
): Promise<{ readonly sections: readonly Section[]; readonly lines: number }> {
  const rows = await sql.query<Totals>(
    `with ${RECORDS}, change as (
       select r.section, j.at, r.amount + r.held as amount
         from record r join journal j on j.id = r.journal_id
     ), moved as (
       select section,
              coalesce(sum(amount) filter (where at < $4), 0) as opening,
              coalesce(sum(amount) filter (where at between $4 and $5 and amount > 0), 0) as inflow,
              coalesce(sum(amount) filter (where at between $4 and $5 and amount < 0), 0) as outflow,
              coalesce(sum(amount) filter (where at > $5), 0) as later,
              (count(*) filter (where at between $4 and $5))::int as lines
         from change group by section
     )
     select s.name as account, s.currency, m.opening, m.inflow, m.outflow, m.later, m.lines,
            (select sum(a.balance) from ledger_account a
              where a.owner_kind = 'user' and a.user_id = $1 and a.name = s.name and a.currency = s.currency) as balance
       from moved m join section s using (section)`,
    [userId, currency, account, new Date(from), new Date(to)],
  );
  const sections = rows
    .filter(({ opening, lines }) => opening !== '0' || lines > 0)
    .map(({ account: name, currency: code, balance, later, opening, inflow, outflow }) => ({
      account: name,
      currency: code,
      scale: heldCurrency(code).scale,
      opening,
      inflow,
      outflow: neg(outflow),
      closing: sub(balance, later),
    }))
    .toSorted(
      (a, b) =>
        rank(a.account) - rank(b.account) ||
        (a.account < b.account ? -1 : a.account > b.account ? 1 : 0) ||
        (a.currency < b.currency ? -1 : 1),
    );
  return { sections, lines: rows.reduce((total, row) => total + row.lines, 0) };
}

/** How many lines there are, counted up to a limit. */
export async function countLines(
  sql: Sql,
  userId: string,
  { from, to, currency }: Request,
  most: number,
): Promise<number> {
  const [row] = await sql.query<{ lines: number }>(
    `select count(*)::int as lines
       from (select from ledger_account a
               join ledger_entry e on e.account_id = a.id
               join journal j on j.id = e.journal_id
              where a.owner_kind = 'user' and a.user_id = $1 and ($2::text is null or a.currency = $2)
                and j.at between $3 and $4 limit $5) found`,
    [userId, currency, new Date(from), new Date(to), most],
  );
  return row?.lines ?? 0;
}

/**
 * Reads lines in batches of JSON, see `Line`: by section and time, or by time alone. PostgreSQL writes the JSON, so that
 * this thread hands it on unread.
 */
export async function* readLines(
  tx: Transaction,
  userId: string,
  { from, to, currency, account, kind }: Request,
  order: 'section' | 'time',
): AsyncGenerator<string> {
  const by = order === 'time' ? 'at, id' : 'section, at, id';
  await tx.query(
    `declare statement_lines no scroll cursor for
     with ${RECORDS}, line as (
       select r.*, j.at, j.kind, j.reference,
              sum(r.amount + r.held) over (partition by r.section order by j.at, r.id) as balance
         from record r join journal j on j.id = r.journal_id
     ), numbered as (
       select *, row_number() over (order by ${by}) as n
         from line where at between $4 and $5 and ($6::text is null or kind = $6)
     )
     select json_agg(json_build_array(name, currency, floor(extract(epoch from at) * 1000)::bigint, kind,
                                      trim_scale(amount)::text, trim_scale(held)::text, trim_scale(balance)::text,
                                      reference) order by n)::text as batch
       from numbered join section using (section) group by (n - 1) / ${BATCH} order by (n - 1) / ${BATCH}`,
    [userId, currency, account, new Date(from), new Date(to), kind],
  );
  for (;;) {
    const [row] = await tx.query<{ batch: string }>('fetch forward 1 from statement_lines');
    if (!row) return;
    yield row.batch;
  }
}
