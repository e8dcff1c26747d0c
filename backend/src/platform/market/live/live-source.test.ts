import { afterEach, describe, expect, it } from 'vitest';
import { until } from '../../../../test/fake-timing.ts';
import {
  BTC,
  ETH,
  type LiveStage,
  liveStage,
  liveTerms,
  MAX_AGE,
  PERP,
  type StageSetting,
} from '../../../../test/live-stage.ts';
import { type LoopbackVenue, loopbackVenue } from '../../../../test/loopback-venue.ts';
import { openLiveSource } from './live-source.ts';

const LISTED = [BTC, ETH, 'BTC/USDT:USDT'];
const MINUTE = 60_000;

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function venue(id: LoopbackVenue['id'], listed: readonly string[] = LISTED): Promise<LoopbackVenue> {
  const started = await loopbackVenue(id, ...listed);
  closers.push(() => started.close());
  return started;
}

/** Binance and OKX, and a source on both. */
async function pair(setting: Omit<StageSetting, 'venues'> = {}) {
  const a = await venue('binance');
  const b = await venue('okx');
  const stage = await liveStage({ venues: [a, b], ...setting });
  closers.push(() => stage.source.close());
  return { ...stage, a, b };
}

type Pair = Awaited<ReturnType<typeof pair>>;

let flushes = 0;

/** Resolves once all that was sent before has been read: messages of a connection keep their order. */
async function flush({ a, b, becomes, now }: Pair): Promise<void> {
  const price = 3_000 + ++flushes;
  a.book(ETH, `${price}`, `${price}`);
  b.book(ETH, `${price}`, `${price}`, { at: now() });
  await becomes(price, ETH);
}

