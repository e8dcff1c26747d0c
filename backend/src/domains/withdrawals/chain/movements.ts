import type { Move, Signed, SignRequest, Spend } from '@tessera/signer-api';
import type { Sql, Transaction } from '../../../platform/db/database.ts';
import type { Refused } from './adapter.ts';
import type { ChainName, Order } from './store.ts';

/* Movements of the platform's own money that the signer makes: decided by the treasury, signed and followed like payments. */

export type MovementKind = Move['kind'];

/** Where a sweep takes from. `index` is the child of the account of deposits: the id of the user. */
export type Source = {
  readonly address: string;
  readonly index: number;
  /** Smallest units. */
  readonly amount: string;
  /** The output of a Bitcoin-like chain. */
  readonly txid: string | null;
  readonly vout: number | null;
};

export type Movement = {
  readonly id: string;
  readonly chain: ChainName;
  readonly kind: MovementKind;
  readonly currency: string;
  /** What the amount was counted by. */
  readonly contract: string | null;
  readonly decimals: number;
  readonly target: string;
  /** Smallest units that arrive. */
  readonly amount: string;
  readonly sources: readonly Source[];
};

/** Id of a movement for the signer, for ever. */
export const movementPayment = (id: string): string => `movement:${id}`;
const movementOf = (payment: string): string | null => /^movement:(\d+)$/.exec(payment)?.[1] ?? null;

const SELECT = `select m.id, m.chain, m.kind, m.currency, m.contract, m.decimals, m.target, m.amount::text as amount,
    coalesce((select json_agg(json_build_object('address', s.address, 'index', a.user_id::float8, 'amount', s.amount::text,
                                                'txid', s.txid, 'vout', s.vout::float8) order by s.position)
                from chain_movement_source s join deposit_address a on a.chain = m.chain and a.address = s.address
               where s.movement_id = m.id), '[]') as sources
  from chain_movement m`;

/** What waits to be signed; one at most. */
export const orderedMovement = async (sql: Sql, chain: ChainName): Promise<Movement | null> =>
  (await sql.query<Movement>(`${SELECT} where m.chain = $1 and m.state = 'ordered'`, [chain]))[0] ?? null;

export const movementOfTransaction = async (sql: Sql, transactionId: string): Promise<Movement | null> =>
  (await sql.query<Movement>(`${SELECT} where m.transaction_id = $1`, [transactionId]))[0] ?? null;

/** Whether it still waits to be signed; locked then. */
export const lockMovement = async (tx: Transaction, id: string): Promise<boolean> =>
  (await tx.query(`select from chain_movement where id = $1 and state = 'ordered' for update`, [id])).length > 0;

/** Whether a movement of the chain is not at its end. */
export const isMoving = async (sql: Sql, chain: ChainName): Promise<boolean> =>
  (await sql.query(`select from chain_movement where chain = $1 and state in ('ordered', 'signed') limit 1`, [chain]))
    .length > 0;

async function writeSources(tx: Transaction, id: string, sources: readonly Omit<Source, 'index'>[]): Promise<void> {
  await tx.query('delete from chain_movement_source where movement_id = $1', [id]);
  await tx.query(
    `insert into chain_movement_source (movement_id, position, address, amount, txid, vout)
     select $1, row_number() over (), s.address, s.amount, s.txid, s.vout
       from jsonb_to_recordset($2::jsonb) as s (address text, amount numeric, txid text, vout bigint)`,
    [id, JSON.stringify(sources)],
  );
}

/** Orders a movement of the chain where none is open. False where one is. */
export async function orderMovement(
  tx: Transaction,
  { chain, kind, currency, target, amount, sources }: Omit<Movement, 'id' | 'contract' | 'decimals'>,
  at: number,
): Promise<boolean> {
  await tx.query('select from chain where name = $1 for update', [chain]);
  if (await isMoving(tx, chain)) return false;
  const [row] = await tx.query<{ id: string }>(
    `insert into chain_movement (chain, kind, currency, contract, decimals, target, amount, ordered_at)
     select $1, $2, t.currency, t.contract, t.decimals, $4, $5, $6
       from chain_token t where t.chain = $1 and t.currency = $3 returning id`,
    [chain, kind, currency, target, amount, new Date(at)],
  );
  if (row) await writeSources(tx, row.id, sources);
  return true;
}

