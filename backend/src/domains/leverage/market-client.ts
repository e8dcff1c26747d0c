import { signed } from '@tessera/api/leverage/rules';
import type { LeverTrigger, WirePosition } from '@tessera/api/leverage/wire';
import { add, div, isOnStep, quantize, sub, sum } from '@tessera/money';
import type { FastifyBaseLogger } from 'fastify';
import type { Catalogue, CatalogueSnapshot, Instrument } from '../../platform/catalogue/catalogue.ts';
import type { Sql } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { postJournals } from '../../platform/ledger/index.ts';
import type { Applied, MarketClient } from '../../platform/market/desk-types.ts';
import type { MarketEngine, SymbolFill } from '../../platform/market/engine-types.ts';
import { PriceIndex } from '../../platform/market/price-index.ts';
import { NO_VIP, type Ports, type Vip } from '../../platform/ports.ts';
import { bookResults, changedSince, heldOf } from '../brakes/index.ts';
import { readConfiguration } from '../site/index.ts';
import { Batch, type BatchReads, bookId, type Insured, indexOf, type Memory, markOf } from './batch.ts';
import { blockUsers, cancelBlocks, executeBlocks, type ReduceCopy, reduceCopy } from './blocks.ts';
import { type Charge, chargePositions } from './charge.ts';
import {
  type CloseAll,
  type ClosePosition,
  closeAll,
  closePosition,
  type ReversePosition,
  reversePosition,
} from './close.ts';
import { isForced } from './closing-order.ts';
import { rateOf } from './conversion.ts';
import { cancelLeftBehind, executeDue, findReached, judgeAccount, userOf } from './due.ts';
import { keyOf } from './due-key.ts';
import { chargedOf, chargedUntil, insertCharges, unchargedOf } from './holding-store.ts';
import { type ChangeMargin, changeMargin, type TransferOut, transferOut } from './margin.ts';
import {
  type AmendEntry,
  amendEntry,
  type CancelEntry,
  cancelEntry,
  leftBehindAt,
  type OpenPosition,
  openPosition,
} from './open.ts';
import { dayOf, pendingWeightOf, sideKey, Weights, weightOf } from './open-interest.ts';
import { dueBetween, owedOf } from './owed.ts';
import { isOpen, type Order, type Position, type Trigger } from './position.ts';
import { type Account, CrossBook } from './risk.ts';
import {
  addInsurance,
  availableOf,
  insuredSince,
  lastIds,
  positionsByIds,
  readLive,
  triggersByIds,
  writeBatch,
} from './store.ts';
import { liquidationOf } from './trigger-price.ts';
import {
  type AddTrigger,
  addTriggerTo,
  type CancelTrigger,
  cancelTrigger,
  type MoveTrigger,
  moveTrigger,
  type SetStops,
  setStops,
  triggerView,
} from './triggers.ts';
import { wirePositionOf } from './views.ts';

/** The user's own limits were tightened. */
type Obey = { readonly kind: 'obey'; readonly userId: string };

/** A copy becomes a position of its own. */
type Detach = { readonly kind: 'detach'; readonly userId: string; readonly id: string };

export type LeverageCommand =
  | OpenPosition
  | AmendEntry
  | CancelEntry
  | ClosePosition
  | ReduceCopy
  | CloseAll
  | ReversePosition
  | ChangeMargin
  | TransferOut
  | SetStops
  | AddTrigger
  | MoveTrigger
  | CancelTrigger
  | Detach
  | Obey
  | Charge;

/** ms before an instant from which on its charges are kept back: a batch that is read before it may be applied after it. */
const BEFORE_DUE = 10_000;

/** ms by which changes of limits may be committed in another order than that of their times. */
const CHANGES_OVERLAP = 60_000;

/** What a rate has to move for liquidations to be sorted anew; a ratio. At that the margin is off by half of it at most. */
const RATE_STEP = 0.001;

const currenciesOf = ({ quote, settlement }: Pick<Instrument, 'quote' | 'settlement'>): string =>
  `${quote} ${settlement}`;

