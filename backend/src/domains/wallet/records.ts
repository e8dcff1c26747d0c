import { type AccountName, accountNames, type RecordKind } from '@tessera/api/rules';
import type { AccountRecord } from '@tessera/api/wallet/contract';
import type { Sql } from '../../platform/db/database.ts';
import { heldCurrency } from '../instruments/index.ts';

type Row = Omit<AccountRecord, 'currency_id' | 'scale'>;

type Selection = {
  readonly userId: string;
  readonly account: AccountName | null;
  readonly currency: string | null;
  readonly kind: RecordKind | null;
  /** Unix ms, both inclusive. */
  readonly from: number | null;
  readonly to: number | null;
  readonly page: number;
  readonly limit: number;
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
     and ($5::double precision is null or j.at >= to_timestamp($5 / 1000))
     and ($6::double precision is null or j.at <= to_timestamp($6 / 1000))
   group by e.journal_id, a.name, a.currency`;

/** Account-change records from the ledger, newest first; `total` counts all that match. */
export async function accountRecords(
  sql: Sql,
  { userId, account, currency, kind, from, to, page, limit }: Selection,
): Promise<{ readonly list: AccountRecord[]; readonly total: number }> {
  const values = [userId, account === null ? accountNames : [account], currency, kind, from, to];
  const rows = await sql.query<Row>(
    // Where only the frozen part changed, available is as the last entry before left it.
    `select r.id, r.name as account, r.currency, j.kind, trim_scale(r.amount)::text as amount,
            trim_scale(r.frozen_amount)::text as frozen_amount,
            coalesce((select trim_scale(b.balance)::text
                        from ledger_account a join ledger_entry b on b.account_id = a.id
                       where a.user_id = $1 and a.name = r.name and a.currency = r.currency
                         and a.part = 'available' and b.id <= r.id
                       order by b.id desc limit 1), '0') as balance,
            j.reference, floor(extract(epoch from j.at) * 1000)::double precision as at
       from (select * from (${RECORDS}) found order by id desc limit $7 offset $8) r
       join journal j on j.id = r.journal_id
      order by r.id desc`,
    [...values, limit, (page - 1) * limit],
  );
  const [counted] = await sql.query<{ total: number }>(`select count(*)::int as total from (${RECORDS}) found`, values);
  return {
    list: rows.map((row) => {
      const { id: currency_id, scale } = heldCurrency(row.currency);
      return { ...row, currency_id, scale };
    }),
    total: counted?.total ?? 0,
  };
}
