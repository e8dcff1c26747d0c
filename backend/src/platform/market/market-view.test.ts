import type { Interval } from '@tessera/api/rules';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FIRST_STEP, haltedTick, recordHalted, recordSteps, tickAt } from '../../../test/market-steps.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { addBars } from './bar-store.ts';
import { gathered } from './candles.ts';
import type { MarketFrame, SymbolFrame } from './frame.ts';
import { MarkWindow } from './mark.ts';
import { createMarketView, type MarketView } from './market-view.ts';
import { createRecorder, UNRECORDED_FRAMES } from './recorder.ts';
import { storeTapes } from './tape-store.ts';
import { fineIndexOf, INDEX_PARTS } from './tick-record.ts';

const MINUTE = 60_000;
const TERMS = [
  { symbol: 'BTC/USDT', tick: '0.01', lot: '0.001' },
  { symbol: 'ETH/USDT', tick: '0.1', lot: '1' },
];

let database: TestDatabase;
let errors: unknown[];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => {
  errors = [];
});
afterEach(async () => {
  await database.query(
    'truncate market_tape, market_step, market_state, market_head, market_symbol, market_former, market_bar',
  );
  expect(errors).toEqual([]);
});

const viewOf = (): MarketView =>
  createMarketView({ database, source: 'simulated', terms: TERMS, onError: (error) => errors.push(error) });

/** The frame that publishes the tick of a step. */
function symbolAt(at: number, tick: number, more: Partial<SymbolFrame> = {}): SymbolFrame {
  const { bid, ask, last, high, low, lots } = tickAt(at);
  const prints = [
    { id: tick * 3, price: high, lots, side: 'buy' as const, origin: 'source' as const },
    { id: tick * 3 + 1, price: low, lots: 0, side: 'sell' as const, origin: 'source' as const },
  ];
  return {
    symbol: 'BTC/USDT',
    tick,
    at,
    open: true,
    halt: null,
    last,
    index: fineIndexOf(tickAt(at)) / INDEX_PARTS,
    mark: bid + 1,
    bids: [[bid, 7]],
    asks: [[ask, 9]],
    prints,
    ...more,
  };
}
const frameAt = (sequence: number, at: number, symbols: readonly SymbolFrame[], token = '1'): MarketFrame => ({
  sequence,
  token,
  at,
  symbols,
});
const stepFrame = (step: number): MarketFrame => {
  const at = FIRST_STEP + (step - 1) * 200;
  return frameAt(step, at, [symbolAt(at, step)]);
};
const lastBars = (view: MarketView, interval: Interval, limit = 300) => view.bars('BTC/USDT', interval, { limit });