describe('an index price of two exchanges', () => {
  it('is the median of their mid prices, with their names', async () => {
    const { a, b, source, step, becomes, now } = await pair();
    expect(step()).toBeNull();
    a.book(BTC, '50000.00', '50000.20');
    b.book(BTC, '50010.00', '50010.20', { at: now() });
    await becomes(50_005.1);
    expect(source.price(BTC)).toMatchObject({ at: now() });
    // They are further apart than each of them is wide.
    expect(source.price(BTC)?.spread).toBeCloseTo(10 / 50_005.1, 9);
    expect(source.sourceOf(BTC)).toBe('binance, okx');
    expect(source.sourceOf('XYZ/USDT')).toBe('');
    expect(source.name).toBe('live');
    expect(source.state()).toBeUndefined();
  });

  it('is none while one of them has no price, and none again once one is too old', async () => {
    const stage = await pair({ symbols: [BTC, ETH] });
    const { a, b, step, becomes, timing, now } = stage;
    a.book(BTC, '50000', '50001');
    await flush(stage);
    expect(step(BTC)).toBeNull();
    b.book(BTC, '50000', '50001', { at: now() });
    await becomes(50_000.5, BTC);
    await timing.pass(MAX_AGE);
    expect(step(BTC)).toBe(50_000.5);
    await timing.pass(1);
    expect(step(BTC)).toBeNull();
    a.book(BTC, '50010', '50011');
    await flush(stage);
    expect(step(BTC)).toBeNull();
    b.book(BTC, '50010', '50011', { at: now() });
    await becomes(50_010.5, BTC);
  });

  it("counts the age from the venue's time where that is earlier than ours, and never from the future", async () => {
    const stage = await pair({ symbols: [BTC, ETH] });
    const { a, b, step, becomes, timing, now, source } = stage;
    a.book(BTC, '50000', '50001');
    b.book(BTC, '50000', '50001', { at: now() - MAX_AGE - 1 });
    await flush(stage);
    expect(step(BTC)).toBeNull();
    b.book(BTC, '50020', '50021', { at: now() + 3_600_000 });
    await becomes(50_010.5, BTC);
    expect(source.price(BTC)?.at).toBe(now());
    await timing.pass(MAX_AGE + 1);
    expect(step(BTC)).toBeNull();
  });

  it('is none for prices that are none, and there again with the next sound one', async () => {
    const stage = await pair({ symbols: [BTC, ETH] });
    const { a, b, step, becomes, now } = stage;
    const none = [
      ['0', '0'],
      ['0.00', '50001'],
      ['-50000', '50001'],
      ['NaN', '50001'],
      ['fifty', '50001'],
      ['', '50001'],
      ['0xC350', '50001'],
      ['1e999', '1e999'],
      ['900000000000000000', '900000000000000001'],
      ['0.001', '0.002'],
      ['50001', '50000'],
    ] as const;
    for (const [bid, ask] of none) {
      a.book(BTC, '50000', '50001');
      b.book(BTC, '50000', '50001', { at: now() });
      await becomes(50_000.5, BTC);
      b.book(BTC, bid, ask, { at: now() });
      await flush(stage);
      expect(step(BTC), `${bid} and ${ask}`).toBeNull();
    }
  });

  it('keeps the later of two messages that come in the wrong order, or twice', async () => {
    const stage = await pair({ symbols: [BTC, ETH] });
    const { a, b, step, becomes, now } = stage;
    a.book(BTC, '50000', '50001', { sequence: 100 });
    b.book(BTC, '50000', '50001', { at: now() });
    await becomes(50_000.5, BTC);
    a.book(BTC, '49000', '49001', { sequence: 99 });
    b.book(BTC, '49000', '49001', { at: now() - 1, sequence: 5_000 });
    await flush(stage);
    expect(step(BTC)).toBe(50_000.5);
  });

  it('follows a venue that numbers anew after a new connection', async () => {
    const stage = await pair({ symbols: [BTC, ETH] });
    const { a, b, becomes, now, reconnected } = stage;
    a.book(BTC, '50000', '50001', { sequence: 1_000_000 });
    b.book(BTC, '50000', '50001', { at: now() });
    await becomes(50_000.5, BTC);
    a.cut();
    await reconnected(a);
    a.book(BTC, '50010', '50011', { sequence: 1 });
    b.book(BTC, '50010', '50011', { at: now() });
    await becomes(50_010.5, BTC);
  });

  it('goes on after messages that are none', async () => {
    const stage = await pair({ symbols: [BTC, ETH] });
    const { a, b, becomes, now, timing } = stage;
    const garbage = [
      'garbage',
      '{',
      '[]',
      'null',
      '{"u":1}',
      '{"e":"trade"}',
      '{"e":"trade","s":"XYZUSDT","p":"1","q":"1","t":1,"T":1}',
      '{"arg":{"channel":"trades","instId":"BTC-USDT"},"data":[null]}',
      '{"arg":{"channel":"bbo-tbt","instId":"XYZ-USDT"},"data":[{"bids":[["1","1"]],"asks":[["1","1"]]}]}',
      '{"arg":{"channel":"bbo-tbt"},"data":7}',
      `{"u":1,"s":"BTCUSDT","b":{"a":1},"a":[1]}`,
      `{"__proto__":{"bid":"1"},"u":2,"s":"BTCUSDT"}`,
      'x'.repeat(100_000),
    ];
    for (const text of garbage) {
      a.raw(text);
      b.raw(text);
    }
    await flush(stage);
    await timing.pass(1_000);
    a.book(BTC, '50000', '50001', { sequence: 50 });
    b.book(BTC, '50000', '50001', { at: now() });
    await becomes(50_000.5, BTC);
  });
});