export const setMovementWaits = (sql: Sql, id: string, waits: string, detail: string): Promise<unknown> =>
  sql.query(`update chain_movement set waits = $2, detail = $3 where id = $1 and state = 'ordered'`, [
    id,
    waits,
    detail.slice(0, 300),
  ]);

/** ms that an address waits after its first failed sweep; twice as long after each further one, up to a day. */
const HELD = 10 * 60_000;
const MOST_HELD = 24 * 3_600_000;

const hold = (
  tx: Transaction,
  { chain, currency }: Pick<Movement, 'chain' | 'currency'>,
  refused: readonly Refused[],
  { mined, at }: { readonly mined: boolean; readonly at: number },
): Promise<unknown> =>
  tx.query(
    `insert into chain_sweep_hold as h (chain, currency, address, mined, detail, failed_at, until)
     select distinct on (r.address) $1, $2, r.address, $4::boolean, r.detail, $5::timestamptz,
            $5::timestamptz + $6 * interval '1 ms'
       from jsonb_to_recordset($3::jsonb) as r (address text, detail text)
     on conflict (chain, currency, address) do update
        set failures = h.failures + 1, mined = h.mined or excluded.mined, detail = excluded.detail,
            failed_at = excluded.failed_at,
            until = $5::timestamptz + least($6 * power(2, least(h.failures, 20)), $7) * interval '1 ms'`,
    [chain, currency, JSON.stringify(refused), mined, new Date(at), HELD, MOST_HELD],
  );

/**
 * Leaves sources out of a movement that is not signed yet: they wait, longer each time, and others come in. Without any that
 * is left the movement is given up.
 */
export async function setAside(
  tx: Transaction,
  movement: Movement,
  refused: readonly Refused[],
  at: number,
): Promise<void> {
  if (!(await lockMovement(tx, movement.id))) return;
  const left = await tx.query<{ address: string }>(
    'delete from chain_movement_source where movement_id = $1 and address = any($2) returning address',
    [movement.id, refused.map(({ address }) => address)],
  );
  const out = refused.filter(({ address }) => left.some((each) => each.address === address));
  await hold(tx, movement, out, { mined: false, at });
  await tx.query(
    `update chain_movement m set state = 'dropped', waits = 'node_refuses', detail = $2
      where id = $1 and not exists (select from chain_movement_source where movement_id = m.id)`,
    [movement.id, (out[0]?.detail ?? '').slice(0, 300)],
  );
}

/** ms that a movement waits to be signed before it is decided anew. */
const PATIENCE = 10 * 60_000;

/** Gives up what could not be signed: balances and limits are others by now. */
export const dropStale = (tx: Transaction, chain: ChainName, at: number): Promise<unknown> =>
  tx.query(`update chain_movement set state = 'dropped' where chain = $1 and state = 'ordered' and ordered_at < $2`, [
    chain,
    new Date(at - PATIENCE),
  ]);

/** What the signer is asked for. */
export function movementRequest(movement: Movement, spend: Spend): SignRequest {
  const { id, chain, kind, currency, contract, decimals, target, amount, sources } = movement;
  const move: Move =
    kind === 'sweep' || kind === 'release' || kind === 'top_up'
      ? { kind, sources: sources.map(({ index, address, amount: part }) => ({ index, address, amount: part })) }
      : { kind };
  const asset = { asset: currency, contract, decimals };
  const payment = { id: movementPayment(id), ...asset, to: target, amount, attempt: 0, approvals: [] };
  return { chain, move, payments: [payment], spend };
}

