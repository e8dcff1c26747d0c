import { type AccountName, accountNames, type RecordKind } from '@tessera/api/rules';
import type { AccountRecord } from '@tessera/api/wallet/contract';
import type { CatalogueSnapshot } from '../../platform/catalogue/catalogue.ts';
import type { Sql } from '../../platform/db/database.ts';
import { fromEnd, type Page, requireReachable } from '../../platform/db/page.ts';

type Row = Omit<AccountRecord, 'currency_id' | 'scale' | 'lines'>;

type Line = AccountRecord['lines'][number];

const timeOrNull = (at: number | null): Date | null => (at === null ? null : new Date(at));

type Selection = Page & {
  readonly userId: string;
  readonly account: AccountName | null;
  readonly currency: string | null;
  readonly kind: RecordKind | null;
  /** Unix ms, both inclusive. */
  readonly from: number | null;
  readonly to: number | null;
};

/** What is asked of the journals of entries. */
const OF_JOURNAL = `join journal j on j.id = e.journal_id and ($5::text is null or j.kind = $5)
         and ($6::timestamptz is null or j.at >= $6) and ($7::timestamptz is null or j.at <= $7)`;

/** Entries of each account among which those of a kind or a time are looked for. */
const LOOKED = 20_000;

/**
 * The newest entries of the accounts that match, as many as `$4`. They are taken from the end of each account, or from where
 * a time begins: what a sort of all would cost grows with the history, and so would the look for a kind that is rare.
 */
const newest = (entries: string, ofJournal = ''): string => `
  select e.id, e.journal_id as journal, a.name, a.currency
    from ledger_account a
    cross join lateral (
      select e.id, e.journal_id from ${entries} e ${ofJournal}
       where e.account_id = a.id order by e.id desc limit $4) e
   where a.user_id = $1 and a.name = any($2) and ($3::text is null or a.currency = $3)
   order by e.id desc limit $4`;

/** A journal's entries in one account and currency are one record: available and frozen beside each other. */
type Key = { readonly id: string; readonly journal: string; readonly name: string; readonly currency: string };

/** Records by their last entries, newest first. */
function recordsOf(entries: readonly Key[]): readonly Key[] {
  const records = new Map<string, Key>();
  for (const entry of entries) {
    const key = `${entry.journal} ${entry.name} ${entry.currency}`;
    if (!records.has(key)) records.set(key, entry);
  }
  return [...records.values()];
}

const LOOKED_AT = `(select id, journal_id, account_id from ledger_entry
                     where account_id = a.id and ($8::bigint is null or id < $8) order by id desc limit $9)`;

/** ms by which a journal may be stored later than its time says. */
const STORED_WITHIN = 3_600_000;

/** The first entry of the first journal after a time; journals are stored about in the order of their times. */
const AFTER = `
  with recursive range as (
    select coalesce(min(id), 0) as low, coalesce(max(id), 0) + 1 as high from journal
    union all
    select case when m.id < r.high and m.at <= $1 then m.id + 1 else r.low end,
           case when m.id < r.high and m.at <= $1 then r.high else r.middle end
      from (select low, high, (low + high) / 2 as middle from range where low < high) r
      left join lateral (select id, at from journal where id >= r.middle order by id limit 1) m on true
  )
  select e.id from range r
   cross join lateral (select id from journal where id >= r.low order by id limit 1) j
   cross join lateral (select id from ledger_entry where journal_id = j.id order by id limit 1) e
   where r.low >= r.high`;

/** Null where there is none: all are looked at from the end. */
async function entryAfter(sql: Sql, at: number | null): Promise<string | null> {
  if (at === null) return null;
  const [entry] = await sql.query<{ id: string }>(AFTER, [new Date(at + STORED_WITHIN)]);
  return entry?.id ?? null;
}