describe('a connection to an exchange', () => {
  it('that is cut is opened again after a pause, and no second one beside it', async () => {
    const { a, b, becomes, now, reconnected, warnings } = await pair();
    const open = a.open();
    for (let price = 50_000; price < 50_003; price++) {
      a.cut();
      await reconnected(a);
      a.book(BTC, `${price}`, `${price}`);
      b.book(BTC, `${price}`, `${price}`, { at: now() });
      await becomes(price);
    }
    expect(a.open()).toBeLessThanOrEqual(open);
    expect(b.opened).toBeLessThanOrEqual(2);
    expect(warnings).toContainEqual([expect.objectContaining({ venue: 'binance' }), 'a venue is not reached']);
  });

  it('on which nothing comes is taken for dead', async () => {
    const { a, timing, reconnected } = await pair();
    const { opened } = a;
    await timing.pass(15_000);
    await until(() => a.open() === 0 || a.opened > opened, 'the end of the silent connection');
    await reconnected(a);
    expect(a.opened).toBeGreaterThan(opened);
  });

  it('ends with a message of five megabytes', async () => {
    const { a, warnings, reconnected } = await pair();
    a.raw('x'.repeat(5_000_000));
    await until(() => warnings.length > 0, 'the end of the connection');
    await reconnected(a);
  });

  it('is tried with growing pauses while the venue is down', async () => {
    const { a, b, timing, warnings, becomes, now, reconnected } = await pair();
    a.down = true;
    a.cut();
    const failures = () =>
      warnings.filter(([fields]) => Reflect.get(Object(fields), 'stream') === 'watchBidsAsks').length;
    await until(() => failures() === 1, 'the first failure');
    for (let count = 2; count < 5; count++) {
      // Half of the pause is not enough, all of it is.
      const pause = 500 * 2 ** (count - 2);
      await timing.pass(pause / 2 - 1);
      expect(failures()).toBe(count - 1);
      await timing.pass(pause / 2 + 1);
      await until(() => failures() === count, `failure ${count}`);
    }
    a.down = false;
    await timing.pass(4_000);
    await reconnected(a);
    a.book(BTC, '50000', '50000');
    b.book(BTC, '50000', '50000', { at: now() });
    await becomes(50_000);
  });
});

