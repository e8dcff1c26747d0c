import { expect, test } from 'vitest';
import { coin, type ScriptedMarket, scriptedMarket } from '../../../test/scripted-market.ts';
import { lossBound } from './engine.ts';

/** Sweeps a side again and again while it refills. */
function sweep(m: ScriptedMarket, symbol: string, side: 'buy' | 'sell', times: number): void {
  for (let time = 0; time < times; time++) {
    m.step(10);
    if (m.engine.refusal(symbol, m.now()) === null) m.place(symbol, { side, lots: 100_000, timeInForce: 'IOC' });
  }
}

test('a price that leaves its band within a minute halts: no quotes, no fills, no ticks; cancelling works', () => {
  const m = scriptedMarket();
  m.step(300);
  const rests = m.place('A', { price: 9_800, lots: 5 });
  const { tick, last } = m.frame('A');
  m.source.set('A', 9_500);
  expect(m.step()).toEqual([]);
  expect(m.frame('A')).toMatchObject({
    open: true,
    halt: 'jump',
    index: 9_500,
    last,
    tick,
    bids: [[9_800, 5]],
    asks: [],
  });
  expect(m.engine.ticks().size).toBe(0);
  expect(m.engine.refusal('A', m.now())).toBe('market_halted');
  expect(() => m.place('A', {})).toThrow('takes no orders');
  m.engine.rollback();
  expect(m.batch(() => m.engine.cancel('A', rests.id))).toBe(5);
});

test('it reopens after the pause, once the last minute is calm, with an empty ladder', () => {
  const m = scriptedMarket();
  m.step(300);
  m.place('A', { price: 9_800, lots: 5 });
  m.source.set('A', 9_500);
  m.step(5 * 30);
  expect(m.frame('A').halt).toBe('jump');
  m.step(5 * 30);
  expect(m.frame('A').halt).toBe('jump');
  m.step(10);
  const reopened = m.frame('A');
  expect(reopened).toMatchObject({ halt: null });
  expect(m.engine.refusal('A', m.now())).toBeNull();
  // The order was reached while trading was halted: it fills by and by, at its own price.
  expect(reopened.prints.every(({ price }) => price === 9_800)).toBe(true);
  m.step(100);
  expect(m.frame('A').bids[0]?.[0]).toBeLessThan(9_500);
});

test.each([
  ['too old', (m: ScriptedMarket) => m.source.set('A', 10_000, { at: m.now() - 5_000 })],
  ['gone', (m: ScriptedMarket) => m.source.lose('A')],
  ['no number', (m: ScriptedMarket) => m.source.set('A', Number.NaN)],
  ['zero', (m: ScriptedMarket) => m.source.set('A', 0)],
  ['negative', (m: ScriptedMarket) => m.source.set('A', -5)],
  ['infinite', (m: ScriptedMarket) => m.source.set('A', Number.POSITIVE_INFINITY)],
  ['beyond exact numbers', (m: ScriptedMarket) => m.source.set('A', 2 ** 46)],
] as const)('a price that is %s halts until there is another', (_, disturb) => {
  const m = scriptedMarket();
  m.step(300);
  disturb(m);
  m.step();
  expect(m.frame('A')).toMatchObject({ halt: 'age', bids: [], asks: [] });
  expect(m.engine.refusal('A', m.now())).toBe('stale_price');
  m.source.set('A', 10_000);
  m.step();
  expect(m.frame('A').halt).toBeNull();
});

test('a wide spread of the source halts, for the pause at least', () => {
  const m = scriptedMarket();
  m.step(300);
  m.source.set('A', 10_000, { spread: 0.03 });
  m.step();
  expect(m.frame('A').halt).toBe('spread');
  expect(m.engine.refusal('A', m.now())).toBe('market_halted');
  m.source.set('A', 10_000);
  m.step(5 * 30 - 1);
  expect(m.frame('A').halt).toBe('spread');
  m.step();
  expect(m.frame('A').halt).toBeNull();
});

test('a class halts with several of its symbols; another class does not', () => {
  const names = ['A', 'B', 'C', 'D', 'E'];
  const m = scriptedMarket([...names.map((name) => coin(name)), coin('Z', { assetClass: 'stock' })]);
  m.step(300);
  m.source.set('A', 9_000);
  m.source.set('B', 9_000);
  m.step();
  const halts = () => {
    const frame = m.engine.takeFrame(m.now());
    return Object.fromEntries(frame?.symbols.map(({ symbol, halt }) => [symbol, halt]) ?? []);
  };
  expect(halts()).toEqual({ A: 'jump', B: 'jump', C: null, D: null, E: null, Z: null });
  m.source.set('C', 9_000);
  m.step();
  expect(halts()).toEqual({ A: 'jump', B: 'jump', C: 'jump', D: 'class', E: 'class', Z: null });
  expect(m.engine.refusal('D', m.now())).toBe('market_halted');
  m.step(5 * 65);
  expect(Object.values(halts()).every((halt) => halt === null)).toBe(true);
});

