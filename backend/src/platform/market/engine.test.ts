import { expect, test } from 'vitest';
import { coin, scriptedMarket } from '../../../test/scripted-market.ts';
import { calendar } from '../calendar/calendar.ts';

/** 09:00 to 17:00 UTC, Monday to Friday. */
const OFFICE = calendar('UTC', [[540, 1_020]], []);
/** A Monday. */
const BEFORE_CLOSE = Date.UTC(2026, 10, 23, 16, 59);

test('a symbol takes orders once a step has given it a price; unknown and closed ones do not', () => {
  const { engine, step, now } = scriptedMarket([coin('A'), coin('B', { calendar: OFFICE })], { from: BEFORE_CLOSE });
  expect(engine.refusal('A', now())).toBe('stale_price');
  expect(engine.refusal('X', now())).toBe('instrument_unknown');
  expect(engine.refusal('B', BEFORE_CLOSE + 60_000)).toBe('market_closed');
  step();
  expect(engine.refusal('A', now())).toBeNull();
  expect(engine.refusal('A', now() + 5_001)).toBe('stale_price');
  expect(() =>
    engine.place('X', { id: 'x', userId: 'a', side: 'buy', price: 1, lots: 1, timeInForce: 'GTC' }),
  ).toThrow();
});

test('a closed symbol keeps its last price and its orders, has no quotes and no ticks', () => {
  const m = scriptedMarket([coin('B', { calendar: OFFICE })], { from: BEFORE_CLOSE });
  m.step(200);
  const rests = m.place('B', { price: 9_000, lots: 5 });
  const open = m.frame('B');
  expect(open).toMatchObject({ open: true, halt: null });
  m.source.set('B', 20_000);
  m.after(60_000);
  expect(m.step(10)).toEqual([]);
  const closed = m.frame('B');
  expect(closed).toMatchObject({
    open: false,
    halt: null,
    last: open.last,
    tick: open.tick,
    bids: [[9_000, 5]],
    asks: [],
  });
  expect(m.engine.ticks().size).toBe(0);
  expect(m.engine.refusal('B', m.now())).toBe('market_closed');
  expect(m.batch(() => m.engine.cancel('B', rests.id))).toBe(5);
});

test('fills and trades of the source stand on the tape with their origin, under growing ids', () => {
  const m = scriptedMarket();
  m.step(300);
  m.frame('A');
  const bought = m.place('A', { lots: 30 });
  expect(bought.left).toBe(0);
  m.source.print('A', { price: null, lots: 7, side: 'sell' });
  m.step();
  const { prints, last, bids } = m.frame('A');
  expect(prints.map(({ lots, side, origin }) => [lots, side, origin])).toEqual([
    [30, 'buy', 'book'],
    [7, 'sell', 'source'],
  ]);
  expect(prints[1]?.id).toBeGreaterThan(prints[0]?.id as number);
  expect(last).toBe(bids[0]?.[0]);
  expect(m.engine.ticks().get('A')).toMatchObject({ lots: 37, high: prints[0]?.price, low: last, last });
});

test('a simulated trade fills no order, never exceeds what stands there, and passes no order of a user', () => {
  const m = scriptedMarket();
  m.step(300);
  const [price, lots] = m.frame('A').asks[0] as [number, number];
  m.source.print('A', { price: null, lots: 10_000, side: 'buy' });
  m.step();
  const after = m.frame('A');
  expect(after.prints).toMatchObject([{ price, lots, origin: 'source' }]);
  expect(after.asks[0]).toEqual([price, lots]);
  m.place('A', { side: 'sell', price: price - 1, lots: 3 });
  m.frame('A');
  m.step();
  expect(m.frame('A')).toMatchObject({
    prints: [],
    asks: [
      [price - 1, 3],
      [price, lots],
      [expect.anything(), expect.anything()],
      [expect.anything(), expect.anything()],
      [expect.anything(), expect.anything()],
    ],
  });
});

test('the last price follows the book past it and never lies outside of the spread', () => {
  const m = scriptedMarket();
  m.step(300);
  for (const mid of [10_100, 10_300, 10_000, 9_850]) {
    m.source.set('A', mid);
    m.step();
    const { last, bids, asks } = m.frame('A');
    expect(last).toBeGreaterThanOrEqual(bids[0]?.[0] as number);
    expect(last).toBeLessThanOrEqual(asks[0]?.[0] as number);
  }
});

test('a rollback restores books, house, prints and prices; the step that was drawn is not drawn anew', () => {
  const m = scriptedMarket();
  m.step(300);
  m.place('A', { price: 9_995, lots: 40 });
  m.frame('A');
  m.engine.begin();
  m.engine.place('A', { id: 'x', userId: 'ben', side: 'buy', price: null, lots: 90, timeInForce: 'IOC' });
  m.engine.rollback();
  expect(m.engine.takeFrame(m.now())).toBeNull();
  expect(m.engine.inventories()).toEqual(new Map());
  const advances = m.source.advances;
  m.source.set('A', 9_980);
  m.engine.begin();
  expect(m.engine.tick(m.now() + 200)).toHaveLength(1);
  m.engine.rollback();
  expect(m.source.advances).toBe(advances + 1);
  expect(m.step()).toMatchObject([{ symbol: 'A', maker: { userId: 'ann' }, price: 9_995, lots: 40 }]);
  expect(m.source.advances).toBe(advances + 1);
  m.step();
  expect(m.source.advances).toBe(advances + 2);
});

test('a savepoint undoes one command and leaves those before it', () => {
  const m = scriptedMarket();
  m.step(300);
  m.engine.begin();
  m.engine.place('A', { id: 'one', userId: 'ann', side: 'buy', price: null, lots: 10, timeInForce: 'IOC' });
  const undo = m.engine.savepoint();
  m.engine.place('A', { id: 'two', userId: 'ben', side: 'buy', price: null, lots: 25, timeInForce: 'IOC' });
  m.engine.place('A', { id: 'three', userId: 'ben', side: 'buy', price: 9_000, lots: 25, timeInForce: 'GTC' });
  undo();
  expect(m.engine.inventories()).toEqual(new Map([['A', -10]]));
  expect(m.engine.cancel('A', 'three')).toBeNull();
  m.engine.commit();
  expect(m.frame('A').prints).toMatchObject([{ lots: 10 }]);
});
