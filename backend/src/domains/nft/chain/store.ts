import type { Sql, Transaction } from '../../../platform/db/database.ts';
import { countOf, type Page, pageOf } from '../../../platform/db/page.ts';

/* The tables of withdrawals to wallets. */

export type WithdrawalState = 'requested' | 'sent' | 'final' | 'failed';

/** A withdrawal as it is stored. Times are Unix ms. */
export type Withdrawal = {
  readonly id: string;
  readonly user_id: string;
  readonly item_id: string;
  readonly address: string;
  readonly chain_id: number;
  readonly contract: string;
  readonly uri: string;
  readonly royalty_bp: number;
  readonly state: WithdrawalState;
  readonly signer: string | null;
  readonly nonce: number | null;
  readonly block_number: number | null;
  readonly confirmations: number;
  readonly tx_hash: string | null;
  readonly created_at: number;
  readonly finished_at: number | null;
};

const WITHDRAWAL = `id, user_id, item_id, address, chain_id::float8 as chain_id, contract, uri, royalty_bp, state, signer,
  nonce::float8 as nonce, block_number::float8 as block_number, confirmations, tx_hash, created_at, finished_at`;

export async function insertWithdrawal(
  tx: Transaction,
  of: Pick<
    Withdrawal,
    'user_id' | 'item_id' | 'address' | 'chain_id' | 'contract' | 'uri' | 'royalty_bp' | 'created_at'
  >,
): Promise<Withdrawal> {
  const [row] = await tx.query<Withdrawal>(
    `with known as (insert into nft_contract (contract) values (lower($5::text)) on conflict do nothing)
     insert into nft_withdrawal (user_id, item_id, address, chain_id, contract, uri, royalty_bp, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${WITHDRAWAL}`,
    [of.user_id, of.item_id, of.address, of.chain_id, of.contract, of.uri, of.royalty_bp, new Date(of.created_at)],
  );
  if (!row) throw new Error('a withdrawal was not inserted');
  return row;
}

/** Withdrawals of a user since a time; what the chain rejected does not count. */
export const withdrawalsSince = (sql: Sql, userId: string, since: number): Promise<number> =>
  countOf(sql, `nft_withdrawal where user_id = $1 and created_at > $2 and state <> 'failed'`, [
    userId,
    new Date(since),
  ]);

export const listWithdrawals = (sql: Sql, userId: string, page: Page) =>
  pageOf<Withdrawal>(sql, {
    ...page,
    select: WITHDRAWAL,
    newest: { of: 'nft_withdrawal', where: 'user_id = $1', order: 'id desc', as: 'w' },
    order: 'id desc',
    values: [userId],
  });

/**
 * Withdrawals of one chain and contract that are not at their end, in the order of their nonces, then of their ids. Those of
 * frozen accounts wait where nothing of them is signed.
 */
export const openWithdrawals = (
  sql: Sql,
  { chainId, contract }: { chainId: number; contract: string },
  limit: number,
): Promise<Withdrawal[]> =>
  sql.query<Withdrawal>(
    `select ${WITHDRAWAL} from nft_withdrawal w
      where state in ('requested', 'sent') and chain_id = $1 and contract = $2
        and (state = 'sent' or not exists (select from user_account u
                                            where u.id = w.user_id and (u.disabled or u.frozen_at is not null)))
      order by nonce nulls last, id limit $3`,
    [chainId, contract, limit],
  );

/** Withdrawals of any chain and contract that are not at their end, oldest first. */
export const waitingRows = (sql: Sql): Promise<Withdrawal[]> =>
  sql.query<Withdrawal>(
    `select ${WITHDRAWAL} from nft_withdrawal where state in ('requested', 'sent') order by id limit 1000`,
  );

/** One of those, however many there are; undefined where it is at its end. */
export const waitingRow = async (sql: Sql, id: string): Promise<Withdrawal | undefined> =>
  (
    await sql.query<Withdrawal>(
      `select ${WITHDRAWAL} from nft_withdrawal where id = $1 and state in ('requested', 'sent')`,
      [id],
    )
  )[0];

/** Makes a withdrawal one of another contract of its network, to be signed anew. */
export const moveTo = (tx: Transaction, id: string, contract: string): Promise<unknown> =>
  tx.query(
    `with known as (insert into nft_contract (contract) values (lower($2::text)) on conflict do nothing)
     update nft_withdrawal set state = 'requested', contract = $2, signer = null, nonce = null, tx_hash = null,
                               block_number = null, confirmations = 0 where id = $1`,
    [id, contract],
  );

export async function lockWithdrawal(tx: Transaction, id: string): Promise<Withdrawal> {
  const [row] = await tx.query<Withdrawal>(`select ${WITHDRAWAL} from nft_withdrawal where id = $1 for update`, [id]);
  if (!row) throw new Error(`withdrawal ${id} is gone`);
  return row;
}

