import type { Fill, SpotOrder } from '@tessera/api/spot/wire';
import { discountedRate } from '@tessera/api/vip/rules';
import { add, cmp, isPositive, isZero, mul, neg, sub } from '@tessera/money';
import type { CatalogueSnapshot } from '../../platform/catalogue/catalogue.ts';
import type { Entry, Journal } from '../../platform/ledger/index.ts';
import { freezeEntries, houseAccount, userAccount } from '../../platform/ledger/index.ts';
import type { SymbolFill } from '../../platform/market/engine-types.ts';
import { opposite } from '../../platform/market/order-book.ts';
import { NO_VIP, type Vip } from '../../platform/ports.ts';
import type { Configuration } from '../site/index.ts';
import { scalesOf, spotListings } from './listing.ts';
import { feeCurrencyOf, isWaiting, type Order, payCurrencyOf, referenceOf, spotOrderOf } from './order.ts';
import { type Booking, bookMatch, exitGrowth, reserveOf, type Stop, worstOf } from './rules.ts';
import type { NewFill, StoredOrder } from './store.ts';

/** What a tick and a lot of a symbol are, and when the market made its price (Unix ms). */
export type Units = { readonly tick: string; readonly lot: string; readonly at: number };

/** Ids of the orders in the book. */
export const bookId = (id: string): string => `spot:${id}`;
const PREFIX = bookId('');

/** The open orders of all users, as committed. */
export type Memory = {
  readonly orders: ReadonlyMap<string, Order>;
  /** Open orders by user. */
  readonly open: ReadonlyMap<string, number>;
  /** Ids that are taken. */
  readonly last: { readonly order: number; readonly fill: number };
};

/** What a batch was read for. */
export type BatchReads = {
  /** Available by user and currency, `${userId} ${currency}`, of the users who place orders. */
  readonly available: ReadonlyMap<string, string>;
  /** Orders that are to be cancelled or changed, open or not. */
  readonly stored: ReadonlyMap<string, StoredOrder>;
  /** Null where no order is placed or changed. */
  readonly configuration: Configuration | null;
};

/** What several fills of one order came to. */
type Sum = {
  readonly order: Order;
  readonly rests: boolean;
  readonly firstFill: string;
  spent: string;
  received: string;
  fee: string;
  released: string;
};

/**
 * What a batch of the market does to orders and to money, on top of what is committed, or of a batch that is being
 * written. Nothing of it is kept unless the batch commits.
 */
export class Batch {
  readonly reads: BatchReads;
  readonly catalogue: CatalogueSnapshot;
  readonly journals: Journal[] = [];
  readonly #fills = new Map<string, NewFill[]>();
  readonly #memory: Memory;
  readonly #vip: Pick<Vip, 'of'>;
  readonly #available: Map<string, string>;
  /** New and changed orders. */
  readonly #orders = new Map<string, Order>();
  readonly #placed = new Set<string>();
  readonly #opened = new Map<string, number>();
  /** Placed, and what rests of them is not frozen yet. */
  readonly #unfrozen = new Set<string>();
  /** Placed by a step, and concluded once its fills are settled. */
  #placing: { readonly id: string; readonly ended: SpotOrder['ended'] }[] = [];
  /** In the book with less than they are for: they leave it, and come back with the next step. */
  #outgrown: Order[] = [];
  /** Triggered orders that this step has placed again, with success or without. */
  readonly tried: string[] = [];
  #lastOrder: number;
  #lastFill: number;
  /** The batch below this one, until memory has it. */
  #below: Batch | null;
  #isAdopted = false;

  constructor(
    memory: Memory,
    reads: BatchReads,
    catalogue: CatalogueSnapshot,
    vip: Pick<Vip, 'of'> = NO_VIP,
    below: Batch | null = null,
  ) {
    this.#memory = memory;
    this.#vip = vip;
    this.reads = reads;
    this.catalogue = catalogue;
    this.#available = new Map(reads.available);
    this.#below = below;
    this.#lastOrder = below?.lastOrder ?? memory.last.order;
    this.#lastFill = below?.lastFill ?? memory.last.fill;
  }

  /** Memory has it: a batch above finds it there. */
  adopted(): void {
    this.#isAdopted = true;
    this.#below = null;
  }