test('symbols that never had a price halt no class, and are no part of it', () => {
  const names = ['A', 'B', 'C', 'D', 'E'];
  const m = scriptedMarket(names.map((name) => coin(name)));
  for (const name of ['C', 'D', 'E']) m.source.lose(name);
  m.step(5);
  const halts = () => m.engine.takeFrame(m.now())?.symbols.map(({ symbol, halt }) => `${symbol} ${halt}`);
  expect(halts()).toEqual(['A null', 'B null', 'C age', 'D age', 'E age']);
  m.source.set('C', 10_000);
  m.step();
  for (const name of ['A', 'B', 'C']) m.source.lose(name);
  m.source.set('D', 10_000);
  m.step();
  expect(halts()).toEqual(['A age', 'B age', 'C age', 'D class', 'E age']);
});

test('staff halt a symbol at once and lift it at once', () => {
  const m = scriptedMarket();
  m.step(300);
  m.engine.revise([coin('A', { halted: true })]);
  expect(m.engine.refusal('A', m.now())).toBe('market_halted');
  m.step();
  expect(m.frame('A')).toMatchObject({ halt: 'staff', bids: [], asks: [] });
  m.engine.revise([coin('A')]);
  m.step();
  expect(m.frame('A').halt).toBeNull();
});

test('while staff halt a symbol its index is recorded on, and nothing else of it; a jump stops that as it would have', () => {
  const m = scriptedMarket();
  m.step(300);
  m.place('A', { lots: 3, timeInForce: 'IOC' });
  m.step();
  const { tick, last, mark } = m.frame('A');
  m.engine.revise([coin('A', { halted: true })]);
  m.source.set('A', 10_100.25);
  m.step(2);
  expect(m.engine.ticks().size).toBe(0);
  expect(m.engine.haltedTicks().get('A')).toEqual({
    tick: { at: m.now(), bid: 0, ask: 0, last, high: 0, low: 0, lots: 0, index: 10_100, fraction: 250, basis: 0 },
    grid: { tick: '0.01', lot: '0.1' },
  });
  expect(m.frame('A')).toMatchObject({ tick: tick + 2, last, mark, halt: 'staff', bids: [], asks: [] });
  m.source.set('A', 9_000);
  m.step();
  expect(m.frame('A').halt).toBe('staff');
  expect(m.engine.haltedTicks().size).toBe(0);
  // The pause of that breaker goes on after staff have resumed it.
  m.engine.revise([coin('A')]);
  m.step();
  expect(m.frame('A').halt).toBe('jump');
});

test('no index is recorded of a symbol that staff have halted and that has no price, or never traded', () => {
  const m = scriptedMarket([coin('A'), coin('B', { halted: true })]);
  m.step(10);
  m.engine.revise([coin('A', { halted: true }), coin('B', { halted: true })]);
  m.step();
  expect([...m.engine.haltedTicks().keys()]).toEqual(['A']);
  m.source.set('A', 10_000, { at: m.now() - 6_000 });
  m.step();
  expect(m.engine.haltedTicks().size).toBe(0);
  m.source.lose('A');
  m.step();
  expect(m.engine.haltedTicks().size).toBe(0);
});

test("the house's inventory stays within its cap; the side that would add to it has no quotes, the other has", () => {
  const m = scriptedMarket();
  m.step(300);
  sweep(m, 'A', 'buy', 60);
  const { bids, asks } = m.frame('A');
  expect(asks.reduce((sum, [, lots]) => sum + lots, 0)).toBeLessThan(30);
  expect(bids.reduce((sum, [, lots]) => sum + lots, 0)).toBeGreaterThan(390);
  m.engine.begin();
  m.engine.place('A', { id: 'one', userId: 'ben', side: 'buy', price: null, lots: 1_000, timeInForce: 'IOC' });
  expect(m.engine.inventories().get('A') ?? -700).toBeGreaterThanOrEqual(-800);
});

