import { cmp, isZero, min, neg, sub } from '@tessera/money';
import type { Sql, Transaction } from '../../../platform/db/database.ts';
import type { JobItems } from '../../../platform/jobs/items.ts';
import { houseAccount, type Journal, postJournals, userAccount, userBalance } from '../../../platform/ledger/index.ts';
import type { ChainName } from '../../chains/index.ts';
import { tellDeposit } from '../told.ts';

/** Deposits that are credited in one transaction. */
const BATCH = 1_000;

type Booked = {
  readonly id: string;
  readonly txid: string;
  readonly part: string;
  readonly user_id: string;
  readonly currency: string;
  readonly amount: string;
  readonly credits: number;
};

/** `chain:txid:part`, once; where a reversed deposit is credited again, with the number of the credit. */
const refOf = (chain: ChainName, { txid, part }: Booked, credit: number): string =>
  `${chain}:${txid}:${part}${credit > 1 ? `:${credit}` : ''}`;

const creditJournal = (chain: ChainName, row: Booked, at: number): Journal => ({
  ref: refOf(chain, row, row.credits + 1),
  kind: 'deposit',
  reference: row.txid,
  at,
  entries: [
    { account: houseAccount('deposits'), currency: row.currency, amount: neg(row.amount) },
    { account: userAccount(row.user_id, 'change'), currency: row.currency, amount: row.amount },
  ],
});

/**
 * Notes of what waits to be credited why it is not: it was seen under another contract than the token has by now, or the
 * signer's configuration does not name the token so, or asks for more before a deposit is final.
 */
const holdDoubtful = (tx: Transaction, chain: ChainName, hasSigner: boolean): Promise<unknown> =>
  tx.query(
    `update chain_deposit d set held_as = h.why
       from (select p.id, case
                 when p.contract is distinct from t.contract or p.decimals <> t.decimals then 'contract_changed'
                 when not $2::boolean then null
                 when s.chain is null then 'not_in_signer'
                 when s.contract is distinct from t.contract or s.decimals <> t.decimals or s.identity <> c.identity
                   then 'signer_differs'
                 when s.confirmations > n.confirmations or s.finality = 'finalized' and c.finality <> s.finality
                   then 'below_signer'
               end as why
               from chain_deposit p join chain c on c.name = p.chain
               join chain_token t on t.chain = p.chain and t.currency = p.currency
               join deposit_network n on n.currency = p.currency and n.network = p.network and n.chain = p.chain
               left join signer_asset s on s.chain = p.chain and s.currency = p.currency
              where p.chain = $1 and p.state = 'pending') h
      where d.id = h.id and d.held_as is distinct from h.why`,
    [chain, hasSigner],
  );

type Booking = {
  /** Unix ms. */
  readonly at: number;
  readonly items: JobItems;
};

const idOf = ({ id }: Booked): string => id;

type Final = {
  /** Height of the last block that was read. */
  readonly tip: number;
  /** Height of the last final block; null where confirmations alone decide. */
  readonly finalized: number | null;
  /** Whether a signer is configured: without one nothing is compared with it. */
  readonly hasSigner: boolean;
};

/**
 * Credits what is final: at most a thousand at once. Returns how many there were. What of a transaction staff credited to
 * a user by a claim is not credited to that user again, whichever of the two comes first; others whom it pays are.
 */
export async function creditFinal(
  tx: Transaction,
  chain: ChainName,
  { tip, finalized, hasSigner }: Final,
  { at, items }: Booking,
): Promise<number> {
  await holdDoubtful(tx, chain, hasSigner);
  const rows = await tx.query<Booked>(
    `select d.id, d.txid, d.part, d.user_id, d.currency, d.amount, d.credits
       from chain_deposit d
       join chain_token t on t.chain = d.chain and t.currency = d.currency and t.contract is not distinct from d.contract
       join deposit_network n
         on n.currency = d.currency and n.network = d.network and n.chain = d.chain and n.open
      where d.chain = $1 and d.state = 'pending' and d.held_as is null and d.block_height <= $2 - n.confirmations + 1
        and ($3::bigint is null or d.block_height <= $3) and d.id <> all($5)
      order by d.block_height, d.id limit $4 for update of d for share of t`,
    [chain, tip, finalized, BATCH, items.aside('credited')],
  );
  await items.within(tx, 'credited', rows, idOf, (some) => creditSome(tx, chain, some, at));
  return rows.length;
}

