import { randomUUID } from 'node:crypto';
import type { Output, ReadInput } from '@tessera/api/contract';
import { transferProblem } from '@tessera/api/wallet/rules';
import { transferFieldToWire } from '@tessera/api/wallet/wire';
import { neg } from '@tessera/money';
import type { CatalogueSnapshot } from '../../platform/catalogue/catalogue.ts';
import type { Sql } from '../../platform/db/database.ts';
import { type Page, pageOf } from '../../platform/db/page.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { type Posting, userAccount } from '../../platform/ledger/index.ts';

type Transfer = Output<'POST /wallet/change'>;
type Row = Omit<Transfer, 'currency_id' | 'scale'>;

/** A transfer is its journal: what went out of one account of a user and into another. */
const TRANSFERS = `
  with leg as (
    select j.id, j.ref, j.at, a.currency, a.name, e.amount
      from ledger_account a
      join ledger_entry e on e.account_id = a.id
      join journal j on j.id = e.journal_id
     where a.user_id = $1 and a.part = 'available' and j.kind = 'transfer' and ($2::text is null or a.currency = $2)
  ), transfer as (
    select o.id, o.ref, o.currency, o.name as from_field, i.name as to_field, i.amount as number, o.at
      from leg o join leg i on i.id = o.id and o.amount < 0 and i.amount > 0
  )`;
const COLUMNS = 'id, currency, from_field, to_field, number, at';

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

/** Transfers between a user's own accounts, newest first. */
export async function transfers(
  sql: Sql,
  catalogue: CatalogueSnapshot,
  userId: string,
  { currency, page, limit }: Page & { readonly currency: string | null },
): Promise<{ readonly list: Transfer[]; readonly total: number }> {
  const { rows, total } = await pageOf<Row>(sql, {
    expressions: TRANSFERS,
    select: COLUMNS,
    from: 'transfer',
    order: 'id desc',
    values: [userId, currency],
    page,
    limit,
  });
  return { list: rows.map((row) => wireTransfer(catalogue, row)), total };
}
