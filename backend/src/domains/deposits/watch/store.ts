import type { Sql, Transaction } from '../../../platform/db/database.ts';
import type { ChainName } from '../../chains/index.ts';
import type { Header } from './reader.ts';

export type IgnoredAs = 'unknown_token' | 'below_minimum' | 'dust' | 'too_large' | 'contract_changed';

/** A transfer with whose it is and what it is worth here. */
export type Arrival = {
  readonly txid: string;
  readonly part: string;
  readonly address: string;
  readonly userId: string;
  readonly currency: string | null;
  readonly network: string | null;
  readonly contract: string | null;
  /** Places of the token; null where it is not listed. */
  readonly decimals: number | null;
  readonly units: string;
  readonly amount: string | null;
  readonly ignoredAs: IgnoredAs | null;
};

/** Users of addresses that were made from these keys, by address. What arrives at addresses of other keys cannot be spent. */
export async function ownersOf(
  sql: Sql,
  chain: ChainName,
  addresses: readonly string[],
  fingerprints: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (addresses.length === 0) return new Map();
  const rows = await sql.query<{ address: string; user_id: string }>(
    `select address, user_id from deposit_address where chain = $1 and address = any($2) and key_fingerprint = any($3)`,
    [chain, addresses, fingerprints],
  );
  return new Map(rows.map(({ address, user_id }) => [address, user_id]));
}

/** The block that was read at a height; null for one that was not, or not any more. */
export async function blockAt(sql: Sql, chain: ChainName, height: number): Promise<Header | null> {
  const [row] = await sql.query<{ hash: string; parent: string }>(
    'select hash, parent from chain_block where chain = $1 and height = $2',
    [chain, height],
  );
  return row ? { height, ...row } : null;
}

/** Blocks that are remembered below the newest: a deeper re-organisation pauses the chain. */
const REMEMBERED = 5_000;

export async function writeBlock(tx: Transaction, chain: ChainName, { height, hash, parent }: Header): Promise<void> {
  await tx.query(
    `insert into chain_block (chain, height, hash, parent) values ($1, $2, $3, $4)
     on conflict (chain, height) do update set hash = excluded.hash, parent = excluded.parent`,
    [chain, height, hash, parent],
  );
  await tx.query('delete from chain_block where chain = $1 and height < $2', [chain, height - REMEMBERED]);
  // Of a block at this height that was read before and is gone; its deposits that are in this one come next.
  await tx.query(
    `update chain_deposit set block_height = null, block_hash = null, unplaced_at = $2
      where chain = $1 and block_height = $2 and block_hash <> $3`,
    [chain, height, hash],
  );
}

/** Forgets the blocks above a height: their deposits are in no block until they are seen in another. */
export async function rollBack(tx: Transaction, chain: ChainName, to: number): Promise<void> {
  await tx.query('delete from chain_block where chain = $1 and height > $2', [chain, to]);
  await tx.query(
    `update chain_deposit set block_height = null, block_hash = null, unplaced_at = block_height
      where chain = $1 and block_height > $2`,
    [chain, to],
  );
}

/**
 * Whether a block, `$12`, has something else at the place of what was seen in another one. A contract may do other things in
 * another block: the same transaction then pays another user, or another amount, at the same position of its transfers.
 */
const replaced = (before: string, now: string): string => `(${before}.block_hash is distinct from $12::text
    and (${before}.address, ${before}.contract, ${before}.units) is distinct from (${now}.address, ${now}.contract, ${now}.units))`;

/**
 * Whether what was seen before (`b`) would count as something else now (`a`): it was unknown, and the currency had another
 * contract then; or it was counted with other places, or as another currency.
 */
const CHANGED = `a.ignored_as is null and b.id is not null and b.credits = 0 and (
    b.decimals <> a.decimals or b.currency <> a.currency or b.ignored_as = 'contract_changed'
    or b.ignored_as = 'unknown_token' and b.decimals is null
       and exists (select from chain_token_history h where h.chain = $1 and h.currency = a.currency
                                                        and (h.contract, h.decimals) is distinct from (a.contract, a.decimals)))`;

/**
 * Writes down what was seen: in a block, or in none yet. What was seen before is found again by transaction and part, so
 * that reading a block twice changes nothing. What another block has there instead takes its place and has its own user;
 * beside what was credited or claimed it is kept as a part of its own, and that is in no block any more. What was no money
 * when it was seen is none because another contract was put in place since: it is kept for staff.
 */