async function creditSome(tx: Transaction, chain: ChainName, rows: readonly Booked[], at: number): Promise<void> {
  const txids = [...new Set(rows.map(({ txid }) => txid))];
  await tx.query(
    `insert into deposit_transaction (chain, txid) select $1, unnest($2::text[]) on conflict (chain, txid) do nothing`,
    [chain, txids],
  );
  // A claim that was decided at the same time has committed then, or waits and sees what is credited here.
  await tx.query('select from deposit_transaction where chain = $1 and txid = any($2) order by txid for update', [
    chain,
    txids,
  ]);
  const byClaim = await tx.query<{ id: string }>(
    `select d.id from chain_deposit d
      where d.id = any($1)
        and (exists (select from deposit_transaction t join deposit_claim c on c.id = t.claim_id
                      where t.chain = d.chain and t.txid = d.txid and c.user_id = d.user_id)
          or exists (select from deposit_transaction_other o
                      where o.chain = d.chain and o.txid = d.txid and o.user_id = d.user_id))`,
    [rows.map(({ id }) => id)],
  );
  const claimedIds = new Set(byClaim.map(({ id }) => id));
  const claimed = rows.filter(({ id }) => claimedIds.has(id));
  const credited = rows.filter(({ id }) => !claimedIds.has(id));
  const posted = await postJournals(
    tx,
    credited.map((row) => creditJournal(chain, row, at)),
  );
  const twice = credited[posted.indexOf(null)];
  // The row says that it was not: nothing of this is committed.
  if (twice) throw new Error(`deposit ${twice.id} was credited before`);
  await tx.query(
    `update chain_deposit set state = 'credited', credits = credits + 1, credited_at = $2,
            credited_contract = contract where id = any($1)`,
    [credited.map(({ id }) => id), new Date(at)],
  );
  await tx.query(`update chain_deposit set state = 'claimed', credited_contract = contract where id = any($1)`, [
    claimed.map(({ id }) => id),
  ]);
  for (const { user_id, id, amount, currency, credits } of credited) {
    tx.notify(user_id, { kind: 'deposit', id, status: 'credited' });
    tx.notify(user_id, { kind: 'balance' });
    await tellDeposit(tx, {
      ...{ userId: user_id, kind: 'deposit_credited', amount: `${amount} ${currency}`, reason: '' },
      ...{ reference: `chain:${id}:${credits}`, at },
    });
  }
}

/**
 * Takes back credits whose deposits are in no block any more: what the user has of it, and the rest is owed. The journal
 * shows it; what is owed stands in the house's account `orphaned`, below zero.
 */
export async function reverseOrphaned(tx: Transaction, chain: ChainName, { at, items }: Booking): Promise<number> {
  const rows = await tx.query<Booked>(
    `select id, txid, part, user_id, currency, amount, credits from chain_deposit
      where chain = $1 and state = 'credited' and block_height is null and id <> all($3)
      order by id limit $2 for update`,
    [chain, BATCH, items.aside('reversed')],
  );
  await items.within(tx, 'reversed', rows, idOf, (some) => reverseSome(tx, chain, some, at));
  return rows.length;
}

async function reverseSome(tx: Transaction, chain: ChainName, rows: readonly Booked[], at: number): Promise<void> {
  for (const row of rows) {
    const { id, user_id: userId, currency, amount, credits } = row;
    const taken = await takeUpTo(tx, userId, currency, amount);
    const owed = sub(amount, taken);
    await postJournals(tx, [
      {
        ref: `${refOf(chain, row, credits)}:reversed`,
        kind: 'deposit_reversal',
        reference: row.txid,
        at,
        entries: [
          { account: userAccount(userId, 'change'), currency, amount: neg(taken) },
          { account: houseAccount('orphaned'), currency, amount: neg(owed) },
          { account: houseAccount('deposits'), currency, amount },
        ],
      },
    ]);
    if (!isZero(owed)) {
      await tx.query(
        `insert into deposit_debt (deposit_id, credit, user_id, currency, amount, created_at)
         values ($1, $2, $3, $4, $5, $6)`,
        [id, credits, userId, currency, owed, new Date(at)],
      );
    }
    await tx.query(`update chain_deposit set state = 'reversed' where id = $1`, [id]);
    tx.notify(userId, { kind: 'deposit', id, status: 'reversed' });
    tx.notify(userId, { kind: 'balance' });
  }
}

