import { randomUUID } from 'node:crypto';
import { limitsAt, refusalOf, withResult } from '@tessera/api/brakes/rules';
import {
  bookedPnl,
  costOf,
  marginOf,
  needOfClose,
  pnlOf,
  settle,
  signed,
  split,
  tradingFeeOf,
} from '@tessera/api/leverage/rules';
import { discountedRates, type FeeRates } from '@tessera/api/vip/rules';
import { add, cmp, div, isNegative, isPositive, isZero, max, min, mul, neg, quantize, sub, sum } from '@tessera/money';
import type { CatalogueSnapshot, Instrument } from '../../platform/catalogue/catalogue.ts';
import { type Entry, freezeEntries, houseAccount, type Journal, userAccount } from '../../platform/ledger/index.ts';
import type { MarketEngine, SymbolFill } from '../../platform/market/engine-types.ts';
import { opposite } from '../../platform/market/order-book.ts';
import { UndoLog } from '../../platform/market/undo-log.ts';
import { type KeptAside, NO_VIP, type Vip } from '../../platform/ports.ts';
import { type Held, NOTHING_HELD, requireUnbraked, type UserResult } from '../brakes/index.ts';
import type { Configuration } from '../site/index.ts';
import { inUsdt, resultRate } from './conversion.ts';
import { chargeKey, type NewCharge } from './holding-store.ts';
import { dayOf, pendingWeightOf, sideKey, type Weights, weightOf } from './open-interest.ts';
import type { Owed } from './owed.ts';
import {
  type Ended,
  entryOf,
  isOpen,
  type LeverageEvent,
  type Order,
  type Position,
  referenceOf,
  riskOf,
  type Trigger,
} from './position.ts';
import type { Account } from './risk.ts';
import type { LastIds, NewFill } from './store.ts';
import { isMarketPrice, priceOfTrigger } from './trigger-price.ts';

/** Ids of the orders in the book. */
export const bookId = (id: string): string => `leverage:${id}`;
const PREFIX = bookId('');

/** Fraction digits of an amount in the tables. */
const EXACT = 18;

/** What is open, pending or waits of all users, as committed. */
export type Memory = {
  readonly positions: ReadonlyMap<string, Position>;
  readonly orders: ReadonlyMap<string, Order>;
  readonly triggers: ReadonlyMap<string, Trigger>;
  /** Ids of positions by user, of orders and triggers by position. */
  readonly ofUser: ReadonlyMap<string, ReadonlySet<string>>;
  readonly ordersOf: ReadonlyMap<string, ReadonlySet<string>>;
  readonly triggersOf: ReadonlyMap<string, ReadonlySet<string>>;
  /** Ids of open positions by symbol. */
  readonly openIn: ReadonlyMap<string, ReadonlySet<string>>;
  /** Long − short by symbol, in the base. */
  readonly net: ReadonlyMap<string, string>;
  /** What is open and pending on each side, weighted by its multiple. */
  readonly weights: Pick<Weights, 'of'>;
  /** What insurance has paid by symbol, in the day of UTC that it names; in the settlement currency. */
  readonly insured: ReadonlyMap<string, Insured>;
  readonly last: Readonly<LastIds>;
};

/** What a batch was read for. */
export type BatchReads = {
  /** Available by user and currency, `${userId} ${currency}`, of users whom commands or due work concern. */
  readonly available: ReadonlyMap<string, string>;
  readonly known: ReadonlySet<string>;
  /** Named by commands and not in memory: they have ended. */
  readonly positions: ReadonlyMap<string, Position>;
  readonly triggers: ReadonlyMap<string, Trigger>;
  /** Limits that these users set for themselves, and what trading has brought them. */
  readonly brakes: ReadonlyMap<string, Held>;
  /** What charges that are due may come to. */
  readonly owed: readonly Owed[];
  /** What those who move money out keep for others. */
  readonly kept: readonly KeptAside[];
  /** Charges that were booked before, of those that commands ask for; see `chargeKey`. */
  readonly charged: ReadonlySet<string>;
  /** Null where nothing is opened. */
  readonly configuration: Configuration | null;
};

/** What insurance paid for an instrument in a day of UTC, less what was repaid. */
export type Insured = { readonly day: number; readonly paid: string };

/** Rows of one kind: what a batch changed, over what is committed. */
class Layer<Row extends { readonly id: string }> {
  readonly changed = new Map<string, Row>();
  readonly #base: ReadonlyMap<string, Row>;
  /** Ids by group, as committed, and those that this batch has added. */
  readonly #groups: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #added = new Map<string, Set<string>>();
  readonly #groupOf: (row: Row) => string;
  readonly #undo: UndoLog;

  constructor(
    base: ReadonlyMap<string, Row>,
    groups: ReadonlyMap<string, ReadonlySet<string>>,
    groupOf: (row: Row) => string,
    undo: UndoLog,
  ) {
    this.#base = base;
    this.#groups = groups;
    this.#groupOf = groupOf;
    this.#undo = undo;
  }

  get(id: string): Row | undefined {
    return this.changed.get(id) ?? this.#base.get(id);
  }

