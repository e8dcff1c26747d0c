import { quantize } from '@tessera/money';
import type { SignerClient } from '@tessera/signer-api';
import type { Database } from '../../platform/db/database.ts';
import type { JobRun } from '../../platform/jobs/job.ts';
import { asked } from '../../platform/jobs/unreached.ts';
import { type ChainName, chainOf, listTokens } from '../chains/index.ts';
import { delegatedAddresses, isMoving, orderMovement, type Source, toUnits } from '../withdrawals/index.ts';
import { dueAddresses, dueOutputs, lastMoves, leaving, sweepThresholds } from './store.ts';
import { surplusesOf } from './view.ts';

/** Addresses, or outputs, of one sweep. */
const MOST_SOURCES = 40;

export type MoveParts = {
  readonly database: Database;
  readonly signer: SignerClient;
  readonly chain: ChainName;
  /** Of the key that deposit addresses are made from. */
  readonly fingerprint: string;
  /** What a unit of a currency is worth in USDT; null where that is unknown. */
  readonly price: (currency: string) => string | null;
  /** Unix ms. */
  readonly now: () => number;
  readonly log: { readonly warn: (fields: object, message: string) => void };
};

type SignerOf = Awaited<ReturnType<SignerClient['status']>>['chains'][number];

/** What one hot wallet holds too much of, less what is to leave it anyway; what was moved last comes last. */
async function dueCold({ database, chain, log }: MoveParts, of: SignerOf, last: string | null) {
  if (of.cold === null) return null;
  const tokens = await listTokens(database, chain);
  const surpluses = await surplusesOf(database, chain);
  for (const { currency, amount, cold } of [
    ...surpluses.filter((each) => each.currency !== last),
    ...surpluses.filter((each) => each.currency === last),
  ]) {
    const token = tokens.find((each) => each.currency === currency);
    const [units, out] = [token && toUnits(amount, token.decimals), await leaving(database, chain, currency)];
    if (!units || out === null || BigInt(units) <= out) continue;
    if (cold !== of.cold) {
      log.warn({ chain, cold }, 'nothing is moved to the cold address: the signer is configured with another one');
      continue;
    }
    return { kind: 'cold' as const, currency, target: cold, amount: String(BigInt(units) - out), sources: [] };
  }
  return null;
}

/** Decimals of a price and of amounts that it is counted with: the worth of fees is rounded up. */
const PRICE_SCALE = 12;

/**
 * The least units of a currency that are worth what their sweep may burn: on TRON each address pays for a transaction of
 * its own, and for the transfer that tops it up. Null where prices are unknown.
 */
async function worthSweeping({ database, chain, price }: MoveParts, { fees }: SignerOf, currency: string) {
  const tokens = await listTokens(database, chain);
  const [coin, token] = [
    tokens.find(({ contract }) => contract === null),
    tokens.find((each) => each.currency === currency),
  ];
  const prices =
    coin &&
    token &&
    [price(coin.currency), price(currency)].map(
      (text) => text && toUnits(quantize(text, PRICE_SCALE, 'down'), PRICE_SCALE),
    );
  if (!coin || !token || !prices?.[0] || !prices[1] || prices[1] === '0') return null;
  const { feeCeiling } = await chainOf(database, chain);
  const most = BigInt(fees.transaction) < feeCeiling ? BigInt(fees.transaction) : feeCeiling;
  const [worth, divisor] = [
    2n * most * BigInt(prices[0]) * 10n ** BigInt(token.decimals),
    BigInt(prices[1]) * 10n ** BigInt(coin.decimals),
  ];
  return (worth + divisor - 1n) / divisor;
}

/** Addresses to sweep together; one of those that have to be swept alone where no others are due. */
async function addressesOf(...query: Parameters<typeof dueAddresses>) {
  const due = (await dueAddresses(...query)).map(({ alone, ...each }) => ({ ...each, alone, txid: null, vout: null }));
  const together = due.filter(({ alone }) => !alone);
  return (together.length > 0 ? together : due.slice(0, 1)).map(({ alone: _, ...each }) => each);
}

