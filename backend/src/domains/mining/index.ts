import type { Output } from '@tessera/api/contract';
import { miningContract } from '@tessera/api/mining/contract';
import { daysOver, dueAt, interestOfDay, redemptionOf } from '@tessera/api/mining/rules';
import type { LanguageCode } from '@tessera/api/rules';
import { isNegative, sub } from '@tessera/money';
import type { Database, Sql } from '../../platform/db/database.ts';
import { countOf } from '../../platform/db/page.ts';
import { defineDomain } from '../../platform/domain.ts';
import { houseBalance } from '../../platform/ledger/index.ts';
import { type HoldingEvent, OWN_ROWS, type ProductHolding } from '../../platform/ports.ts';
import { screenLink } from '../../platform/screens/screen-link.ts';
import { onlySets } from '../../platform/staff-changes/restricts.ts';
import { commandOf } from '../../platform/staff-command.ts';
import { demonstrationJob, rollProducts } from './demonstration.ts';
import { lock } from './lock.ts';
import { payJob } from './pay.ts';
import { changeProduct, lockedOf, productViews, staffView } from './products.ts';
import { changeRenewal, redeem } from './redeem.ts';
import { listOrders, openOrders, owedIn, type StoredOrder, sumsOf } from './store.ts';

/** ms for which what the house can still promise is shown as it was: sales ask for it anew. */
const FREE_FOR = 5_000;

function viewOf(order: StoredOrder, language: LanguageCode): Output<'POST /lh/deposit'> {
  const { product_id, names, user_id: _, version: __, day_rates, ...view } = order;
  return { ...view, config_id: product_id, name: names[language], day_rates: [...day_rates] };
}

/** What a day of a position pays. */
function paymentOf({ amount, day_rates, scale, currency, created_at }: StoredOrder, day: number) {
  return { at: dueAt(created_at, day), currency, amount: interestOfDay({ amount, rates: day_rates, scale }, day) };
}

/** What an open position pays from now on. Each day is computed as it is read: a position may last years. */
function* eventsOf(order: StoredOrder): Generator<HoldingEvent> {
  const { amount, day_rates, currency, paid_days, expires_at, renew } = order;
  for (let day = paid_days + 1; day <= day_rates.length; day += 1) yield { kind: 'interest', ...paymentOf(order, day) };
  if (!renew) yield { at: expires_at, kind: 'principal', currency, amount };
}

function holdingOf(order: StoredOrder, at: number): ProductHolding {
  const { id, names, currency, scale, amount, day_rates, interest_paid, created_at, expires_at, status } = order;
  const over = daysOver(created_at, day_rates.length, at);
  // What is kept of interest is no part of what returns.
  const early = redemptionOf({ amount, rates: [], scale, penaltyRatio: order.penalty_ratio }, 0);
  return {
    product: 'mining',
    id,
    name: names,
    account: 'mining',
    currency,
    amount,
    earned: [{ currency, amount: interest_paid }],
    nextPayment: order.paid_days < day_rates.length ? paymentOf(order, order.paid_days + 1) : null,
    startedAt: created_at,
    maturesAt: expires_at,
    // Whose days are all over returns without penalty.
    exit: over === day_rates.length ? amount : early.receives,
    status,
    screen: screenLink('/pages/lockming/order', { id }),
    events: { [Symbol.iterator]: () => eventsOf(order) },
  };
}

/** Amounts that are locked for days and pay interest for each. */
export const mining = defineDomain(miningContract, ({ database: stored, catalogue, feed, settings, now, ports }) => {
  const demonstrates = settings.demoUser && feed.source === 'simulated';
  const known = new Map<string, { readonly at: number; readonly free: Promise<string> }>();
  const readFree = async (currency: string): Promise<string> => {
    const free = sub(await houseBalance(stored, 'interest', currency), await ports.promises(stored, currency));
    return isNegative(free) ? '0' : free;
  };
  function free(currency: string): Promise<string> {
    const found = known.get(currency);
    if (found && Math.abs(now() - found.at) < FREE_FOR) return found.free;
    const read = readFree(currency);
    known.set(currency, { at: now(), free: read });
    read.catch(() => known.delete(currency));
    return read;
  }
  const orders = async (
    sql: Database,
    userId: string,
    page: Parameters<typeof listOrders>[1],
    language: LanguageCode,
  ) => {
    const { rows, total } = await listOrders(sql, page);
    return {
      list: rows.map((row) => viewOf(row, language)),
      page: page.page,
      limit: page.limit,
      total,
      locked: await sumsOf(sql, userId),
    };
  };
  return {
    name: 'mining',
    runsAlone: { 'POST /staff/mining/product': onlySets(['product'], { open: false }) },
    userData: { mining_order: OWN_ROWS },
    recordKinds: ['mining_lock', 'mining_interest', 'mining_return', 'mining_penalty'],
    yieldKinds: ['mining_interest'],
    promises: owedIn,
    productHoldings: async (sql: Sql, userId: string) => {
      const at = now();
      return (await openOrders(sql, userId)).map((order) => holdingOf(order, at));
    },
    closingObstacles: async (sql, userId) => [
      {
        kind: 'order',
        count: await countOf(sql, `mining_order where user_id = $1 and status = 'in_progress'`, [userId]),
      },
    ],
    seed: async () => {
      if (demonstrates) await rollProducts(stored, now());
    },
    jobs: [
      payJob({ database: stored, catalogue, ports, now }),
      ...(demonstrates ? [demonstrationJob(stored, now)] : []),
    ],
    staffCommands: [
      commandOf(miningContract['GET /staff/mining'], {
        name: 'mining',
        usage: 'mining products, their terms and what is locked in them',
        run: async (_, { at }) => (await staffView(stored, at)).list,
      }),
      commandOf(miningContract['POST /staff/mining/product'], {
        name: 'mining-product',
        usage:
          '<product> <name>=<value> … --why "<why>"  changes a product or adds one: currency, name_<language>, description_<language>, day_rates="0.003 0.004", min_amount, purchase_limit, penalty_ratio, open, opens_at, closes_at; it holds for positions that are made later',
        subject: 'product',
        run: async (change, by) => {
          await changeProduct(stored, catalogue.current(), change, by);
          return (await staffView(stored, by.at)).list.filter(({ product }) => product === change.product);
        },
      }),
    ],
    calls: {
      'GET /lh/deposit/config': async ({ database, user, language }) =>
        productViews(database, {
          catalogue: catalogue.current(),
          language,
          at: now(),
          free,
          locked: user ? await lockedOf(database, user.id) : new Map(),
        }),
      'GET /lh/deposit/order': ({ database, user, language }, { page, limit, status }) =>
        orders(database, user.id, { userId: user.id, status: status ?? null, page, limit }, language),
      'POST /lh/deposit': async ({ tx, user, language }, input) =>
        viewOf(await lock(tx, user.id, input, { catalogue: catalogue.current(), ports, at: now() }), language),
      'POST /lh/deposit/order/cancel': async ({ tx, user, language }, { id }) =>
        viewOf(await redeem(tx, user.id, id, now()), language),
      'POST /lh/deposit/order/renew': async ({ database, user, language }, { id, renew }) =>
        viewOf(await database.transaction((tx) => changeRenewal(tx, user.id, { id, renew }, now)), language),
      'GET /staff/mining': ({ database }) => staffView(database, now()),
      'POST /staff/mining/product': async ({ database, by }, change) => {
        await changeProduct(database, catalogue.current(), change, by);
        return staffView(database, now());
      },
    },
  };
});