/** The movement as an order, for what a chain does with both. */
export const asOrder = ({ id, chain, currency, contract, decimals, target, amount }: Movement): Order => ({
  withdrawal_id: movementPayment(id),
  user_id: '',
  chain,
  currency,
  contract,
  decimals,
  target,
  amount,
  attempt: 0,
  sent: false,
  waits: null,
});

/** The signer has the movement that is stored. */
const SAME = '(m.chain, m.kind, m.currency, m.target) = ($2, $3, $4, $5)';
/** A sweep was ordered, and signed was what has to come before it: a node asks for that under the id of the sweep. */
const STEP = `(m.chain = $2 and m.kind = 'sweep' and $3 in ('prepare', 'top_up'))`;

type Unlisted = {
  readonly id: string;
  readonly move: Move;
  readonly transactionId: string;
  readonly signed: Signed;
  readonly signedAs: string;
};

/**
 * Of a token that is not listed here nothing can be counted: it is kept as the signer has it, or beside the movement that
 * was ordered under its id, and reconciliation shows it with its contract. Whether a movement was tied to it.
 */
async function storeUnlisted(
  tx: Transaction,
  { id, move, transactionId, signed, signedAs }: Unlisted,
): Promise<boolean> {
  const { chain, payments, at } = signed;
  const [payment] = payments;
  const [known] = await tx.query<{ tied: boolean }>(
    `with differs as (
       update chain_movement set signed_as = $2, state = 'signed', transaction_id = $3, waits = null, detail = null
        where id = $1 and state in ('ordered', 'dropped') returning id)
     select exists (select from differs) as tied from chain_movement where id = $1`,
    [id, signedAs, transactionId],
  );
  if (known) return known.tied;
  if (!payment) return false;
  await tx.query(
    `insert into chain_movement_unlisted
            (movement_id, chain, kind, asset, contract, target, amount, sources, transaction_id, signed_at)
     select $1, $2, $3, $4, (select contract from signer_asset where chain = $2 and currency = $4), $5, $6, $7::jsonb, $8, $9
     on conflict (movement_id) do nothing`,
    [
      ...[id, chain, move.kind, payment.asset, payment.to, payment.amount],
      JSON.stringify('sources' in move ? move.sources : []),
      transactionId,
      new Date(at),
    ],
  );
  return false;
}

/**
 * Ties what was signed to its movement; stores it as the signer has it where this database has forgotten it, and where it is
 * the step before a sweep. What a stored movement is never changes else: where the signer has another one under its id, that
 * is kept beside it for reconciliation. Whether a movement was tied to it.
 */
export async function storeMovement(tx: Transaction, transactionId: string, signed: Signed): Promise<boolean> {
  const { chain, move, payments, spend, at } = signed;
  const [payment] = payments;
  const id = payment && movementOf(payment.id);
  if (!move || !payment || !id) return false;
  const { asset, to, amount } = payment;
  const signedAs = JSON.stringify({ chain, kind: move.kind, currency: asset, target: to, amount });
  const [listed] = await tx.query('select from chain_token where chain = $1 and currency = $2', [chain, asset]);
  if (!listed) return storeUnlisted(tx, { id, move, transactionId, signed, signedAs });
  const [tied] = await tx.query<{ same: boolean }>(
    `insert into chain_movement as m
            (id, chain, kind, currency, contract, decimals, target, amount, state, transaction_id, ordered_at)
     select $1, $2, $3, t.currency, t.contract, t.decimals, $5, $6, 'signed', $7, $8
       from chain_token t where t.chain = $2 and t.currency = $4
     on conflict (id) do update
        set kind = case when ${STEP} then excluded.kind else m.kind end,
            currency = case when ${STEP} then excluded.currency else m.currency end,
            contract = case when ${STEP} then excluded.contract else m.contract end,
            decimals = case when ${STEP} then excluded.decimals else m.decimals end,
            target = case when ${STEP} then excluded.target else m.target end,
            amount = case when ${STEP} or ${SAME} then excluded.amount else m.amount end,
            signed_as = case when ${STEP} or ${SAME} then null else $9::jsonb end,
            state = 'signed', transaction_id = $7, waits = null, detail = null
      where m.state in ('ordered', 'dropped')
     returning signed_as is null as same`,
    [id, chain, move.kind, asset, to, amount, transactionId, new Date(at), signedAs],
  );
  // It was not listed when it was signed.
  await tx.query('delete from chain_movement_unlisted where movement_id = $1', [id]);
  if (!tied?.same) return tied !== undefined;
  const inputs = spend.kind === 'utxo' ? spend.inputs : [];
  const sources = ('sources' in move ? move.sources : []).map(({ address, amount }, n) => ({
    address,
    amount,
    txid: inputs[n]?.txid ?? null,
    vout: inputs[n]?.vout ?? null,
  }));
  await writeSources(tx, id, sources);
  return true;
}

