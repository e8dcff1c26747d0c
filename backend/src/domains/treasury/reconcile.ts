import { quantize } from '@tessera/money';
import { NodeError, NodeUnreachable } from '../../platform/chains/json-rpc.ts';
import { TronUnreachable } from '../../platform/chains/tron-api.ts';
import type { Database, Sql, Transaction } from '../../platform/db/database.ts';
import type { JobRun } from '../../platform/jobs/job.ts';
import { type ChainName, chainOf, listTokens, type Token, watchOf } from '../chains/index.ts';
import { formerCredits } from '../deposits/index.ts';
import { toUnits } from '../withdrawals/index.ts';
import type { BalanceReader } from './balances.ts';
import {
  arrivals,
  blockHash,
  coldAddress,
  confirmationsOf,
  type Difference,
  depositAddresses,
  disagreements,
  type Holding,
  haltWithdrawals,
  hotAddresses,
  lastRun,
  movedBy,
  movements,
  type OpenDifference,
  openingOf,
  type Reason,
  type Role,
  sentByHand,
  spentBy,
  sweptFrom,
  uncosted,
  writeCost,
  writeDifferences,
  writeHoldings,
  writeOpening,
  writeProblem,
  writeRun,
} from './store.ts';

export type ReconcileParts = {
  readonly database: Database;
  readonly chain: ChainName;
  readonly reader: BalanceReader;
  /** Of the keys that deposit addresses are made from. */
  readonly fingerprints: readonly string[];
  /** The hot wallet of the signer; null where none is configured or it does not respond. */
  readonly wallet: () => Promise<string | null>;
  /** Unix ms. */
  readonly now: () => number;
  readonly log: { readonly error: (fields: object, message: string) => void };
};

/** What keeps a chain from being reconciled now. */
class NotNow extends Error {
  override name = 'NotNow';
}

/** Money is gone, users were credited what is not there, or the signer signed what nothing ordered: these halt withdrawals. */
const SHORT: ReadonlySet<Reason> = new Set([
  'missing',
  'unknown_transactions',
  'not_on_chain',
  'movement_differs',
  'movement_unlisted',
]);

type Block = { readonly height: number; readonly finalForGood: boolean };

/** The newest block that is final and was read by the watcher. */
async function blockOf({ database, chain, reader }: ReconcileParts): Promise<Block | null> {
  const [{ kind, finality }, watch] = await Promise.all([chainOf(database, chain), watchOf(database, chain)]);
  if (!watch || watch.height === null) return null;
  if (watch.paused) throw new NotNow(`the watcher is paused: ${watch.paused}`);
  // Bitcoin nodes know the newest balances alone.
  const confirmed = watch.height - (await confirmationsOf(database, chain)) + 1;
  const newest = kind === 'bitcoin' ? watch.height : Math.min(confirmed, watch.height);
  const height = finality === 'finalized' ? Math.min(newest, watch.finalized ?? -1) : newest;
  const last = await lastRun(database, chain);
  if (height < 0 || (last?.went && height === last.height)) return null;
  // What members booked and what a wallet began with is not of a block before: they would be missing there.
  if (last && height < last.height)
    throw new NotNow(`the chain is read again, and block ${last.height} was reconciled`);
  const hash = await blockHash(database, chain, height);
  // Blocks before the first turn of the watcher, or before a rescan went on.
  if (hash === null) return null;
  if ((await reader.blockAt(height, hash)) === null) throw new NotNow(`the node has another block ${height}`);
  return { height, finalForGood: kind !== 'bitcoin' };
}

/**
 * What users were credited for contracts that their tokens do not have now. Nothing that is held covers it: a contract
 * says of balances what its owner wants.
 */
async function creditedUnderOthers(tx: Sql, chain: ChainName, tokens: readonly Token[]): Promise<Difference[]> {
  const former = (await formerCredits(tx)).filter((each) => each.chain === chain);
  return former.flatMap(({ currency, contract, amount }) => {
    const decimals = tokens.find((token) => token.currency === currency)?.decimals ?? 0;
    const units = BigInt(toUnits(quantize(amount, decimals, 'up'), decimals) ?? 0);
    return differenceOf(currency, contract, -units);
  });
}

type Balances = (token: Token, address: string) => bigint;