/** What of an amount the user has available, with the account locked until the transaction ends. */
async function takeUpTo(tx: Transaction, userId: string, currency: string, amount: string): Promise<string> {
  await tx.query(
    `select from ledger_account where owner_kind = 'user' and user_id = $1 and name = 'change' and currency = $2
        and part = 'available' for update`,
    [userId, currency],
  );
  const available = await userBalance(tx, userId, 'change', currency);
  return min(available, amount);
}

type Debt = {
  readonly deposit_id: string;
  readonly credit: number;
  readonly user_id: string;
  readonly currency: string;
  readonly amount: string;
  readonly covered: string;
};

/** Covers debts out of what their users have by now, oldest first. Returns whether any was open. */
export async function coverDebts(tx: Transaction, at: number, items: JobItems): Promise<boolean> {
  const debts = await tx.query<Debt>(
    `select d.deposit_id, d.credit, d.user_id, d.currency, d.amount, d.covered
       from deposit_debt d
      where d.covered < d.amount
        and exists (select from ledger_account a
                     where a.owner_kind = 'user' and a.user_id = d.user_id and a.name = 'change'
                       and a.currency = d.currency and a.part = 'available' and a.balance > 0)
        and d.deposit_id || ':' || d.credit <> all($2)
      order by d.created_at, d.deposit_id, d.credit limit $1 for update of d`,
    [BATCH, items.aside('debt')],
  );
  await items.within(
    tx,
    'debt',
    debts,
    ({ deposit_id, credit }) => `${deposit_id}:${credit}`,
    (some) => coverSome(tx, some, at),
  );
  return debts.length > 0;
}

async function coverSome(tx: Transaction, debts: readonly Debt[], at: number): Promise<void> {
  for (const { deposit_id, credit, user_id: userId, currency, amount, covered } of debts) {
    const taken = await takeUpTo(tx, userId, currency, sub(amount, covered));
    if (cmp(taken, '0') <= 0) continue;
    await postJournals(tx, [
      {
        // What was covered before makes it one of its kind.
        ref: `deposit-debt:${deposit_id}:${credit}:${covered}`,
        kind: 'deposit_reversal',
        reference: deposit_id,
        at,
        entries: [
          { account: userAccount(userId, 'change'), currency, amount: neg(taken) },
          { account: houseAccount('orphaned'), currency, amount: taken },
        ],
      },
    ]);
    await tx.query('update deposit_debt set covered = covered + $3 where deposit_id = $1 and credit = $2', [
      deposit_id,
      credit,
      taken,
    ]);
    tx.notify(userId, { kind: 'balance' });
  }
}

export type OpenDebt = { readonly userId: string; readonly currency: string; readonly amount: string };

/** What users owe for deposits that are on their chains no more; of one user, or of all. */
export const openDebts = async (sql: Sql, userId: string | null): Promise<OpenDebt[]> =>
  (
    await sql.query<{ user_id: string; currency: string; owed: string }>(
      `select user_id, currency, sum(amount - covered) as owed from deposit_debt
        where covered < amount and ($1::bigint is null or user_id = $1) group by user_id, currency order by 1, 2`,
      [userId],
    )
  ).map(({ user_id, currency, owed }) => ({ userId: user_id, currency, amount: owed }));

/** Whether a user owes something, or was credited what no block holds at this moment. */
export async function owesDeposit(sql: Sql, userId: string): Promise<boolean> {
  const [row] = await sql.query(
    `select from deposit_debt where user_id = $1 and covered < amount
     union all
     select from chain_deposit where user_id = $1 and state = 'credited' and block_height is null limit 1`,
    [userId],
  );
  return row !== undefined;
}
