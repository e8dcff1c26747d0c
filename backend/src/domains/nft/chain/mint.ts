import type { ChainSettings } from '../../../platform/chain-settings.ts';
import type { Database, Transaction } from '../../../platform/db/database.ts';
import type { Dependencies } from '../../../platform/domain.ts';
import type { JobRun } from '../../../platform/jobs/job.ts';
import { isFrozen } from '../../identity/index.ts';
import { insertProvenance, NO_PRICE } from '../store.ts';
import { type ChainClient, type Fees, gwei, type Mint } from './client.ts';
import {
  insertMint,
  lockWithdrawal,
  mintsOf,
  openWithdrawals,
  type StoredMint,
  setFinished,
  setMined,
  setUnsigned,
  setWithdrawn,
  takeNonce,
  type Withdrawal,
  workOfItem,
} from './store.ts';

/*
 * Mints what users withdraw. What is signed is stored with its nonce before it is sent, so that a node that stops at any
 * point leaves something that the next run only sends again. Two things each keep a work from being minted twice: the nonce,
 * which the chain accepts once, and the contract, which mints a number once.
 */

const WITHDRAWALS_A_RUN = 50;
/** ms without a block after which a transaction is signed again with the same nonce and a higher fee. */
export const REPLACE_AFTER = 3 * 60_000;
/** Nodes take a replacement that pays at least a tenth more: in percent. */
const RAISE = 125n;
/** Room above the estimate of gas, in percent. */
const ROOM = 120n;

export type MintParts = {
  readonly database: Database;
  readonly settings: ChainSettings;
  readonly chain: ChainClient;
  /** Unix ms. */
  readonly now: () => number;
  readonly log: Pick<Dependencies['log'], 'warn' | 'error'>;
};

type Run = Pick<JobRun, 'fence' | 'signal'>;

const mintOf = ({ contract, address, item_id, uri, royalty_bp }: Withdrawal): Mint => ({
  contract,
  to: address,
  tokenId: item_id,
  uri,
  royaltyBp: royalty_bp,
});

/** Fees of now, at least `least`; null above the cap. */
async function feesWithin({ chain, settings }: MintParts, least = 0n): Promise<Fees | null> {
  const fees = await chain.fees();
  const max = fees.max > least ? fees.max : least;
  if (max > gwei(settings.maxFeeGwei)) return null;
  const priority = least > 0n ? (fees.priority * RAISE) / 100n + 1n : fees.priority;
  return { max, priority: priority < max ? priority : max };
}

type Outcome = { readonly state: 'final' | 'failed'; readonly hash: string | null };

/** Ends a withdrawal, whose row is locked: the wallet has the work, or the user has it again. */
export async function finishIn(tx: Transaction, row: Withdrawal, outcome: Outcome, at: number): Promise<void> {
  if (row.state !== 'sent' && row.state !== 'requested') return;
  await setFinished(tx, row.id, { ...outcome, at });
  if (outcome.state === 'failed') await setWithdrawn(tx, row.item_id, null);
  else {
    const { work_id } = await workOfItem(tx, row.item_id);
    await insertProvenance(tx, {
      item_id: row.item_id,
      work_id,
      kind: 'withdrawn',
      from_id: row.user_id,
      to_id: null,
      order_id: null,
      ...NO_PRICE,
      reference: outcome.hash,
      at,
    });
  }
  tx.notify(row.user_id, { kind: 'order', id: row.id, status: outcome.state });
}

const finish = ({ database, now }: MintParts, { fence }: Run, id: string, outcome: Outcome): Promise<void> =>
  database.transaction(async (tx) => {
    await fence(tx);
    await finishIn(tx, await lockWithdrawal(tx, id), outcome, now());
  });

/** Signs a withdrawal with the next nonce, or anew with its own; stores it; then sends it. */
async function signAndSend(
  parts: MintParts,
  { fence }: Run,
  withdrawal: Withdrawal,
  terms: { readonly fees: Fees; readonly gas: bigint; readonly least: number },
): Promise<void> {
  const { database, chain, now } = parts;
  const raw = await database.transaction(async (tx) => {
    await fence(tx);
    const row = await lockWithdrawal(tx, withdrawal.id);
    const same = row.state === withdrawal.state && row.nonce === withdrawal.nonce;
    if (!same || row.contract !== withdrawal.contract) return null;
    // Frozen since it was found: a thief may have asked for it.
    if (row.state === 'requested' && (await isFrozen(tx, row.user_id))) return null;
    const nonce = row.nonce ?? (await takeNonce(tx, row.chain_id, chain.signer, terms.least));
    const signed = await chain.sign(mintOf(row), { chainId: row.chain_id, nonce, gas: terms.gas, fees: terms.fees });
    await insertMint(tx, row, { ...signed, nonce, signer: chain.signer, at: now() });
    tx.notify(row.user_id, { kind: 'order', id: row.id, status: 'sent' });
    return signed.raw;
  });
  if (raw !== null) await chain.send(raw);
}