  put(row: Row): void {
    const before = this.changed.get(row.id);
    this.changed.set(row.id, row);
    const group = this.#groupOf(row);
    const added = before === undefined && !this.#groups.get(group)?.has(row.id);
    if (added) {
      const ids = this.#added.get(group) ?? new Set();
      this.#added.set(group, ids.add(row.id));
    }
    this.#undo.push(() => {
      if (before) this.changed.set(row.id, before);
      else this.changed.delete(row.id);
      if (added) this.#added.get(group)?.delete(row.id);
    });
  }

  /** Those of a group. */
  of(group: string): Row[] {
    const found: Row[] = [];
    for (const ids of [this.#groups.get(group), this.#added.get(group)]) {
      for (const id of ids ?? []) {
        const row = this.get(id);
        if (row) found.push(row);
      }
    }
    return found;
  }
}

/** What several fills of one order came to. */
type Sum = {
  readonly order: string;
  readonly rests: boolean;
  readonly pricedAt: number;
  quantity: string;
  exact: string;
};

/**
 * What a batch of the market does to positions and to money, on top of what is committed. Nothing of it is kept unless the
 * batch commits.
 */
export class Batch {
  readonly reads: BatchReads;
  readonly catalogue: CatalogueSnapshot;
  readonly journals: Journal[] = [];
  readonly fills: NewFill[] = [];
  readonly events: LeverageEvent[] = [];
  readonly charges: NewCharge[] = [];
  /** Keys of due work that this step has tried, executed or not. */
  readonly tried: string[] = [];
  /** Cross accounts near their liquidation after this step; null where the batch is that of no step. */
  doubtful: readonly Account[] | null = null;
  /** What trades have brought, for the brakes. */
  readonly results: UserResult[] = [];
  readonly #memory: Memory;
  readonly #vip: Pick<Vip, 'of'>;
  readonly #undo = new UndoLog();
  readonly #available: Map<string, string>;
  readonly #positions: Layer<Position>;
  readonly #orders: Layer<Order>;
  readonly #triggers: Layer<Trigger>;
  readonly #settled = new WeakSet<SymbolFill>();
  /** Positions whose margin paid for something else: what is to close them at a limit counted on it. */
  readonly #shrunk = new Set<string>();
  /** Long − short of the symbols that this batch changed. */
  readonly #net = new Map<string, string>();
  readonly last: LastIds;

  constructor(memory: Memory, reads: BatchReads, catalogue: CatalogueSnapshot, vip: Pick<Vip, 'of'> = NO_VIP) {
    this.#memory = memory;
    this.#vip = vip;
    this.reads = reads;
    this.catalogue = catalogue;
    this.#available = new Map(reads.available);
    this.#undo.begin();
    this.#positions = new Layer(memory.positions, memory.ofUser, ({ userId }) => userId, this.#undo);
    this.#orders = new Layer(memory.orders, memory.ordersOf, ({ positionId }) => positionId, this.#undo);
    this.#triggers = new Layer(memory.triggers, memory.triggersOf, ({ positionId }) => positionId, this.#undo);
    this.last = { ...memory.last };
  }

  /** Returns what undoes everything since this call. */
  savepoint(): () => void {
    return this.#undo.savepoint();
  }

  position(id: string): Position | undefined {
    return this.#positions.get(id) ?? this.reads.positions.get(id);
  }

  order(id: string): Order | undefined {
    return this.#orders.get(id);
  }

  trigger(id: string): Trigger | undefined {
    return this.#triggers.get(id) ?? this.reads.triggers.get(id);
  }

  /** Of a user, those that are pending or open. */
  positionsOf(userId: string): Position[] {
    return this.#positions
      .of(userId)
      .filter(({ status }) => status === 'pending' || status === 'open' || status === 'closing');
  }

  /** The open cross positions of a user that settle in a currency. */
  crossOf(userId: string, currency: string): Position[] {
    return this.positionsOf(userId).filter(
      (each) => isOpen(each) && each.mode === 'cross' && each.currency === currency,
    );
  }