  get #base(): Batch | null {
    return this.#below === null || this.#below.#isAdopted ? null : this.#below;
  }

  order(id: string): Order | undefined {
    return this.#orders.get(id) ?? (this.#base ? this.#base.order(id) : this.#memory.orders.get(id));
  }

  /** The open orders of a user, oldest first. */
  openOrders(userId: string): Order[] {
    const ids = new Set<string>();
    for (const order of this.#memory.orders.values()) if (order.userId === userId) ids.add(order.id);
    for (let batch: Batch | null = this; batch; batch = batch.#base) {
      for (const order of batch.#orders.values()) if (order.userId === userId) ids.add(order.id);
    }
    return [...ids]
      .map((id) => this.order(id))
      .filter((order): order is Order => order?.status === 'pending')
      .sort((one, other) => Number(one.id) - Number(other.id));
  }

  available(userId: string, currency: string): string {
    return this.#available.get(`${userId} ${currency}`) ?? '0';
  }

  openOrdersOf(userId: string): number {
    const before = this.#base ? this.#base.openOrdersOf(userId) : (this.#memory.open.get(userId) ?? 0);
    return before + (this.#opened.get(userId) ?? 0);
  }

  /** The id of the next order that is placed. */
  get nextOrder(): string {
    return String(this.#lastOrder + 1);
  }

  get lastOrder(): number {
    return this.#lastOrder;
  }

  get lastFill(): number {
    return this.#lastFill;
  }

  /** Of all orders. */
  get fills(): readonly NewFill[] {
    return [...this.#fills.values()].flat();
  }

  get placed(): readonly Order[] {
    return [...this.#placed].map((id) => this.#orders.get(id) as Order);
  }

  /** Whose accounts the batch writes. */
  get users(): readonly string[] {
    const users = new Set<string>();
    for (const { entries } of this.journals) {
      for (const { account } of entries) if (account.owner === 'user') users.add(account.userId);
    }
    return [...users];
  }

  /** Orders that were open before. */
  get changed(): readonly Order[] {
    return [...this.#orders.values()].filter(({ id }) => !this.#placed.has(id));
  }

  /** Takes a new order, before its fills are settled. */
  open(order: Order): void {
    this.#lastOrder = Number(order.id);
    this.#placed.add(order.id);
    this.#unfrozen.add(order.id);
    this.#put(order);
  }

  #put(order: Order): void {
    const before = this.order(order.id);
    const opened = Number(order.status === 'pending') - Number(before?.status === 'pending');
    if (opened !== 0) this.#opened.set(order.userId, (this.#opened.get(order.userId) ?? 0) + opened);
    this.#orders.set(order.id, order);
  }

  /** The known balance follows what the journals of this batch do. */
  #move(userId: string, currency: string, amount: string): void {
    this.#available.set(`${userId} ${currency}`, add(this.available(userId, currency), amount));
  }

  /** The fee rates and scales of a symbol; it trades, so it is listed. */
  #listing(symbol: string) {
    const listing = spotListings(this.catalogue).bySymbol.get(symbol);
    if (!listing) throw new Error(`${symbol} trades and is not listed`);
    return listing;
  }

  /** Freezes the reserve of an order that rests. */
  #freeze(order: Order, at: number): Order {
    this.#unfrozen.delete(order.id);
    const reserved = reserveOf(order.progress, scalesOf(this.#listing(order.symbol)));
    return this.#reserve(order, reserved, at);
  }

  /** Freezes so much for an order, instead of what is frozen for it. */
  #reserve(order: Order, reserved: string, at: number): Order {
    const changed = { ...order, progress: { ...order.progress, reserved } };
    this.#put(changed);
    const more = sub(reserved, order.progress.reserved);
    if (isZero(more)) return changed;
    const currency = payCurrencyOf(order, order.progress.side);
    const kind = isPositive(more) ? 'freeze' : 'release';
    this.journals.push({
      ref: `spot-order:${order.id}:${kind}${order.revision === 0 ? '' : `:${order.revision}`}`,
      kind: `order_${kind}`,
      reference: referenceOf(order),
      at,
      entries: freezeEntries(order.userId, 'change', currency, more),
    });
    this.#move(order.userId, currency, neg(more));
    return changed;
  }

  /**
   * Releases what an open order reserves, because it is placed anew: what it takes is paid from what is available, and
   * what then rests of it is frozen again.
   */
  release(order: Order, at: number): Order {
    const released = this.#reserve({ ...order, revision: order.revision + 1, updatedAt: at }, '0', at);
    this.#unfrozen.add(order.id);
    return released;
  }

  /** Other terms of an order, and with them its reserve; null keeps a price or a stop. */
  change(
    order: Order,
    terms: { readonly limit?: string | null; readonly amount?: string; readonly stop?: Stop | null },
    at: number,
  ): Order {
    const { limit = order.progress.limit, amount = order.progress.amount, stop = order.stop } = terms;
    const worst = worstOf(order.progress.side, limit, stop);
    const changed = { ...order, stop, progress: { ...order.progress, limit, amount, worst }, updatedAt: at };
    this.#put(changed);
    return changed;
  }

  /** A stop that was reached: from now on its second price counts. */
  trigger(order: Order, stop: Stop, at: number): Order {
    const triggered = { ...this.change(order, { limit: stop.limit, stop }, at), carried: false };
    this.#put(triggered);
    return triggered;
  }

  /** Freezes or releases the difference, after the terms of an open order have changed. */
  reserveAnew(order: Order, at: number): Order {
    const anew = { ...order, revision: order.revision + 1 };
    return this.#reserve(anew, reserveOf(anew.progress, scalesOf(this.#listing(order.symbol))), at);
  }

  /** An order that waits, and rests nowhere, is frozen at once. */
  wait(order: Order, at: number): void {
    this.open(order);
    this.#freeze(order, at);
  }

  /** A step has placed an order of its own accord, which ends or rests once the fills of the step are settled. */
  placedByStep(id: string, ended: SpotOrder['ended']): void {
    this.#placing.push({ id, ended });
  }

  /** Ends or freezes what the step has placed. */
  concludePlaced(at: number): void {
    for (const { id, ended } of this.#placing.splice(0)) this.conclude(id, ended, at);
  }

  /** Orders that have to leave the book until the next step. Empty afterwards. */
  takeOutgrown(): readonly Order[] {
    return this.#outgrown.splice(0);
  }

  /** What an order has received goes into the order that takes its profit or stops its loss. */
  #cover(parentId: string, at: number): void {
    const parent = this.order(parentId);
    if (!parent?.exits) return;
    const { symbol, progress, exits } = parent;
    const listing = this.#listing(symbol);
    const side = opposite(progress.side);
    const received = sub(progress.side === 'buy' ? progress.filledAmount : progress.filledQuote, progress.fee);
    const free = sub(received, parent.covered);
    const known = parent.exitId === null ? undefined : this.order(parent.exitId);
    const grows = known?.status === 'pending' && (known.stop === null || isWaiting(known));
    const exit = known && grows && !this.#unfrozen.has(known.id) ? known : null;
    const stop: Stop | null =
      exits.stopLoss === null
        ? null
        : {
            price: exits.stopLoss,
            limit: exits.stopLossLimit,
            when: side === 'sell' ? 'below' : 'above',
            tick: null,
            at: null,
          };
    const worst = exit?.progress.worst ?? worstOf(side, exits.takeProfit, stop);
    if (worst === null) return;
    const more = exitGrowth(side, free, worst, listing.instrument.lot);
    if (isZero(more)) return;
    let grown: Order;
    if (exit) {
      const amount = add(exit.progress.amount ?? '0', more);
      const carried = exit.progress.limit !== null;
      const larger = { ...this.change(exit, { amount }, at), carried };
      if (carried && !exit.carried) this.#outgrown.push(larger);
      grown = this.reserveAnew(larger, at);
    } else {
      const { takeProfit } = exits;
      const kind = stop === null ? 'limit' : takeProfit !== null ? 'oco' : stop.limit ? 'stop_limit' : 'stop_market';
      const opened: Order = {
        ...parent,
        id: this.nextOrder,
        kind,
        quoteAmount: null,
        timeInForce: 'GTC',
        postOnly: false,
        stop,
        exits: null,
        parentId: parent.id,
        exitId: null,
        covered: '0',
        revision: 0,
        progress: {
          side,
          limit: takeProfit,
          worst,
          amount: more,
          filledAmount: '0',
          filledExact: '0',
          filledQuote: '0',
          fee: '0',
          reserved: '0',
        },
        status: 'pending',
        ended: null,
        carried: takeProfit !== null,
        createdAt: at,
        updatedAt: at,
      };
      this.open(opened);
      grown = this.#freeze(opened, at);
    }
    const before = exit?.progress.reserved ?? '0';
    const covered = add(parent.covered, sub(grown.progress.reserved, before));
    this.#put({ ...parent, covered, exitId: grown.id });
  }

  /** Books fills of spot orders, in the order in which they happened. */
  settle(fills: readonly SymbolFill[], unitsOf: (symbol: string) => Units, at: number): void {
    const sums = new Map<string, Sum>();
    const dust = new Map<string, { amount: string; readonly fill: string }>();
    for (const { symbol, taker, maker, takerRested = false, side, price, lots } of fills) {
      const { tick, lot, at: pricedAt } = unitsOf(symbol);
      const match = { price: mul(String(price), tick), amount: mul(String(lots), lot) };
      const parties = [
        { party: taker, rests: takerRested, own: side },
        { party: maker, rests: true, own: opposite(side) },
      ].filter(({ party }) => party?.id.startsWith(PREFIX));
      let exchanged = '0';
      let last = '';
      for (const { party, rests, own } of parties) {
        const booking = this.#book(party?.id.slice(PREFIX.length) ?? '', match, rests, sums, { pricedAt, at });
        exchanged = own === 'buy' ? add(exchanged, booking.quoteAmount) : sub(exchanged, booking.quoteAmount);
        last = String(this.#lastFill);
      }
      // Between users the house is no party: what rounding leaves of a trade is a fee.
      if (parties.length === 2 && !isZero(exchanged)) {
        const { quote } = this.#listing(symbol);
        const before = dust.get(quote.code);
        dust.set(quote.code, { amount: add(before?.amount ?? '0', exchanged), fill: before?.fill ?? last });
      }
    }
    for (const sum of sums.values()) this.#post(sum, at);
    for (const { order } of sums.values()) if (order.exits) this.#cover(order.id, at);
    for (const [currency, { amount, fill }] of dust) {
      if (isZero(amount)) continue;
      this.journals.push({
        ref: `spot-fill:${fill}:rounding`,
        kind: 'trade_fee',
        at,
        entries: [
          { account: houseAccount('counterparty'), currency, amount: neg(amount) },
          { account: houseAccount('fees'), currency, amount },
        ],
      });
    }
  }

  #book(
    id: string,
    match: { readonly price: string; readonly amount: string },
    rests: boolean,
    sums: Map<string, Sum>,
    { pricedAt, at }: { readonly pricedAt: number; readonly at: number },
  ): Booking {
    const known = this.order(id);
    if (known?.status !== 'pending') throw new Error(`the order ${id} is filled and not open`);
    const order = rests && this.#unfrozen.has(id) ? this.#freeze(known, at) : known;
    const listing = this.#listing(order.symbol);
    const { makerFeeRate, takerFeeRate } = listing.instrument;
    const feeRate = discountedRate(rests ? makerFeeRate : takerFeeRate, this.#vip.of(order.userId).feeDiscount);
    const booking = bookMatch(order.progress, match, feeRate, scalesOf(listing), rests);
    const { progress } = booking;
    const filled = progress.amount !== null && cmp(progress.filledAmount, progress.amount) === 0;
    const after: Order = { ...order, progress, status: filled ? 'filled' : 'pending', updatedAt: at };
    if (filled) this.#unfrozen.delete(id);
    this.#put(after);
    this.#lastFill++;
    const fill: NewFill = {
      id: String(this.#lastFill),
      orderId: id,
      ...match,
      quote_amount: booking.quoteAmount,
      fee: booking.fee,
      fee_currency: feeCurrencyOf(order),
      maker: rests,
      pricedAt,
      at,
    };
    const others = this.#fills.get(id);
    if (others) others.push(fill);
    else this.#fills.set(id, [fill]);
    const key = `${id} ${rests}`;
    const sum = sums.get(key);
    if (sum) {
      sum.spent = add(sum.spent, booking.spent);
      sum.received = add(sum.received, booking.received);
      sum.fee = add(sum.fee, booking.fee);
      sum.released = add(sum.released, booking.released);
    } else {
      const { spent, received, fee, released } = booking;
      sums.set(key, { order, rests, firstFill: String(this.#lastFill), spent, received, fee, released });
    }
    return booking;
  }

  /** The journals of what several fills of one order came to. */
  #post({ order, rests, firstFill, spent, received, fee, released }: Sum, at: number): void {
    const { userId, progress } = order;
    const pays = payCurrencyOf(order, progress.side);
    const gets = feeCurrencyOf(order);
    const house = houseAccount('counterparty');
    const available = userAccount(userId, 'change');
    const common = { reference: referenceOf(order), at };
    const post = (name: string, kind: Journal['kind'], entries: readonly Entry[]) =>
      this.journals.push({ ...common, ref: `spot-fill:${firstFill}:${name}`, kind, entries });
    post('trade', progress.side === 'buy' ? 'trade_buy' : 'trade_sell', [
      { account: rests ? userAccount(userId, 'change', 'frozen') : available, currency: pays, amount: neg(spent) },
      { account: house, currency: pays, amount: spent },
      { account: house, currency: gets, amount: neg(received) },
      { account: available, currency: gets, amount: received },
    ]);
    if (!isZero(fee)) {
      post('fee', 'trade_fee', [
        { account: available, currency: gets, amount: neg(fee) },
        { account: houseAccount('fees'), currency: gets, amount: fee },
      ]);
    }
    if (!isZero(released)) post('release', 'order_release', freezeEntries(userId, 'change', pays, neg(released)));
    this.#move(userId, gets, sub(received, fee));
    this.#move(userId, pays, rests ? released : neg(spent));
  }

  /** What is left of a new order rests, or has ended. Called once its fills are settled. */
  conclude(id: string, ended: SpotOrder['ended'], at: number): Order {
    const order = this.order(id) as Order;
    if (order.status !== 'pending') return order;
    if (ended === null) return this.#unfrozen.has(id) ? this.#freeze(order, at) : order;
    this.#unfrozen.delete(id);
    const over: Order = { ...order, status: 'cancelled', ended };
    this.#put(over);
    return over;
  }

  /** A market buy by total: its amount is what it bought. */
  setAmount(id: string, complete: boolean): void {
    const order = this.order(id) as Order;
    const { filledAmount } = order.progress;
    const amount = isZero(filledAmount) ? null : filledAmount;
    this.#put({ ...order, progress: { ...order.progress, amount }, status: complete ? 'filled' : 'pending' });
  }

  /** Ends an order that rests and releases its reserve. */
  cancel(order: Order, ended: SpotOrder['ended'], at: number): Order {
    const { side, reserved } = order.progress;
    const currency = payCurrencyOf(order, side);
    this.journals.push({
      ref: `spot-order:${order.id}:cancel`,
      kind: 'order_release',
      reference: referenceOf(order),
      at,
      entries: freezeEntries(order.userId, 'change', currency, neg(reserved)),
    });
    this.#move(order.userId, currency, reserved);
    const cancelled: Order = {
      ...order,
      progress: { ...order.progress, reserved: '0' },
      status: 'cancelled',
      ended,
      carried: false,
      updatedAt: at,
    };
    this.#put(cancelled);
    return cancelled;
  }

  /** Nothing is placed any more for what this order fills. */
  detach(id: string): void {
    const order = this.order(id);
    if (order?.status === 'pending' && order.exits) this.#put({ ...order, exits: null });
  }

  /** An order is placed again with the next step. */
  carry(order: Order): void {
    this.#put({ ...order, carried: true });
  }

  /** An order that was carried over is in the book from now on. */
  admit(order: Order): void {
    this.#put({ ...order, carried: false });
  }

  /** As the user sees it now: with its fills of this batch, and with those before where they were read. */
  view(id: string): SpotOrder {
    const before = this.reads.stored.get(id)?.fills ?? [];
    const fills = (this.#fills.get(id) ?? []).map(({ orderId: _, maker: __, pricedAt: ___, ...fill }): Fill => fill);
    return spotOrderOf(this.order(id) as Order, [...before, ...fills], this.catalogue);
  }
}
