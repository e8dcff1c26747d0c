import { investContract } from '@tessera/api/invest/contract';
import { dayInterest, fixedInterest } from '@tessera/api/invest/rules';
import { add } from '@tessera/money';
import type { Sql } from '../../platform/db/database.ts';
import { countOf } from '../../platform/db/page.ts';
import { defineDomain } from '../../platform/domain.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { OWN_ROWS } from '../../platform/ports.ts';
import { onlySets } from '../../platform/staff-changes/restricts.ts';
import { commandOf } from '../../platform/staff-command.ts';
import { seedSettings } from '../site/index.ts';
import { accrueJob } from './accrue.ts';
import { buyDemand, buyShares, DEMAND_HORIZON } from './buy.ts';
import { dayOf } from './days.ts';
import { demonstrationJob } from './demonstration.ts';
import type { InvestMarket } from './offer.ts';
import { changeProduct, staffView } from './products.ts';
import { redeem } from './redeem.ts';
import { changeRenewal, renewJob } from './renew.ts';
import { investSettings } from './settings.ts';
import { settleJob } from './settle.ts';
import {
  listAccruals,
  listedProducts,
  listOrders,
  needs,
  OPEN,
  openInterest,
  openOrdersOf,
  orderOf,
  productOf,
  type ShownOrder,
} from './store.ts';
import { textOf } from './texts.ts';
import { holdingOf, orderView, productView, settledView } from './view.ts';

/** What an order will pay beside its principal next: of a demand deposit for today, if nothing more is taken out. */
function interestOf({ section, low, low_on, amount, annual_rate, rate_now, scale, days }: ShownOrder, today: string) {
  if (section === 'demand') return dayInterest(low_on === today ? (low ?? '0') : amount, rate_now, scale);
  return section === 'fixed' ? fixedInterest(amount, annual_rate, days ?? 0, scale) : '0';
}

/** Dual products on an index, demand and fixed deposits. */
export const invest = defineDomain(investContract, ({ database: stored, catalogue, feed, now, ports, settings }) => {
  const market = (): InvestMarket => ({ catalogue: catalogue.current(), feed, now });
  const buying = () => ({ ...market(), ports });
  async function ownOrder(sql: Sql, userId: string, id: string): Promise<ShownOrder> {
    const order = await orderOf(sql, userId, id);
    if (!order) throw new DomainError('not_found', { field: 'id' });
    return order;
  }
  // Money that was not brought in belongs into demonstrations, never beside prices of real venues.
  const demonstrates = settings.demoUser && feed.source === 'simulated';
  return {
    name: 'invest',
    runsAlone: { 'POST /staff/invest/product': onlySets(['id'], { open: false }) },
    userData: {
      invest_order: OWN_ROWS,
      invest_accrual: { rows: 'order_id in (select id from invest_order where user_id = $1)' },
    },
    recordKinds: ['invest_buy', 'invest_interest', 'invest_redeem', 'invest_settle'],
    yieldKinds: ['invest_interest'],
    seed: () =>
      seedSettings(
        stored,
        Object.entries(investSettings).map(([keyword, value]) => ({ keyword, value, public: false })),
      ),
    jobs: [
      accrueJob({ database: stored, now }),
      settleJob({ database: stored, catalogue, feed, ports, now }),
      renewJob({ database: stored, catalogue, feed, ports, now }),
      ...(demonstrates ? [demonstrationJob({ database: stored, market })] : []),
    ],
    promises: async (sql, currency) => {
      const { fixed, yearly } = await openInterest(sql, currency);
      return add(fixed, fixedInterest(yearly, '1', DEMAND_HORIZON, 18));
    },
    dualPromises: async (sql, currency) => (await needs(sql)).get(currency) ?? '0',
    productHoldings: async (sql, userId) => {
      const at = now();
      return (await openOrdersOf(sql, userId)).map((order) => holdingOf(order, interestOf(order, dayOf(at)), at));
    },
    closingObstacles: async (sql, userId) => [
      {
        kind: 'order',
        count: await countOf(sql, `invest_order where user_id = $1 and status = any($2)`, [userId, OPEN]),
      },
    ],
    staffCommands: [
      commandOf(investContract['GET /staff/invest'], {
        name: 'invest',
        usage: 'investment products, and what the house holds for dual products',
        run: async () => {
          const { products, house } = await staffView(stored, market());
          return [...products, ...house];
        },
      }),
      commandOf(investContract['POST /staff/invest/product'], {
        name: 'invest-product',
        usage:
          'id=<id> <field>=<value> … --why "<why>"  changes an investment product; without an id it adds one: code, section, side, symbol, currency, price, annual_rate, penalty_ratio, days, matures_at, volatility, share_size, total_shares, min_shares, max_shares, opens_at, closes_at, open, name_<language>, description_<language>',
        subject: 'id',
        run: async (input, by) => {
          await changeProduct(stored, input, market(), by);
          return (await staffView(stored, market())).products;
        },
      }),
    ],
    calls: {
      'GET /dual/index': async ({ database, language }, { section }) => ({
        list: (await listedProducts(database, section ?? null, now())).map((product) =>
          productView(product, market(), language),
        ),
      }),
      'GET /dual/detail': async ({ database, language }, { id }) => {
        const product = await productOf(database, id);
        if (!product) throw new DomainError('not_found', { field: 'id' });
        return { ...productView(product, market(), language), description: textOf(product, 'description', language) };
      },
      'POST /dual/buyDual': async ({ tx, user, language }, input) => {
        const id = await buyShares(tx, user, input, buying());
        return orderView(await ownOrder(tx, user.id, id), catalogue.current(), language);
      },
      'POST /dual/buyDemand': async ({ tx, user, language }, input) => {
        const id = await buyDemand(tx, user, input, buying());
        return orderView(await ownOrder(tx, user.id, id), catalogue.current(), language);
      },
      'POST /dual/dual_list': async ({ database, user, language }, { page, limit, section, status }) => {
        const statuses = status === undefined ? null : status === 'open' ? OPEN : [status];
        const { rows, total } = await listOrders(database, {
          userId: user.id,
          section: section ?? null,
          statuses,
          page,
          limit,
        });
        return { list: rows.map((row) => orderView(row, catalogue.current(), language)), page, limit, total };
      },
      'GET /dual/order': async ({ database, user, language }, { id }) =>
        orderView(await ownOrder(database, user.id, id), catalogue.current(), language),
      'GET /dual/accruals': async ({ database, user }, { id, page, limit }) => {
        await ownOrder(database, user.id, id);
        const { rows, total } = await listAccruals(database, { orderId: id, page, limit });
        return { list: rows, page, limit, total };
      },
      'GET /dual/proof': async ({ database, user, language }, { id }) =>
        settledView(await ownOrder(database, user.id, id), catalogue.current(), language),
      'POST /dual/order_sh': async ({ tx, user, language }, input) => {
        await redeem(tx, user, input, now);
        return orderView(await ownOrder(tx, user.id, input.id), catalogue.current(), language);
      },
      'POST /dual/renew': async ({ database, user, language }, input) => {
        await database.transaction((tx) => changeRenewal(tx, user.id, input, now));
        return orderView(await ownOrder(database, user.id, input.id), catalogue.current(), language);
      },
      'GET /staff/invest': ({ database }) => staffView(database, market()),
      'POST /staff/invest/product': async ({ database, by }, input) => {
        await changeProduct(database, input, market(), by);
        return staffView(database, market());
      },
    },
  };
});