describe('a frame', () => {
  test('is one instant: quote, book, tape and forming bar', async () => {
    const view = viewOf();
    await view.load();
    expect(view.quote('BTC/USDT')).toBeNull();
    const heard: (readonly string[])[] = [];
    const stop = view.listen((symbols) => heard.push(symbols));
    view.apply(stepFrame(1));
    const { bid, ask, last, high, low } = tickAt(FIRST_STEP);
    const text = (ticks: number) => String(ticks / 100);
    expect(view.sequence).toBe(1);
    expect(view.quote('BTC/USDT')).toMatchObject({
      last: text(last),
      bid: text(bid),
      ask: text(ask),
      high24h: text(high),
      low24h: text(low),
      change24h: '0',
      sequence: 1,
      at: FIRST_STEP,
      open: true,
      halt: null,
    });
    expect(view.depth('BTC/USDT', 5)).toEqual({
      bids: [[text(bid), '0.007']],
      asks: [[text(ask), '0.009']],
      at: FIRST_STEP,
    });
    expect(view.liveBar('BTC/USDT', '1h')).toEqual([
      FIRST_STEP,
      text(last),
      text(high),
      text(low),
      text(last),
      view.quote('BTC/USDT')?.volume24h,
    ]);
    expect(view.trades('BTC/USDT', 0, 10)).toHaveLength(2);
    expect(view.trades('BTC/USDT', FIRST_STEP, 10)).toEqual([]);
    expect(await lastBars(view, '5m')).toHaveLength(1);
    expect(heard).toEqual([['BTC/USDT']]);
    stop();
    view.apply(stepFrame(2));
    expect(heard).toHaveLength(1);
    expect(view.quote('XRP/USDT')).toBeNull();
    expect(await view.bars('XRP/USDT', '1m', { limit: 5 })).toEqual([]);
  });

  test('of a former holder or of before is dropped', async () => {
    const view = viewOf();
    await view.load();
    view.apply(frameAt(1, FIRST_STEP, [symbolAt(FIRST_STEP, 1)], '9'));
    view.apply(frameAt(2, FIRST_STEP + 200, [symbolAt(FIRST_STEP + 200, 2)], '8'));
    view.apply(frameAt(1, FIRST_STEP + 200, [symbolAt(FIRST_STEP + 200, 2)], '9'));
    expect(view.sequence).toBe(1);
    expect(view.quote('BTC/USDT')?.at).toBe(FIRST_STEP);
  });

  test('never shows a last price outside of the spread, and takes the price of a side that is empty', async () => {
    const view = viewOf();
    await view.load();
    view.apply(frameAt(1, FIRST_STEP, [symbolAt(FIRST_STEP, 1, { last: 5, bids: [[10, 1]], asks: [[12, 1]] })]));
    expect(view.quote('BTC/USDT')).toMatchObject({ bid: '0.1', last: '0.1', ask: '0.12' });
    view.apply(frameAt(2, FIRST_STEP, [symbolAt(FIRST_STEP, 1, { last: 11, bids: [], asks: [], halt: 'jump' })]));
    expect(view.quote('BTC/USDT')).toMatchObject({
      bid: '0.11',
      last: '0.11',
      ask: '0.11',
      halt: 'jump',
      haltedAt: FIRST_STEP,
    });
  });

  test('with trades between two ticks shows them in the bar at once, and counts them once', async () => {
    const view = viewOf();
    await view.load();
    const print = { id: 1, price: 10_000, lots: 4, side: 'buy' as const, origin: 'book' as const };
    const bare = (at: number, tick: number, prints: (typeof print)[], last: number) =>
      symbolAt(at, tick, { prints, last, bids: [], asks: [] });
    view.apply(frameAt(1, FIRST_STEP, [bare(FIRST_STEP, 1, [], 9_000)]));
    view.apply(frameAt(2, FIRST_STEP + 50, [bare(FIRST_STEP + 50, 1, [print], 10_000)]));
    expect(view.liveBar('BTC/USDT', '1m')).toEqual([FIRST_STEP, '90', '100', '90', '100', '0.004']);
    view.apply(frameAt(3, FIRST_STEP + 200, [bare(FIRST_STEP + 200, 2, [], 9_500)]));
    expect(view.liveBar('BTC/USDT', '1m')).toEqual([FIRST_STEP, '90', '100', '90', '95', '0.004']);
    expect(view.quote('BTC/USDT')).toMatchObject({ volume24h: '0.004', high24h: '100' });
  });
});

