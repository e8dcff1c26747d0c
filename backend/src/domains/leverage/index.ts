import { randomUUID } from 'node:crypto';
import { leverageContract } from '@tessera/api/leverage/contract';
import { FUNDING_EVERY, mostNotional, nextDue, OVERNIGHT_EVERY } from '@tessera/api/leverage/rules';
import {
  type LeverTrigger,
  leverPlacementFromWire,
  sideFromWire,
  statusFromWire,
  type WirePosition,
} from '@tessera/api/leverage/wire';
import { discountedRates } from '@tessera/api/vip/rules';
import { cmp, div, max, mul, quantize, sub, sum } from '@tessera/money';
import { countriesWithout, type Instrument } from '../../platform/catalogue/catalogue.ts';
import type { Sql } from '../../platform/db/database.ts';
import { type Dependencies, defineDomain } from '../../platform/domain.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { type KeyUse, keyUseOf } from '../../platform/http/idempotency.ts';
import { userBalance } from '../../platform/ledger/index.ts';
import { cancelEach } from '../../platform/market/cancel-each.ts';
import { MOST_LOTS } from '../../platform/market/order-book.ts';
import { OWN_ROWS } from '../../platform/ports.ts';
import { countryOfTrader } from '../instruments/index.ts';
import { readConfiguration } from '../site/index.ts';
import { rateOf, resultRate } from './conversion.ts';
import { holdingJob } from './holding.ts';
import { fundingRates } from './holding-store.ts';
import type { TransferredOut } from './margin.ts';
import { type LeverageCommand, leverageMarketClient } from './market-client.ts';
import { categoryOf } from './open.ts';
import { dayOf, isPaused, sideOf } from './open-interest.ts';
import { isOpen, type Position } from './position.ts';
import { queuePlaces } from './queue.ts';
import { standing } from './standing.ts';
import {
  availableOf,
  fillsBetween,
  firstFill,
  HELD,
  insuredSince,
  largestIn,
  listOrders,
  listPositions,
  liveOf,
  openIn,
  reservedOf,
  tradeEvents,
  triggersOf,
  weightedIn,
} from './store.ts';
import { statedOf, stopOf } from './triggers.ts';
import { accountView, positionSideOf, wireOrderOf, wirePositionOf } from './views.ts';
import { warningJob } from './warnings.ts';

export { innerLeverage } from './inner.ts';
export type { LeverageEvent } from './position.ts';
export { positionToShare } from './share.ts';
export { resultsAfter } from './store.ts';

const LIVE = ['pending', 'open', 'closing'] as const;
const ALL = [...LIVE, 'closed', 'cancelled'] as const;
/** ms for which the fill of a side is shown as it was read: it is summed over all positions in a symbol. */
const WEIGHTS_STAND = 1_000;

/** Fraction digits of a lot in a message. */
const LOT_SCALE = 18;