/** What a mark has to move for a trailing stop to follow, as a share of its distance. */
const TRAIL_STEP = 20;

const shown = (batch: Batch, engine: MarketEngine, id: string): WirePosition => {
  const position = batch.position(id);
  if (!position) throw new Error(`the position ${id} is not known`);
  return wirePositionOf(position, {
    lot: batch.instrument(position.symbol).lot,
    mark: markOf(engine, position.symbol),
    rate: batch.rateOf(engine, position),
    scale: batch.scaleOf(position.currency),
    triggers: batch.triggersOf(id),
    reserved: sum(batch.ordersOf(id).map(({ reserved }) => reserved)),
    queue: null,
  });
};

const shownTrigger = (batch: Batch, trigger: Trigger): LeverTrigger =>
  triggerView(trigger, batch.instrument(trigger.symbol).lot);

/** Applies one command; the batch is as before where it throws. */
function applied(engine: MarketEngine, command: LeverageCommand, batch: Batch, at: number): Applied {
  const positionAfter = (id: string, fills: readonly SymbolFill[] = []): Applied => ({
    fills,
    result: () => shown(batch, engine, id),
  });
  switch (command.kind) {
    case 'open': {
      const { id, fills } = openPosition(engine, command, batch, at);
      return positionAfter(id, fills);
    }
    case 'amend':
      return positionAfter(command.id, amendEntry(engine, command, batch, at));
    case 'cancel':
      cancelEntry(engine, command, batch, at);
      return positionAfter(command.id);
    case 'close':
      return positionAfter(command.id, closePosition(engine, command, batch, at));
    case 'reduce':
      reduceCopy(engine, command, batch, at);
      return positionAfter(command.id);
    case 'close_all': {
      const { closed, refused, fills } = closeAll(engine, command, batch, at);
      return { fills, result: () => ({ closed: closed.map((id) => shown(batch, engine, id)), refused }) };
    }
    case 'reverse': {
      const { opened, fills } = reversePosition(engine, command, batch, at);
      const both = () => ({ closed: shown(batch, engine, command.id), opened: shown(batch, engine, opened) });
      return { fills, result: both };
    }
    case 'margin':
      changeMargin(engine, command, batch, at);
      return positionAfter(command.id);
    case 'transfer': {
      const transferred = transferOut(engine, command, batch, at);
      return { fills: [], result: () => transferred };
    }
    case 'stops':
      setStops(engine, command, batch, at);
      return positionAfter(command.id);
    case 'trigger': {
      const trigger = addTriggerTo(engine, command, batch, at);
      return { fills: [], result: () => shownTrigger(batch, trigger) };
    }
    case 'move': {
      const trigger = moveTrigger(engine, command, batch, at);
      return { fills: [], result: () => shownTrigger(batch, trigger) };
    }
    case 'drop': {
      const trigger = cancelTrigger(command, batch, at);
      return { fills: [], result: () => shownTrigger(batch, trigger) };
    }
    case 'charge': {
      const booked = chargePositions(engine, command, batch, at);
      return { fills: [], result: () => ({ booked }) };
    }
    case 'obey':
      batch.obeyBrakes(engine, command.userId, at);
      return { fills: [], result: () => null };
    case 'detach': {
      const position = batch.position(command.id);
      if (position?.userId !== command.userId) throw new DomainError('position_not_open', { field: 'id' });
      cancelBlocks(batch, position, at);
      const detached = batch.position(command.id) as Position;
      batch.putPosition({ ...detached, sourceId: null, slippage: null, updatedAt: at });
      return positionAfter(command.id);
    }
  }
}

type Live = {
  readonly positions: Map<string, Position>;
  readonly orders: Map<string, Order>;
  readonly triggers: Map<string, Trigger>;
  readonly ofUser: Map<string, Set<string>>;
  readonly ordersOf: Map<string, Set<string>>;
  readonly triggersOf: Map<string, Set<string>>;
  readonly openIn: Map<string, Set<string>>;
};

