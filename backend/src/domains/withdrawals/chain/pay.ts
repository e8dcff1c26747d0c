import {
  type Signed,
  type SignerClient,
  SignerRefusal,
  type SignerStatus,
  type SignRequest,
  type Spend,
} from '@tessera/signer-api';
import type { Database, Transaction } from '../../../platform/db/database.ts';
import type { Dependencies } from '../../../platform/domain.ts';
import { DomainError } from '../../../platform/http/domain-error.ts';
import type { JobRun } from '../../../platform/jobs/job.ts';
import { asked } from '../../../platform/jobs/unreached.ts';
import { noteSignerAssets } from '../../chains/index.ts';
import { formerCredits } from '../../deposits/index.ts';
import { requireNotFrozen } from '../../identity/index.ts';
import { requireReachable } from '../../payees/index.ts';
import { keptIn, type PayoutPorts } from '../kept-in.ts';
import type { PayoutReports } from '../payout.ts';
import type { Found, MovementQuote, PayoutNode, Quote, SignerChain } from './adapter.ts';
import {
  asOrder,
  dropStale,
  finishMovement,
  lockMovement,
  type Movement,
  movementOfTransaction,
  movementPayment,
  movementRequest,
  orderedMovement,
  setAside,
  setMovementWaits,
} from './movements.ts';
import {
  approvalsOf,
  type ChainName,
  type ChainRow,
  chainRow,
  finishOrders,
  knowsWallet,
  lockOrder,
  lockTransaction,
  noteWallet,
  type Order,
  openOrders,
  openTransactions,
  orderAgain,
  ordersOf,
  paymentId,
  requestedTargets,
  type StoredTransaction,
  setTransaction,
  setTried,
  setWaits,
  storeSigned,
  type Version,
  versionsOf,
} from './store.ts';

/*
 * Pays withdrawals of a chain. Whatever stops in between - this node, the signer, the chain's node -, the next turn finds
 * out what was done and goes on from there. Three things each keep a payment from being made twice: the signer, which
 * signs an id once; the nonce or the inputs, which the chain takes once; and the state of the withdrawal.
 */

const ORDERS_A_TURN = 200;
/** Payments that the signer is asked about at once: a version of one can have 200 kB. */
const ASKED_AT_ONCE = 10;
/** Addresses that the signer is told of at once, the most that it takes. */
const ANNOUNCED_AT_ONCE = 500;
/** ms without a block after which a transaction is signed again with the same nonce or inputs and a higher fee. */
export const RAISE_AFTER = 3 * 60_000;

/** Moments between which a process may stop; tests stop at each. */
export const STEPS = [
  'begun',
  'signed',
  'stored',
  'sent',
  'broadcast',
  'found',
  'finished',
  'raised',
  'raise_stored',
] as const;
export type Step = (typeof STEPS)[number];

export type PayParts = {
  readonly database: Database;
  readonly signer: SignerClient;
  readonly node: PayoutNode;
  readonly chain: ChainName;
  readonly reports: PayoutReports;
  readonly ports: PayoutPorts;
  /** Unix ms. */
  readonly now: () => number;
  readonly log: Pick<Dependencies['log'], 'warn' | 'error'>;
  readonly reached?: (step: Step) => void | Promise<void>;
};

type Turn = PayParts & {
  readonly run: Pick<JobRun, 'fence' | 'signal'>;
  readonly row: ChainRow;
  readonly wallet: string;
  readonly signerChain: SignerChain;
};

const reach = async ({ reached }: PayParts, step: Step): Promise<void> => reached?.(step);
const textOf = (error: unknown): string => String(error instanceof Error ? error.message : error).slice(0, 300);