describe('trades of exchanges', () => {
  const trade = (id: number, price: string, at: number) => ({ id, price, amount: '0.5', side: 'sell', at }) as const;

  it('go to the tape once, in whole ticks and lots', async () => {
    const stage = await pair({ symbols: [BTC, ETH] });
    const { a, b, source, becomes, now, step } = stage;
    a.book(BTC, '50000', '50001');
    b.book(BTC, '50000', '50001', { at: now() });
    await becomes(50_000.5, BTC);
    const shown: unknown[] = [];
    const collect = () => shown.push(...source.prints(BTC));
    const at = now();
    a.trade(BTC, { id: 1, price: '50000.10', amount: '0.00123', side: 'buy', at });
    a.trade(BTC, { id: 1, price: '50000.10', amount: '0.00123', side: 'buy', at });
    a.trade(BTC, { id: 3, price: '0', amount: '1', side: 'buy', at });
    a.trade(BTC, { id: 4, price: '50000', amount: '0.000001', side: 'buy', at });
    a.trade(BTC, { id: 5, price: '80000', amount: '1', side: 'buy', at });
    a.trade(BTC, { id: 6, price: '50000', amount: '1', side: 'buy', at: at - 10_001 });
    a.trade(BTC, { id: 2, price: '50000', amount: '1', side: 'buy', at });
    a.trade(BTC, { id: 7, price: '50000', amount: '1', side: 'sell', at });
    await until(() => {
      step(BTC);
      collect();
      return shown.length >= 2;
    }, 'trades on the tape');
    step(BTC);
    collect();
    expect(shown).toEqual([
      { price: 5_000_010, lots: 123, side: 'buy' },
      { price: 5_000_000, lots: 100_000, side: 'sell' },
    ]);
  });

  it('are not shown late by a node that takes the market over', async () => {
    const { a, b, source, now, becomes, timing, step } = await pair();
    const since = now() - 1_000;
    for (const each of [a, b]) each.trade(BTC, trade(1, '50000', now()));
    await until(() => source.missed?.(BTC, since) != null, 'the trades');
    await timing.pass(10_001);
    a.book(BTC, '50000', '50000');
    b.book(BTC, '50000', '50000', { at: now() });
    await becomes(50_000);
    expect(source.prints(BTC)).toEqual([]);
    expect(step()).toBe(50_000);
  });

  it('of contracts count their size', async () => {
    const { b, a, source, step, now, becomes } = await pair({ symbols: [PERP] });
    a.book('BTC/USDT:USDT', '50000', '50001');
    b.book('BTC/USDT:USDT', '50000', '50001', { at: now() });
    await becomes(50_000.5);
    b.trade('BTC/USDT:USDT', { id: 1, price: '50000', amount: '3', side: 'buy', at: now() });
    await until(() => step() !== null && source.prints(PERP).length > 0, 'a trade');
    // Three contracts of 0.01 are thirty lots of 0.001.
    expect(source.prints(PERP)).toEqual([{ price: 500_000, lots: 30, side: 'buy' }]);
  });

  it('that a stream left out are read by REST, once in a while', async () => {
    const { a, b, source, now, step } = await pair();
    const since = now() - 10_000;
    const at = since + 5_000;
    a.trade(BTC, trade(1, '50000', at));
    b.trade(BTC, trade(10, '50000', at));
    // OKX names the last of several trades, so nothing is missing here.
    b.trade(BTC, { ...trade(13, '50000', at), count: 3 });
    await until(() => step() === null && source.missed?.(BTC, since)?.low === 5_000_000, 'the first trades');
    expect([...a.calls, ...b.calls].filter((call) => call.includes('rades'))).toEqual([]);
    a.trades.get(BTC)?.push(trade(2, '49000', at));
    b.trades.get(BTC)?.push(trade(14, '48000', at));
    for (let id = 3; id < 60; id += 2) a.trade(BTC, trade(id, '50000', at), { unknown: true });
    b.trade(BTC, { ...trade(16, '50001', at), count: 1 });
    await until(() => step() === null && source.missed?.(BTC, since)?.low === 4_900_000, 'what was left out');
    expect(source.missed?.(BTC, since)).toEqual({ low: 4_900_000, high: 5_000_000 });
    expect(a.calls.filter((call) => call.includes('aggTrades'))).toHaveLength(1);
    expect(b.calls.filter((call) => call.includes('market/trades'))).toHaveLength(1);
  });

  it('that were made while a connection was cut are read by REST', async () => {
    const { a, b, source, now, step, reconnected } = await pair();
    const since = now();
    const at = since + 1_000;
    for (const each of [a, b]) each.cut();
    a.trades.set(BTC, [trade(1, '47000', at), trade(2, '53000', at)]);
    b.trades.set(BTC, [trade(1, '47500', at), trade(2, '52000', at)]);
    for (const each of [a, b]) await reconnected(each);
    await until(() => {
      for (const each of [a, b]) each.trade(BTC, trade(3, '50000', now()), { unknown: true });
      step();
      return source.missed?.(BTC, since)?.low === 4_750_000;
    }, 'the trades in between');
    expect(source.missed?.(BTC, since)).toEqual({ low: 4_750_000, high: 5_200_000 });
  });
});