test('in all, the house holds no more than its overall cap: quotes of every symbol thin out and vanish', () => {
  const names = ['A', 'B', 'C', 'D'];
  // A symbol at its cap is worth 8,000 USDT.
  const overallCap = 12_000;
  const m = scriptedMarket(
    names.map((name) => coin(name)),
    { overallCap },
  );
  const held = new Map(names.map((name) => [name, 0]));
  const trade = (symbol: string, side: 'buy' | 'sell') => {
    if (m.engine.refusal(symbol, m.now()) !== null) return;
    m.engine.begin();
    m.engine.place(symbol, { id: 'x', userId: 'ann', side, price: null, lots: 10_000, timeInForce: 'IOC' });
    for (const [name, lots] of m.engine.inventories()) held.set(name, lots);
    m.engine.commit();
    const exposure = [...held.values()].reduce((sum, lots) => sum + Math.abs(lots) * 10_000 * 0.01 * 0.1, 0);
    expect(exposure).toBeLessThanOrEqual(overallCap);
  };
  m.step(300);
  for (let round = 0; round < 40; round++) {
    for (const [index, name] of names.entries()) trade(name, index % 2 === 0 ? 'buy' : 'sell');
    m.step(20);
  }
  const exposure = [...held.values()].reduce((sum, lots) => sum + Math.abs(lots) * 10, 0);
  expect(exposure).toBeGreaterThan(0.9 * overallCap);
  // What reduces the inventory is quoted whole; nothing that adds.
  expect(m.engine.prices('A')).toMatchObject({ bid: expect.any(Number) });
  for (let round = 0; round < 3; round++) {
    trade('A', 'sell');
    m.step(20);
  }
  expect(Math.abs(held.get('A') as number)).toBeLessThan(400);
});

test('a price that was made while this node had none fills what it reached, within the band and half of what is free', () => {
  const m = scriptedMarket();
  m.step(300);
  m.place('A', { price: 9_800, lots: 50 });
  m.place('A', { price: 9_600, lots: 50 });
  m.place('A', { side: 'sell', price: 10_200, lots: 900, userId: 'ben' });
  m.source.lose('A');
  m.step();
  m.source.set('A', 10_000);
  m.source.miss('A', { low: 9_700, high: 10_400 });
  const fills = m.step(160);
  expect(fills.filter(({ maker }) => maker?.userId === 'ann')).toMatchObject([{ price: 9_800, lots: 50 }]);
  const sold = fills.filter(({ maker }) => maker?.userId === 'ben').reduce((sum, { lots }) => sum + lots, 0);
  // Half of the cap of 800 lots, less the 50.
  expect(sold).toBe(350);
});

test('no order is cancelled with hindsight: orders wait for the prices that this node missed, a quarter of an hour at most', () => {
  const m = scriptedMarket();
  m.step(300);
  m.place('A', { price: 9_800, lots: 50 });
  m.source.lose('A');
  m.step();
  expect(m.engine.cancelRefusal('A', m.now())).toBe('stale_price');
  m.source.set('A', 9_600);
  m.source.miss('A', { low: 9_600, high: 10_000 });
  expect(m.step()).toMatchObject([{ price: 9_800, lots: 50 }]);
  expect(m.engine.cancelRefusal('A', m.now())).toBeNull();
  m.step(300);
  m.place('A', { price: 9_400, lots: 50 });
  m.source.lose('A');
  m.step();
  // Staff who halt it set its orders free.
  m.engine.revise([coin('A', { halted: true })]);
  expect(m.engine.cancelRefusal('A', m.now())).toBeNull();
  m.engine.revise([coin('A')]);
  expect(m.engine.cancelRefusal('A', m.now())).toBe('stale_price');
  m.after(15 * 60_000);
  m.step();
  expect(m.engine.cancelRefusal('A', m.now())).toBeNull();
  m.source.set('A', 9_600);
  m.source.miss('A', { low: 9_300, high: 9_600 });
  expect(m.step()).toEqual([]);
});

test('a node that takes the market over lets no order be cancelled before it has caught up', () => {
  const tick = { at: Date.UTC(2026, 10, 23, 11, 59), bid: 9_999, ask: 10_001, last: 10_000, high: 10_000, low: 10_000 };
  const recorded = { A: { number: 7, last: { ...tick, lots: 0, index: 10_000 }, inventory: 0 } };
  const m = scriptedMarket([coin('A')], { recorded });
  m.engine.restore('A', { id: 'spot:1', userId: 'ann', side: 'buy', price: 9_800, lots: 5 });
  expect(m.engine.cancelRefusal('A', m.now())).toBe('stale_price');
  m.source.miss('A', { low: 9_700, high: 10_000 });
  expect(m.step()).toMatchObject([{ price: 9_800, lots: 5 }]);
  expect(m.engine.cancelRefusal('A', m.now())).toBeNull();
});