describe('bars and the figures of a day', () => {
  test('are the same for a node that followed and for one that read the record', async () => {
    const recorder = createRecorder();
    await recorder.load(database);
    const following = viewOf();
    await following.load();
    // Two and a half minutes over the full hour.
    const from = FIRST_STEP - MINUTE;
    await recordSteps(database, recorder, { symbols: ['BTC/USDT'], from, every: 1_000, count: 150 });
    const window = new MarkWindow();
    for (let step = 1; step <= 150; step++) {
      const at = from + (step - 1) * 1_000;
      following.apply(frameAt(step, at, [symbolAt(at, step, { mark: window.add(tickAt(at)) })]));
    }
    const reading = viewOf();
    await reading.load();
    expect(reading.sequence).toBe(150);
    for (const interval of ['1m', '5m', '1h', '1d', '1w', '1M'] as const) {
      expect(await lastBars(reading, interval), interval).toEqual(await lastBars(following, interval));
    }
    expect(await lastBars(reading, '1m')).toHaveLength(3);
    expect(await lastBars(reading, '1h')).toHaveLength(2);
    const { open, sequence, ...quote } = following.quote('BTC/USDT') ?? {};
    expect([open, sequence]).toEqual([true, 150]);
    expect(reading.quote('BTC/USDT')).toEqual({ ...quote, open: false, sequence: 0 });
    // The book is not recorded: the best prices are known, how much stands there is not.
    expect(reading.depth('BTC/USDT', 9)?.bids).toHaveLength(1);
    reading.apply(frameAt(151 + UNRECORDED_FRAMES, from + 150_000, [symbolAt(from + 150_000, 151)], '2'));
    following.apply(frameAt(151, from + 150_000, [symbolAt(from + 150_000, 151)]));
    expect(reading.liveBar('BTC/USDT', '1h')).toEqual(following.liveBar('BTC/USDT', '1h'));
  });

  test('follow the stored history: a day ago, a closed weekend, longer bars', async () => {
    const recorder = createRecorder();
    await recorder.load(database);
    await recordSteps(database, recorder, { count: 1 });
    const [row] = await database.query<{ id: number }>(`select id from market_symbol where symbol = 'BTC/USDT'`);
    const id = row?.id as number;
    const bar = (opening: number, close: number) => ({
      opening,
      open: close,
      high: close + 9,
      low: close - 9,
      close,
      lots: 1_000,
    });
    const day = 86_400_000;
    const minutes = [
      bar(FIRST_STEP - 3 * day, 5_000),
      bar(FIRST_STEP - day + 2 * MINUTE, 9_000),
      bar(FIRST_STEP - 2 * MINUTE, 9_500),
    ];
    await addBars(database, '1m', new Map([[id, minutes]]));
    for (const interval of ['1d', '4h'] as const) {
      await addBars(database, interval, new Map([[id, gathered(interval, minutes.slice(0, 2))]]));
    }
    const view = viewOf();
    await view.load();
    const { last, high } = tickAt(FIRST_STEP);
    expect(view.quote('BTC/USDT')).toMatchObject({
      change24h: ((last - 5_000) / 5_000).toFixed(6).replace(/0+$/, ''),
      low24h: '89.91',
      high24h: String(high / 100),
      volume24h: String(2 + tickAt(FIRST_STEP).lots / 1_000),
    });
    const [days, months] = [await lastBars(view, '1d'), await lastBars(view, '1M')];
    expect(days).toHaveLength(3);
    expect(days[2]?.slice(1, 4)).toEqual(['95', String(high / 100), '94.91']);
    expect(months).toHaveLength(1);
    expect(months[0]?.slice(1, 4)).toEqual(['50', String(high / 100), '49.91']);
    // Each way to ask for a range.
    const times = (bars: readonly (readonly unknown[])[]) => bars.map(([t]) => t);
    expect(times(await view.bars('BTC/USDT', '1m', { limit: 2, to: FIRST_STEP - MINUTE }))).toEqual(
      minutes.slice(1).map(({ opening }) => opening),
    );
    expect(times(await view.bars('BTC/USDT', '1m', { limit: 1, from: FIRST_STEP - 2 * day }))).toEqual([
      minutes[1]?.opening,
    ]);
  });

  test('of a symbol that was closed for longer than the history has minutes end with its last day', async () => {
    const recorder = createRecorder();
    await recorder.load(database);
    await recordSteps(database, recorder, { symbols: ['BTC/USDT'], count: 1 });
    const [row] = await database.query<{ id: number }>(
      `insert into market_symbol (symbol) values ('ETH/USDT') on conflict (symbol) do update set symbol = 'ETH/USDT' returning id`,
    );
    const friday = { opening: Date.UTC(2026, 10, 17), open: 900, high: 990, low: 890, close: 950, lots: 3 };
    await addBars(database, '1d', new Map([[row?.id as number, [friday]]]));
    const view = viewOf();
    await view.load();
    expect(view.quote('ETH/USDT')).toMatchObject({
      ...{ last: '95', bid: '95', ask: '95', high24h: '95', low24h: '95', change24h: '0', volume24h: '0' },
      ...{ at: Date.UTC(2026, 10, 18), open: false },
    });
    expect(await view.bars('ETH/USDT', '1m', { limit: 5 })).toEqual([]);
    expect(await view.bars('ETH/USDT', '1d', { limit: 5 })).toHaveLength(1);
  });

  test('of long ago are read from the record', async () => {
    const recorder = createRecorder();
    await recorder.load(database);
    await recordSteps(database, recorder, { count: 1 });
    const [row] = await database.query<{ id: number }>(`select id from market_symbol where symbol = 'BTC/USDT'`);
    const minutes = Array.from({ length: 2_500 }, (_, index) => {
      const opening = FIRST_STEP - (2_500 - index) * MINUTE;
      return { opening, open: 100 + index, high: 100 + index, low: 100 + index, close: 100 + index, lots: 1 };
    });
    await addBars(database, '1m', new Map([[row?.id as number, minutes]]));
    // A second time changes nothing.
    await addBars(database, '1m', new Map([[row?.id as number, minutes]]));
    const view = viewOf();
    await view.load();
    const opens = async (query: Parameters<MarketView['bars']>[2]) =>
      (await view.bars('BTC/USDT', '1m', query)).map(([t]) => (t - FIRST_STEP) / MINUTE);
    expect(await opens({ limit: 3 })).toEqual([-2, -1, 0]);
    expect((await opens({ limit: 1_000 })).length).toBe(1_000);
    expect(await opens({ limit: 2, to: FIRST_STEP - 2_000 * MINUTE })).toEqual([-2_001, -2_000]);
    expect(await opens({ limit: 3, from: FIRST_STEP - 2_400 * MINUTE })).toEqual([-2_400, -2_399, -2_398]);
    const all = await opens({ limit: 3_000, from: FIRST_STEP - 9_000 * MINUTE });
    expect(all).toEqual(Array.from({ length: 2_501 }, (_, index) => index - 2_500));
  });
});