/** Reads the newest entries that match, as many as a window has. */
function entriesOf(
  sql: Sql,
  { userId, account, currency, kind, from, to }: Omit<Selection, keyof Page>,
  looked: number,
) {
  const accounts = [userId, account === null ? accountNames : [account], currency];
  const asked = [kind, timeOrNull(from), timeOrNull(to)];
  // Journals that nothing is asked of are not read.
  if (asked.every((each) => each === null)) {
    return (window: number) => sql.query<Key>(newest('ledger_entry'), [...accounts, window]);
  }
  const before = entryAfter(sql, to);
  return async (window: number) =>
    sql.query<Key>(newest(LOOKED_AT, OF_JOURNAL), [...accounts, window, ...asked, await before, looked]);
}

/** What journals changed for a user, by journal. Other users' lines and the house's are not theirs to see. */
async function linesOf(
  sql: Sql,
  { heldCurrency }: Pick<CatalogueSnapshot, 'heldCurrency'>,
  userId: string,
  journals: readonly string[],
): Promise<ReadonlyMap<string, readonly Line[]>> {
  const rows = await sql.query<Omit<Line, 'scale'> & { journal: string }>(
    `select e.journal_id as journal, a.name as account, a.currency,
            coalesce(sum(e.amount) filter (where a.part = 'available'), 0) as amount,
            coalesce(sum(e.amount) filter (where a.part = 'frozen'), 0) as frozen_amount
       from ledger_entry e join ledger_account a on a.id = e.account_id
      where e.journal_id = any($2) and a.user_id = $1
      group by e.journal_id, a.name, a.currency
      order by min(e.id)`,
    [userId, journals],
  );
  const lines = new Map<string, Line[]>();
  for (const { journal, ...line } of rows) {
    const { scale } = heldCurrency(line.currency);
    lines.set(journal, [...(lines.get(journal) ?? []), { ...line, scale }]);
  }
  return lines;
}

/**
 * Account-change records from the ledger, newest first. Those of a kind or a time are looked for among the newest 20,000
 * entries of each account, or among as many up to `to`. `total` counts all that match, of a long history those that were
 * looked at: at least one more than the pages so far, if there is one.
 */
export async function accountRecords(
  sql: Sql,
  catalogue: Pick<CatalogueSnapshot, 'heldCurrency'>,
  { page, limit, ...selection }: Selection,
  window?: number,
  looked = LOOKED,
): Promise<{ readonly list: AccountRecord[]; readonly total: number }> {
  requireReachable({ page, limit });
  const { userId } = selection;
  const records = await fromEnd(page * limit + 1, entriesOf(sql, selection, looked), recordsOf, window);
  const keys = records.slice((page - 1) * limit, page * limit);
  const rows = await sql.query<Row>(
    // Where only the frozen part changed, available is as the last entry before left it.
    `select r.id, r.name as account, r.currency, j.kind, s.amount, s.frozen_amount,
            coalesce((select last.balance
                        from ledger_account a
                       cross join lateral (select b.balance from ledger_entry b
                                            where b.account_id = a.id and b.id <= r.id order by b.id desc limit 1) last
                       where a.user_id = $1 and a.name = r.name and a.currency = r.currency
                         and a.part = 'available'), 0) as balance,
            j.reference, j.at, j.id as journal
       from unnest($2::bigint[], $3::bigint[], $4::text[], $5::text[]) as r (id, journal, name, currency)
       join journal j on j.id = r.journal
      cross join lateral (
        select coalesce(sum(e.amount) filter (where a.part = 'available'), 0) as amount,
               coalesce(sum(e.amount) filter (where a.part = 'frozen'), 0) as frozen_amount
          from ledger_entry e join ledger_account a on a.id = e.account_id
         where e.journal_id = r.journal and a.user_id = $1 and a.name = r.name and a.currency = r.currency) s
      order by r.id desc`,
    [
      userId,
      keys.map(({ id }) => id),
      keys.map(({ journal }) => journal),
      keys.map(({ name }) => name),
      keys.map(({ currency }) => currency),
    ],
  );
  const journals = rows.map(({ journal }) => journal);
  const lines = journals.length > 0 ? await linesOf(sql, catalogue, userId, journals) : new Map<string, Line[]>();
  return {
    list: rows.map((row) => {
      const { id: currency_id, scale } = catalogue.heldCurrency(row.currency);
      return { ...row, currency_id, scale, lines: [...(lines.get(row.journal) ?? [])] };
    }),
    total: records.length,
  };
}