const fenced = <T>({ database, run }: Turn, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  database.transaction(async (tx) => {
    await run.fence(tx);
    return work(tx);
  });

/** Stores what the signer has signed and this database does not know, as after a stop or from an older copy of it. */
async function adopt(turn: Turn, payments: readonly string[]): Promise<void> {
  for (let from = 0; from < payments.length; from += ASKED_AT_ONCE) {
    const known = await turn.signer.known(payments.slice(from, from + ASKED_AT_ONCE));
    for (const signed of known) await fenced(turn, (tx) => storeSigned(tx, turn.wallet, signed, turn.now()));
  }
}

/** Tells the signer of the addresses of open requests. */
async function announce({ database, signer, chain }: Turn): Promise<void> {
  const targets = await requestedTargets(database, chain);
  for (let from = 0; from < targets.length; from += ANNOUNCED_AT_ONCE) {
    await signer.announce(chain, targets.slice(from, from + ANNOUNCED_AT_ONCE));
  }
}

/** Stores what took the nonce or an input that this database thought to be free. */
async function adoptHolder(turn: Turn, payment: string): Promise<void> {
  for (const signed of await turn.signer.known([payment])) {
    turn.log.error({ payment, txid: signed.txid }, 'the signer signed a payment that the database did not know');
    await fenced(turn, (tx) => storeSigned(tx, turn.wallet, signed, turn.now()));
  }
}

async function signRequest(tx: Transaction, turn: Turn, orders: readonly Order[], spend: Spend): Promise<Signed> {
  const payments: SignRequest['payments'] = [];
  for (const { withdrawal_id, currency, contract, decimals, target, amount, attempt } of orders) {
    payments.push({
      id: paymentId(withdrawal_id),
      asset: currency,
      contract,
      decimals,
      to: target,
      amount,
      attempt,
      approvals: await approvalsOf(tx, withdrawal_id, attempt),
    });
  }
  return turn.signer.sign({ chain: turn.chain, payments, spend });
}

/** An order that must not be paid as things are now, by the code of the rule that says so. */
class NotPayable extends Error {
  readonly order: Order;
  constructor(order: Order, { code }: DomainError) {
    super(code);
    this.order = order;
  }
}

/**
 * Since the approval its owner may have frozen the account, what paid for it may have gone back, and the address may have
 * become one of the house.
 */
async function requirePayable(tx: Transaction, { ports }: Turn, order: Order): Promise<void> {
  const { chain, target: address, user_id: userId } = order;
  try {
    await requireNotFrozen(tx, userId);
    const kept = await keptIn(tx, ports, userId);
    if (kept) throw kept;
    await requireReachable(tx, ports, { chain, address, userId, field: 'id' });
  } catch (error) {
    if (error instanceof DomainError) throw new NotPayable(order, error);
    throw error;
  }
}

/** Signs orders and stores the bytes with what they take, in one transaction. Nothing is sent in it. */
async function signOrders(turn: Turn, quote: Quote): Promise<void> {
  try {
    await reach(turn, 'begun');
    await fenced(turn, async (tx) => {
      const locked: Order[] = [];
      for (const { withdrawal_id } of quote.orders) {
        const order = await lockOrder(tx, withdrawal_id);
        // Staff took it back meanwhile.
        if (!order) return;
        await requirePayable(tx, turn, order);
        locked.push(order);
      }
      const signed = await signRequest(tx, turn, locked, await quote.spend(tx));
      await reach(turn, 'signed');
      await storeSigned(tx, turn.wallet, signed, turn.now());
    });
    await reach(turn, 'stored');
  } catch (error) {
    if (error instanceof NotPayable) await setWaits(turn.database, error.order.withdrawal_id, error.message);
    else if (error instanceof SignerRefusal && error.code === 'slot_taken') await adoptHolder(turn, error.detail);
    else if (error instanceof SignerRefusal) {
      // Of several the one that it names waits; without a name all do, and each is tried alone by the next turn.
      const named = quote.orders.filter(({ withdrawal_id }) => paymentId(withdrawal_id) === error.detail);
      for (const { withdrawal_id } of named.length > 0 ? named : quote.orders) {
        await setWaits(turn.database, withdrawal_id, error.code, error.detail);
      }
    } else throw error;
  }
}

/** What to sign of a movement: brought from deposit addresses, or paid to the cold address like an order. */
async function quoteMovement(
  { node, row, wallet, signerChain }: Turn,
  movement: Movement,
): Promise<MovementQuote | null> {
  if (movement.kind === 'cold') {
    const { quotes, waits } = await node.quote(row, wallet, [asOrder(movement)]);
    const [quote] = quotes;
    return quote ? { movement, spend: quote.spend } : (waits[0] ?? null);
  }
  return node.sweep?.(row, wallet, movement, signerChain) ?? null;
}

/** Signs a movement of the platform's own money as payments are signed. */
async function signMovement(turn: Turn, ordered: Movement): Promise<void> {
  const quote = await quoteMovement(turn, ordered);
  if (!quote) return;
  const { refused = [] } = quote;
  if (refused.length > 0) {
    turn.log.warn({ movement: ordered.id, refused }, 'addresses that cannot be swept are set aside');
    await fenced(turn, (tx) => setAside(tx, ordered, refused, turn.now()));
  }
  if ('waits' in quote) {
    await setMovementWaits(turn.database, ordered.id, quote.waits, quote.detail);
    return;
  }
  const { movement, spend } = quote;
  try {
    await reach(turn, 'begun');
    await fenced(turn, async (tx) => {
      if (!(await lockMovement(tx, movement.id))) return;
      const signed = await turn.signer.sign(movementRequest(movement, await spend(tx)));
      await reach(turn, 'signed');
      await storeSigned(tx, turn.wallet, signed, turn.now());
    });
    await reach(turn, 'stored');
  } catch (error) {
    if (!(error instanceof SignerRefusal)) throw error;
    if (error.code === 'slot_taken') await adoptHolder(turn, error.detail);
    else await setMovementWaits(turn.database, movement.id, error.code, error.detail);
  }
}

/** Tells the owners of what changed on the chain. */
async function tell(tx: Transaction, orders: readonly Order[], status: string): Promise<void> {
  for (const { user_id, withdrawal_id } of orders) {
    tx.notify(user_id, { kind: 'withdrawal', id: withdrawal_id, status });
  }
}

/** Tells the users' withdrawals of their transaction; one that was signed anew after it had expired has been sent before. */
async function reportSent({ reports, now }: Turn, tx: Transaction, transactionId: string, txid: string): Promise<void> {
  for (const { withdrawal_id, sent } of await ordersOf(tx, transactionId)) {
    if (sent) await reports.replaced(tx, withdrawal_id, txid);
    else await reports.sent(tx, withdrawal_id, txid, { staffId: null, at: now() });
  }
}

/** Sends the newest bytes until they expire; the first time that the node has them, the withdrawals are sent. */
async function broadcast(turn: Turn, transaction: StoredTransaction, newest: Version): Promise<void> {
  if (await turn.node.hasExpired(newest)) return;
  await turn.node.send(newest.raw);
  await reach(turn, 'sent');
  if (transaction.state !== 'signed') return;
  await fenced(turn, async (tx) => {
    const row = await lockTransaction(tx, transaction.id);
    if (row.state !== 'signed') return;
    await setTransaction(tx, row.id, { ...row, state: 'broadcast', txid: newest.txid, at: turn.now() });
    await reportSent(turn, tx, row.id, newest.txid);
  });
  await reach(turn, 'broadcast');
}

const FAILED = 'The network rejected the transaction.';

/**
 * Why staff decide about what a block holds; null where the outcome says it all. A coin is rejected by its recipient's code
 * alone: given back by a program, with its fee, it could be sent there again and again, and the house would pay the network.
 */
function undecided(orders: readonly Order[], outcome: Found['outcome']): string | null {
  if (outcome === 'unclear') return 'no_transfer';
  return outcome === 'failed' && orders.some(({ contract }) => contract === null) ? 'recipient_rejects' : null;
}

/** Writes down where a transaction stands in the chain; ends it where that is final. */
async function record(turn: Turn, { id }: StoredTransaction, found: Found): Promise<void> {
  await reach(turn, 'found');
  await fenced(turn, async (tx) => {
    const row = await lockTransaction(tx, id);
    if (row.state !== 'signed' && row.state !== 'broadcast') return;
    const orders = await ordersOf(tx, id);
    const by = { staffId: null, at: turn.now() };
    if (row.state === 'signed') await reportSent(turn, tx, id, found.txid);
    const end = found.outcome === 'failed' ? 'failed' : 'final';
    const { txid, block: block_number, confirmations } = found;
    await setTransaction(tx, id, {
      state: found.final ? end : 'broadcast',
      txid,
      block_number,
      confirmations,
      at: turn.now(),
    });
    for (const { withdrawal_id } of orders) await turn.reports.replaced(tx, withdrawal_id, txid);
    if (!found.final) {
      if (row.confirmations !== confirmations || row.txid !== txid) await tell(tx, orders, 'sent');
      return;
    }
    await finishMovement(tx, id, {
      state: found.outcome === 'paid' ? 'done' : 'failed',
      waits: found.outcome === 'unclear' ? 'no_transfer' : null,
      at: by.at,
    });
    const why = undecided(orders, found.outcome);
    if (why !== null) {
      // Neither paid nor given back by a program: staff look at the chain.
      await finishOrders(tx, id, 'returned', why);
      return;
    }
    for (const { withdrawal_id } of orders) {
      if (found.outcome === 'paid') await turn.reports.final(tx, withdrawal_id, by);
      else await turn.reports.failed(tx, withdrawal_id, FAILED, by);
    }
    await finishOrders(tx, id, 'done');
  });
  if (found.final) await reach(turn, 'finished');
}

/**
 * Nothing of it can be mined any more, and none of it was: staff decide. What expired is ordered again, which the signer
 * signs when two members have approved it.
 */
const bury = (turn: Turn, { id }: StoredTransaction, { spend }: Version): Promise<void> =>
  fenced(turn, async (tx) => {
    const row = await lockTransaction(tx, id);
    if (row.state !== 'signed' && row.state !== 'broadcast') return;
    turn.log.error({ transaction: id, txid: row.txid }, 'a signed payment can never be mined');
    await setTransaction(tx, id, { ...row, state: 'dead', at: turn.now() });
    if (spend.kind === 'tron') await orderAgain(tx, id);
    else await finishOrders(tx, id, 'returned', 'never_mined');
    await finishMovement(tx, id, { state: 'failed', waits: 'never_mined', at: turn.now() });
  });

type Paid = { readonly orders: readonly Order[]; readonly movement: Movement | null };

/** What the signer knows a transaction by. */
const paymentsOf = ({ orders, movement }: Paid): string[] =>
  movement ? [movementPayment(movement.id)] : orders.map((order) => paymentId(order.withdrawal_id));

async function raise(turn: Turn, transaction: StoredTransaction, newest: Version, paid: Paid): Promise<boolean> {
  const { orders, movement } = paid;
  const spend = await turn.node.raise(turn.row, newest, movement ? [asOrder(movement)] : orders);
  if (!spend) return false;
  try {
    const raised = await fenced(turn, async (tx) => {
      const row = await lockTransaction(tx, transaction.id);
      if (row.state !== 'signed' && row.state !== 'broadcast') return null;
      const signed = movement
        ? await turn.signer.sign(movementRequest(movement, spend))
        : await signRequest(tx, turn, orders, spend);
      await reach(turn, 'raised');
      await storeSigned(tx, turn.wallet, signed, turn.now());
      for (const { withdrawal_id } of orders) await turn.reports.replaced(tx, withdrawal_id, signed.txid);
      await tell(tx, orders, 'sent');
      return signed;
    });
    await reach(turn, 'raise_stored');
    if (raised) await turn.node.send(raised.raw);
    return raised !== null;
  } catch (error) {
    if (!(error instanceof SignerRefusal)) throw error;
    // It raised the fee before, and this database was not told.
    if (error.code === 'replacement_too_low') await adopt(turn, paymentsOf(paid));
    turn.log.warn({ transaction: transaction.id, reason: error.message }, 'the fee of a payment is not raised');
    return false;
  }
}

/** Follows a transaction that was signed: sends it again, raises its fee, counts its confirmations. */
async function follow(turn: Turn, transaction: StoredTransaction): Promise<void> {
  const { database, node, row, now } = turn;
  const [versions, orders, movement] = await Promise.all([
    versionsOf(database, transaction.id),
    ordersOf(database, transaction.id),
    movementOfTransaction(database, transaction.id),
  ]);
  const [newest] = versions;
  if (!newest) throw new Error('a transaction without bytes');
  // Of these the node shows what arrived; a sweep of several addresses shows it by succeeding.
  const asPaid = movement !== null && (movement.kind === 'cold' || row.kind === 'tron');
  const found = await node.find(row, versions, asPaid ? [asOrder(movement)] : orders);
  if (found) {
    const { txid, block, confirmations } = found;
    const stands = transaction.txid === txid && transaction.block_number === block;
    if (!found.final && stands && transaction.confirmations === confirmations) return;
    return record(turn, transaction, found);
  }
  if (transaction.block_number !== null) {
    // A re-organisation took it back.
    await fenced(turn, async (tx) => {
      const at = now();
      const locked = await lockTransaction(tx, transaction.id);
      await setTransaction(tx, transaction.id, { ...locked, block_number: null, confirmations: 0, at });
      await tell(tx, orders, 'sent');
    });
  }
  if (await node.isDead(row, transaction, versions)) {
    // What took its place may be a version that the signer alone knows, as after an older copy of this database.
    await adopt(turn, paymentsOf({ orders, movement }));
    const known = await versionsOf(database, transaction.id);
    if (known.length > versions.length) return;
    return bury(turn, transaction, newest);
  }
  // Replacements that this database does not know of take the place of what it would send.
  const raising = (orders.length > 0 || movement !== null) && now() - newest.signed_at >= RAISE_AFTER;
  if (raising && (await raise(turn, transaction, newest, { orders, movement }))) return;
  await broadcast(turn, transaction, newest);
}

/** One turn of a chain. Rejects with `Unreached` where it cannot begin. Work that fails for a reason of the moment is taken again in the next turn. */
export async function payDue(parts: PayParts, run: Pick<JobRun, 'fence' | 'signal'>): Promise<void> {
  const { database, signer, node, chain, now, log } = parts;
  const row = await chainRow(database, chain);
  if (!row) return;
  const status: SignerStatus = await asked('signer', signer.status());
  await noteSignerAssets(database, status);
  const signerOf = status.chains.find((each) => each.chain === chain);
  if (!signerOf) return;
  const { address: wallet, delegate, fees } = signerOf;
  const identity = await asked('node', node.identity());
  if (identity !== row.identity) {
    log.error({ chain, identity }, 'the node is of another network: nothing is paid');
    return;
  }
  const turn: Turn = { ...parts, run, row, wallet, signerChain: { delegate, mostFee: BigInt(fees.transaction) } };
  // Before its first payment: no withdrawal goes to it.
  if (!(await knowsWallet(database, chain, wallet))) await fenced(turn, (tx) => noteWallet(tx, chain, wallet));
  const [ordered, moving] = [await openOrders(database, chain, ORDERS_A_TURN), await orderedMovement(database, chain)];
  await adopt(turn, [
    ...ordered.map(({ withdrawal_id }) => paymentId(withdrawal_id)),
    ...(moving ? [movementPayment(moving.id)] : []),
  ]);
  if (moving) await fenced(turn, (tx) => dropStale(tx, chain, turn.now()));
  const attempt = async (what: object, work: () => Promise<void>): Promise<void> => {
    if (run.signal.aborted) return;
    try {
      await work();
    } catch (error) {
      await database.transaction((tx) => run.fence(tx));
      log.warn({ ...what, reason: textOf(error) }, 'a payment waits');
    }
  };
  // A signer that takes no more addresses today keeps no payment to a known one from being made.
  await attempt({ chain }, () => announce(turn));
  for (const transaction of await openTransactions(database, chain)) {
    await attempt({ transaction: transaction.id }, () => follow(turn, transaction));
  }
  if (row.withdrawals_halted) return;
  await attempt({ chain }, async () => {
    const orders = await openOrders(database, chain, ORDERS_A_TURN);
    if (orders.length === 0) return;
    const [former] = await formerCredits(database);
    if (former) {
      const detail = `${former.amount} ${former.currency} were credited for ${former.contract} on ${former.chain}`;
      for (const { withdrawal_id } of orders) await setWaits(database, withdrawal_id, 'contract_changed', detail);
      return;
    }
    const { quotes, waits } = await node.quote(row, wallet, orders);
    // Before they are signed: what fails unexpectedly comes last as well.
    await setTried(database, [...quotes.flatMap((quote) => quote.orders), ...waits.map(({ order }) => order)], now());
    for (const { order, waits: why, detail } of waits) await setWaits(database, order.withdrawal_id, why, detail);
    for (const quote of quotes) await attempt({ chain }, () => signOrders(turn, quote));
  });
  await attempt({ chain }, async () => {
    const movement = await orderedMovement(database, chain);
    if (movement) await signMovement(turn, movement);
  });
  for (const transaction of await openTransactions(database, chain)) {
    if (transaction.state !== 'signed') continue;
    await attempt({ transaction: transaction.id }, async () => {
      const [newest] = await versionsOf(database, transaction.id);
      if (newest) await broadcast(turn, transaction, newest);
    });
  }
}
