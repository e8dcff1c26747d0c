import type { Signed, Spend } from '@tessera/signer-api';
import type { Sql, Transaction } from '../../../platform/db/database.ts';
import { storeMovement } from './movements.ts';

/* The tables of payments by the signer. */

export type ChainName = 'bitcoin' | 'ethereum' | 'tron';

/** A chain as staff have set it. */
export type ChainRow = {
  readonly name: ChainName;
  readonly kind: 'bitcoin' | 'evm' | 'tron';
  readonly identity: string;
  readonly finality: 'confirmations' | 'finalized';
  readonly withdrawals_halted: boolean;
  /** Of a unit of the chain's fee, see the table. */
  readonly fee_ceiling: string;
  /** Percent. */
  readonly fee_bump: number;
  /** Blocks, the one with the payment included, of the most cautious currency. */
  readonly confirmations: number;
};

export type Order = {
  readonly withdrawal_id: string;
  readonly user_id: string;
  readonly chain: ChainName;
  readonly currency: string;
  /** What the amount was counted by. */
  readonly contract: string | null;
  readonly decimals: number;
  readonly target: string;
  /** Smallest units. */
  readonly amount: string;
  readonly attempt: number;
  /** Whether the user was told of a transaction already, which expired. */
  readonly sent: boolean;
  /** Why it was not signed when it was tried last. */
  readonly waits: string | null;
};

export type StoredTransaction = {
  readonly id: string;
  readonly chain: ChainName;
  readonly wallet: string;
  readonly nonce: number | null;
  readonly state: 'signed' | 'broadcast' | 'final' | 'failed' | 'dead';
  readonly txid: string;
  readonly block_number: number | null;
  readonly confirmations: number;
};

export type Version = {
  readonly txid: string;
  readonly raw: string;
  readonly spend: Spend;
  readonly fee: string;
  /** Unix ms. */
  readonly signed_at: number;
};

/** Id of a payment for the signer, for ever. */
export const paymentId = (withdrawalId: string): string => `withdrawal:${withdrawalId}`;
export const withdrawalOf = (payment: string): string | null => /^withdrawal:(\d+)$/.exec(payment)?.[1] ?? null;

export const chainRow = async (sql: Sql, name: ChainName): Promise<ChainRow | undefined> =>
  (
    await sql.query<ChainRow>(
      `select name, kind, identity, finality, withdrawals_halted, fee_ceiling, fee_bump,
              coalesce((select max(confirmations) from deposit_network n where n.chain = c.name), 12) as confirmations
         from chain c where name = $1`,
      [name],
    )
  )[0];

const ORDER = `p.withdrawal_id, w.user_id, p.chain, p.currency, p.contract, p.decimals, p.target, p.amount::text as amount, p.attempt,
  w.status = 'sent' as sent, p.waits`;
const ORDERS = 'chain_payout p join withdrawal w on w.id = p.withdrawal_id';

/** What waits to be signed: first what was never tried, oldest first, then what was not tried for longest. */
export const openOrders = (sql: Sql, chain: ChainName, limit: number): Promise<Order[]> =>
  sql.query<Order>(
    `select ${ORDER} from ${ORDERS} where p.chain = $1 and p.state = 'ordered'
      order by p.tried_at nulls first, p.withdrawal_id limit $2`,
    [chain, limit],
  );

/** Lets others come first in the next turn. `at` is Unix ms. */
export const setTried = (sql: Sql, orders: readonly Order[], at: number): Promise<unknown> =>
  sql.query('update chain_payout set tried_at = $2 where withdrawal_id = any($1::bigint[])', [
    orders.map(({ withdrawal_id }) => withdrawal_id),
    new Date(at),
  ]);

/** What a transaction pays. */
export const ordersOf = (sql: Sql, transactionId: string): Promise<Order[]> =>
  sql.query<Order>(`select ${ORDER} from ${ORDERS} where p.transaction_id = $1 order by p.withdrawal_id`, [
    transactionId,
  ]);

