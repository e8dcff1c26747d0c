import { expect, test } from 'vitest';
import { coin, type ScriptedMarket, scriptedMarket } from '../../../test/scripted-market.ts';
import { MOST_LOTS } from './order-book.ts';
import type { NewOrder } from './symbol-market.ts';

/* What a trader may try against the engine itself. A price of 10,000 ticks, 400 lots on a full side of the house. */

const open = (more?: Parameters<typeof scriptedMarket>[1]): ScriptedMarket => {
  const m = scriptedMarket(undefined, more);
  m.step(500);
  m.engine.takeFrame(m.now());
  return m;
};
const ask = (m: ScriptedMarket): number => m.engine.prices('A')?.ask as number;

test('fifteen buyers at once share what stands there: 90,000 USDT ask for it, 4,000 USDT are there', () => {
  const m = open();
  m.engine.begin();
  const bought = Array.from({ length: 15 }, (_, index) => {
    const order: NewOrder = {
      id: `p${index}`,
      userId: `u${index}`,
      side: 'buy',
      price: null,
      lots: 600,
      timeInForce: 'IOC',
    };
    return m.engine.place('A', order);
  });
  m.engine.commit();
  const lots = bought.map(({ left }) => 600 - left);
  expect(lots.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(400);
  expect(lots[0]).toBeGreaterThan(390);
  expect(lots.slice(1).every((each) => each === 0)).toBe(true);
  // Each of them paid more than the last for what was left, none the price of the first lot.
  expect(new Set(bought[0]?.fills.map(({ price }) => price)).size).toBe(4);
});

test('pumping: what buys the book up and sells it back loses, at any size and pace', () => {
  for (const [parts, pause] of [
    [1, 1],
    [4, 1],
    [10, 5],
    [40, 20],
  ] as const) {
    const m = open();
    let cash = 0;
    let lots = 0;
    const trade = (side: 'buy' | 'sell', most: number) => {
      for (const { price, lots: filled } of m.place('A', { side, lots: most, timeInForce: 'IOC' }).fills) {
        cash += (side === 'buy' ? -1 : 1) * price * filled;
        lots += side === 'buy' ? filled : -filled;
      }
    };
    for (let part = 0; part < parts; part++) {
      trade('buy', Math.ceil(400 / parts));
      m.step(pause);
    }
    for (let round = 0; lots > 0 && round < 500; round++) {
      trade('sell', lots);
      m.step(5);
    }
    expect(lots).toBe(0);
    expect(cash).toBeLessThan(0);
  }
});

test('the index, and what the house quotes, follow no order of a user but the inventory', () => {
  const m = open();
  const before = ask(m);
  // Walls, and a bid within the spread.
  m.place('A', { price: 9_900, lots: MOST_LOTS });
  m.place('A', { side: 'sell', price: 10_200, lots: MOST_LOTS, userId: 'ben' });
  m.place('A', { price: before - 1, lots: 1_000 });
  m.step();
  const { index, last } = m.frame('A');
  expect(index).toBe(10_000);
  expect(ask(m)).toBe(before);
  // The attacker moved the last price by less than the spread, and pays for it when the bid is taken.
  expect(Math.abs((last as number) - 10_000)).toBeLessThanOrEqual(10);
});

test('who sweeps the house and rests behind it does not meet market orders', () => {
  const m = open();
  m.place('A', { lots: 400, timeInForce: 'IOC', userId: 'attacker' });
  m.place('A', { side: 'sell', price: 10_450, lots: 400, userId: 'attacker' });
  const victim = m.place('A', { lots: 50, timeInForce: 'IOC', userId: 'victim' });
  expect(victim.fills.every(({ price }) => price < 10_230)).toBe(true);
  expect(victim.ended).toBe('market');
});

test('no taker gets an own resting order, whatever stands before it', () => {
  const m = open();
  m.place('A', { side: 'sell', price: 10_005, lots: 10 });
  const { fills, left, ended } = m.place('A', { lots: 20, timeInForce: 'IOC' });
  expect([fills, left, ended]).toEqual([[], 20, 'own_order']);
  expect(ask(m)).toBe(10_005);
});

test.each<[string, Partial<NewOrder>]>([
  ['no lots', { lots: 0 }],
  ['negative lots', { lots: -5 }],
  ['a part of a lot', { lots: 0.5 }],
  ['lots that are no number', { lots: Number.NaN }],
  ['infinite lots', { lots: Number.POSITIVE_INFINITY }],
  ['lots beyond exact sums', { lots: MOST_LOTS + 1 }],
  ['a price of zero', { price: 0 }],
  ['a negative price', { price: -1 }],
  ['a part of a tick', { price: 9_999.5 }],
  ['a price that is no number', { price: Number.NaN }],
  ['a price beyond exact numbers', { price: 2 ** 53 }],
  ['no budget', { budget: 0n }],
  ['a negative budget', { budget: -1n }],
  ['a budget to sell with', { side: 'sell', budget: 5n }],
  ['a post-only market order', { postOnly: true }],
  ['a post-only order that may not rest', { postOnly: true, price: 9_000, timeInForce: 'IOC' }],
])('an order with %s is thrown out before anything changes', (_, order) => {
  const m = open();
  m.engine.begin();
  const whole: NewOrder = { id: 'x', userId: 'ann', side: 'buy', price: null, lots: 1, timeInForce: 'GTC', ...order };
  expect(() => m.engine.place('A', whole)).toThrow(RangeError);
  m.engine.commit();
  expect(m.engine.inventories()).toEqual(new Map());
  expect(m.frame('A').prints).toEqual([]);
  expect(m.engine.cancel('A', 'x')).toBeNull();
});

test('an id rests once, and a level holds no more than sums can hold exactly', () => {
  const m = open();
  m.place('A', { id: 'twice', price: 9_000 });
  m.engine.begin();
  expect(() =>
    m.engine.place('A', { id: 'twice', userId: 'ben', side: 'buy', price: 9_100, lots: 1, timeInForce: 'GTC' }),
  ).toThrow('is in the book already');
  m.engine.commit();
  const most = 2 ** 52 / MOST_LOTS;
  for (let order = 0; order < most; order++) m.place('A', { price: 5_000, lots: MOST_LOTS });
  m.engine.begin();
  expect(() =>
    m.engine.place('A', { id: 'y', userId: 'ben', side: 'buy', price: 5_000, lots: 1, timeInForce: 'GTC' }),
  ).toThrow('no more lots can rest');
  m.engine.commit();
  const level = m.frame('A').bids.find(([price]) => price === 5_000);
  expect(level?.[1]).toBe(2 ** 52);
});

test('the largest orders trade exactly: budgets and values beyond 2^53', () => {
  const m = open();
  m.place('A', { price: 9_995, lots: MOST_LOTS, userId: 'ben' });
  const { left, fills } = m.place('A', { side: 'sell', price: 9_995, lots: MOST_LOTS - 1, timeInForce: 'IOC' });
  expect(left).toBe(0);
  expect(fills).toMatchObject([{ lots: MOST_LOTS - 1, maker: { userId: 'ben' } }]);
  m.step();
  expect(m.engine.ticks().get('A')?.lots).toBe(MOST_LOTS - 1);
  m.place('A', { side: 'sell', price: 10_005, lots: MOST_LOTS, userId: 'ben' });
  const budget = 10_005n * BigInt(MOST_LOTS) - 1n;
  const bought = m.place('A', { userId: 'cid', lots: MOST_LOTS, budget, price: 10_005 });
  expect(bought).toMatchObject({ left: 1, ended: 'budget' });
});

test('a batch that fails does not let its sender choose among the draws', () => {
  const m = open();
  const { advances } = m.source;
  for (let attempt = 0; attempt < 4; attempt++) {
    m.engine.begin();
    m.engine.tick(m.now() + 200 + attempt);
    m.engine.rollback();
  }
  expect(m.source.advances).toBe(advances + 1);
  // An outage is no such batch: the price goes on, and is not too old when the database is back.
  m.after(30_000);
  m.step();
  expect(m.engine.refusal('A', m.now())).toBeNull();
});

test('a book that was interrupted comes back empty and refills: an interruption is worth nothing', () => {
  const depth = (m: ScriptedMarket) => m.frame('A').asks.reduce((sum, [, lots]) => sum + lots, 0);
  const halted = open();
  halted.source.lose('A');
  halted.step();
  halted.source.set('A', 10_000);
  halted.step();
  expect(depth(halted)).toBe(0);
  halted.step(50);
  expect(depth(halted)).toBeGreaterThan(200);
  const revised = open();
  revised.engine.revise([coin('A', { house: { ...coin('A').house, cap: 3 } })]);
  revised.step();
  expect(depth(revised)).toBe(0);
  // What does not concern the house changes nothing.
  const other = open();
  other.engine.revise([coin('A', { breaker: { ...coin('A').breaker, pause: 1 } }), coin('B')]);
  other.step();
  expect(depth(other)).toBeGreaterThan(390);
});