/** Deposit addresses whose delegation was not taken back since they were swept, the first ones. */
export const delegatedAddresses = (
  sql: Sql,
  { chain, fingerprint, limit }: { readonly chain: ChainName; readonly fingerprint: string; readonly limit: number },
): Promise<{ address: string; index: number; currency: string }[]> =>
  sql.query<{ address: string; index: number; currency: string }>(
    `select s.address, a.user_id::float8 as index, min(m.currency) as currency
       from chain_movement_source s join chain_movement m on m.id = s.movement_id
            join deposit_address a on a.chain = m.chain and a.address = s.address
      where s.delegated and m.chain = $1 and a.key_fingerprint = $2 and not a.former
      group by s.address, a.user_id order by min(m.id), s.address limit $3`,
    [chain, fingerprint, limit],
  );

/**
 * Addresses that were swept wait no longer. Where a block rejected the sweep, each of them may be why: all wait, and are tried
 * alone. Addresses of TRON pay for their sweeps themselves, and wait by `dueAddresses`.
 */
async function settleHolds(
  tx: Transaction,
  { id, chain, currency }: { readonly id: string; readonly chain: ChainName; readonly currency: string },
  { state, waits, at }: { readonly state: 'done' | 'failed'; readonly waits: string | null; readonly at: number },
): Promise<void> {
  if (state === 'done') {
    await tx.query(
      `delete from chain_sweep_hold where chain = $2 and currency = $3
          and address in (select address from chain_movement_source where movement_id = $1)`,
      [id, chain, currency],
    );
  } else if (waits === null) {
    const sources = await tx.query<{ address: string }>(
      `select s.address from chain_movement_source s where s.movement_id = $1
          and exists (select from chain where name = $2 and kind = 'evm')`,
      [id, chain],
    );
    const refused = sources.map(({ address }) => ({ address, detail: 'a block rejected the sweep' }));
    await hold(tx, { chain, currency }, refused, { mined: true, at });
  }
}

/** Ends the movement of a transaction. */
export async function finishMovement(
  tx: Transaction,
  transactionId: string,
  { state, waits, at }: { readonly state: 'done' | 'failed'; readonly waits: string | null; readonly at: number },
): Promise<void> {
  const [ended] = await tx.query<{ id: string; chain: ChainName; kind: MovementKind; currency: string }>(
    `update chain_movement set state = $2, waits = $3 where transaction_id = $1 and state = 'signed'
     returning id, chain, kind, currency`,
    [transactionId, state, waits],
  );
  // Addresses delegate also where the sweep itself was reverted; those of other chains never do.
  if (ended?.kind === 'sweep') {
    await tx.query(
      `update chain_movement_source set delegated = true
        where movement_id = $1 and exists (select from chain where name = $2 and kind = 'evm')`,
      [ended.id, ended.chain],
    );
    await settleHolds(tx, ended, { state, waits, at });
  }
  if (ended?.kind === 'release' && state === 'done') {
    await tx.query(
      `update chain_movement_source set delegated = false
        where delegated and address in (select address from chain_movement_source where movement_id = $1)`,
      [ended.id],
    );
  }
}