/** The order, locked, if it still waits to be signed. */
export async function lockOrder(tx: Transaction, withdrawalId: string): Promise<Order | undefined> {
  // The withdrawal first: staff and users lock it so.
  await tx.query('select from withdrawal where id = $1 for update', [withdrawalId]);
  const [row] = await tx.query<Order>(
    `select ${ORDER} from ${ORDERS} where p.withdrawal_id = $1 and p.state = 'ordered' for update of p`,
    [withdrawalId],
  );
  return row;
}

export const setWaits = (sql: Sql, withdrawalId: string, waits: string | null, detail = ''): Promise<unknown> =>
  sql.query(
    `update chain_payout set waits = $2, detail = $3
      where withdrawal_id = $1 and (waits, detail) is distinct from ($2, $3)`,
    [withdrawalId, waits, waits === null ? null : detail.slice(0, 300)],
  );

export const knowsWallet = async (sql: Sql, chain: string, address: string): Promise<boolean> =>
  (await sql.query('select from chain_wallet where chain = $1 and address = $2', [chain, address])).length > 0;

/** Makes a wallet known as one of the house. */
export const noteWallet = (tx: Transaction, chain: string, address: string): Promise<unknown> =>
  tx.query('insert into chain_wallet (chain, address, next_nonce) values ($1, $2, 0) on conflict do nothing', [
    chain,
    address,
  ]);

/** Takes the next nonce of a wallet; never one below `least`, which the chain has counted. The row stays locked. */
export async function takeNonce(tx: Transaction, chain: string, address: string, least: number): Promise<number> {
  const [row] = await tx.query<{ nonce: number }>(
    `insert into chain_wallet (chain, address, next_nonce) values ($1, $2, $3::bigint + 1)
     on conflict (chain, address) do update set next_nonce = greatest(chain_wallet.next_nonce, $3) + 1
     returning (next_nonce - 1)::float8 as nonce`,
    [chain, address, least],
  );
  if (!row) throw new Error('no nonce was taken');
  return row.nonce;
}

const insertVersion = (tx: Transaction, id: string, signed: Signed, at: number): Promise<unknown> =>
  tx.query(
    `insert into chain_transaction_version (chain, txid, transaction_id, raw, spend, fee, signed_at)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (chain, txid) do nothing`,
    [signed.chain, signed.txid, id, signed.raw, JSON.stringify(signed.spend), signed.fee, new Date(at)],
  );

/** What no two transactions of a wallet share; on TRON their timestamps, or two of one amount could be the same bytes. */
const nonceOf = (spend: Spend): number | null => {
  if (spend.kind === 'evm') return spend.nonce;
  return spend.kind === 'tron' ? spend.timestamp : null;
};

/**
 * Stores what was signed, before it is sent, and ties the payments to it that are still ordered. Where the transaction is
 * known, these bytes are another version of it. `at` is Unix ms by the backend's clock. Returns its id.
 */
