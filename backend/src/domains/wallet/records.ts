import { type AccountName, accountNames, type RecordKind } from '@tessera/api/rules';
import type { AccountRecord } from '@tessera/api/wallet/contract';
import type { CatalogueSnapshot } from '../../platform/catalogue/catalogue.ts';
import type { Sql } from '../../platform/db/database.ts';
import { countOf, type Page } from '../../platform/db/page.ts';

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

/** A journal's entries in one account and currency are one record: available and frozen beside each other. */
const RECORDS = `
  select max(e.id) as id, e.journal_id, a.name, a.currency,
         coalesce(sum(e.amount) filter (where a.part = 'available'), 0) as amount,
         coalesce(sum(e.amount) filter (where a.part = 'frozen'), 0) as frozen_amount
    from ledger_account a
    join ledger_entry e on e.account_id = a.id
    join journal j on j.id = e.journal_id
   where a.user_id = $1 and a.name = any($2) and ($3::text is null or a.currency = $3)
     and ($4::text is null or j.kind = $4)
     and ($5::timestamptz is null or j.at >= $5)
     and ($6::timestamptz is null or j.at <= $6)
   group by e.journal_id, a.name, a.currency`;

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

/** Account-change records from the ledger, newest first; `total` counts all that match. */
export async function accountRecords(
  sql: Sql,
  catalogue: Pick<CatalogueSnapshot, 'heldCurrency'>,
  { userId, account, currency, kind, from, to, page, limit }: Selection,
): Promise<{ readonly list: AccountRecord[]; readonly total: number }> {
  const values = [
    userId,
    account === null ? accountNames : [account],
    currency,
    kind,
    timeOrNull(from),
    timeOrNull(to),
  ];
  const rows = await sql.query<Row>(
    // Where only the frozen part changed, available is as the last entry before left it.
    `select r.id, r.name as account, r.currency, j.kind, r.amount, r.frozen_amount,
            coalesce((select b.balance
                        from ledger_account a join ledger_entry b on b.account_id = a.id
                       where a.user_id = $1 and a.name = r.name and a.currency = r.currency
                         and a.part = 'available' and b.id <= r.id
                       order by b.id desc limit 1), 0) as balance,
            j.reference, j.at, j.id as journal
       from (select * from (${RECORDS}) found order by id desc limit $7 offset $8) r
       join journal j on j.id = r.journal_id
      order by r.id desc`,
    [...values, limit, (page - 1) * limit],
  );
  const journals = rows.map(({ journal }) => journal);
  const lines = journals.length > 0 ? await linesOf(sql, catalogue, userId, journals) : new Map<string, Line[]>();
  return {
    list: rows.map((row) => {
      const { id: currency_id, scale } = catalogue.heldCurrency(row.currency);
      return { ...row, currency_id, scale, lines: [...(lines.get(row.journal) ?? [])] };
    }),
    total: await countOf(sql, `(${RECORDS}) found`, values),
  };
}