  /** The open positions of all users in a symbol. */
  openIn(symbol: string): Position[] {
    const added = [...this.#positions.changed.values()].filter((each) => each.symbol === symbol).map(({ id }) => id);
    const ids = new Set([...(this.#memory.openIn.get(symbol) ?? []), ...added]);
    return [...ids].flatMap((id) => this.#positions.get(id) ?? []).filter(isOpen);
  }

  /** Pending orders of a position. */
  ordersOf(positionId: string): Order[] {
    return this.#orders.of(positionId).filter(({ status }) => status === 'pending');
  }

  /** What waits to close a position. */
  triggersOf(positionId: string): Trigger[] {
    return this.#triggers
      .of(positionId)
      .filter(({ status }) => status === 'pending' || status === 'active' || status === 'triggered')
      .toSorted((a, b) => Number(a.id) - Number(b.id));
  }

  get changed() {
    return {
      positions: [...this.#positions.changed.values()],
      orders: [...this.#orders.changed.values()],
      triggers: [...this.#triggers.changed.values()],
    };
  }

  /** Whether the batch has changed anything. */
  get isTouched(): boolean {
    const { positions, orders, triggers } = this.changed;
    const rows = [positions, orders, triggers, this.journals, this.charges, this.results, this.admitted, this.expelled];
    return rows.some(({ length }) => length > 0);
  }

  /** Whose accounts the batch writes. */
  get users(): readonly string[] {
    const users = new Set<string>();
    for (const { entries } of this.journals) {
      for (const { account } of entries) if (account.owner === 'user') users.add(account.userId);
    }
    return [...users];
  }

  putPosition(position: Position): void {
    const { symbol, side, quantity } = position;
    const before = this.#positions.get(position.id)?.quantity ?? '0';
    this.#positions.put(position);
    if (quantity === before) return;
    const known = this.#net.get(symbol);
    this.#net.set(symbol, add(this.netOf(symbol), signed(side, sub(quantity, before))));
    this.#undo.push(() => {
      if (known === undefined) this.#net.delete(symbol);
      else this.#net.set(symbol, known);
    });
  }

  putOrder(order: Order): void {
    this.#orders.put(order);
  }

  putTrigger(trigger: Trigger): void {
    this.#triggers.put(trigger);
  }

  nextId(kind: keyof LastIds): string {
    this.last[kind]++;
    this.#undo.push(() => this.last[kind]--);
    return String(this.last[kind]);
  }

  /** Throws for a user whose balances the batch did not read. */
  available(userId: string, currency: string): string {
    if (!this.reads.known.has(userId)) throw new Error(`the balances of ${userId} were not read`);
    return this.#available.get(`${userId} ${currency}`) ?? '0';
  }

  /** What of the account is kept for charges that are due and not taken yet; rounded up. */
  owed(engine: MarketEngine, userId: string, currency: string): string {
    const own = this.reads.owed.filter((each) => each.userId === userId && each.currency === currency);
    const amounts = own.map(({ symbol, size }) => mul(size, markOf(engine, symbol) ?? '0'));
    return quantize(sum(amounts), this.scaleOf(currency), 'up');
  }

  /**
   * What a user who moves money out keeps for others. Of what copies have come to in this batch nothing is known yet, so
   * that all of their gains stay until the next one.
   */
  kept(userId: string, currency: string): string {
    const isOwn = (each: { readonly userId: string; readonly currency: string }) =>
      each.userId === userId && each.currency === currency;
    const gained = this.events.filter((event) => isOwn(event) && event.sourceId !== null);
    return sum([
      ...this.reads.kept.filter(isOwn).map(({ amount }) => amount),
      ...gained.map(({ profit, fee }) => max('0', sub(profit, fee))),
    ]);
  }

  /** The known balance follows what the journals of this batch do. */
  #move(userId: string, currency: string, amount: string): void {
    const key = `${userId} ${currency}`;
    const before = this.#available.get(key);
    this.#available.set(key, add(before ?? '0', amount));
    this.#undo.push(() => {
      if (before === undefined) this.#available.delete(key);
      else this.#available.set(key, before);
    });
  }

  isCharged(key: string): boolean {
    return (
      this.reads.charged.has(key) ||
      this.charges.some(({ kind, due, positionId }) => chargeKey(kind, due, positionId) === key)
    );
  }

  charge(charge: NewCharge): void {
    this.charges.push(charge);
    this.#undo.push(() => this.charges.pop());
  }

  /** What users hold of an instrument, long − short, in the base. */
  netOf(symbol: string): string {
    return this.#net.get(symbol) ?? this.#memory.net.get(symbol) ?? '0';
  }

  /** Σ notional × multiple of what is open and pending on a side, without what is pending of one position. */
  weightedIn(symbol: string, side: Position['side'], without: string): number {
    let weighted = this.#memory.weights.of(sideKey(symbol, side));
    for (const position of this.#positions.changed.values()) {
      if (position.symbol !== symbol || position.side !== side) continue;
      weighted += weightOf(position) - weightOf(this.#memory.positions.get(position.id));
    }
    for (const order of this.#orders.changed.values()) {
      const position = this.position(order.positionId);
      if (order.symbol !== symbol || position?.side !== side) continue;
      const before = pendingWeightOf(this.#memory.orders.get(order.id), position);
      weighted += pendingWeightOf(order, position) - before;
    }
    for (const order of this.ordersOf(without)) weighted -= pendingWeightOf(order, this.position(without));
    return weighted;
  }

  /** Orders of all users that wait to open on a side of the book. Those of blocks, and what was triggered, open next. */
  waitingIn(symbol: string, side: Order['side']): Order[] {
    const ids = new Set([...this.#memory.orders.keys(), ...this.#orders.changed.keys()]);
    return [...ids].flatMap((id) => {
      const order = this.order(id);
      const waits = order?.status === 'pending' && order.purpose === 'open' && order.kind !== 'market';
      return waits && order.symbol === symbol && order.side === side && order.triggerTick === null ? [order] : [];
    });
  }

  /** What insurance paid for each instrument in this batch, in the settlement currency; below zero where it was repaid. */
  readonly insurance = new Map<string, { readonly day: number; readonly amount: string }>();

  /** Counts what insurance pays for an instrument, or gets back. */
  insure(symbol: string, amount: string, at: number): void {
    if (isZero(amount)) return;
    const before = this.insurance.get(symbol);
    this.insurance.set(symbol, { day: dayOf(at), amount: add(before?.amount ?? '0', amount) });
    this.#undo.push(() => {
      if (before) this.insurance.set(symbol, before);
      else this.insurance.delete(symbol);
    });
  }

  /** What insurance has paid for an instrument in the day of a time. */
  insuredOn(symbol: string, at: number): number {
    const known = this.#memory.insured.get(symbol);
    const before = known?.day === dayOf(at) ? known.paid : '0';
    return Number(add(before, this.insurance.get(symbol)?.amount ?? '0'));
  }

  /** Results of this batch count with those that were read. */
  #held(userId: string): Held {
    const held = this.reads.brakes.get(userId) ?? NOTHING_HELD;
    const own = this.results.filter((result) => result.userId === userId);
    return { ...held, results: own.reduce(withResult, held.results) };
  }

  /** Throws a DomainError where the user's own limits keep from opening. */
  requireUnbraked(userId: string, multiple: number, at: number): void {
    requireUnbraked(this.#held(userId), multiple, at);
  }

  /** Takes what a trade brought; `amount` in the settlement currency. */
  bring(
    engine: MarketEngine,
    { userId, currency }: Pick<Position, 'userId' | 'currency'>,
    { amount, outcome, at }: Omit<UserResult, 'userId'>,
  ): void {
    if (isZero(amount) && outcome === null) return;
    const last = (symbol: string) => {
      const prices = engine.prices(symbol);
      return prices?.last == null ? null : mul(String(prices.last), prices.tick);
    };
    const value = quantize(inUsdt(currency, amount, last) ?? amount, EXACT, 'down');
    this.results.push({ userId, amount: value, outcome, at });
    this.#undo.push(() => this.results.pop());
  }

  /**
   * Cancels what would open more than the user's own limits allow, as they and the results are now. An order that its owner
   * could not cancel stays until that is possible: a limit is no way around it.
   */
  obeyBrakes(engine: MarketEngine, userId: string, at: number): void {
    if (!this.reads.brakes.has(userId)) return;
    const { brakes, results } = this.#held(userId);
    const limits = limitsAt(brakes, at);
    for (const { id, multiple } of this.positionsOf(userId)) {
      if (refusalOf(limits, results, multiple, at) === null) continue;
      for (const order of this.ordersOf(id)) {
        if (order.purpose !== 'open' || engine.cancelRefusal(order.symbol, at) !== null) continue;
        const left = engine.cancel(order.symbol, bookId(order.id));
        if (!engine.isWithheld(userId)) this.cancelOrder(order, 'brake', at);
        else if (left !== null) this.expel(order.id);
      }
    }
  }

  /** Orders that were outside of the book and are in it now. */
  readonly admitted: string[] = [];

  admit(orderId: string): void {
    this.admitted.push(orderId);
    this.#undo.push(() => this.admitted.pop());
  }

  /** Orders that were in the book and are not any more; they are admitted again, or end, by a later step. */
  readonly expelled: string[] = [];

  expel(orderId: string): void {
    this.expelled.push(orderId);
    this.#undo.push(() => this.expelled.pop());
  }

  /** Posts a journal with the batch; what it does to the available balance is known from then on. */
  post(journal: Journal): void {
    this.journals.push(journal);
    this.#undo.push(() => this.journals.pop());
    for (const { account, currency, amount } of journal.entries) {
      if (account.owner === 'user' && account.name === 'lever' && account.part === 'available') {
        this.#move(account.userId, currency, amount);
      }
    }
  }

  #emit(event: Omit<LeverageEvent, 'id'>): void {
    this.events.push({ id: this.nextId('event'), ...event });
    this.#undo.push(() => this.events.pop());
  }

  scaleOf(currency: string): number {
    return this.catalogue.heldCurrency(currency).scale;
  }

  instrument(symbol: string): Instrument {
    const instrument = this.catalogue.instrument(symbol);
    if (!instrument) throw new Error(`${symbol} has positions and is not listed`);
    return instrument;
  }

  /** One unit of the quote currency in the settlement currency, by which results of a position count now. */
  rateOf(engine: MarketEngine, position: Pick<Position, 'symbol' | 'rate' | 'rateFixed'>): string {
    return resultRate(position, this.instrument(position.symbol), (symbol) => indexOf(engine, symbol));
  }

  /** The fee rates of now, less the discount of the user's VIP level. */
  feesOf({ userId, symbol }: Pick<Position, 'userId' | 'symbol'>): FeeRates {
    const { makerFeeRate, takerFeeRate } = this.instrument(symbol);
    return discountedRates({ makerFeeRate, takerFeeRate }, this.#vip.of(userId).feeDiscount);
  }

  /** Σ price × quantity of the fills of the own orders; the fills of other domains are not touched. */
  settle(engine: MarketEngine, fills: readonly SymbolFill[], at: number): void {
    const sums = new Map<string, Sum>();
    for (const fill of fills) {
      if (this.#settled.has(fill)) continue;
      this.#settled.add(fill);
      const { symbol, taker, maker, takerRested = false, side, price, lots } = fill;
      const prices = engine.prices(symbol);
      if (!prices) throw new Error(`${symbol} trades and is not listed`);
      const quantity = mul(String(lots), prices.lot);
      const exact = mul(mul(String(price), prices.tick), quantity);
      const parties = [
        { party: taker, rests: takerRested, own: side },
        { party: maker, rests: true, own: opposite(side) },
      ];
      for (const { party, rests } of parties) {
        if (!party?.id.startsWith(PREFIX)) continue;
        const order = party.id.slice(PREFIX.length);
        const known = sums.get(`${order} ${rests}`);
        if (known) {
          known.quantity = add(known.quantity, quantity);
          known.exact = add(known.exact, exact);
        } else {
          sums.set(`${order} ${rests}`, { order, rests, pricedAt: prices.at, quantity, exact });
        }
      }
    }
    const users = new Set<string>();
    // What closes a position comes after what opens more of it: a close of all ends what is pending.
    const opensFirst = [...sums.values()].toSorted(
      (one, other) => Number(this.#closes(one.order)) - Number(this.#closes(other.order)),
    );
    for (const each of opensFirst) {
      const order = this.order(each.order);
      if (order?.status !== 'pending') throw new Error(`the order ${each.order} is filled and not open`);
      users.add(order.userId);
      const tick = engine.prices(order.symbol)?.number ?? 0;
      if (order.purpose === 'open') this.#opened(engine, order, each, tick, at);
      else this.#closed(engine, order, each, tick, at);
    }
    this.#follow(engine, users, at);
  }

  /** What follows from fills of these users: orders that are not paid for any more, and those that brakes end. */
  #follow(engine: MarketEngine, users: Iterable<string>, at: number): void {
    for (const id of this.#shrunk) this.dropUncovered(engine, id, at);
    this.#shrunk.clear();
    for (const userId of users) this.obeyBrakes(engine, userId, at);
  }

  /** Fills an order that closes outside of the book; `exact` is the price × quantity. */
  fillAside(
    engine: MarketEngine,
    { id }: Pick<Order, 'id'>,
    { quantity, exact }: Pick<Sum, 'quantity' | 'exact'>,
    at: number,
  ): void {
    const order = this.order(id);
    const prices = order ? engine.prices(order.symbol) : null;
    if (order?.status !== 'pending' || !prices) throw new Error(`the order ${id} is filled and not open`);
    this.#closed(engine, order, { order: id, rests: false, pricedAt: prices.at, quantity, exact }, prices.number, at);
    this.#follow(engine, [order.userId], at);
  }

  #closes(orderId: string): boolean {
    return this.order(orderId)?.purpose === 'close';
  }

  #fill(order: Order, { quantity, exact, rests, pricedAt }: Sum, fee: string, profit: string, at: number): void {
    const { id: orderId, userId } = order;
    const id = this.nextId('fill');
    this.fills.push({ id, orderId, userId, quantity, exact, fee, profit, maker: rests, pricedAt, at });
    this.#undo.push(() => this.fills.pop());
  }

  #event(
    position: Position,
    kind: LeverageEvent['kind'],
    of: Pick<LeverageEvent, 'quantity' | 'price' | 'index' | 'tick' | 'profit' | 'fee' | 'cause' | 'at'>,
  ): void {
    const { id, userId, symbol, side, mode, multiple, margin, currency, sourceId } = position;
    this.#emit({
      userId,
      positionId: id,
      symbol,
      kind,
      side,
      mode,
      multiple,
      openQuantity: position.quantity,
      margin,
      currency,
      sourceId,
      ...of,
    });
  }

  /** Lots came to a position. */
  #opened(engine: MarketEngine, order: Order, fill: Sum, tick: number, at: number): void {
    const position = this.position(order.positionId);
    if (!position) throw new Error(`the order ${order.id} opens no position`);
    const { userId, currency, rate, multiple } = position;
    const scale = this.scaleOf(currency);
    const { makerFeeRate, takerFeeRate } = this.feesOf(order);
    const filledExact = add(order.filledExact, fill.exact);
    const filledQuantity = add(order.filledQuantity, fill.quantity);
    // On the running total, so that an order filled in parts needs no more than the same order filled at once.
    const cost = sub(
      marginOf(mul(filledExact, rate), multiple, scale),
      marginOf(mul(order.filledExact, rate), multiple, scale),
    );
    const exactFee = tradingFeeOf(mul(fill.exact, rate), fill.rests ? makerFeeRate : takerFeeRate, scale);
    const filled = cmp(filledQuantity, order.quantity) === 0;
    const after: Order = {
      ...order,
      filledQuantity,
      filledExact,
      status: filled ? 'filled' : 'pending',
      updatedAt: at,
    };
    // Also where it takes: an order whose price was moved to where the market is.
    const frozen = isPositive(order.reserved);
    const reserved = frozen ? this.reserveOf(engine, after, position) : order.reserved;
    const released = sub(order.reserved, reserved);
    // What was frozen is all there is for an order that rests.
    const fee = frozen ? min(exactFee, released) : exactFee;
    const margin = frozen ? min(cost, sub(released, fee)) : cost;
    const available = userAccount(userId, 'lever');
    const post = (name: string, kind: Journal['kind'], entries: readonly Entry[]) =>
      this.post({
        ref: `lever-fill:${this.last.fill + 1}:${name}`,
        kind,
        reference: referenceOf(position),
        at,
        entries,
      });
    if (frozen) {
      const back = sub(sub(released, fee), margin);
      if (!isZero(fee)) {
        post('fee', 'trade_fee', [
          { account: userAccount(userId, 'lever', 'frozen'), currency, amount: neg(fee) },
          { account: houseAccount('fees'), currency, amount: fee },
        ]);
      }
      if (!isZero(back)) post('release', 'order_release', freezeEntries(userId, 'lever', currency, neg(back)));
    } else {
      post('margin', 'margin', freezeEntries(userId, 'lever', currency, margin));
      if (!isZero(fee)) {
        post('fee', 'trade_fee', [
          { account: available, currency, amount: neg(fee) },
          { account: houseAccount('fees'), currency, amount: fee },
        ]);
      }
    }
    this.#fill(order, fill, fee, '0', at);
    this.putOrder({ ...after, fee: add(order.fee, fee), reserved });
    const first = isZero(position.openedQuantity);
    const open: Position = {
      ...position,
      quantity: add(position.quantity, fill.quantity),
      entryExact: add(position.entryExact, fill.exact),
      openedQuantity: add(position.openedQuantity, fill.quantity),
      openedExact: add(position.openedExact, fill.exact),
      margin: add(position.margin, margin),
      required: add(position.required, cost),
      fee: add(position.fee, fee),
      status: position.status === 'closing' ? 'closing' : 'open',
      openedAt: position.openedAt ?? at,
      updatedAt: at,
    };
    this.putPosition(open);
    this.#event(open, first ? 'opened' : 'increased', {
      quantity: fill.quantity,
      price: quantize(div(fill.exact, fill.quantity), EXACT, 'down'),
      index: indexOf(engine, order.symbol),
      tick,
      profit: '0',
      fee,
      cause: order.cause,
      at,
    });
    this.#priceTriggers(engine, open, at);
    this.bring(engine, open, { amount: neg(fee), outcome: null, at });
  }

  /** Prices of triggers that follow from the entry price; they are active from here on. */
  #priceTriggers(engine: MarketEngine, position: Position, at: number): void {
    const { tick } = this.instrument(position.symbol);
    const rate = this.rateOf(engine, position);
    for (const trigger of this.triggersOf(position.id)) {
      if (trigger.status === 'triggered' || (trigger.status === 'active' && trigger.by === 'price')) continue;
      if (trigger.by === 'distance') {
        if (trigger.status === 'pending') this.putTrigger({ ...trigger, status: 'active', updatedAt: at });
        continue;
      }
      const price = priceOfTrigger(position, trigger, { tick, rate });
      // A result that no price gives.
      this.putTrigger(
        isMarketPrice(price, tick)
          ? { ...trigger, price, status: 'active', updatedAt: at }
          : { ...trigger, status: 'cancelled', updatedAt: at },
      );
    }
  }

  /** Lots left a position. */
  #closed(engine: MarketEngine, order: Order, fill: Sum, tick: number, at: number): void {
    const position = this.position(order.positionId);
    if (!position || !isOpen(position)) throw new Error(`the order ${order.id} closes no position`);
    const { id, userId, currency, side } = position;
    const rate = this.rateOf(engine, position);
    const scale = this.scaleOf(currency);
    const { lot } = this.instrument(order.symbol);
    const { makerFeeRate, takerFeeRate } = this.feesOf(order);
    const all = cmp(fill.quantity, position.quantity) === 0;
    const entryExact = all
      ? position.entryExact
      : quantize(div(mul(position.entryExact, fill.quantity), position.quantity), EXACT, 'down');
    const pnl = mul(signed(side, sub(fill.exact, entryExact)), rate);
    const booked = bookedPnl(pnl, scale);
    const { closed, left } = split(
      { lots: Number(div(position.quantity, lot)), margin: position.margin, required: position.required },
      Number(div(fill.quantity, lot)),
      scale,
    );
    const cross = position.mode === 'cross';
    const deleveraged = order.cause === 'deleveraging';
    // The balances of its user were not read.
    const limited = order.kind === 'limit' || deleveraged;
    const others = cross && !limited ? this.crossOf(userId, currency).filter((other) => other.id !== id) : [];
    const filledQuantity = add(order.filledQuantity, fill.quantity);
    const filledExact = add(order.filledExact, fill.exact);
    const quantity = sub(position.quantity, fill.quantity);
    const rest = { ...position, quantity, margin: left.margin, entryExact: sub(position.entryExact, entryExact) };
    const reserve = this.reserveOf(engine, { ...order, filledQuantity, filledExact }, rest);
    const released = max('0', sub(order.reserved, reserve));
    const settlement = settle({
      margin: closed.margin,
      pnl,
      fee: deleveraged ? '0' : tradingFeeOf(mul(fill.exact, rate), fill.rests ? makerFeeRate : takerFeeRate, scale),
      // A position that is not closed whole stands behind its own loss with what is left of it. What an order that rests
      // has frozen is all there is for it: however it is filled, the balances of its user were not read.
      available: !cross ? left.margin : limited ? released : this.available(userId, currency),
      others: sum(others.map(({ margin }) => margin)),
      debt: position.shortfall,
      scale,
    });
    // Of an isolated position the margin that is left is the only other money.
    const fromLeft = cross ? '0' : max('0', neg(settlement.change));
    const ofMargin = add(closed.margin, fromLeft);
    const available = userAccount(userId, 'lever');
    const post = (name: string, kind: Journal['kind'], entries: readonly Entry[]) =>
      this.post({
        ref: `lever-fill:${this.last.fill + 1}:${name}`,
        kind,
        reference: referenceOf(position),
        at,
        entries,
      });
    if (!isZero(released)) post('release', 'order_release', freezeEntries(userId, 'lever', currency, neg(released)));
    const freed = add(ofMargin, settlement.fromOthers);
    if (!isZero(freed)) post('margin', 'margin', freezeEntries(userId, 'lever', currency, neg(freed)));
    let taken = settlement.fromOthers;
    // A loss beyond the funds is owed by what is still open of the account: its gains repay the insurance first.
    let owed = settlement.shortfall;
    for (const other of others) {
      const part = min(taken, other.margin);
      if (!isPositive(part) && isZero(owed)) continue;
      taken = sub(taken, part);
      if (isPositive(part)) this.#shrunk.add(other.id);
      this.putPosition({
        ...other,
        margin: sub(other.margin, part),
        shortfall: add(other.shortfall, owed),
        updatedAt: at,
      });
      owed = '0';
    }
    const result = sub(settlement.gain, settlement.loss);
    const counterparty = neg(add(result, neg(settlement.shortfall)));
    if (!isZero(result) || isPositive(settlement.shortfall)) {
      post('result', order.cause === 'liquidation' ? 'liquidation' : 'position_result', [
        { account: available, currency, amount: result },
        { account: houseAccount('insurance'), currency, amount: neg(settlement.shortfall) },
        { account: houseAccount('counterparty'), currency, amount: counterparty },
      ]);
    }
    if (!isZero(settlement.fee)) {
      post('fee', 'trade_fee', [
        { account: available, currency, amount: neg(settlement.fee) },
        { account: houseAccount('fees'), currency, amount: settlement.fee },
      ]);
    }
    if (!isZero(settlement.repaid)) {
      post('repaid', 'liquidation', [
        { account: available, currency, amount: neg(settlement.repaid) },
        { account: houseAccount('insurance'), currency, amount: settlement.repaid },
      ]);
    }
    this.insure(order.symbol, sub(settlement.shortfall, settlement.repaid), at);
    this.#fill(order, fill, settlement.fee, booked, at);
    const filled = cmp(filledQuantity, order.quantity) === 0;
    this.putOrder({
      ...order,
      filledQuantity,
      filledExact,
      fee: add(order.fee, settlement.fee),
      reserved: sub(order.reserved, released),
      profit: add(order.profit ?? '0', booked),
      status: filled ? 'filled' : 'pending',
      updatedAt: at,
    });
    const over = isZero(quantity);
    const after: Position = {
      ...position,
      quantity,
      entryExact: sub(position.entryExact, entryExact),
      closedQuantity: add(position.closedQuantity, fill.quantity),
      closedExact: add(position.closedExact, fill.exact),
      margin: sub(left.margin, fromLeft),
      required: left.required,
      fee: add(position.fee, settlement.fee),
      realized: add(position.realized, booked),
      shortfall: add(sub(position.shortfall, settlement.repaid), owed),
      status: over ? 'closed' : position.status,
      closeReason: over ? order.cause : null,
      triggerTick: over ? order.triggerTick : position.triggerTick,
      triggerPrice: over ? order.triggerPrice : position.triggerPrice,
      closedAt: over ? at : null,
      updatedAt: at,
    };
    this.putPosition(after);
    this.#event(after, over ? 'closed' : 'partly_closed', {
      quantity: fill.quantity,
      price: quantize(div(fill.exact, fill.quantity), EXACT, 'down'),
      index: indexOf(engine, order.symbol),
      tick,
      profit: booked,
      fee: settlement.fee,
      cause: order.cause,
      at,
    });
    if (over) this.#end(engine, after, at);
    else if (isPositive(fromLeft)) this.#shrunk.add(id);
    const whole = sub(after.realized, sum([after.fee, after.overnightFee, after.fundingFee]));
    const outcome = over ? (isNegative(whole) ? 'lost' : 'won') : null;
    this.bring(engine, after, { amount: sub(booked, settlement.fee), outcome, at });
  }

  /** The limit orders that are to close some of a position, oldest first. */
  closingsOf(positionId: string): Order[] {
    return this.ordersOf(positionId)
      .filter(({ purpose, kind }) => purpose === 'close' && kind === 'limit')
      .toSorted((a, b) => Number(a.id) - Number(b.id));
  }

  /** Cancels limit orders that close, the newest first, until those that stay close no more than a quantity. */
  dropClosings(engine: MarketEngine, { id }: Pick<Position, 'id'>, most: string, at: number): void {
    const closings = this.closingsOf(id);
    let open = sum(closings.map((order) => sub(order.quantity, order.filledQuantity)));
    for (const order of closings.toReversed()) {
      if (cmp(open, most) <= 0) return;
      open = sub(open, sub(order.quantity, order.filledQuantity));
      engine.cancel(order.symbol, bookId(order.id));
      this.cancelOrder(order, 'reduced', at);
    }
  }

  /** Cancels limit orders that close and that the margin of their position, as it is now, and what they hold do not pay for. */
  dropUncovered(engine: MarketEngine, positionId: string, at: number): void {
    const position = this.position(positionId);
    if (!position) return;
    for (const order of this.closingsOf(positionId)) {
      if (cmp(this.needOfClosing(engine, order, position), order.reserved) <= 0) continue;
      engine.cancel(order.symbol, bookId(order.id));
      this.cancelOrder(order, 'reduced', at);
    }
  }

  /** Nothing waits any more for a position that has ended. */
  #end(engine: MarketEngine, position: Position, at: number): void {
    for (const trigger of this.triggersOf(position.id)) {
      this.putTrigger({ ...trigger, status: trigger.status === 'triggered' ? 'done' : 'cancelled', updatedAt: at });
    }
    for (const order of this.ordersOf(position.id)) {
      engine.cancel(order.symbol, bookId(order.id));
      this.cancelOrder(order, 'closed', at);
    }
  }

  /**
   * What a limit order that closes needs beyond the margin of its lots where it fills at its price. The taker's fee is more
   * than all that is rounded.
   */
  needOfClosing(engine: MarketEngine, order: Order, position: Position): string {
    const open = sub(order.quantity, order.filledQuantity);
    const entry = entryOf(position);
    if (order.price === null || entry === null || isZero(open)) return '0';
    const { side, currency, margin, quantity } = position;
    const rate = this.rateOf(engine, position);
    const scale = this.scaleOf(currency);
    const { takerFeeRate } = this.instrument(order.symbol);
    const need = needOfClose({
      margin: div(mul(margin, min(open, quantity)), quantity),
      pnl: pnlOf(side, entry, order.price, mul(open, rate)),
      fee: tradingFeeOf(mul(mul(order.price, open), rate), takerFeeRate, scale),
    });
    return quantize(need, scale, 'up');
  }

  /**
   * What an order that rests, or waits for its stop price, has frozen: margin on the running total, and the taker's fee of
   * what is open of it, at the rate of when it was placed: a rate that rises meanwhile takes nothing back. What closes a
   * cross position: what its margin does not cover.
   */
  reserveOf(engine: MarketEngine, order: Order, position: Position): string {
    const { rate, multiple, currency, mode, closingFeeRate } = position;
    if (order.purpose === 'close') {
      return order.kind === 'limit' && mode === 'cross' ? this.needOfClosing(engine, order, position) : '0';
    }
    const price = order.stopPrice ?? order.price;
    const open = sub(order.quantity, order.filledQuantity);
    if (price === null || isZero(open)) return '0';
    const scale = this.scaleOf(currency);
    const exact = mul(price, open);
    const margin = sub(
      marginOf(mul(add(order.filledExact, exact), rate), multiple, scale),
      marginOf(mul(order.filledExact, rate), multiple, scale),
    );
    return add(margin, tradingFeeOf(mul(exact, rate), closingFeeRate, scale));
  }

  /** What opening a quantity at an average price takes from the account. */
  costOf(position: Position, exact: string): string {
    return costOf({
      price: exact,
      quantity: position.rate,
      multiple: position.multiple,
      feeRate: this.feesOf(position).takerFeeRate,
      scale: this.scaleOf(position.currency),
    }).total;
  }

  /** Freezes what an order needs that rests from now on, or gives back what it does not need any more. */
  reserve(engine: MarketEngine, order: Order, at: number): Order {
    const position = this.position(order.positionId);
    if (!position) throw new Error(`the order ${order.id} opens no position`);
    const reserved = this.reserveOf(engine, order, position);
    const more = sub(reserved, order.reserved);
    if (isZero(more)) return order;
    this.post({
      ref: `lever-order:${order.id}:reserve:${randomUUID()}`,
      kind: isPositive(more) ? 'order_freeze' : 'order_release',
      reference: referenceOf(position),
      at,
      entries: freezeEntries(order.userId, 'lever', position.currency, more),
    });
    const after = { ...order, reserved, updatedAt: at };
    this.putOrder(after);
    return after;
  }

  /** Ends an order that is pending and releases what it held. It is in no book any more. */
  cancelOrder(order: Order, ended: Ended, at: number): void {
    const position = this.position(order.positionId);
    if (!position) throw new Error(`the order ${order.id} is of no position`);
    if (isPositive(order.reserved)) {
      this.post({
        ref: `lever-order:${order.id}:cancel`,
        kind: 'order_release',
        reference: referenceOf(position),
        at,
        entries: freezeEntries(order.userId, 'lever', position.currency, neg(order.reserved)),
      });
    }
    this.putOrder({ ...order, reserved: '0', status: 'cancelled', ended, updatedAt: at });
    if (order.purpose === 'open' && position.status === 'pending') {
      const cancelled: Position = { ...position, status: 'cancelled', closedAt: at, updatedAt: at };
      this.putPosition(cancelled);
      for (const trigger of this.triggersOf(position.id)) {
        this.putTrigger({ ...trigger, status: 'cancelled', updatedAt: at });
      }
      this.#event(cancelled, 'cancelled', {
        quantity: '0',
        price: null,
        index: null,
        tick: 0,
        profit: '0',
        fee: '0',
        cause: order.cause,
        at,
      });
    }
  }

  /** The cross positions of a user at their marks, those without a mark at their entry; one may be left out. */
  crossRisk(engine: MarketEngine, userId: string, currency: string, without?: string) {
    return this.crossOf(userId, currency)
      .filter(({ id }) => id !== without)
      .map((position) =>
        riskOf(position, markOf(engine, position.symbol) ?? entryOf(position) ?? '0', this.rateOf(engine, position)),
      );
  }
}