test.each([
  // A lot is 10 units of the quote currency.
  ['a coin', 'BTC/USDT', 'ETH/BTC', 1_000],
  ['a currency against the dollar', 'GBP/USD', 'EUR/GBP', 1_000],
  ['a currency that the dollar is quoted in', 'USD/JPY', 'EUR/JPY', 0.1],
  ['dollars', 'USD/JPY', 'EUR/USD', 10],
])('what is quoted in %s counts in USDT under the overall cap', (_, known, symbol, worth) => {
  const overallCap = 100 * worth;
  const m = scriptedMarket([coin(known), coin(symbol)], { overallCap });
  m.step(300);
  let lots = 0;
  for (let round = 0; round < 20; round++) {
    m.engine.begin();
    m.engine.place(symbol, { id: 'x', userId: 'ann', side: 'buy', price: null, lots: 10_000, timeInForce: 'IOC' });
    lots = m.engine.inventories().get(symbol) ?? lots;
    m.engine.commit();
    m.step(20);
  }
  expect(Math.abs(lots) * worth).toBeLessThanOrEqual(overallCap);
  expect(Math.abs(lots) * worth).toBeGreaterThan(0.8 * overallCap);
});

test('two accounts that trade with each other do not take the price out of the band', () => {
  const m = scriptedMarket();
  m.step(300);
  m.place('A', { side: 'sell', userId: 'ben', price: 14_000, lots: 5 });
  const { left, ended, fills } = m.place('A', { lots: 100_000, timeInForce: 'IOC' });
  expect(ended).toBe('market');
  expect(left).toBeGreaterThan(99_000);
  expect(Math.max(...fills.map(({ price }) => price))).toBeLessThan(10_500);
  expect(m.frame('A').last).toBeLessThan(10_500);
  // A limit order that would meet it ends as well: the book never stands crossed.
  expect(m.place('A', { price: 15_000, lots: 10 })).toMatchObject({ left: 10, ended: 'market' });
});

test('the bound of the loss of a minute is the sum over the symbols', () => {
  // 800 lots of 0.1 at 100 USDT, a band of 5 % and a skew of 0.1 %.
  expect(lossBound([coin('A'), coin('B')], () => 100)).toBeCloseTo(2 * 8_000 * 0.051, 6);
});

test('a symbol that is left out is halted without a price, counts in no class, and is back with the next step', () => {
  const names = ['A', 'B', 'C', 'D'];
  const m = scriptedMarket(names.map((name) => coin(name)));
  m.step(300);
  const rests = m.place('A', { price: 9_800, lots: 5 });
  const { price } = m.source;
  m.source.price = (symbol) => {
    if (symbol !== 'D') throw new Error('it is not asked for its price');
    return price.call(m.source, symbol);
  };
  m.engine.begin();
  expect(() => m.engine.tick(m.now() + 200)).toThrow('not asked');
  m.engine.rollback();
  const out = { users: new Set(['ann']), symbols: new Set(['A', 'B', 'C']) };
  m.batch(() => m.engine.leaveOut(out));
  m.step();
  expect(m.frame('A')).toMatchObject({ open: true, halt: 'staff', asks: [], bids: [[9_800, 5]] });
  expect([...m.engine.ticks().keys()]).toEqual(['D']);
  expect(m.engine.haltedTicks().size).toBe(0);
  expect(m.engine.refusal('A', m.now())).toBe('market_halted');
  expect(m.engine.refusal('D', m.now())).toBeNull();
  expect(m.engine.cancelRefusal('A', m.now())).toBeNull();
  expect(m.engine.isLeftOut('ann')).toBe(true);
  expect(m.engine.open(m.now())).toEqual(names);
  m.source.price = price;
  m.engine.begin();
  m.engine.leaveOut({ users: new Set(), symbols: new Set() });
  m.engine.tick(m.now() + 100);
  m.engine.rollback();
  // What is undone leaves it out still.
  expect(m.engine.isLeftOut('ann')).toBe(true);
  m.step();
  expect(m.engine.ticks().has('A')).toBe(false);
  m.batch(() => m.engine.leaveOut({ users: new Set(), symbols: new Set() }));
  m.step();
  expect([...m.engine.ticks().keys()]).toEqual(names);
  expect(m.frame('A')).toMatchObject({ halt: null });
  expect(m.batch(() => m.engine.cancel('A', rests.id))).toBe(5);
});

test('a new lot of a symbol that is left out is stored once it is back', () => {
  const m = scriptedMarket([coin('A'), coin('B')]);
  m.step(300);
  m.place('A', { side: 'buy', lots: 10 });
  m.batch(() => m.engine.leaveOut({ users: new Set(), symbols: new Set(['A']) }));
  m.engine.revise([coin('A', { lot: '0.01' }), coin('B')]);
  m.engine.begin();
  m.engine.tick(m.now() + 200);
  expect(m.engine.inventories().has('A')).toBe(false);
  m.engine.commit();
  m.engine.begin();
  m.engine.leaveOut({ users: new Set(), symbols: new Set() });
  expect(m.engine.inventories().get('A')).toBe(-100);
  m.engine.commit();
});