/** Leverage and contracts: positions, the orders that open and close them, and what waits to close them. */
export const leverage = defineDomain(leverageContract, (dependencies) => {
  const { database, catalogue, market, feed, now, log, ports } = dependencies;
  const submit = async <Result>(command: LeverageCommand, use: KeyUse): Promise<Result> =>
    (await market.submit('leverage', command, use)) as Result;
  const submitPosition = (command: LeverageCommand, use: KeyUse) => submit<WirePosition>(command, use);
  const submitTrigger = (command: LeverageCommand, use: KeyUse) => submit<LeverTrigger>(command, use);
  const countryFor = (userId: string, symbol: string) =>
    countryOfTrader(database, userId, countriesWithout(catalogue.current(), symbol));
  const seen = readerOf(dependencies);
  const weights = standing(now, WEIGHTS_STAND, weightedIn);

  return {
    name: 'leverage',
    userData: {
      lever_position: OWN_ROWS,
      lever_order: OWN_ROWS,
      lever_fill: OWN_ROWS,
      lever_trigger: OWN_ROWS,
      lever_charge: OWN_ROWS,
      margin_warning: OWN_ROWS,
      leverage_event: { leftOut: 'positions, orders and fills again, as other domains read them' },
    },
    marketClient: leverageMarketClient({ catalogue, now, log, vip: ports.vip, keptAside: ports.keptAside }),
    recordKinds: [
      ...(['order_freeze', 'order_release', 'margin', 'position_result', 'liquidation'] as const),
      ...(['trade_fee', 'overnight_fee', 'funding'] as const),
    ],
    jobs: [holdingJob({ database, catalogue, market, now }), warningJob({ database, catalogue, feed, ports, now })],
    trades: { first: firstFill, fills: fillsBetween, events: tradeEvents },
    openOrders: openIn,
    // Each lot of a position has to fit into the order that closes it: one beyond that could not be liquidated.
    changeLot: async (tx, { symbol, after }) => {
      const min = quantize(div(await largestIn(tx, symbol), String(MOST_LOTS)), LOT_SCALE, 'up');
      if (cmp(after, min) < 0) throw new DomainError('field_too_small', { field: 'lot', params: { min } });
    },
    closingObstacles: async (sql, userId) => {
      const { positions, orders } = await liveOf(sql, userId);
      return [
        { kind: 'position', count: positions.filter(isOpen).length },
        { kind: 'order', count: orders.filter(({ purpose }) => purpose === 'open').length },
      ];
    },
    // What would open something. Stops stay: they protect the positions that stay.
    onFreeze: async (userId) => {
      const { orders } = await liveOf(database, userId);
      const entries = orders.filter(({ purpose }) => purpose === 'open').map(({ positionId }) => positionId);
      await cancelEach({ userId, ids: [...new Set(entries)], callId: 'leverage.freeze' }, (id, use) =>
        submitPosition({ kind: 'cancel', userId, id }, use),
      );
    },
    reserves: HELD,
    async obeyBrakes(userId) {
      const use = keyUseOf({ userId, key: randomUUID(), callId: 'leverage.obey', input: {} });
      await submit({ kind: 'obey', userId }, use);
    },
    transferable: {
      lever: async (sql, userId, currency) => {
        const live = await liveOf(sql, userId);
        const kept = (await ports.keptAside(sql, [userId])).filter(
          (each) => each.account === 'lever' && each.currency === currency,
        );
        const { transferable } = seen.account(currency, await userBalance(sql, userId, 'lever', currency), '0', live);
        return max('0', sub(transferable, sum(kept.map(({ amount }) => amount))));
      },
    },
    transferFrom: {
      lever: ({ userId, currency, amount, to }, use) => {
        if (to === 'lever') throw new DomainError('same_account', { field: 'to_field' });
        return submit<TransferredOut>({ kind: 'transfer', userId, currency, amount, to }, use);
      },
    },
    calls: {
      'POST /lever/deal': async ({ database: sql, user }, { symbol }) => {
        const snapshot = catalogue.current();
        const instrument = snapshot.instrument(symbol);
        if (!instrument?.trades.includes('lever')) throw new DomainError('instrument_unknown', { field: 'symbol' });
        const at = now();
        const [live, configuration, account, weighted, insured] = await Promise.all([
          liveOf(sql, user.id),
          readConfiguration(sql),
          userBalance(sql, user.id, 'lever', instrument.settlement),
          weights(sql, symbol),
          insuredSince(sql, dayOf(at)),
        ]);
        const fees = discountedRates(instrument, ports.vip().of(user.id).feeDiscount);
        const quote = feed.quote(symbol);
        const contract = categoryOf(instrument) === 'contract';
        const next = nextDue(at, FUNDING_EVERY);
        const funding = contract ? await fundingRates(sql, [symbol], next - FUNDING_EVERY, next) : null;
        const rate = rateOf(instrument, (other) => feed.quote(other)?.index ?? null);
        const unit = Number(quote?.mark ?? 0) * Number(rate ?? 0);
        const side = (weight: number) => {
          if (!(unit > 0)) return { fill: '0', multiple: Math.max(...instrument.multiples) };
          const { fill, multiple } = sideOf(instrument, weight, unit);
          return { fill: fill.toFixed(FILL_DIGITS), multiple };
        };
        const paid = Number(insured.findLast((each) => each.symbol === symbol)?.paid ?? 0);
        const lights = await seen.lights(sql, [symbol]);
        const ofSymbol = live.positions.filter((position) => position.symbol === symbol && isOpen(position));
        const byId = new Map(live.positions.map((position) => [position.id, position]));
        return {
          symbol,
          category: categoryOf(instrument),
          account: seen.account(instrument.settlement, account, instrument.liquidationThreshold, live),
          lot_size: instrument.lot,
          min_share: Number(quantize(div(instrument.minAmount, instrument.lot), 0, 'up')),
          max_share: mostShare(instrument, quote?.last ?? null, rate),
          multiples: [...instrument.multiples],
          open_interest: { long: side(weighted.long), short: side(weighted.short) },
          openings_paused: unit > 0 && isPaused(instrument, paid, unit),
          tiers: instrument.tiers.map(({ limit, multiple }) => ({ limit, multiple })),
          fee_rate: fees.takerFeeRate,
          maker_fee_rate: fees.makerFeeRate,
          threshold: instrument.liquidationThreshold,
          overnight_rate: contract ? '0' : instrument.overnightRate,
          next_overnight: contract ? null : nextDue(at, OVERNIGHT_EVERY),
          funding_rate: funding?.get(symbol) ?? null,
          next_funding: contract ? next : null,
          mark: quote?.mark ?? null,
          index: quote?.index ?? null,
          bid: quote?.bid ?? null,
          ask: quote?.ask ?? null,
          rate,
          order_limit: configuration.orderLimits[user.level],
          spread: String(instrument.spread),
          positions: ofSymbol.map((position) => seen.position(position, live, lights)),
          orders: live.orders
            .filter((order) => order.symbol === symbol && (order.purpose === 'open' || order.kind === 'limit'))
            .map((order) => {
              const { category, mode, multiple, currency } = byId.get(order.positionId) as Position;
              return wireOrderOf(
                { ...order, category, mode, multiple, currency },
                positionSideOf(order),
                instrument.lot,
              );
            }),
        };
      },
      'POST /lever/submit': {
        keyed: async ({ user, use }, input) =>
          submitPosition(
            {
              kind: 'open',
              userId: user.id,
              level: user.level,
              country: await countryFor(user.id, input.symbol),
              sourceId: null,
              slippage: null,
              worst: null,
              order: leverPlacementFromWire(input),
            },
            use,
          ),
      },
      'POST /lever/amend': {
        keyed: ({ user, use }, { id, target_price: price }) =>
          submitPosition({ kind: 'amend', userId: user.id, level: user.level, id, price }, use),
      },
      'POST /lever/cancel': {
        keyed: ({ user, use }, { id, order_id: orderId }) =>
          submitPosition({ kind: 'cancel', userId: user.id, id, orderId }, use),
      },
      'POST /lever/close': {
        keyed: ({ user, use }, { id, share = null, target_price: price }) =>
          submitPosition({ kind: 'close', userId: user.id, id, share, price, cause: 'user' }, use),
      },
      'POST /lever/batch_close': {
        keyed: ({ user, use }, { type, symbol = null, category = null }) =>
          submit(
            { kind: 'close_all', userId: user.id, side: type === 0 ? null : sideFromWire(type), symbol, category },
            use,
          ),
      },
      'POST /lever/reverse': {
        keyed: async ({ user, use }, { id }) => {
          const { positions } = await liveOf(database, user.id);
          const symbol = positions.find((position) => position.id === id)?.symbol ?? '';
          const country = await countryFor(user.id, symbol);
          return submit({ kind: 'reverse', userId: user.id, level: user.level, country, id }, use);
        },
      },
      'POST /lever/margin': {
        keyed: ({ user, use }, { id, direction, amount }) =>
          submitPosition({ kind: 'margin', userId: user.id, id, direction, amount }, use),
      },
      'POST /lever/setstop': {
        keyed: ({ user, use }, { id, ...stops }) =>
          submitPosition(
            {
              kind: 'stops',
              userId: user.id,
              id,
              takeProfit: stopOf(stops, 'target_profit') ?? undefined,
              stopLoss: stopOf(stops, 'stop_loss') ?? undefined,
            },
            use,
          ),
      },
      'POST /lever/trigger': {
        keyed: ({ user, use }, { id, kind, share = null, activation_price: activationPrice = null, ...fields }) => {
          const stated = statedOf(fields);
          if (!stated) throw new DomainError('field_required', { field: 'price' });
          const trigger = { ...stated, kind, activationPrice };
          return submitTrigger({ kind: 'trigger', userId: user.id, id, trigger, share }, use);
        },
      },
      'PUT /lever/trigger': {
        keyed: ({ user, use }, { id, share, all, ...fields }) =>
          submitTrigger(
            { kind: 'move', userId: user.id, id, stated: statedOf(fields), share: all ? null : share },
            use,
          ),
      },
      'POST /lever/trigger/cancel': {
        keyed: ({ user, use }, { id }) => submitTrigger({ kind: 'drop', userId: user.id, id }, use),
      },
      'POST /lever/dealall': async ({ database: sql, user }, { page, limit, symbol, category }) => {
        const [live, { rows, total }, accounts] = await Promise.all([
          liveOf(sql, user.id),
          listPositions(sql, {
            userId: user.id,
            symbol: symbol ?? null,
            category: category ?? null,
            statuses: ['open', 'closing'],
            page,
            limit,
          }),
          seen.balances(sql, user.id),
        ]);
        const lights = await seen.lights(
          sql,
          rows.map((position) => position.symbol),
        );
        const currencies = new Set(['USDT', ...live.positions.map(({ currency }) => currency)]);
        return {
          list: rows.map((position) => seen.position(position, live, lights)),
          page,
          limit,
          total,
          accounts: [...currencies].map((currency) =>
            seen.account(currency, accounts.get(currency) ?? '0', DEFAULT_THRESHOLD, live),
          ),
        };
      },
      'POST /lever/my_trade': async ({ database: sql, user }, { page, limit, symbol, category, status }) => {
        const { rows, total } = await listPositions(sql, {
          userId: user.id,
          symbol: symbol ?? null,
          category: category ?? null,
          statuses: status === undefined ? ALL : [statusFromWire(status)],
          page,
          limit,
        });
        return { list: await seen.positions(sql, rows), page, limit, total };
      },
      'GET /lever/orders': async (
        { database: sql, user },
        { page, limit, symbol, category, status, position_id: positionId },
      ) => {
        const { rows, total } = await listOrders(sql, {
          userId: user.id,
          symbol: symbol ?? null,
          category: category ?? null,
          pending: status === 'pending',
          positionId: positionId ?? null,
          page,
          limit,
        });
        const list = rows.map((order) => wireOrderOf(order, positionSideOf(order), seen.lotOf(order.symbol)));
        return { list, page, limit, total };
      },
    },
  };
});

