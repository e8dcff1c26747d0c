import { randomUUID } from 'node:crypto';
import type { Output, ReadInput } from '@tessera/api/contract';
import { transferProblem } from '@tessera/api/wallet/rules';
import { transferFieldToWire } from '@tessera/api/wallet/wire';
import { neg } from '@tessera/money';
import type { CatalogueSnapshot } from '../../platform/catalogue/catalogue.ts';
import type { Sql } from '../../platform/db/database.ts';
import { fromEnd, type Page, requireReachable } from '../../platform/db/page.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { type Posting, userAccount } from '../../platform/ledger/index.ts';

type Transfer = Output<'POST /wallet/change'>;
type Row = Omit<Transfer, 'currency_id' | 'scale'>;

/** Journals of the newest transfers, from the end of each account; as many entries as `$3`. */
/** Entries of each account among which transfers are looked for. */
const LOOKED = 20_000;

const NEWEST = `
  select e.journal_id as id
    from ledger_account a
    cross join lateral (
      select e.id, e.journal_id
        from (select id, journal_id from ledger_entry where account_id = a.id order by id desc limit ${LOOKED}) e
        join journal j on j.id = e.journal_id
       where j.kind = 'transfer'
       order by e.id desc limit $3) e
   where a.user_id = $1 and a.part = 'available' and ($2::text is null or a.currency = $2)
   order by e.id desc limit $3`;

/** A transfer is its journal: what went out of one account of a user and into another. */
const TRANSFERS = `
  with leg as (
    select j.id, j.ref, j.at, a.currency, a.name, e.amount
      from journal j
      join ledger_entry e on e.journal_id = j.id
      join ledger_account a on a.id = e.account_id
     where j.id = any($2) and a.user_id = $1 and a.part = 'available'
  )
  select o.id, o.currency, o.name as from_field, i.name as to_field, i.amount as number, o.at
    from leg o join leg i on i.id = o.id and o.amount < 0 and i.amount > 0
   order by o.id desc`;

function wireTransfer({ heldCurrency }: Pick<CatalogueSnapshot, 'heldCurrency'>, row: Row): Transfer {
  const { id: currency_id, scale } = heldCurrency(row.currency);
  return { ...row, currency_id, scale };
}

/** Moves available money between two accounts of one user, whole and free of charge. */
export function transferOf(
  catalogue: CatalogueSnapshot,
  userId: string,
  { currency_id, number, from_field, to_field }: ReadInput<'POST /wallet/change'>,
  now: number,
): Posting<Transfer> {
  const currency = catalogue.currencyById(currency_id);
  if (!currency) throw new DomainError('currency_unknown', { field: 'currency_id' });
  const { code, scale } = currency;
  const problem = transferProblem({ from: from_field, to: to_field, amount: number }, { scale });
  if (problem) throw new DomainError(problem.code, { ...problem, field: transferFieldToWire[problem.field] });
  return {
    journal: {
      ref: `transfer:${randomUUID()}`,
      kind: 'transfer',
      at: now,
      entries: [
        { account: userAccount(userId, from_field), currency: code, amount: neg(number) },
        { account: userAccount(userId, to_field), currency: code, amount: number },
      ],
    },
    output: { currency_id, scale, currency: code, from_field, to_field, number, at: now },
  };
}

/** The id of the journal of a transfer. */
export async function journalId(sql: Sql, ref: string): Promise<string> {
  const [row] = await sql.query<{ id: string }>('select id from journal where ref = $1', [ref]);
  if (!row) throw new Error(`the transfer ${ref} is not posted`);
  return row.id;
}

/**
 * Transfers between a user's own accounts, newest first. `total` counts all of them, of a long history those that were looked
 * at: at least one more than the pages so far, if there is one.
 */
export async function transfers(
  sql: Sql,
  catalogue: CatalogueSnapshot,
  userId: string,
  { currency, page, limit }: Page & { readonly currency: string | null },
): Promise<{ readonly list: Transfer[]; readonly total: number }> {
  requireReachable({ page, limit });
  const found = await fromEnd(
    page * limit + 1,
    (window) => sql.query<{ id: string }>(NEWEST, [userId, currency, window]),
    (entries) => [...new Set(entries.map(({ id }) => id))],
  );
  const rows = await sql.query<Row>(TRANSFERS, [userId, found.slice((page - 1) * limit, page * limit)]);
  return { list: rows.map((row) => wireTransfer(catalogue, row)), total: found.length };
}
