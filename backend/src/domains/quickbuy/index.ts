import { quickbuyContract } from '@tessera/api/quickbuy/contract';
import { countOf } from '../../platform/db/page.ts';
import { defineDomain } from '../../platform/domain.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { OWN_ROWS } from '../../platform/ports.ts';
import { onlySets } from '../../platform/staff-changes/restricts.ts';
import { ownersBy } from '../../platform/staff-changes/subjects.ts';
import { commandOf } from '../../platform/staff-command.ts';
import { seedSettings } from '../site/index.ts';
import { changeAccount, changeMethod, matchLate, staffView } from './change.ts';
import { ordersJob } from './jobs.ts';
import { cancelOrder, checkoutPage, placeOrder, sendVoucher } from './order.ts';
import { bankProvider } from './providers/bank.ts';
import { checkoutProvider } from './providers/checkout.ts';
import { buyQueue } from './queue.ts';
import { quoteBuy, type Shop, termsOf } from './quote.ts';
import { listOrders, orderOfUser, owedOf, owes, wireOrder } from './store.ts';
import { buySettings, seedDemonstrationAccounts } from './terms.ts';
import { webhookRoute } from './webhook.ts';

/** Buying coins with money from a bank or through the checkout of a provider. */
export const quickbuy = defineDomain(quickbuyContract, (dependencies) => {
  const { database, catalogue, feed, now, settings } = dependencies;
  // Accounts that no bank knows belong to a demonstration: never where prices are those of real venues.
  const demonstration = settings.demoUser && feed.source === 'simulated';
  const providers = { bank: bankProvider, checkout: checkoutProvider(settings.checkout) };
  const shop = (): Shop => ({
    catalogue: catalogue.current(),
    feed,
    providers,
    source: { now: now(), demonstration },
  });
  const wire = (row: Parameters<typeof wireOrder>[1]) => wireOrder(catalogue.current(), row, now());
  const view = () => staffView(database, settings.checkout !== undefined);
  const shown = async (): Promise<readonly object[]> => {
    const { methods, accounts } = await view();
    return [...methods, ...accounts];
  };
  return {
    name: 'quickbuy',
    staffSubjects: {
      'POST /staff/quickbuy/late': ownersBy(
        'reference',
        'select u.uid from quick_buy_order o join user_account u on u.id = o.user_id where o.reference = $1',
      ),
    },
    runsAlone: {
      'POST /staff/quickbuy/method': onlySets(['method'], { open: false }),
      'POST /staff/quickbuy/account': onlySets(['id'], { open: false }),
    },
    userData: {
      quick_buy_order: { rows: 'user_id = $1', without: ['reviewer_id', 'first_reviewer_id'] },
      quick_buy_quote: OWN_ROWS,
      quick_buy_step: { rows: 'order_id in (select id from quick_buy_order where user_id = $1)' },
      quick_buy_payment: { rows: 'order_id in (select id from quick_buy_order where user_id = $1)' },
      quick_buy_dispute: { rows: 'payment in (select payment from quick_buy_order where user_id = $1)' },
      quick_buy_event: { rows: 'order_id in (select id from quick_buy_order where user_id = $1)' },
    },
    recordKinds: ['quick_buy', 'quick_buy_return'],
    closingObstacles: async (sql, userId) => [
      {
        kind: 'deposit',
        count: await countOf(
          sql,
          `quick_buy_order where user_id = $1
             and (status in ('to_be_paid', 'under_review', 'refunding') or owed > 0)`,
          [userId],
        ),
      },
    ],
    keepsMoney: async (tx, userId) => {
      if (await owes(tx, userId)) throw new DomainError('refund_owed');
    },
    debts: owedOf,
    queues: [buyQueue(shop)],
    staffCommands: [
      commandOf(quickbuyContract['GET /staff/quickbuy'], {
        name: 'quickbuy',
        usage: 'ways to pay for coins, and the bank accounts that transfers go to',
        run: shown,
      }),
      commandOf(quickbuyContract['POST /staff/quickbuy/method'], {
        name: 'quickbuy-method',
        subject: 'method',
        usage: '<method> open, countries, fiats, fee_rate, min, max, pay_within: for orders that are made later',
        async run(change, by) {
          await changeMethod(database, change, by);
          return shown();
        },
      }),
      commandOf(quickbuyContract['POST /staff/quickbuy/account'], {
        name: 'quickbuy-account',
        usage:
          'fiat, account_name, iban, account_number, beneficiary_country, swift, bank_name, bank_address, open; id of the one to change',
        async run(change, by) {
          await changeAccount(database, change, by);
          return shown();
        },
      }),
      commandOf(quickbuyContract['POST /staff/quickbuy/late'], {
        name: 'quickbuy-late',
        subject: 'reference',
        usage: '<reference> money came for a cancelled order: it waits for a review',
        run: async (input, by) => [await matchLate(database, input, by)],
      }),
    ],
    jobs: [ordersJob({ database, now, shop })],
    routes: (app) => webhookRoute(app, dependencies, shop),
    seed: async () => {
      await seedSettings(
        database,
        Object.entries(buySettings).map(([keyword, value]) => ({ keyword, value, public: false })),
      );
      await seedDemonstrationAccounts(database, demonstration);
    },
    calls: {
      'GET /quickbuy/terms': ({ database: sql, user }) => termsOf(sql, user, shop()),
      'POST /quickbuy/quote': ({ database: sql, user }, input) => quoteBuy(sql, user, input, shop()),
      'POST /quickbuy/order': async ({ tx, user }, input) => wire(await placeOrder(tx, user, input, shop())),
      'GET /quickbuy/order': async ({ database: sql, user }, { id }) => wire(await orderOfUser(sql, user.id, id)),
      'GET /quickbuy/orders': async ({ database: sql, user }, { status = null, page, limit }) => {
        const { rows, total } = await listOrders(sql, { userId: user.id, status, page, limit });
        return { list: rows.map(wire), page, limit, total };
      },
      'POST /quickbuy/order/voucher': async ({ tx, user }, input) => wire(await sendVoucher(tx, user, input, now())),
      'POST /quickbuy/order/cancel': async ({ tx, user }, { id }) => wire(await cancelOrder(tx, user, id, now())),
      'POST /quickbuy/order/checkout': ({ database: sql, user }, { id }) => checkoutPage(sql, user, id, shop()),
      'GET /staff/quickbuy': view,
      'POST /staff/quickbuy/method': async ({ database: sql, by, committed }, change) => {
        await changeMethod(sql, change, by);
        return committed(view);
      },
      'POST /staff/quickbuy/account': async ({ database: sql, by, committed }, change) => {
        await changeAccount(sql, change, by);
        return committed(view);
      },
      'POST /staff/quickbuy/late': async ({ database: sql, by }, input) => matchLate(sql, input, by),
    },
  };
});