describe('what happened while no node was watching', () => {
  /** An hour of bars around 50,000 with one low and one high, and trades of the first minute. */
  function history({ a, b, now }: Pair): number {
    const since = Math.floor(now() / MINUTE) * MINUTE - 30 * MINUTE - 10_000;
    const bars = (low: string, high: string) =>
      Array.from({ length: 60 }, (_, index) => {
        const t = since + 10_000 + (index - 30) * MINUTE;
        // Before `since` everything was far away: it counts for nothing.
        if (index < 30) return [t, '1000', '99000', '1000', '1000'] as const;
        return [t, '50000', index === 40 ? high : '50100', index === 45 ? low : '49900', '50000'] as const;
      });
    a.bars.set(BTC, bars('48000', '52000'));
    b.bars.set(BTC, bars('48500', '51500'));
    const trades = [
      { id: 1, price: '30000', amount: '1', side: 'buy', at: since - 1 },
      { id: 2, price: '47000', amount: '1', side: 'buy', at: since + 1 },
    ] as const;
    a.trades.set(BTC, [...trades]);
    b.trades.set(BTC, [...trades]);
    return since;
  }

  it('is read before there is a price, and is what two venues traded at', async () => {
    const stage = await pair();
    const { a, b, source, step, becomes, now } = stage;
    const since = history(stage);
    source.recall?.(since);
    a.book(BTC, '50000', '50000');
    b.book(BTC, '50000', '50000', { at: now() });
    expect(step()).toBeNull();
    await becomes(50_000);
    expect(source.missed?.(BTC, since)).toEqual({ low: 4_700_000, high: 5_150_000 });
    // Of a later time it is not known.
    expect(source.missed?.(BTC, since + 1)).toBeNull();
    expect(source.missed?.('XYZ/USDT', since)).toBeNull();
  });

  it('leaves a symbol without a price for half a minute at most', async () => {
    const stage = await pair();
    const { a, b, source, step, becomes, now, timing, warnings } = stage;
    const since = history(stage);
    b.refuse = 429;
    source.recall?.(since);
    await until(() => warnings.some(([, text]) => text === 'missed trades cannot be read'), 'a refusal');
    const quotes = () => {
      a.book(BTC, '50000', '50000');
      b.book(BTC, '50000', '50000', { at: now() });
    };
    quotes();
    await flushTrades(stage);
    expect(step()).toBeNull();
    await timing.pass(30_000);
    quotes();
    await becomes(50_000);
    // What one venue alone says proves nothing: this is what came by both streams.
    expect(source.missed?.(BTC, since)).toEqual({ low: 5_000_000, high: 5_000_000 });
  });

  /** Until the trades that were sent last are read. */
  async function flushTrades({ a, b, source, now, step }: Pair): Promise<void> {
    const before = now();
    for (const each of [a, b]) {
      each.trade(BTC, { id: 9, price: '50000', amount: '1', side: 'buy', at: before }, { unknown: true });
    }
    await until(() => step() === null && source.missed?.(BTC, before - 1_000) !== null, 'trades');
  }

  it('is not read where the stream was open all the while', async () => {
    const stage = await pair();
    const { a, b, source, becomes, now, timing } = stage;
    await flushTrades(stage);
    const since = now();
    await timing.pass(2_000);
    source.recall?.(since + 1_000);
    a.book(BTC, '50000', '50000');
    b.book(BTC, '50000', '50000', { at: now() });
    await becomes(50_000);
    expect([...a.calls, ...b.calls].filter((call) => /rades|candles|klines/.test(call))).toEqual([]);
  });
});