/** Deposits of a currency that has enough of them: what to take, and how much it is. */
async function dueSweep(
  parts: MoveParts,
  of: SignerOf,
  { currency, units }: Awaited<ReturnType<typeof sweepThresholds>>[number],
) {
  const { database, chain, fingerprint, now, log } = parts;
  const { kind, address, deposits } = of;
  const worth = kind === 'tron' ? await worthSweeping(parts, of, currency) : 0n;
  if (worth === null) {
    log.warn({ chain, currency }, 'deposits are not swept: what their fees are worth is not known');
    return null;
  }
  const least = String(BigInt(units) > worth ? BigInt(units) : worth);
  const query = { fingerprint, currency, least, limit: MOST_SOURCES, now: now() };
  const due = kind === 'utxo' ? await dueOutputs(database, chain, query) : await addressesOf(database, chain, query);
  const sources = due.map(({ units: amount, ...each }): Source => ({ ...each, amount }));
  const amount = sources.reduce((sum, source) => sum + BigInt(source.amount), 0n);
  if (sources.length === 0) return null;
  if (deposits !== fingerprint) {
    log.warn({ chain }, 'deposits are not swept: their addresses are of another key than the signer has');
    return null;
  }
  return { kind: 'sweep' as const, currency, target: address, amount: String(amount), sources };
}

/**
 * What is due next. The deposits of each currency, and what goes to the cold address, have their turn one after the other: a
 * currency in which users deposit again and again would keep all others from it.
 */
async function dueNext(parts: MoveParts, of: SignerOf) {
  const { database, chain } = parts;
  const last = await lastMoves(database, chain);
  // Releases come first; after one, last.
  const release = { name: 'release', due: () => dueRelease(parts, of) };
  const turns = [
    ...(await sweepThresholds(database, chain)).map((threshold) => ({
      name: threshold.currency,
      due: () => dueSweep(parts, of, threshold),
    })),
    { name: 'cold', due: () => dueCold(parts, of, last.cold) },
  ];
  const next = turns.findIndex(({ name }) => name === last.turn) + 1;
  const others = [...turns.slice(next), ...turns.slice(0, next)];
  for (const { due } of last.kind === 'release' ? [...others, release] : [release, ...others]) {
    const found = await due();
    if (found) return found;
  }
  return null;
}

/** Swept addresses that still delegate: some senders fix the gas of a transfer at 21,000, which no code can run on. */
async function dueRelease({ database, chain, fingerprint }: MoveParts, { address, deposits, delegate }: SignerOf) {
  if (delegate === null || deposits !== fingerprint) return null;
  const held = await delegatedAddresses(database, { chain, fingerprint, limit: MOST_SOURCES });
  const [first] = held;
  if (!first) return null;
  const sources = held.map((each): Source => ({ ...each, amount: '0', txid: null, vout: null }));
  return { kind: 'release' as const, currency: first.currency, target: address, amount: '0', sources };
}

/**
 * Orders the next movement of the platform's own money on a chain, where one is due and none is open: what users deposited
 * is swept to the hot wallet, the delegation of their addresses ends, and what is too much there goes to the cold address. The job that pays withdrawals signs and follows it.
 * Rejects with `Unreached` where the signer does not respond.
 */
export async function orderDue(parts: MoveParts, { fence, signal }: Pick<JobRun, 'fence' | 'signal'>): Promise<void> {
  const { database, chain, signer, now } = parts;
  if ((await chainOf(database, chain)).withdrawalsHalted || (await isMoving(database, chain))) return;
  const { chains } = await asked('signer', signer.status());
  const of = chains.find((each) => each.chain === chain);
  if (!of || signal.aborted) return;
  const due = await dueNext(parts, of);
  if (!due) return;
  await database.transaction(async (tx) => {
    await fence(tx);
    await orderMovement(tx, { chain, ...due }, now());
  });
}