/** Fraction digits of how full a side is. */
const FILL_DIGITS = 4;

/** Of an account without a position. */
const DEFAULT_THRESHOLD = '0.5';

/** The most lots of one order at the lowest multiple and the last price. */
function mostShare({ tiers, multiples, lot }: Instrument, last: string | null, rate: string | null): number {
  const most = mostNotional(tiers, Math.min(...multiples));
  if (most === null || last === null || rate === null) return MOST_LOTS;
  const lots = quantize(div(most, mul(mul(last, lot), rate)), 0, 'down');
  return Number(cmp(lots, String(MOST_LOTS)) > 0 ? MOST_LOTS : lots);
}

type LiveRows = Awaited<ReturnType<typeof liveOf>>;

/** Reads rows as their owner sees them, at the marks of this node. */
function readerOf({ catalogue, feed, now }: Pick<Dependencies, 'catalogue' | 'feed' | 'now'>) {
  const markOf = (symbol: string): string | null => feed.quote(symbol)?.mark ?? null;
  const lotOf = (symbol: string): string => catalogue.current().instrument(symbol)?.lot ?? '1';
  const scaleOf = (currency: string): number => catalogue.current().heldCurrency(currency).scale;
  const resultRateOf = (position: Position): string =>
    resultRate(position, catalogue.current().instrument(position.symbol), (other) => feed.quote(other)?.index ?? null);
  const places = queuePlaces(now, markOf, resultRateOf);
  const view = (
    position: Position,
    triggers: LiveRows['triggers'],
    reserved: string,
    lights: ReadonlyMap<string, number>,
  ) =>
    wirePositionOf(position, {
      lot: lotOf(position.symbol),
      mark: markOf(position.symbol),
      rate: resultRateOf(position),
      scale: scaleOf(position.currency),
      triggers: triggers.filter(({ positionId }) => positionId === position.id),
      reserved,
      queue: lights.get(position.id) ?? null,
    });
  return {
    lotOf,
    lights: places.of,
    position: (position: Position, { orders, triggers }: LiveRows, lights: ReadonlyMap<string, number>) =>
      view(
        position,
        triggers,
        sum(orders.filter(({ positionId }) => positionId === position.id).map(({ reserved }) => reserved)),
        lights,
      ),
    async positions(sql: Sql, rows: readonly Position[]) {
      const ids = rows.map(({ id }) => id);
      const [triggers, reserved, lights] = await Promise.all([
        triggersOf(sql, ids),
        reservedOf(sql, ids),
        places.of(
          sql,
          rows.filter(isOpen).map(({ symbol }) => symbol),
        ),
      ]);
      const held = new Map(reserved.map((each) => [each.id, each.reserved]));
      return rows.map((position) => view(position, triggers, held.get(position.id) ?? '0', lights));
    },
    /** What is available on the leverage account, by currency. */
    async balances(sql: Sql, userId: string): Promise<ReadonlyMap<string, string>> {
      return new Map((await availableOf(sql, [userId])).map(({ currency, amount }) => [currency, amount]));
    },
    account: (currency: string, available: string, threshold: string, { positions, orders }: LiveRows) => {
      const currencyOf = new Map(positions.map((position) => [position.id, position.currency]));
      const reserved = orders.filter(({ positionId }) => currencyOf.get(positionId) === currency);
      return accountView({
        currency,
        available,
        scale: scaleOf(currency),
        threshold,
        positions,
        reserved: sum(reserved.map((order) => order.reserved)),
        markOf,
        resultRateOf,
      });
    },
  };
}
