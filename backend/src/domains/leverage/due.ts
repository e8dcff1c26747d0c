import { trailingPrice } from '@tessera/api/leverage/rules';
import { isPositive, isZero, min, neg, quantize, sum } from '@tessera/money';
import type { FastifyBaseLogger } from 'fastify';
import { DomainError } from '../../platform/http/domain-error.ts';
import { freezeEntries } from '../../platform/ledger/index.ts';
import type { MarketEngine, SymbolFill } from '../../platform/market/engine-types.ts';
import type { PriceIndex } from '../../platform/market/price-index.ts';
import { type Batch, bookId, markOf, profitOf } from './batch.ts';
import { closeInBlocks, liquidateInBlocks, liquidatesCopy } from './blocks.ts';
import { closeQuantity, goOnClosing } from './close.ts';
import { isForced } from './closing-order.ts';
import { partsOf } from './due-key.ts';
import { type Turn, turnsOf } from './due-turns.ts';
import { enter } from './open.ts';
import { isOpen, type Order, type Position, referenceOf, type Trigger } from './position.ts';
import { type Account, gainsFirst, verdictOn } from './risk.ts';

/*
 * What the exchange does of its own accord. A mark reaches a price in one step: what waits for it is marked with the
 * number of the tick, and that is written with the step. The next step executes it against its book. A node that takes
 * the market over finds both in the tables.
 */

/** Why a stop order that is reached does not enter now, and may later. */
const WAITS: ReadonlySet<string> = new Set(['no_liquidity', 'stale_price', 'trades_off_market']);
/** Fraction digits of a price in the tables. */
const EXACT = 18;

/** Whose balances a due key needs. */
export function userOf(key: string, memory: Pick<Batch, 'order' | 'position' | 'trigger'>): string | undefined {
  const [what, id] = partsOf(key);
  if (what === 'trigger') return memory.trigger(id)?.userId;
  return what === 'liquidation' ? memory.position(id)?.userId : memory.order(id)?.userId;
}

/**
 * Cancels the limit orders that the index has left so far behind that what they open would be liquidated at once. Of
 * a user who is left out of the step they only leave the book: otherwise they would be back in it before they are judged.
 */
export function cancelLeftBehind(engine: MarketEngine, batch: Batch, entries: PriceIndex, at: number): void {
  for (const symbol of engine.ticks().keys()) {
    const index = engine.prices(symbol)?.index ?? null;
    if (index === null) continue;
    for (const key of entries.sweep(symbol, index).reached) {
      const order = batch.order(partsOf(key)[1]);
      if (order?.status !== 'pending') continue;
      const left = engine.cancel(symbol, bookId(order.id));
      if (!engine.isWithheld(order.userId)) batch.cancelOrder(order, 'liquidation', at);
      else if (left !== null) batch.expel(order.id);
    }
  }
}

/** Marks what the latest marks have reached; it is due in the next step. */
export function findReached(engine: MarketEngine, batch: Batch, index: PriceIndex, at: number): void {
  for (const symbol of engine.ticks().keys()) {
    const prices = engine.prices(symbol);
    if (!prices || prices.mark === null) continue;
    const { reached, moved } = index.sweep(symbol, prices.mark);
    if (reached.length === 0 && moved.length === 0) continue;
    const mark = markOf(engine, symbol) as string;
    const isLeftOut = (key: string): boolean => engine.isLeftOut(userOf(key, batch) ?? '');
    for (const key of reached.toSorted(oldestFirst)) {
      if (!isLeftOut(key)) reach(batch, key, prices.number, mark, at);
    }
    for (const key of moved) {
      if (isLeftOut(key)) continue;
      const trigger = batch.trigger(partsOf(key)[1]);
      const position = trigger && batch.position(trigger.positionId);
      if (trigger?.status !== 'active' || !position) continue;
      const trailing = { best: mark, callback: trigger.value, activation: null };
      const price = quantize(trailingPrice(position.side, trailing) ?? mark, EXACT, 'down');
      batch.putTrigger({ ...trigger, bestPrice: mark, price, updatedAt: at });
    }
  }
}

/** By id, so that every node takes what is reached together in one order: what is left in the book depends on it. */
const oldestFirst = (one: string, other: string): number => Number(partsOf(one)[1]) - Number(partsOf(other)[1]);

