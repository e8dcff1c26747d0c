import { byLanguage } from '@tessera/api/rules';
import { add, mul, sum } from '@tessera/money';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMiningStage, type MiningStage } from '../../../test/mining-stage.ts';
import type { Person } from '../../../test/people.ts';
import { userBalances } from '../../platform/ledger/index.ts';
import { PRODUCT_ACCOUNTS, type ProductHolding } from '../../platform/ports.ts';
import { disagreements, portfolioOf } from './index.ts';

/** Days that a session outlives. */
const SESSION_DAYS = 28;

let stage: MiningStage;
beforeAll(async () => {
  stage = await createMiningStage();
  stage.app.feed.setPrice('BTC/USDT', '60000');
});
afterAll(() => stage.close());

const portfolio = (person: Person) =>
  stage.app.ok('GET /finance/portfolio', {}, { token: person.token, language: 'de' });

/** Value of what the ledger has in product accounts. */
async function inLedger(person: Person): Promise<string> {
  const balances = await userBalances(stage.app.database, person.id);
  const held = balances.filter(({ name }) => PRODUCT_ACCOUNTS.some((account) => account === name));
  expect(disagreements(balances, await stage.app.ports.productHoldings(stage.app.database, person.id))).toEqual([]);
  return sum(
    held.map(({ currency, available, frozen }) => mul(add(available, frozen), currency === 'USDT' ? '1' : '60000')),
  );
}

it('one number is the ledger’s, whatever is bought, paid, renewed and redeemed in between', async () => {
  const ann = await stage.person({ USDT: '30000', BTC: '1' });
  const seed = Math.trunc(Math.random() * 2 ** 31);
  let state = seed;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state % below;
  };
  let passed = 0;
  for (let step = 0; step < 24; step++) {
    const product = await (random(2) === 0 ? stage.productOf(5) : stage.productOf(7, 'BTC'));
    const amount = product.currency === 'USDT' ? `${100 + random(900)}.123456` : `0.0${1 + random(8)}1`;
    const action = random(3);
    if (action === 0) await stage.lock(ann, product, { amount, renew: random(2) === 0 });
    else if (action === 1) {
      const days = Math.min(random(4), SESSION_DAYS - passed);
      passed += days;
      await stage.days(days);
    } else {
      const { list } = await stage.orders(ann);
      const open = list.find(({ status }) => status === 'in_progress');
      if (open) await stage.redeem(ann, open);
    }
    const { total, holdings } = await portfolio(ann);
    expect(total, `seed ${seed}, step ${step}`).toBe(await inLedger(ann));
    expect(sum(holdings.map(({ value }) => value ?? '0')), `seed ${seed}, step ${step}`).toBe(total);
  }
});

it('shows what is earned, what comes when, and what lies idle, in the reader’s language', async () => {
  const ann = await stage.person({ USDT: '10020', ETH: '0.0001' });
  expect(await portfolio(ann)).toMatchObject({
    total: '0',
    holdings: [],
    calendar: [],
    idle: [{ currency: 'USDT', amount: '10020', value: '10020' }],
  });
  await stage.lock(ann, await stage.productOf(5));
  await stage.days(1);
  const { list } = await stage.orders(ann);
  const shown = await portfolio(ann);
  expect(shown).toMatchObject({
    total: '10000',
    earned: '0.8',
    holdings: [
      { product: 'mining', name: 'USDT für 5 Tage', screen: `/pages/lockming/order?id=${list[0]?.id}`, exit: '9990' },
    ],
    idle: [{ currency: 'USDT', amount: '20.8' }],
  });
  expect(shown.calendar.map(({ kind, amount }) => `${kind} ${amount}`)).toEqual([
    'interest 0.9',
    'interest 1',
    'interest 1.1',
    'interest 1.2',
    'principal 10000',
  ]);
  const bob = await stage.person({});
  expect(await portfolio(bob)).toMatchObject({ total: '0', holdings: [], idle: [] });
});

it('a domain that reports something else than stands in its account is found out', () => {
  const balances = [
    { name: 'mining', currency: 'USDT', available: '10', frozen: '0' },
    { name: 'change', currency: 'USDT', available: '99', frozen: '0' },
  ] as const;
  expect(disagreements(balances, [])).toEqual([{ account: 'mining USDT', ledger: '10', held: '0' }]);
});

it('of positions that pay for years no more payments are made than are shown', () => {
  let made = 0;
  const at = stage.app.now();
  const daily = (from: number) => ({
    *[Symbol.iterator]() {
      for (let day = 0; ; day += 1) {
        made += 1;
        yield { at: at + from + day * 60_000, kind: 'interest' as const, currency: 'USDT', amount: '1' };
      }
    },
  });
  const holding = (id: string, from: number): ProductHolding => ({
    product: 'mining',
    id,
    name: byLanguage(() => id),
    account: 'mining',
    currency: 'USDT',
    amount: '1',
    earned: [],
    nextPayment: null,
    maturesAt: null,
    status: 'in_progress',
    screen: '/pages/lockming/lockming',
    events: daily(from),
  });
  const holdings = Array.from({ length: 100 }, (_, place) => holding(String(place), 100 - place));
  const { calendar } = portfolioOf({
    catalogue: stage.app.catalogue.current(),
    feed: stage.app.feed,
    language: 'en',
    balances: [],
    holdings,
    at,
  });
  expect(calendar).toHaveLength(500);
  expect(calendar.slice(0, 2).map(({ name }) => name)).toEqual(['99', '98']);
  expect(calendar.map((event) => event.at)).toEqual(calendar.map((event) => event.at).toSorted((a, b) => a - b));
  expect(made).toBe(600);
});