export async function storeSigned(tx: Transaction, wallet: string, signed: Signed, at: number): Promise<string> {
  const { chain, spend, txid, payments } = signed;
  const nonce = nonceOf(spend);
  await tx.query(
    `insert into chain_wallet (chain, address, next_nonce) values ($1, $2, $3::bigint + 1)
     on conflict (chain, address) do update set next_nonce = greatest(chain_wallet.next_nonce, excluded.next_nonce)`,
    [chain, wallet, nonce ?? -1],
  );
  const inputs = spend.kind === 'utxo' ? spend.inputs : [];
  const [known] = await tx.query<{ id: string }>(
    `select id from chain_transaction where chain = $1 and wallet = $2 and nonce = $3
     union select transaction_id from chain_input where chain = $1 and txid = $4 and vout = $5
     union select transaction_id from chain_transaction_version where chain = $1 and txid = $6`,
    [chain, wallet, nonce, inputs[0]?.txid ?? null, inputs[0]?.vout ?? null, txid],
  );
  const id = known?.id ?? (await insertTransaction(tx, { chain, wallet, nonce, txid, at }));
  await insertVersion(tx, id, signed, at);
  await tx.query(`update chain_transaction set txid = $2 where id = $1 and block_number is null`, [id, txid]);
  await tx.query(
    `insert into chain_input (chain, txid, vout, transaction_id)
     select $1, i.txid, i.vout, $2 from jsonb_to_recordset($3::jsonb) as i (txid text, vout bigint) on conflict do nothing`,
    [chain, id, JSON.stringify(inputs)],
  );
  const tied = await tx.query(
    `update chain_payout p set state = 'signed', transaction_id = $2, waits = null, detail = null
       from jsonb_to_recordset($1::jsonb) as s (withdrawal_id bigint, attempt int)
      where p.withdrawal_id = s.withdrawal_id and p.attempt = s.attempt and p.state = 'ordered' returning p.withdrawal_id`,
    [
      JSON.stringify(
        payments.flatMap((payment) => {
          const withdrawal = withdrawalOf(payment.id);
          return withdrawal === null ? [] : [{ withdrawal_id: withdrawal, attempt: payment.attempt }];
        }),
      ),
      id,
    ],
  );
  const moves = await storeMovement(tx, id, signed);
  // One that came to its end before it was known what it pays is followed once more.
  if (tied.length > 0 || moves) {
    await tx.query(
      `update chain_transaction set state = 'signed', finished_at = null where id = $1 and finished_at is not null`,
      [id],
    );
  }
  return id;
}

async function insertTransaction(
  tx: Transaction,
  of: { chain: string; wallet: string; nonce: number | null; txid: string; at: number },
): Promise<string> {
  const [row] = await tx.query<{ id: string }>(
    `insert into chain_transaction (chain, wallet, nonce, state, txid, created_at)
     values ($1, $2, $3, 'signed', $4, $5) returning id`,
    [of.chain, of.wallet, of.nonce, of.txid, new Date(of.at)],
  );
  if (!row) throw new Error('a transaction was not inserted');
  return row.id;
}

const TRANSACTION = `id, chain, wallet, nonce::float8 as nonce, state, txid, block_number::float8 as block_number, confirmations`;

/**
 * What transactions that no block holds yet take from the hot wallet, by contract (null for the chain's coin), and what
 * they may burn of the chain's coin. Smallest units.
 */
export async function unmined(
  sql: Sql,
  chain: ChainName,
): Promise<{ units: Map<string | null, bigint>; fees: bigint }> {
  const rows = await sql.query<{ contract: string | null; units: string; fees: string }>(
    `select o.contract, sum(o.amount)::text as units, sum(v.fee)::text as fees
       from chain_transaction x
       join chain_transaction_version v on v.chain = x.chain and v.txid = x.txid
       join (select transaction_id, contract, amount from chain_payout where state = 'signed'
             union all
             select transaction_id, contract, amount from chain_movement
              where state = 'signed' and kind in ('cold', 'top_up')) o on o.transaction_id = x.id
      where x.chain = $1 and x.finished_at is null and x.block_number is null group by o.contract`,
    [chain],
  );
  return {
    units: new Map(rows.map(({ contract, units }) => [contract, BigInt(units)])),
    fees: rows.reduce((sum, { fees }) => sum + BigInt(fees), 0n),
  };
}

/** Outputs that transactions of a chain spend, as `txid:vout`. */
export const takenInputs = async (sql: Sql, chain: ChainName): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await sql.query<{ output: string }>(`select txid || ':' || vout as output from chain_input where chain = $1`, [
        chain,
      ])
    ).map(({ output }) => output),
  );

/** Change that transactions of a chain returned to the wallet and no transaction spends: its output follows those paid. */
export const ownChange = (sql: Sql, chain: ChainName): Promise<{ txid: string; vout: number }[]> =>
  sql.query<{ txid: string; vout: number }>(
    `select t.txid, paid.outputs as vout
       from chain_transaction t join chain_transaction_version v on v.chain = t.chain and v.txid = t.txid
       cross join lateral (select count(*)::int as outputs
                             from (select from chain_payout p where p.transaction_id = t.id
                                   union all select from chain_movement m where m.transaction_id = t.id) o) paid
      where t.chain = $1 and t.block_number is not null and v.spend->>'change' <> '0'
        and not exists (select from chain_input i where i.chain = t.chain and i.txid = t.txid and i.vout = paid.outputs)`,
    [chain],
  );