describe('the instruments', () => {
  const log = { info: () => {}, warn: () => {} };
  const opened = async (venues: readonly LoopbackVenue[], symbols: readonly string[], names = {}) => {
    const source = await openLiveSource(
      { venues: venues.map(({ id, url }) => ({ id, url })), hermes: undefined, leadMs: 500, names },
      liveTerms(symbols),
      { log },
    );
    closers.push(() => source.close());
    return source;
  };

  it('that a venue does not list prevent the start by name', async () => {
    const a = await venue('binance', [BTC]);
    const b = await venue('okx', [BTC, ETH]);
    await expect(opened([a, b], [BTC, ETH, PERP])).rejects.toThrow(
      'FEED_MAP: binance does not list ETH/USDT, BTC/USDT:USDT; okx does not list BTC/USDT:USDT',
    );
    expect(a.open()).toBe(0);
  });

  it('are followed under the names of the mapping, and not where it says null', async () => {
    const a = await venue('binance', ['WETH/USDT', BTC]);
    const b = await venue('okx', [ETH]);
    const names = { binance: { [ETH]: 'WETH/USDT' }, okx: { [BTC]: null } };
    const { source, becomes, now, warnings, step } = await liveStage({ venues: [a, b], symbols: [ETH, BTC], names });
    closers.push(() => source.close());
    a.book('WETH/USDT', '3000', '3000');
    a.book(BTC, '50000', '50000');
    b.book(ETH, '3000', '3000', { at: now() });
    await becomes(3_000);
    expect(step(BTC)).toBeNull();
    expect(source.sourceOf(BTC)).toBe('binance');
    expect(warnings).toContainEqual([{ symbols: [BTC] }, 'symbols have too few sources and stay halted']);
  });

  it('come and go with the terms, over the connections that there are', async () => {
    const { a, b, source, becomes, now, step } = await pair();
    a.book(BTC, '50000', '50000');
    b.book(BTC, '50000', '50000', { at: now() });
    await becomes(50_000);
    source.revise(liveTerms([ETH]));
    expect(step(BTC)).toBeNull();
    const subscribed = (each: LoopbackVenue) => each.subscribed().some((stream) => /eth/i.test(stream));
    await until(() => subscribed(a) && subscribed(b), 'subscriptions of the new symbol');
    a.book(ETH, '3000', '3000');
    b.book(ETH, '3000', '3000', { at: now() });
    await becomes(3_000, ETH);
    expect([...a.subscribed(), ...b.subscribed()].filter((stream) => /btc/i.test(stream))).toEqual([]);
    expect(source.price(BTC)).toBeNull();
  });

  it('wait for a venue that does not answer at the start', async () => {
    const a = await venue('binance');
    const b = await venue('okx');
    b.refuse = 503;
    const source = await openLiveSource(
      { venues: [a, b].map(({ id, url }) => ({ id, url })), hermes: undefined, leadMs: 500, names: {} },
      liveTerms([BTC]),
      { log, patience: 50 },
    );
    closers.push(() => source.close());
    expect(source.price(BTC)).toBeNull();
    await until(() => source.sourceOf(BTC) === 'binance', 'the other venue');
    b.refuse = undefined;
    await until(() => b.subscribed().length === 2, 'the late venue');
    expect(source.sourceOf(BTC)).toBe('binance, okx');
  });

  it.each([
    ['nope', 'nope is no exchange of ccxt'],
    ['coinbase', 'coinbase cannot be used, it has no watchBidsAsks'],
  ])('cannot come from %s', async (id, message) => {
    const settings = { venues: [{ id, url: undefined }], hermes: undefined, leadMs: 500, names: {} };
    await expect(openLiveSource(settings, liveTerms([BTC]), { log })).rejects.toThrow(`FEED_VENUES: ${message}`);
  });
});

it('funding rates are those of the first venue that has them', async () => {
  const a = await venue('binance');
  const b = await venue('okx');
  const next = Date.now() + 3_600_000;
  a.funding.set('BTC/USDT:USDT', { rate: '0.00010000', next });
  b.funding.set('BTC/USDT:USDT', { rate: '-0.00020000', next });
  const stage: LiveStage = await liveStage({ venues: [a, b], symbols: [PERP, BTC] });
  closers.push(() => stage.source.close());
  await until(() => stage.source.fundingRate?.(PERP) != null, 'a funding rate');
  expect(stage.source.fundingRate?.(PERP)).toEqual({ rate: '0.00010000', at: expect.any(Number), next });
  expect(stage.source.fundingRate?.(BTC)).toBeNull();
  a.funding.set('BTC/USDT:USDT', { rate: '55', next });
  await stage.timing.pass(60_000);
  await until(() => stage.source.fundingRate?.(PERP)?.rate === '-0.00020000', 'the rate of the other venue');
});