export async function writeArrivals(
  tx: Transaction,
  chain: ChainName,
  arrivals: readonly Arrival[],
  block: Header | null,
  at: number,
): Promise<void> {
  if (arrivals.length === 0) return;
  await tx.query(
    `with placed as (
       select a.txid, a.user_id, a.address, a.currency, a.network, a.contract, a.units, a.amount, a.ignored_as, a.decimals,
              case when b.id is not null and (b.credits > 0 or b.state = 'claimed') and ${replaced('b', 'a')}
                   then a.part || '~' || left(md5(concat_ws(' ', a.address, a.units, a.contract)), 16)
                   else a.part end as part
         from unnest($2::text[], $3::text[], $4::bigint[], $5::text[], $6::text[], $7::text[], $8::text[], $9::numeric[],
                     $10::numeric[], $13::text[], $15::int[])
                as a (txid, part, user_id, address, currency, network, contract, units, amount, ignored_as, decimals)
         left join chain_deposit b on b.chain = $1 and b.txid = a.txid and b.part = a.part),
     seen as (
       select a.*, case when ${CHANGED} and not ${replaced('b', 'a')} then 'contract_changed' else a.ignored_as end as ignored
         from placed a left join chain_deposit b on b.chain = $1 and b.txid = a.txid and b.part = a.part)
     insert into chain_deposit as d (chain, txid, part, user_id, address, currency, network, contract, decimals, units,
                                     amount, block_height, block_hash, state, ignored_as, seen_at)
     select $1, a.txid, a.part, a.user_id, a.address, a.currency, a.network, a.contract, a.decimals, a.units, a.amount,
            $11::bigint, $12::text, case when a.ignored is null then 'pending' else 'ignored' end, a.ignored, $14
       from seen a
     on conflict (chain, txid, part) do update
        set block_height = coalesce(excluded.block_height, d.block_height),
            block_hash = coalesce(excluded.block_hash, d.block_hash),
            unplaced_at = case when excluded.block_height is null then d.unplaced_at end,
            -- What was ignored may be a listed token by now. What was credited stays so until it is reversed.
            state = case when d.state in ('ignored', 'gone', 'reversed', 'pending') then excluded.state else d.state end,
            ignored_as = case when d.state in ('ignored', 'gone', 'reversed', 'pending') then excluded.ignored_as end,
            currency = case when d.credits = 0 then excluded.currency else d.currency end,
            network = case when d.credits = 0 then excluded.network else d.network end,
            decimals = case when ${replaced('d', 'excluded')} then excluded.decimals
                            else coalesce(d.decimals, excluded.decimals) end,
            contract = case when ${replaced('d', 'excluded')} then excluded.contract else d.contract end,
            user_id = case when ${replaced('d', 'excluded')} then excluded.user_id else d.user_id end,
            address = case when ${replaced('d', 'excluded')} then excluded.address else d.address end,
            units = case when ${replaced('d', 'excluded')} then excluded.units else d.units end,
            held_as = null,
            amount = case when d.credits = 0 then excluded.amount else d.amount end`,
    [
      chain,
      arrivals.map(({ txid }) => txid),
      arrivals.map(({ part }) => part),
      arrivals.map(({ userId }) => userId),
      arrivals.map(({ address }) => address),
      arrivals.map(({ currency }) => currency),
      arrivals.map(({ network }) => network),
      arrivals.map(({ contract }) => contract),
      arrivals.map(({ units }) => units),
      arrivals.map(({ amount }) => amount),
      block?.height ?? null,
      block?.hash ?? null,
      arrivals.map(({ ignoredAs }) => ignoredAs),
      new Date(at),
      arrivals.map(({ decimals }) => decimals),
    ],
  );
}

/** Transactions in no block that wait for one. */
export const unplaced = (
  sql: Sql,
  chain: ChainName,
): Promise<{ id: string; txid: string; unplaced_at: string | null }[]> =>
  sql.query(
    `select id, txid, unplaced_at from chain_deposit where chain = $1 and state = 'pending' and block_height is null`,
    [chain],
  );

/** Whether a block holds something that is not credited yet. */
export const waitsForCredit = async (sql: Sql, chain: ChainName): Promise<boolean> =>
  (
    await sql.query(
      `select from chain_deposit where chain = $1 and state = 'pending' and block_height is not null limit 1`,
      [chain],
    )
  ).length > 0;

/** They were replaced by others, or forgotten: they are not expected any more. */
export async function markGone(tx: Transaction, ids: readonly string[]): Promise<void> {
  const rows = await tx.query<{ user_id: string; id: string }>(
    `update chain_deposit set state = 'gone' where id = any($1) and state = 'pending' and block_height is null
     returning user_id, id`,
    [ids],
  );
  for (const { user_id, id } of rows) tx.notify(user_id, { kind: 'deposit', id, status: 'gone' });
}

/** Users who wait for a deposit on a chain are told that it got on. */
export async function tellWaiting(tx: Transaction, chain: ChainName): Promise<void> {
  const rows = await tx.query<{ user_id: string; id: string }>(
    `select user_id, max(id) as id from chain_deposit where chain = $1 and state = 'pending' group by user_id`,
    [chain],
  );
  for (const { user_id, id } of rows) tx.notify(user_id, { kind: 'deposit', id, status: 'pending' });
}