/** Adds an id to, or takes it from, the set of another; empty sets are not kept. */
function relate(sets: Map<string, Set<string>>, of: string, id: string, live: boolean): void {
  const known = sets.get(of);
  if (live) {
    if (known) known.add(id);
    else sets.set(of, new Set([id]));
  } else if (known?.delete(id) && known.size === 0) {
    sets.delete(of);
  }
}

const isLive = {
  position: ({ status }: Position): boolean => status === 'pending' || isOpen({ status }),
  order: ({ status }: Order): boolean => status === 'pending',
  trigger: ({ status }: Trigger): boolean => status === 'pending' || status === 'active' || status === 'triggered',
};

/** Leverage where the market is: all positions, pending orders and triggers in memory. */
export function leverageMarketClient({
  catalogue,
  now,
  log,
  vip = () => NO_VIP,
  keptAside = async () => [],
}: {
  readonly catalogue: Catalogue;
  /** Unix ms. */
  readonly now: () => number;
  /** Asked for the discount of each fill's user. */
  readonly vip?: () => Vip;
  readonly keptAside?: Ports['keptAside'];
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}): MarketClient<LeverageCommand, Batch> {
  const live: Live = {
    positions: new Map(),
    orders: new Map(),
    triggers: new Map(),
    ofUser: new Map(),
    ordersOf: new Map(),
    triggersOf: new Map(),
    openIn: new Map(),
  };
  const index = new PriceIndex();
  /** Where the index leaves a pending limit order behind. */
  const entries = new PriceIndex();
  /** What a step has to execute: what was tried longest ago, or never, first. */
  const due = new Set<string>();
  /** Long − short by symbol, in the base. */
  const net = new Map<string, string>();
  /** What is open and pending on each side, weighted by its multiple. */
  const weights = new Weights();
  /** What insurance has paid by symbol. */
  const insured = new Map<string, Insured>();
  const cross = new CrossBook();
  /** Cross accounts near their liquidation at the last step: the next one reads their balances and judges them. */
  let doubtful: readonly Account[] = [];
  /** The ticks that `index` counts in, by symbol: those of the market, which takes new ones between two batches. */
  const ticks = new Map<string, string>();
  /** Of quote currencies in settlement currencies, as `index` counts them. */
  const rates = new Map<string, string>();
  /** Of these the rate has moved since the last step that was committed. */
  const moved = new Set<string>();
  /** Limit orders that are not in the book: their symbol had no market, or other steps, at the take-over. */
  const outside = new Set<string>();
  /** Orders that wait for blocks of the house, oldest first. */
  const blocks = new Set<string>();
  /** Symbols of which some wait and that were not traded at the last step. */
  const shut = new Set<string>();
  /** Users who have set themselves limits, and when the latest change was that is known here, Unix ms. */
  const braked = new Set<string>();
  let brakesKnown = 0;
  /** The last instant of which all is known to be charged, Unix ms. */
  let charged = 0;
  /** Pending orders that would open something, by user. */
  const opening = new Map<string, Set<string>>();
  let last = { order: 0, fill: 0, trigger: 0, event: 0 };
  const committed = {
    position: (id: string) => live.positions.get(id),
    order: (id: string) => live.orders.get(id),
    trigger: (id: string) => live.triggers.get(id),
  };

  /** A price in whole ticks; a price between two is reached by the mark beyond it. */
  function ticksOf(symbol: string, price: string, when: 'above' | 'below'): number {
    const exact = div(price, ticks.get(symbol) ?? catalogue.current().instrument(symbol)?.tick ?? '1');
    const whole = Number(quantize(exact, 0, 'down'));
    return when === 'above' && !isOnStep(exact, '1') ? whole + 1 : whole;
  }

  function remember(key: string, isDue: boolean): void {
    if (isDue) due.add(key);
    else due.delete(key);
  }

  function holdTrigger(trigger: Trigger): void {
    const key = keyOf('trigger', trigger.id);
    const keeps = isLive.trigger(trigger);
    if (keeps) live.triggers.set(trigger.id, trigger);
    else live.triggers.delete(trigger.id);
    relate(live.triggersOf, trigger.positionId, trigger.id, keeps);
    remember(key, trigger.status === 'triggered');
    const position = live.positions.get(trigger.positionId);
    if (trigger.status !== 'active' || !position) {
      index.delete(key);
      return;
    }
    const { side } = position;
    if (trigger.kind !== 'trailing_stop') {
      const when = (trigger.kind === 'take_profit') === (side === 'long') ? 'above' : 'below';
      if (trigger.price === null) index.delete(key);
      else index.set(key, trigger.symbol, { when, price: ticksOf(trigger.symbol, trigger.price, when) });
      return;
    }
    const towards = side === 'long' ? 'below' : 'above';
    const best = trigger.bestPrice === null ? null : ticksOf(trigger.symbol, trigger.bestPrice, towards);
    index.setTrail(key, trigger.symbol, {
      side,
      activation:
        trigger.activationPrice === null
          ? null
          : ticksOf(trigger.symbol, trigger.activationPrice, side === 'long' ? 'above' : 'below'),
      best,
      price: trigger.price === null ? null : ticksOf(trigger.symbol, trigger.price, towards),
      step: Math.max(1, Math.round(((best ?? 0) * Number(trigger.value)) / TRAIL_STEP)),
    });
  }

  function holdOrder(order: Order): void {
    const keeps = isLive.order(order);
    if (keeps) live.orders.set(order.id, order);
    else live.orders.delete(order.id);
    relate(live.ordersOf, order.positionId, order.id, keeps);
    if (order.purpose === 'open') relate(opening, order.userId, order.id, keeps);
    const stops = keeps && order.kind === 'stop';
    remember(keyOf('stop', order.id), stops && order.triggerTick !== null);
    remember(keyOf('closing', order.id), keeps && isForced(order));
    if (keeps && order.slippage !== null) blocks.add(order.id);
    else blocks.delete(order.id);
    if (!keeps) outside.delete(order.id);
    const of = live.positions.get(order.positionId);
    weights.set(`order ${order.id}`, of ? sideKey(of.symbol, of.side) : '', pendingWeightOf(order, of));
    if (stops && order.triggerTick === null && order.stopPrice !== null) {
      const when = order.side === 'buy' ? 'above' : 'below';
      index.set(keyOf('stop', order.id), order.symbol, { when, price: ticksOf(order.symbol, order.stopPrice, when) });
    } else {
      index.delete(keyOf('stop', order.id));
    }
    const entry = keyOf('entry', order.id);
    const position = live.positions.get(order.positionId);
    if (keeps && order.kind === 'limit' && order.purpose === 'open' && order.price !== null && position) {
      const when = position.side === 'long' ? 'below' : 'above';
      entries.set(entry, order.symbol, {
        when,
        price: ticksOf(order.symbol, leftBehindAt(position, order.price), when),
      });
    } else {
      entries.delete(entry);
    }
  }

  function holdPosition(position: Position): void {
    const keeps = isLive.position(position);
    const before = live.positions.get(position.id)?.quantity ?? '0';
    const change = signed(position.side, sub(position.quantity, before));
    net.set(position.symbol, add(net.get(position.symbol) ?? '0', change));
    if (keeps) live.positions.set(position.id, position);
    else live.positions.delete(position.id);
    relate(live.ofUser, position.userId, position.id, keeps);
    relate(live.openIn, position.symbol, position.id, isOpen(position));
    const rate = rateNow(position);
    cross.hold(position, rate);
    weights.set(`position ${position.id}`, sideKey(position.symbol, position.side), weightOf(position));
    const key = keyOf('liquidation', position.id);
    remember(key, position.status === 'closing' && position.triggerTick !== null);
    const price = position.status === 'open' ? liquidationOf(position, rate) : null;
    if (price === null) {
      index.delete(key);
      return;
    }
    const when = position.side === 'long' ? 'below' : 'above';
    index.set(key, position.symbol, { when, price: ticksOf(position.symbol, price, when) });
  }

  /** By which results of a position count, as liquidations were sorted last. */
  function rateNow(position: Position): string {
    const instrument = catalogue.current().instrument(position.symbol);
    const known = instrument && rates.get(currenciesOf(instrument));
    return position.rateFixed || known === undefined || known === null ? position.rate : known;
  }

  /**
   * Follows the rates of quote currencies. Where one has moved, liquidations that depend on it are sorted anew, and what is
   * to close at a limit has to be paid for at the new rate.
   */
  function followRates(engine: MarketEngine, batch: Batch | null, at: number): void {
    const seen = new Set<string>();
    for (const instrument of catalogue.current().instruments) {
      const key = currenciesOf(instrument);
      if (!instrument.trades.includes('lever') || seen.has(key)) continue;
      seen.add(key);
      const rate = rateOf(instrument, (symbol) => indexOf(engine, symbol));
      const before = rates.get(key);
      if (rate === null || (before !== undefined && Math.abs(Number(rate) / Number(before) - 1) <= RATE_STEP)) continue;
      rates.set(key, rate);
      if (before !== undefined) moved.add(key);
    }
    if (moved.size === 0) return;
    for (const position of live.positions.values()) {
      const instrument = catalogue.current().instrument(position.symbol);
      if (!instrument || !moved.has(currenciesOf(instrument)) || position.rateFixed) continue;
      holdPosition(position);
      if (batch && !engine.isWithheld(position.userId)) batch.dropUncovered(engine, position.id, at);
    }
  }

  /** Prices of a symbol whose tick has changed are sorted anew, before its marks are compared with them. */
  function followTicks(engine: MarketEngine): void {
    const changed = new Set<string>();
    for (const symbol of engine.ticks().keys()) {
      const tick = engine.prices(symbol)?.tick;
      if (tick === undefined || ticks.get(symbol) === tick) continue;
      ticks.set(symbol, tick);
      changed.add(symbol);
    }
    if (changed.size === 0) return;
    for (const position of live.positions.values()) if (changed.has(position.symbol)) holdPosition(position);
    for (const order of live.orders.values()) if (changed.has(order.symbol)) holdOrder(order);
    for (const trigger of live.triggers.values()) if (changed.has(trigger.symbol)) holdTrigger(trigger);
  }

  const memory = (): Memory => ({ ...live, net, weights, insured, last });

  /** Limits are set beside the market: a step that looks for what is pending reads who has changed any. */
  async function followBrakes(sql: Sql): Promise<void> {
    for (const { userId, at } of await changedSince(sql, brakesKnown - CHANGES_OVERLAP)) {
      braked.add(userId);
      brakesKnown = Math.max(brakesKnown, at);
    }
  }

  /** What these users may have to pay for instants that are over, or about to be, and are not charged yet. */
  async function readOwed(sql: Sql, users: readonly string[], snapshot: CatalogueSnapshot) {
    const instants = dueBetween(charged, now() + BEFORE_DUE);
    if (users.length === 0 || instants.length === 0) return [];
    const [until, held] = await Promise.all([chargedUntil(sql), unchargedOf(sql, users, instants)]);
    // Before its first run the job has nothing to charge: the first instant that it charges comes after it.
    charged = until ?? now();
    return held.filter(({ due }) => due > charged).map((position) => owedOf(position, snapshot));
  }

  async function read(
    sql: Sql,
    commands: readonly LeverageCommand[],
    stepping: boolean,
    snapshot: CatalogueSnapshot,
  ): Promise<BatchReads> {
    const users = new Set(commands.map(({ userId }) => userId));
    // Only a step judges and executes: what waits for a market that is shut does not slow the orders between.
    if (stepping) {
      for (const { userId } of doubtful) users.add(userId);
      for (const userId of braked) if (opening.has(userId)) users.add(userId);
      for (const key of due) {
        const userId = userOf(key, committed);
        if (userId !== undefined) users.add(userId);
      }
      const waiting = [...blocks].flatMap((id) => live.orders.get(id) ?? []);
      for (const userId of blockUsers(waiting, shut, now())) users.add(userId);
    }
    const positionIds: string[] = [];
    const triggerIds: string[] = [];
    const charges = commands.filter((command) => command.kind === 'charge');
    const asked = charges.flatMap(({ charge, due: instant, positions }) =>
      positions.map(({ id }) => ({ charge, instant, id })),
    );
    for (const { id } of asked) if (!live.positions.has(id)) positionIds.push(id);
    for (const command of commands) {
      if (!('id' in command)) continue;
      const ofTrigger = command.kind === 'move' || command.kind === 'drop';
      if (ofTrigger && !live.triggers.has(command.id)) triggerIds.push(command.id);
      if (!ofTrigger && !live.positions.has(command.id)) positionIds.push(command.id);
    }
    const leaving = commands.flatMap(({ kind, userId }) => (kind === 'transfer' ? [userId] : []));
    const [available, configuration, positions, triggers, brakes, booked, owed, kept] = await Promise.all([
      users.size > 0 ? availableOf(sql, [...users]) : [],
      users.size > 0 ? readConfiguration(sql) : null,
      positionIds.length > 0 ? positionsByIds(sql, positionIds) : [],
      triggerIds.length > 0 ? triggersByIds(sql, triggerIds) : [],
      users.size > 0 ? heldOf(sql, [...users]) : new Map(),
      asked.length > 0
        ? chargedOf(
            sql,
            asked.map(({ charge }) => charge),
            asked.map(({ instant }) => instant),
            asked.map(({ id }) => id),
          )
        : new Set<string>(),
      readOwed(sql, [...users], snapshot),
      leaving.length > 0 ? keptAside(sql, leaving) : [],
      stepping && followBrakes(sql),
    ]);
    return {
      available: new Map(available.map(({ user, currency, amount }) => [`${user} ${currency}`, amount])),
      known: users,
      positions: new Map(positions.map((position) => [position.id, position])),
      triggers: new Map(triggers.map((trigger) => [trigger.id, trigger])),
      brakes,
      owed,
      kept: kept.filter(({ account }) => account === 'lever'),
      charged: booked,
      configuration,
    };
  }

  /** Puts an order into the book; false where it does not fit the ticks and lots of now, or there is no market. */
  function intoBook(engine: MarketEngine, order: Order): boolean {
    const prices = engine.prices(order.symbol);
    if (!prices || order.price === null) return false;
    const open = sub(order.quantity, order.filledQuantity);
    if (!isOnStep(order.price, prices.tick) || !isOnStep(open, prices.lot)) return false;
    engine.restore(order.symbol, {
      id: bookId(order.id),
      userId: order.userId,
      side: order.side,
      price: Number(div(order.price, prices.tick)),
      lots: Number(div(open, prices.lot)),
    });
    return true;
  }

  /** Orders that came to no book: back where their price was not passed, else cancelled. */
  function admit(engine: MarketEngine, batch: Batch, at: number): void {
    for (const id of outside) {
      const order = batch.order(id);
      if (order?.status !== 'pending' || engine.refusal(order.symbol, at) !== null) continue;
      if (engine.isWithheld(order.userId)) continue;
      const prices = engine.prices(order.symbol);
      if (!prices || order.price === null) continue;
      const met = order.side === 'buy' ? prices.ask : prices.bid;
      const limit = Number(div(order.price, prices.tick));
      const passed = met !== null && (order.side === 'buy' ? met <= limit : met >= limit);
      if (passed || !intoBook(engine, order)) batch.cancelOrder(order, 'reopened', at);
      else batch.admit(id);
    }
  }

  return {
    name: 'leverage',
    async restore(sql, engine) {
      await vip().refresh();
      for (const each of Object.values(live)) each.clear();
      index.clear();
      entries.clear();
      due.clear();
      blocks.clear();
      shut.clear();
      ticks.clear();
      rates.clear();
      moved.clear();
      outside.clear();
      cross.clear();
      net.clear();
      weights.clear();
      insured.clear();
      doubtful = [];
      braked.clear();
      opening.clear();
      brakesKnown = 0;
      charged = (await chargedUntil(sql)) ?? now();
      await followBrakes(sql);
      for (const { symbol } of catalogue.current().instruments) {
        const tick = engine.prices(symbol)?.tick;
        if (tick !== undefined) ticks.set(symbol, tick);
      }
      followRates(engine, null, now());
      last = await lastIds(sql);
      for (const { symbol, day, paid } of await insuredSince(sql, dayOf(now()))) insured.set(symbol, { day, paid });
      const { positions, orders, triggers } = await readLive(sql);
      for (const position of positions) holdPosition(position);
      for (const trigger of triggers) holdTrigger(trigger);
      for (const order of orders) {
        holdOrder(order);
        if (order.kind === 'limit' && !intoBook(engine, order)) outside.add(order.id);
      }
    },
    async prepare(sql, commands, stepping) {
      const snapshot = catalogue.current();
      return new Batch(memory(), await read(sql, commands, stepping, snapshot), snapshot, vip());
    },
    // The next step reads and judges the accounts that this one found.
    isFollowed: (batch) => !batch.isTouched && !batch.doubtful?.length,
    apply(engine, command, batch, at) {
      const undo = batch.savepoint();
      try {
        return applied(engine, command, batch, at);
      } catch (error) {
        undo();
        throw error;
      }
    },
    settle: (engine, fills, batch, at) => batch.settle(engine, fills, at),
    traders: () => live.ofUser.keys(),
    ticked(engine, batch, at) {
      followTicks(engine);
      followRates(engine, batch, at);
      admit(engine, batch, at);
      for (const userId of batch.reads.brakes.keys()) batch.obeyBrakes(engine, userId, at);
      cancelLeftBehind(engine, batch, entries, at);
      const fills = executeDue(engine, batch, due, at, log);
      fills.push(...executeBlocks(engine, batch, blocks, shut, at, log));
      findReached(engine, batch, index, at);
      for (const account of doubtful) judgeAccount(engine, batch, account, at);
      batch.doubtful = cross.doubtful((symbol) => {
        const mark = markOf(engine, symbol);
        return mark === null ? null : Number(mark);
      });
      return fills;
    },
    journals: (batch) => batch.journals,
    users: (batch) => batch.users,
    async write(tx, batch) {
      const { changed, fills, events, journals } = batch;
      if (changed.positions.length + changed.orders.length + changed.triggers.length + journals.length === 0) return;
      const written = [
        changed.positions.length + changed.orders.length + changed.triggers.length > 0 &&
          writeBatch(tx, { ...changed, fills, events }),
        journals.length > 0 && postJournals(tx, journals),
        batch.charges.length > 0 && insertCharges(tx, batch.charges),
        bookResults(tx, batch.results),
        batch.insurance.size > 0 && addInsurance(tx, batch.insurance),
      ];
      for (const { userId, id, status } of changed.positions) tx.notify(userId, { kind: 'order', id, status });
      const triggered = new Set(changed.triggers.map(({ userId }) => userId));
      for (const { userId } of changed.positions) triggered.delete(userId);
      for (const userId of triggered) tx.notify(userId, { kind: 'order' });
      for (const userId of batch.users) tx.notify(userId, { kind: 'balance' });
      await Promise.all(written);
    },
    adopt(batch) {
      last = { ...batch.last };
      for (const [symbol, { day, amount }] of batch.insurance) {
        const known = insured.get(symbol);
        insured.set(symbol, { day, paid: add(known?.day === day ? known.paid : '0', amount) });
      }
      // Positions first: the prices of triggers follow their side.
      for (const position of batch.changed.positions) holdPosition(position);
      for (const order of batch.changed.orders) holdOrder(order);
      for (const trigger of batch.changed.triggers) holdTrigger(trigger);
      for (const id of batch.admitted) outside.delete(id);
      for (const id of batch.expelled) outside.add(id);
      for (const key of batch.tried) if (due.delete(key)) due.add(key);
      if (!batch.doubtful) return;
      doubtful = batch.doubtful;
      moved.clear();
    },
  };
}