/** The mark in the quote currency; null before the first. */
export function markOf(engine: MarketEngine, symbol: string): string | null {
  const prices = engine.prices(symbol);
  return prices?.mark == null ? null : mul(String(prices.mark), prices.tick);
}

/** The index in the quote currency; null before the first. */
export function indexOf(engine: MarketEngine, symbol: string): string | null {
  const prices = engine.prices(symbol);
  return prices?.index == null ? null : mul(String(prices.index), prices.tick);
}

/**
 * The mark or the index of an instrument, whichever is worse for a side, in the quote currency; null before the first. A
 * new position is judged by it: the mark may be some way from the index, and comes back to it.
 */
export function worseOf(engine: MarketEngine, symbol: string, side: Position['side']): string | null {
  const prices = engine.prices(symbol);
  if (prices?.mark == null) return null;
  const index = prices.index ?? prices.mark;
  const worse = side === 'long' ? Math.min(prices.mark, index) : Math.max(prices.mark, index);
  return mul(String(worse), prices.tick);
}

/** Result of a position at a mark, and at a rate of the quote currency, in the settlement currency, exact and before fees. */
export const profitOf = (position: Position, mark: string, rate: string): string => {
  const entry = entryOf(position);
  return entry === null ? '0' : pnlOf(position.side, entry, mark, mul(position.quantity, rate));
};