/** What was read of the node, before the transaction that compares it. */
type Seen = {
  readonly block: Block;
  readonly tokens: readonly Token[];
  readonly addresses: Readonly<Record<Role, readonly string[]>>;
  readonly held: Balances;
  readonly nonces: ReadonlyMap<string, number>;
};

async function look(parts: ReconcileParts, signal: AbortSignal): Promise<Seen | null> {
  const { database, chain, reader, fingerprints } = parts;
  const block = await blockOf(parts);
  if (!block || signal.aborted) return null;
  const [tokens, deposit, known, wallet, cold] = await Promise.all([
    listTokens(database, chain),
    depositAddresses(database, chain, fingerprints),
    hotAddresses(database, chain),
    parts.wallet(),
    coldAddress(database, chain),
  ]);
  const hot = [...new Set([...known, ...(wallet === null ? [] : [wallet])])];
  // What an address holds counts once.
  const addresses = { hot, deposit, cold: cold === null || [...hot, ...deposit].includes(cold) ? [] : [cold] };
  const all = [...new Set([...hot, ...deposit, ...addresses.cold])];
  const { height, hash, units } = await reader.balances(tokens, all, block.height);
  if (height < block.height) throw new NotNow(`the node fell back to block ${height}`);
  // Of a block that stands for good the watcher may have read more; of one that is the newest it has read no more.
  const isRead =
    hash === undefined
      ? height === block.height || (await watchOf(database, chain))?.height === height
      : (await blockHash(database, chain, height)) === hash;
  if (!isRead) throw new NotNow(`the watcher has not read block ${height} yet`);
  const at = { ...block, height };
  const position = new Map(all.map((address, index) => [address, index]));
  const nonces = new Map<string, number>();
  for (const address of hot) if (reader.nonce) nonces.set(address, await reader.nonce(address, height));
  return {
    block: at,
    tokens,
    addresses,
    nonces,
    held: (token, address) => units[tokens.indexOf(token)]?.[position.get(address) ?? -1] ?? 0n,
  };
}

/** Reads receipts of payments whose cost is not known; those in blocks after this one wait. */
async function readCosts({ database, chain, reader }: ReconcileParts, height: number, fence: JobRun['fence']) {
  if (!reader.receipts) return;
  const waiting = await uncosted(database, chain);
  const receipts = await reader.receipts(waiting.map(({ txid }) => txid));
  await database.transaction(async (tx) => {
    await fence(tx);
    for (const [index, { id, txid }] of waiting.entries()) {
      const receipt = receipts[index];
      if (receipt && receipt.height <= height) await writeCost(tx, { id, txid, ...receipt });
    }
  });
}

const differenceOf = (currency: string, subject: string, units: bigint): Difference[] =>
  units === 0n ? [] : [{ reason: units < 0n ? 'missing' : 'unrecorded', currency, subject, units }];

type Compared = { readonly holdings: Holding[]; readonly differences: Difference[] };

async function compareHot(tx: Transaction, chain: ChainName, token: Token, seen: Seen): Promise<Compared> {
  const { block, held, nonces, addresses } = seen;
  const { currency, contract } = token;
  const moved = await movements(tx, chain);
  const sums = { opening: 0n, paid: 0n, fees: 0n, moved: 0n, held: 0n };
  const differences: Difference[] = [];
  for (const address of addresses.hot) {
    const has = held(token, address);
    const counted = nonces.get(address);
    const nonce = counted === undefined ? null : counted - (await sentByHand(tx, chain, address));
    let opening = await openingOf(tx, chain, address, currency);
    if (!opening) {
      const units = has - moved(address, currency);
      opening = { units: units < 0n ? 0n : units, height: block.height, nonce };
      await writeOpening(tx, chain, { ...opening, address, currency });
    }
    const span = { address, currency, from: opening.height, to: block.height };
    const spent = await spentBy(tx, chain, span);
    const by = moved(address, currency) + (await movedBy(tx, chain, span));
    // Fees are paid in the chain's own coin.
    const fees = contract === null ? spent.fees : 0n;
    const expected = opening.units + by - spent.paid - fees;
    differences.push(...differenceOf(currency, address, has - expected));
    if (contract === null && nonce !== null && opening.nonce !== null) {
      const unknown = nonce - opening.nonce - spent.transactions;
      if (unknown !== 0) {
        differences.push({ reason: 'unknown_transactions', currency, subject: address, units: BigInt(unknown) });
      }
    }
    sums.opening += opening.units;
    sums.paid += spent.paid;
    sums.fees += fees;
    sums.moved += by;
    sums.held += has;
  }
  return {
    holdings: [{ currency, role: 'hot', addresses: addresses.hot.length, arrived: 0n, ...sums }],
    differences,
  };
}