describe('the tape', () => {
  test('begins with the last fifty trades that were stored, unless they count in another tick', async () => {
    const view = viewOf();
    await view.load();
    for (let step = 1; step <= 40; step++) view.apply(stepFrame(step));
    const before = view.tapes();
    await storeTapes(database, before);
    for (let step = 41; step <= 60; step++) view.apply(stepFrame(step));
    await storeTapes(database, view.tapes());
    // Of a node that held the market earlier.
    await storeTapes(database, before);
    const fresh = viewOf();
    await fresh.load();
    expect(fresh.trades('BTC/USDT', 0, 1_000)).toEqual(view.trades('BTC/USDT', 0, 50));
    fresh.apply(stepFrame(61));
    expect(fresh.trades('BTC/USDT', 0, 1_000)).toHaveLength(52);
    const terms = TERMS.map((each) => ({ ...each, tick: '0.001' }));
    const finer = createMarketView({ database, source: 'simulated', terms, onError: (error) => errors.push(error) });
    await finer.load();
    expect(finer.trades('BTC/USDT', 0, 10)).toEqual([]);
  });
});

describe('a node that lost frames', () => {
  test('reads the record anew and then shows what all others show', async () => {
    const recorder = createRecorder();
    await recorder.load(database);
    const view = viewOf();
    await view.load();
    await recordSteps(database, recorder, { symbols: ['BTC/USDT'], count: 30 });
    for (let step = 1; step <= 10; step++) view.apply(stepFrame(step));
    for (let step = 20; step <= 30; step++) view.apply(stepFrame(step));
    await view.load();
    const lots = Array.from({ length: 30 }, (_, step) => tickAt(FIRST_STEP + step * 200).lots);
    const volume = lots.reduce((sum, each) => sum + each, 0);
    expect(view.quote('BTC/USDT')).toMatchObject({ sequence: 30, volume24h: String(volume / 1_000) });
    // The tape kept what it had.
    expect(view.trades('BTC/USDT', 0, 1_000)).toHaveLength(42);
  });

  test('tells a process of one command, which hears no frames, which markets are open', async () => {
    const recorder = createRecorder();
    await recorder.load(database);
    await recordSteps(database, recorder, { symbols: ['BTC/USDT'], count: 1 });
    const view = createMarketView({
      database,
      source: 'simulated',
      terms: TERMS,
      onError: (error) => errors.push(error),
      hearsNone: true,
    });
    await view.load();
    expect(view.quote('BTC/USDT')).toMatchObject({ open: true, halt: null });
    expect(view.quote('ETH/USDT')?.open ?? false).toBe(false);
  });

  test('loses no trade that came after the last recorded tick', async () => {
    const recorder = createRecorder();
    await recorder.load(database);
    const view = viewOf();
    await view.load();
    await recordSteps(database, recorder, { symbols: ['BTC/USDT'], count: 1 });
    view.apply(stepFrame(1));
    const { last } = tickAt(FIRST_STEP);
    const print = { id: 99, price: last, lots: 50, side: 'buy' as const, origin: 'book' as const };
    view.apply(frameAt(2, FIRST_STEP + 50, [symbolAt(FIRST_STEP + 50, 1, { prints: [print], last })]));
    const volume = view.quote('BTC/USDT')?.volume24h;
    await view.load();
    expect(view.quote('BTC/USDT')?.volume24h).toBe(volume);
  });

  test('shows the record where it is newer than what it has heard, also of a symbol that is shut by now', async () => {
    const recorder = createRecorder();
    await recorder.load(database);
    await recordSteps(database, recorder, { count: 160 });
    const view = viewOf();
    await view.load();
    const early = createMarketView({
      database,
      source: 'simulated',
      terms: TERMS,
      onError: (error) => errors.push(error),
    });
    for (const step of [1, 2]) early.apply(stepFrame(step));
    await early.load();
    const shown = ({ quote }: MarketView) => {
      const { last, bid, ask, index, mark, at, sequence } = quote('BTC/USDT') ?? {};
      return { last, bid, ask, index, mark, at, sequence };
    };
    expect(shown(early)).toEqual({ ...shown(view), sequence: 160 });
    expect(early.trades('BTC/USDT', 0, 10)).toHaveLength(4);
  });

  test('finds the record however far it has gone on', async () => {
    const recorder = createRecorder();
    await recorder.load(database);
    await recordSteps(database, recorder, { count: 2 });
    const view = viewOf();
    await view.load();
    const from = FIRST_STEP + 30_000;
    await recordSteps(database, recorder, { from, count: 2, sequence: 9_000 });
    await view.catchUp();
    expect(view.quote('BTC/USDT')).toMatchObject({ at: from + 200, sequence: 9_002 });
  });

  test('shows no symbol as open that has no tick in the latest step', async () => {
    const recorder = createRecorder();
    await recorder.load(database);
    await recordSteps(database, recorder, { symbols: ['BTC/USDT', 'ETH/USDT'], count: 2 });
    const view = viewOf();
    await view.load();
    const from = FIRST_STEP + 400;
    await recordSteps(database, recorder, { symbols: ['BTC/USDT', 'ETH/USDT'], from, count: 1, sequence: 2 });
    await view.catchUp();
    const open = () => ['BTC/USDT', 'ETH/USDT'].map((symbol) => view.quote(symbol)?.open);
    expect(open()).toEqual([true, true]);
    await recordSteps(database, recorder, { symbols: ['BTC/USDT'], from: from + 200, count: 1, sequence: 3 });
    await view.catchUp();
    expect(open()).toEqual([true, false]);
    await recordSteps(database, recorder, { symbols: ['ETH/USDT'], from: from + 400, count: 1, sequence: 4 });
    await view.catchUp();
    expect(open()).toEqual([false, true]);
  });

  test('shows the index of a halted symbol, and neither bars, another mark nor an open market by it', async () => {
    const recorder = createRecorder();
    await recorder.load(database);
    await recordSteps(database, recorder, { count: 2 });
    const followed = viewOf();
    const heard = viewOf();
    for (const view of [followed, heard]) await view.load();
    const before = followed.quote('BTC/USDT');
    const [{ symbol, ...grid }] = TERMS as [(typeof TERMS)[number]];
    const { last } = tickAt(FIRST_STEP + 200);
    for (const [step, index] of [12_000, 12_500].entries()) {
      const at = FIRST_STEP + MINUTE + step * 200;
      const tick = haltedTick(at, index, last);
      await recordHalted(database, recorder, { symbol, tick, sequence: 3 + step, grid });
      const more = { at: before?.at ?? 0, last, index, mark: Number(before?.mark) * 100, halt: 'staff' as const };
      heard.apply(frameAt(3 + step, at, [symbolAt(at, 3 + step, { ...more, bids: [], asks: [], prints: [] })]));
    }
    await followed.catchUp();
    const loaded = viewOf();
    await loaded.load();
    const same = { last: before?.last, mark: before?.mark, high24h: before?.high24h, volume24h: before?.volume24h };
    for (const view of [followed, heard, loaded]) {
      expect(view.quote(symbol)).toMatchObject({ ...same, index: '125' });
      expect(await lastBars(view, '1m')).toHaveLength(1);
      expect(await lastBars(view, '1h')).toEqual(await lastBars(heard, '1h'));
    }
    expect([followed, heard].map((view) => view.quote(symbol)?.open)).toEqual([false, true]);
    expect(heard.quote(symbol)?.halt).toBe('staff');
  });

  test('says so where the record cannot be read', async () => {
    const view = viewOf();
    await view.load();
    view.apply(stepFrame(1));
    await database.query('alter table market_step rename to market_step_away');
    view.apply(stepFrame(5));
    await view.load().catch(() => undefined);
    await database.query('alter table market_step_away rename to market_step');
    expect(errors.splice(0)).toHaveLength(1);
  });
});

test('symbols that staff list join, others leave', async () => {
  const view = viewOf();
  await view.load();
  await view.revise([{ symbol: 'XRP/USDT', tick: '1', lot: '1' }]);
  expect(view.symbols).toEqual(['XRP/USDT']);
  view.apply(frameAt(1, FIRST_STEP, [symbolAt(FIRST_STEP, 1), symbolAt(FIRST_STEP, 1, { symbol: 'XRP/USDT' })]));
  expect(view.quote('BTC/USDT')).toBeNull();
  expect(view.quote('XRP/USDT')?.sequence).toBe(1);
});