function reach(batch: Batch, key: string, tick: number, mark: string, at: number): void {
  const [what, id] = partsOf(key);
  if (what === 'trigger') {
    const trigger = batch.trigger(id);
    if (trigger?.status === 'active') batch.putTrigger({ ...trigger, status: 'triggered', tick, mark, updatedAt: at });
  } else if (what === 'stop') {
    const order = batch.order(id);
    if (order?.status !== 'pending' || order.triggerTick !== null) return;
    batch.putOrder({ ...order, triggerTick: tick, triggerPrice: mark, updatedAt: at });
  } else {
    const position = batch.position(id);
    if (position?.status === 'open') batch.putPosition(toLiquidate(position, { tick, mark, at }));
  }
}

/** A position that is liquidated in the next step: its user can do nothing with it any more. */
const toLiquidate = (
  position: Position,
  { tick, mark, at }: { readonly tick: number; readonly mark: string; readonly at: number },
): Position => ({ ...position, status: 'closing', triggerTick: tick, triggerPrice: mark, updatedAt: at });

/** Orders of an account that would open positions, or close them at a limit, and hold its money until then. */
const holdingOrders = (batch: Batch, { userId, currency }: Account): readonly Order[] =>
  batch
    .positionsOf(userId)
    .filter((position) => position.currency === currency)
    .flatMap(({ id }) => batch.ordersOf(id))
    .filter(({ purpose, reserved }) => purpose === 'open' || isPositive(reserved));

/** Gives an account back what its pending orders hold. */
function freeOrders(engine: MarketEngine, batch: Batch, account: Account, at: number): void {
  for (const order of holdingOrders(batch, account)) {
    engine.cancel(order.symbol, bookId(order.id));
    batch.cancelOrder(order, 'liquidation', at);
  }
}

/**
 * Marks the cross positions of an account whose risk rate has reached its threshold; the next step closes them. What
 * pending orders hold is freed before anything is closed. Of a user who is left out of the step positions are only
 * marked: money cannot be moved, and holding its rows must not keep an account from its liquidation.
 */
export function judgeAccount(engine: MarketEngine, batch: Batch, account: Account, at: number): void {
  const { userId, currency } = account;
  if (!batch.reads.known.has(userId) || engine.isLeftOut(userId)) return;
  const reserved = sum(holdingOrders(batch, account).map((order) => order.reserved));
  const verdict = verdictOn(batch.crossRisk(engine, userId, currency), batch.available(userId, currency), reserved);
  if (verdict === null) return;
  if (!engine.isWithheld(userId)) freeOrders(engine, batch, account, at);
  if (verdict === 'relieve') return;
  const marked = batch.crossOf(userId, currency).flatMap((position) => {
    const mark = markOf(engine, position.symbol);
    return position.status === 'open' && mark !== null
      ? [{ position, mark, pnl: profitOf(position, mark, batch.rateOf(engine, position)) }]
      : [];
  });
  for (const { position, mark } of gainsFirst(marked)) {
    const tick = engine.prices(position.symbol)?.number ?? 0;
    batch.putPosition(toLiquidate(position, { tick, mark, at }));
  }
}

/** What of the queue can be tried now, in its order. What cannot, because its market is closed or halted, stays due. */
function* readyOf(engine: MarketEngine, batch: Batch, due: Iterable<string>, at: number): Generator<Turn> {
  for (const key of due) {
    const userId = userOf(key, batch);
    if (userId === undefined || engine.isWithheld(userId) || !batch.reads.known.has(userId)) continue;
    const [what, id] = partsOf(key);
    const of = what === 'trigger' ? batch.trigger(id) : what === 'liquidation' ? batch.position(id) : batch.order(id);
    if (of && engine.refusal(of.symbol, at) === null && !isUnderWay(batch, key)) yield { key, what, userId };
  }
}

/**
 * Executes what is due, as much as a step has time for. What was tried goes to the end of the queue once the batch is
 * committed.
 */
export function executeDue(
  engine: MarketEngine,
  batch: Batch,
  due: Iterable<string>,
  at: number,
  log: Pick<FastifyBaseLogger, 'error'>,
): SymbolFill[] {
  const fills: SymbolFill[] = [];
  for (const { key } of turnsOf(readyOf(engine, batch, due, at))) {
    batch.tried.push(key);
    const undo = [engine.savepoint(), batch.savepoint()];
    try {
      fills.push(...executeOne(engine, batch, key, at));
    } catch (err) {
      for (const each of undo) each();
      // Nothing that one position is may hold the market up.
      if (!(err instanceof DomainError)) log.error({ err, key }, 'what was due of leverage failed');
    }
  }
  return fills;
}