/** Takes the next nonce of a signer; never one below `least`, which the chain has counted. */
export async function takeNonce(tx: Transaction, chainId: number, signer: string, least: number): Promise<number> {
  const [row] = await tx.query<{ nonce: number }>(
    `insert into nft_chain_nonce (chain_id, signer, next) values ($1, $2, $3::bigint + 1)
     on conflict (chain_id, signer) do update set next = greatest(nft_chain_nonce.next, $3) + 1
     returning (next - 1)::float8 as nonce`,
    [chainId, signer, least],
  );
  if (!row) throw new Error('no nonce was taken');
  return row.nonce;
}

/** Whether works were ever to be minted by this contract. */
export const hasMinted = async (sql: Sql, address: string): Promise<boolean> =>
  (await sql.query('select from nft_contract where contract = lower($1)', [address])).length > 0;

/** Whether a wallet signs, or signed, for works that leave. */
export const hasSigned = async (sql: Sql, address: string): Promise<boolean> =>
  (await sql.query('select from nft_chain_nonce where lower(signer) = lower($1) limit 1', [address])).length > 0;

/** Stores what was signed, before it is sent. */
export async function insertMint(
  tx: Transaction,
  withdrawal: Pick<Withdrawal, 'id'>,
  mint: { hash: string; raw: string; maxFee: bigint; nonce: number; signer: string; at: number },
): Promise<void> {
  await tx.query(
    `insert into nft_mint (tx_hash, withdrawal_id, nonce, signer, raw, max_fee, signed_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [mint.hash, withdrawal.id, mint.nonce, mint.signer, mint.raw, String(mint.maxFee), new Date(mint.at)],
  );
  await tx.query(`update nft_withdrawal set state = 'sent', signer = $2, nonce = $3, tx_hash = $4 where id = $1`, [
    withdrawal.id,
    mint.signer,
    mint.nonce,
    mint.hash,
  ]);
}

export type StoredMint = {
  readonly tx_hash: string;
  /** Null of one that was given up before keys were written down. */
  readonly signer: string | null;
  readonly nonce: number;
  readonly raw: string;
  readonly max_fee: string;
  readonly signed_at: number;
};

/** What was signed for a withdrawal, newest first. */
export const mintsOf = (sql: Sql, id: string): Promise<StoredMint[]> =>
  sql.query<StoredMint>(
    `select tx_hash, signer, nonce::float8 as nonce, raw, max_fee, signed_at from nft_mint where withdrawal_id = $1
      order by signed_at desc, max_fee desc`,
    [id],
  );

/** Writes down where a withdrawal stands on the chain: in which block, or in none. */
export const setMined = (
  sql: Sql,
  id: string,
  { block, confirmations, hash }: { block: number | null; confirmations: number; hash: string | null },
): Promise<unknown> =>
  sql.query(
    `update nft_withdrawal set block_number = $2, confirmations = $3, tx_hash = coalesce($4, tx_hash)
      where id = $1 and state = 'sent'`,
    [id, block, confirmations, hash],
  );

/** Its nonce was used by another transaction of the signer: it is to be signed anew. */
export const setUnsigned = (tx: Transaction, id: string): Promise<unknown> =>
  tx.query(
    `update nft_withdrawal set state = 'requested', signer = null, nonce = null, block_number = null, confirmations = 0
      where id = $1`,
    [id],
  );

export const setFinished = (
  tx: Transaction,
  id: string,
  { state, hash, at }: { state: 'final' | 'failed'; hash: string | null; at: number },
): Promise<unknown> =>
  tx.query(`update nft_withdrawal set state = $2, tx_hash = coalesce($3, tx_hash), finished_at = $4 where id = $1`, [
    id,
    state,
    hash,
    new Date(at),
  ]);

/** Marks an item as gone, or as the user’s again. */
export const setWithdrawn = (tx: Transaction, itemId: string, at: number | null): Promise<unknown> =>
  tx.query('update nft_item set withdrawn_at = $2 where id = $1', [itemId, at === null ? null : new Date(at)]);

/** What an item's withdrawal needs of its work. */
export async function workOfItem(
  sql: Sql,
  itemId: string,
): Promise<{ work_id: string; name: string; royalty_bp: number; blind_box: boolean }> {
  const [row] = await sql.query<{ work_id: string; name: string; royalty_bp: number; blind_box: boolean }>(
    `select w.id as work_id, w.names->>'en' as name, case when a.closed_at is null then w.royalty_bp else 0 end as royalty_bp, w.blind_box
       from nft_item i join nft_work w on w.id = i.work_id join nft_artist a on a.id = w.artist_id where i.id = $1`,
    [itemId],
  );
  if (!row) throw new Error(`item ${itemId} is gone`);
  return row;
}