async function begin(parts: MintParts, run: Run, withdrawal: Withdrawal): Promise<void> {
  const { chain, settings } = parts;
  const { contract, item_id: item } = withdrawal;
  // Signed before with a nonce that something else used, or a former key, and minted all the same.
  if ((await chain.owner(contract, item)) !== null) {
    // What is not confirmed a re-organisation may take back.
    const confirmed = (await chain.head()) - settings.confirmations + 1;
    if ((await chain.owner(contract, item, confirmed)) === null) return;
    return finish(parts, run, withdrawal.id, { state: 'final', hash: withdrawal.tx_hash });
  }
  const fees = await feesWithin(parts);
  if (!fees) return;
  const gas = ((await chain.gas(mintOf(withdrawal))) * ROOM) / 100n;
  await signAndSend(parts, run, withdrawal, { fees, gas, least: await chain.count() });
}

/** The receipt of whichever of its transactions a block holds. */
async function receiptOf({ chain }: MintParts, mints: readonly StoredMint[]) {
  for (const { tx_hash: hash } of mints) {
    const receipt = await chain.receipt(hash);
    if (receipt) return { hash, ...receipt };
  }
  return null;
}

/** Follows a withdrawal that was signed: sends it again, raises its fee, counts its confirmations. */
async function follow(parts: MintParts, run: Run, withdrawal: Withdrawal): Promise<void> {
  const { chain, database, settings, now } = parts;
  const { id, nonce } = withdrawal;
  if (nonce === null) return;
  // What a former key signed was given up by staff; that the token is there shows all the same.
  const mints = (await mintsOf(database, id)).filter(({ signer }) => signer === withdrawal.signer);
  const receipt = await receiptOf(parts, mints);
  const head = await chain.head();
  if (receipt) {
    const confirmations = head - receipt.block + 1;
    await setMined(database, id, {
      block: receipt.block,
      confirmations: Math.max(0, confirmations),
      hash: receipt.hash,
    });
    if (confirmations < settings.confirmations) return;
    // A rejected transaction minted nothing; the token is there only if another one of this withdrawal made it.
    const minted = receipt.succeeded || (await chain.owner(withdrawal.contract, withdrawal.item_id)) !== null;
    return finish(parts, run, id, { state: minted ? 'final' : 'failed', hash: receipt.hash });
  }
  if (withdrawal.block_number !== null) await setMined(database, id, { block: null, confirmations: 0, hash: null });
  const [newest] = mints.filter((mint) => mint.nonce === nonce);
  // What another key has signed is only watched: it is released by staff.
  if (!newest || withdrawal.signer !== chain.signer) return;
  if ((await chain.count(head - settings.confirmations + 1)) > nonce) {
    // Something else of this key stands in its place for good: none of what was signed can be mined any more.
    await database.transaction(async (tx) => {
      await run.fence(tx);
      await lockWithdrawal(tx, id);
      await setUnsigned(tx, id);
    });
    return;
  }
  if (now() - newest.signed_at >= REPLACE_AFTER) {
    const fees = await feesWithin(parts, (BigInt(newest.max_fee) * RAISE) / 100n);
    if (fees) {
      const gas = ((await chain.gas(mintOf(withdrawal))) * ROOM) / 100n;
      return signAndSend(parts, run, withdrawal, { fees, gas, least: nonce });
    }
  }
  await chain.send(newest.raw);
}

/**
 * Works off what users withdrew. Withdrawals of another chain or contract than the configured one are left as they are.
 * One that fails for a reason of the moment does not hold up the others and is taken again in the next run.
 */
export async function mintDue(parts: MintParts, run: Run): Promise<void> {
  const { database, settings, chain, log } = parts;
  const of = { chainId: await chain.chainId(), contract: settings.contract };
  for (const withdrawal of await openWithdrawals(database, of, WITHDRAWALS_A_RUN)) {
    if (run.signal.aborted) return;
    if (withdrawal.signer !== null && withdrawal.signer !== chain.signer) {
      log.error({ withdrawal: withdrawal.id }, 'a withdrawal was signed with another key');
    }
    try {
      await (withdrawal.state === 'requested' ? begin : follow)(parts, run, withdrawal);
    } catch (error) {
      await database.transaction((tx) => run.fence(tx));
      log.warn({ withdrawal: withdrawal.id, reason: String(error).slice(0, 300) }, 'a withdrawal waits');
    }
  }
}
