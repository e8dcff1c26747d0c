import { expect, test } from 'vitest';
import { coin, scriptedMarket } from '../../../test/scripted-market.ts';

test('a finer tick and lot keep orders, inventory and prices; the new inventory is stored with the next batch', () => {
  const m = scriptedMarket();
  m.step(500);
  m.place('A', { price: 9_900, lots: 5 });
  m.place('A', { lots: 30, userId: 'ben', timeInForce: 'IOC' });
  const before = m.frame('A');
  m.engine.revise([coin('A', { tick: '0.001', lot: '0.05' })]);
  m.source.set('A', 100_000);
  expect(m.frame('A')).toMatchObject({ last: (before.last as number) * 10, bids: [[99_000, 10]] });
  m.engine.begin();
  m.engine.tick(m.now() + 200);
  expect(m.engine.inventories()).toEqual(new Map([['A', -60]]));
  m.engine.commit();
  m.engine.begin();
  expect(m.engine.inventories()).toEqual(new Map());
  m.engine.commit();
  expect(m.engine.prices('A')).toMatchObject({ tick: '0.001', lot: '0.05' });
  // The move of the unit is none of the price.
  m.step();
  expect(m.frame('A').halt).toBeNull();
});

test.each([
  ['a coarser tick', { tick: '0.1' }],
  ['a coarser lot', { lot: '1' }],
  ['a tick that does not divide the old one', { tick: '0.003' }],
])('%s that an order does not stand on halts that symbol alone, and names it', (_, change) => {
  const m = scriptedMarket([coin('B'), coin('A')]);
  m.step(500);
  const { id } = m.place('A', { price: 9_905, lots: 5 });
  m.engine.takeFrame(m.now());
  const misfits = m.engine.revise([coin('A', change), coin('B', { tick: '0.001' }), coin('C')]);
  expect(misfits).toEqual([{ symbol: 'A', reason: 'the order o0 is not on the new grid' }]);
  expect(m.engine.prices('A')).toMatchObject({ tick: '0.01', lot: '0.1' });
  expect(m.engine.prices('B')).toMatchObject({ tick: '0.001' });
  expect(m.engine.prices('C')).not.toBeNull();
  expect(m.engine.refusal('A', m.now())).toBe('market_halted');
  m.source.set('A', 9_800);
  m.source.set('B', 100_000);
  expect(m.step()).toEqual([]);
  expect([...m.engine.ticks().keys()]).toEqual(['B']);
  expect(m.batch(() => m.engine.cancel('A', id))).toBe(5);
  m.source.set('A', 100 / Number({ tick: '0.01', ...change }.tick));
  expect(m.engine.revise([coin('B'), coin('A', change), coin('C')])).toEqual([]);
  expect(m.engine.prices('A')).toMatchObject(change);
  m.step();
  expect(m.engine.refusal('A', m.now())).toBeNull();
});

test('a coarser grid is taken where every order and the inventory are on it', () => {
  const m = scriptedMarket();
  m.step(500);
  m.place('A', { price: 9_900, lots: 20 });
  m.engine.revise([coin('A', { tick: '0.1', lot: '1' })]);
  expect(m.frame('A').bids).toEqual([[990, 2]]);
});

test('a symbol comes, goes with its orders kept for cancelling, and comes back', () => {
  const m = scriptedMarket();
  m.step(500);
  const { id } = m.place('A', { price: 9_900, lots: 5 });
  m.source.set('B', 10_000);
  m.engine.revise([coin('B')]);
  expect(m.engine.refusal('A', m.now())).toBe('instrument_unknown');
  expect(m.engine.prices('A')).toBeNull();
  expect(m.frame('A')).toMatchObject({ open: false, asks: [] });
  m.step();
  expect([...m.engine.ticks().keys()]).toEqual(['B']);
  m.engine.revise([coin('A'), coin('B')]);
  m.step();
  expect(m.engine.refusal('A', m.now())).toBeNull();
  expect(m.batch(() => m.engine.cancel('A', id))).toBe(5);
});

test('orders of a symbol that is not listed are restored for cancelling', () => {
  const m = scriptedMarket();
  m.engine.restore('GONE', { id: 'old', userId: 'ann', side: 'buy', price: 5, lots: 7 });
  m.step();
  expect(m.engine.refusal('GONE', m.now())).toBe('instrument_unknown');
  expect(m.batch(() => m.engine.cancel('GONE', 'old'))).toBe(7);
});

test('terms do not change within a batch', () => {
  const m = scriptedMarket();
  m.engine.begin();
  expect(() => m.engine.revise([coin('A')])).toThrow('between batches');
});