async function compareDeposits(tx: Sql, chain: ChainName, tokens: readonly Token[], seen: Seen): Promise<Compared> {
  const { block, held, addresses } = seen;
  const came = await arrivals(tx, chain, block.height);
  const [moved, swept] = [await movements(tx, chain), await sweptFrom(tx, chain, block.height)];
  const holdings: Holding[] = [];
  const differences: Difference[] = [];
  for (const token of tokens) {
    const { currency } = token;
    const sums = { arrived: 0n, moved: 0n, held: 0n };
    for (const address of addresses.deposit) {
      const [arrived, has] = [came(address, currency), held(token, address)];
      const by = moved(address, currency) - swept(address, currency);
      differences.push(...differenceOf(currency, address, has - arrived - by));
      sums.arrived += arrived;
      sums.moved += by;
      sums.held += has;
    }
    const none = { opening: 0n, paid: 0n, fees: 0n };
    holdings.push({ currency, role: 'deposit', addresses: addresses.deposit.length, ...none, ...sums });
    const cold = addresses.cold.reduce((sum, address) => sum + held(token, address), 0n);
    holdings.push({
      currency,
      role: 'cold',
      addresses: addresses.cold.length,
      ...none,
      arrived: 0n,
      moved: 0n,
      opening: cold,
      held: cold,
    });
  }
  return { holdings, differences };
}

const size = (units: string): bigint => BigInt(units.replace('-', ''));

/** Whether a difference halts withdrawals now: a shortfall that no re-organisation ends, once for each size of it. */
function halts({ reason, units, first_height, halted_units }: OpenDifference, block: Block, required: number): boolean {
  const short = SHORT.has(reason) && (reason !== 'unknown_transactions' || !units.startsWith('-'));
  const stands = block.finalForGood || block.height - first_height + 1 >= required;
  return short && stands && (halted_units === null || size(units) > size(halted_units));
}

async function compare(parts: ReconcileParts, seen: Seen, fence: JobRun['fence']): Promise<void> {
  const { database, chain, now, log } = parts;
  const { block, tokens } = seen;
  await database.transaction(async (tx) => {
    await fence(tx);
    const at = now();
    const parted = [await compareDeposits(tx, chain, tokens, seen)];
    for (const token of tokens) parted.push(await compareHot(tx, chain, token, seen));
    const differences = [
      ...parted.flatMap((each) => each.differences),
      ...(await creditedUnderOthers(tx, chain, tokens)),
      ...(await disagreements(tx, chain, block.height)),
    ];
    await writeRun(tx, chain, block.height, at);
    await writeHoldings(
      tx,
      chain,
      parted.flatMap(({ holdings }) => holdings),
    );
    const open = await writeDifferences(tx, chain, differences, { height: block.height, at });
    const required = await confirmationsOf(tx, chain);
    for (const each of open.filter((difference) => halts(difference, block, required))) {
      const why = `${each.reason}: ${each.units} units of ${each.currency} at ${each.subject}, block ${block.height}`;
      await haltWithdrawals(tx, chain, each, { why, at });
      log.error({ chain, difference: each.id }, `withdrawals are halted: ${why}`);
    }
  });
}

/**
 * Compares what addresses of the platform hold at the newest final block with what deposits, payments and approved
 * movements make of it, address by address, and writes down every difference. A shortfall halts the chain's withdrawals;
 * nothing else is held up. Resolves where the chain cannot be reconciled now: the reason is in `treasury_run`.
 */
export async function reconcile(
  parts: ReconcileParts,
  { fence, signal }: Pick<JobRun, 'fence' | 'signal'>,
): Promise<void> {
  try {
    const seen = await look(parts, signal);
    if (!seen) return;
    await readCosts(parts, seen.block.height, fence);
    await compare(parts, seen, fence);
  } catch (error) {
    const isKnown = [NotNow, NodeError, NodeUnreachable, TronUnreachable].some((kind) => error instanceof kind);
    if (!(error instanceof Error) || !isKnown) throw error;
    await parts.database.transaction(async (tx) => {
      await fence(tx);
      await writeProblem(tx, parts.chain, error.message);
    });
  }
}