/** Transactions that are not at their end, in the order of their nonces. */
export const openTransactions = (sql: Sql, chain: ChainName): Promise<StoredTransaction[]> =>
  sql.query<StoredTransaction>(
    `select ${TRANSACTION} from chain_transaction where chain = $1 and finished_at is null
      order by nonce nulls last, id limit 500`,
    [chain],
  );

export async function lockTransaction(tx: Transaction, id: string): Promise<StoredTransaction> {
  // Withdrawals before transactions: staff lock them first.
  await tx.query(
    `select from withdrawal where id in (select withdrawal_id from chain_payout where transaction_id = $1)
      order by id for update`,
    [id],
  );
  const [row] = await tx.query<StoredTransaction>(
    `select ${TRANSACTION} from chain_transaction where id = $1 for update`,
    [id],
  );
  if (!row) throw new Error(`transaction ${id} is gone`);
  return row;
}

/** What was signed for a transaction, newest first. */
export const versionsOf = (sql: Sql, id: string): Promise<Version[]> =>
  sql.query<Version>(
    `select txid, raw, spend, fee::text as fee, signed_at from chain_transaction_version where transaction_id = $1
      order by fee desc, signed_at desc`,
    [id],
  );

export const setTransaction = (
  tx: Transaction,
  id: string,
  to: Pick<StoredTransaction, 'state' | 'txid' | 'block_number' | 'confirmations'> & { readonly at: number },
): Promise<unknown> =>
  tx.query(
    `update chain_transaction
        set state = $2, txid = $3, block_number = $4, confirmations = $5,
            finished_at = case when $2 in ('signed', 'broadcast') then null else $6::timestamptz end
      where id = $1`,
    [id, to.state, to.txid, to.block_number, to.confirmations, new Date(to.at)],
  );

/** Ends orders: paid or failed on the chain, or given back to staff with the reason. */
export const finishOrders = (
  tx: Transaction,
  transactionId: string,
  state: 'done' | 'returned',
  waits: string | null = null,
): Promise<unknown> =>
  tx.query(`update chain_payout set state = $2, waits = $3 where transaction_id = $1 and state = 'signed'`, [
    transactionId,
    state,
    waits,
  ]);

/** Orders the payments of a transaction again that has expired and can be in no block any more. */
export const orderAgain = (tx: Transaction, transactionId: string): Promise<unknown> =>
  tx.query(
    `update chain_payout
        set state = 'ordered', attempt = attempt + 1, transaction_id = null, waits = 'expired', detail = null
      where transaction_id = $1 and state = 'signed'`,
    [transactionId],
  );

/** Whether the signer pays this withdrawal, or has paid it. */
export const isOrdered = async (sql: Sql, withdrawalId: string): Promise<boolean> =>
  (await sql.query(`select 1 from chain_payout where withdrawal_id = $1 and state <> 'returned'`, [withdrawalId]))
    .length > 0;

export const approvalsOf = async (sql: Sql, withdrawalId: string, attempt: number): Promise<string[]> =>
  (
    await sql.query<{ assertion: string }>(
      'select assertion from chain_payout_approval where withdrawal_id = $1 and attempt = $2 order by at limit 6',
      [withdrawalId, attempt],
    )
  ).map(({ assertion }) => assertion);

/**
 * Addresses that money is asked to leave for, those that were asked for first before the others: the signer's delay begins
 * with the request. All of them: of a part, some users' requests would take the places of others.
 */
export const requestedTargets = async (sql: Sql, chain: ChainName): Promise<readonly string[]> =>
  (
    await sql.query<{ target: string }>(
      `select w.target
         from withdrawal w join withdrawal_network n on n.currency = w.currency and n.network = w.network
        where w.status in ('requested', 'approved') and w.way = 'address' and n.chain = $1
        group by w.target order by min(w.id)`,
      [chain],
    )
  ).map(({ target }) => target);
