import type { Output, ReadInput } from '@tessera/api/contract';
import type { ChainSettings } from '../../../platform/chain-settings.ts';
import type { Database, Transaction } from '../../../platform/db/database.ts';
import { DomainError } from '../../../platform/http/domain-error.ts';
import type { By } from '../../../platform/staff-command.ts';
import type { ChainClient } from './client.ts';
import { finishIn } from './mint.ts';
import { lockWithdrawal, mintsOf, moveTo, type StoredMint, type Withdrawal, waitingRow, waitingRows } from './store.ts';

/*
 * Withdrawals that wait because signer, contract or network of the configuration were changed. Staff return the item, or
 * have it minted as the configuration is now. Neither may happen while something that was signed could still be mined:
 * there would be two of the work.
 */

export type ReleaseParts = {
  readonly database: Database;
  /** As configured now; null without a chain. */
  readonly open: { readonly settings: ChainSettings; readonly chain: ChainClient } | null;
};

/**
 * `unsigned`: nothing was ever signed. `dead`: all nonces of what was signed are used up, confirmed, and the token is not
 * there. `minted`: the wallet has it. `live`: it could still be mined, or its network cannot be asked.
 */
type Standing = 'unsigned' | 'dead' | 'minted' | 'live';

async function standingOf({ open }: ReleaseParts, of: Withdrawal, mints: readonly StoredMint[]): Promise<Standing> {
  if (mints.length === 0) return 'unsigned';
  if (!open || (await open.chain.chainId()) !== of.chain_id) return 'live';
  const { chain, settings } = open;
  const confirmed = (await chain.head()) - settings.confirmations + 1;
  if ((await chain.owner(of.contract, of.item_id, confirmed)) !== null) return 'minted';
  if ((await chain.owner(of.contract, of.item_id)) !== null) return 'live';
  for (const { raw, nonce } of mints) {
    if ((await chain.count(confirmed, await chain.senderOf(raw))) <= nonce) return 'live';
  }
  return 'dead';
}

const record = (tx: Transaction, { staffId, at }: By, action: string, id: string, reason: string): Promise<unknown> =>
  tx.query('insert into staff_action (staff_id, action, subject, reason, at) values ($1, $2, $3, $4, $5)', [
    staffId,
    `nft.withdrawal.${action}`,
    `nft_withdrawal:${id}`,
    reason,
    new Date(at),
  ]);

/**
 * Ends a withdrawal that waits: `return` gives the item back, `reissue` has it signed anew with the configured key and
 * contract, on the same network. One whose token is there is final. Rejects with `withdrawal_live` while that could make
 * two of it: on the same contract a number is minted once, so that there `reissue` is always safe.
 */
export async function releaseWithdrawal(
  parts: ReleaseParts,
  { id, how, reason }: ReadInput<'POST /staff/nft/withdrawal/release'>,
  by: By,
): Promise<Output<'POST /staff/nft/withdrawal/release'>> {
  const { database, open } = parts;
  const known = await waitingRow(database, id);
  if (!known) throw new DomainError('not_found', { field: 'id' });
  const signed = await mintsOf(database, id);
  const standing = await standingOf(parts, known, signed);
  const chainId = open && how === 'reissue' ? await open.chain.chainId() : null;
  return database.transaction(async (tx) => {
    const row = await lockWithdrawal(tx, id);
    // What was signed since the chain was asked is not judged.
    const same = row.state === known.state && row.nonce === known.nonce && row.contract === known.contract;
    if (!same || (await mintsOf(tx, id)).length !== signed.length) throw new DomainError('changed_meanwhile');
    if (standing === 'minted') {
      await finishIn(tx, row, { state: 'final', hash: row.tx_hash }, by.at);
      await record(tx, by, 'final', id, reason);
      return { id, state: 'final' };
    }
    if (how === 'return') {
      if (standing === 'live') throw new DomainError('withdrawal_live', { field: 'id' });
      await finishIn(tx, row, { state: 'failed', hash: null }, by.at);
      await record(tx, by, 'return', id, reason);
      return { id, state: 'failed' };
    }
    if (!open) throw new DomainError('withdrawals_off');
    const { contract } = open.settings;
    // The user approved an address of this network.
    const sameNetwork = chainId === row.chain_id;
    if (!sameNetwork || (standing === 'live' && row.contract !== contract)) {
      throw new DomainError('withdrawal_live', { field: 'id' });
    }
    await moveTo(tx, id, contract);
    await record(tx, by, 'reissue', id, reason);
    tx.notify(row.user_id, { kind: 'order', id, status: 'requested' });
    return { id, state: 'requested' };
  });
}

/** Withdrawals that are not at their end; `waits`: not for the configured network, contract or key. */
export async function waitingWithdrawals({
  database,
  open,
}: ReleaseParts): Promise<Output<'GET /staff/nft/withdrawals'>> {
  const chainId = await open?.chain.chainId().catch(() => null);
  return {
    list: (await waitingRows(database)).map((row) => ({
      id: row.id,
      token_id: row.item_id,
      state: row.state === 'sent' ? ('sent' as const) : ('requested' as const),
      chain_id: row.chain_id,
      contract: row.contract,
      address: row.address,
      signer: row.signer,
      nonce: row.nonce,
      tx_hash: row.tx_hash,
      waits:
        !open ||
        row.chain_id !== chainId ||
        row.contract !== open.settings.contract ||
        (row.signer !== null && row.signer !== open.chain.signer),
      created_at: row.created_at,
    })),
  };
}