/** Whether an order executes a liquidation already, or closes what a trigger is for: it takes no turn beside that. */
function isUnderWay(batch: Batch, key: string): boolean {
  const [what, id] = partsOf(key);
  if (what === 'liquidation') return batch.ordersOf(id).some((order) => liquidatesCopy(order) || isForced(order));
  const trigger = what === 'trigger' ? batch.trigger(id) : undefined;
  return trigger !== undefined && batch.position(trigger.positionId)?.status === 'closing';
}

function executeOne(engine: MarketEngine, batch: Batch, key: string, at: number): SymbolFill[] {
  const [what, id] = partsOf(key);
  if (what === 'trigger') return executeTrigger(engine, batch, batch.trigger(id), at);
  if (what === 'liquidation') return liquidate(engine, batch, batch.position(id), at);
  const order = batch.order(id);
  if (order?.status !== 'pending' || engine.refusal(order.symbol, at) !== null) return [];
  return what === 'stop' ? enterStop(engine, batch, order, at) : goOnClosing(engine, batch, order, at);
}

function executeTrigger(engine: MarketEngine, batch: Batch, trigger: Trigger | undefined, at: number): SymbolFill[] {
  if (trigger?.status !== 'triggered' || engine.refusal(trigger.symbol, at) !== null) return [];
  const position = batch.position(trigger.positionId);
  // One that another order is closing waits for what that leaves.
  if (position?.status === 'closing') return [];
  batch.putTrigger({ ...trigger, status: 'done', updatedAt: at });
  if (!position || !isOpen(position)) return [];
  const close = {
    quantity: trigger.quantity === null ? position.quantity : min(trigger.quantity, position.quantity),
    cause: trigger.kind,
    triggered: { triggerId: trigger.id, triggerTick: trigger.tick, triggerPrice: trigger.mark },
  };
  if (position.slippage !== null) {
    closeInBlocks(batch, position, close, at);
    return [];
  }
  return closeQuantity(engine, batch, position, { ...close, insists: true }, at);
}

function liquidate(engine: MarketEngine, batch: Batch, position: Position | undefined, at: number): SymbolFill[] {
  if (position?.status !== 'closing' || engine.refusal(position.symbol, at) !== null) return [];
  if (batch.ordersOf(position.id).some(isForced)) return [];
  const triggered = { triggerId: null, triggerTick: position.triggerTick, triggerPrice: position.triggerPrice };
  if (position.slippage !== null) {
    liquidateInBlocks(engine, batch, position, triggered, at);
    return [];
  }
  // Marked while its owner was left out, it has pending orders still.
  if (position.mode === 'cross') freeOrders(engine, batch, position, at);
  return closeQuantity(
    engine,
    batch,
    position,
    {
      quantity: position.quantity,
      cause: 'liquidation',
      triggered,
      insists: true,
    },
    at,
  );
}

/** A stop order becomes a market order; it ends where the user cannot pay for it any more. */
function enterStop(engine: MarketEngine, batch: Batch, order: Order, at: number): SymbolFill[] {
  const position = batch.position(order.positionId);
  if (!position) throw new Error(`the order ${order.id} opens no position`);
  const undo = [engine.savepoint(), batch.savepoint()];
  try {
    batch.requireUnbraked(order.userId, position.multiple, at);
    if (!isZero(order.reserved)) {
      batch.post({
        ref: `lever-order:${order.id}:triggered`,
        kind: 'order_release',
        reference: referenceOf(position),
        at,
        entries: freezeEntries(order.userId, 'lever', position.currency, neg(order.reserved)),
      });
    }
    const released = { ...order, reserved: '0', updatedAt: at };
    return enter(engine, batch, { position, order: released, level: null }, at);
  } catch (error) {
    for (const each of undo) each();
    if (!(error instanceof DomainError)) throw error;
    // The next step tries again.
    if (WAITS.has(error.code)) throw error;
    const short = error.code === 'insufficient_balance';
    batch.cancelOrder(order, short ? 'insufficient_balance' : 'refused', at);
    return [];
  }
}
