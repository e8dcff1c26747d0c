// @vitest-environment jsdom

import { type ExchangeRequest, type FakeExchange, fakeExchange, silence } from '@tessera/testing';
import type { KLineData } from 'klinecharts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { barFeed } from './bar-feed.ts';
import { periodOf } from './bars.ts';
import { INTERVALS, MAIN_INDICATORS, toggled } from './choices.ts';

const { live } = vi.hoisted(() => ({ live: new Set<(bar: unknown) => void>() }));
vi.mock('@tessera/realtime', () => ({
  subscribeKline: (_symbol: string, _interval: string, listener: (bar: unknown) => void) => {
    live.add(listener);
    return () => live.delete(listener);
  },
}));

const MINUTE = 60_000;
const LATEST = 1_760_000_040_000;
const bars = (to: number, count: number) =>
  Array.from({ length: count }, (_, index) => [to - (count - 1 - index) * MINUTE, '1', '2', '0.5', '1.5', '10']);

/** How many bars the exchange has before the latest. */
let history = 500;
let exchange: FakeExchange;

beforeEach(() => {
  history = 500;
  live.clear();
  const respond = ({ form }: ExchangeRequest) => {
    const oldest = LATEST - (history - 1) * MINUTE;
    const to = Math.min(Number(form.get('to') ?? LATEST), LATEST);
    const aligned = to - ((to - LATEST) % MINUTE === 0 ? 0 : MINUTE + ((to - LATEST) % MINUTE));
    const count = Math.min(300, Math.max(0, (aligned - oldest) / MINUTE + 1));
    return { symbol: 'BTC/USDT', interval: '1m', bars: bars(aligned, count) };
  };
  exchange = fakeExchange({ 'GET /currency/new_timeshar': respond });
});

const nextFrame = () => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
const watch = () => ({ onReady: vi.fn(), onFailure: vi.fn(), onResync: vi.fn() });
const symbol = { ticker: 'BTC/USDT', pricePrecision: 2, volumePrecision: 2 };
const period = periodOf('1m');
type Drawn = { readonly data: KLineData[]; readonly forward: boolean };

const ask = (feed: ReturnType<typeof barFeed>, type: 'init' | 'forward', timestamp: number | null) =>
  new Promise<Drawn>((resolve) => {
    void feed.loader.getBars({
      type,
      timestamp,
      symbol,
      period,
      callback: (data, more) => resolve({ data, forward: typeof more === 'object' && more.forward === true }),
    });
  });

describe('the bars of a chart', () => {
  test('come page by page backwards without a gap or a bar twice, until history ends', async () => {
    const feed = barFeed('BTC/USDT', '1m', watch());
    const first = await ask(feed, 'init', null);
    const second = await ask(feed, 'forward', first.data[0]?.timestamp ?? null);
    const times = [...second.data, ...first.data].map(({ timestamp }) => timestamp);
    expect(times).toHaveLength(500);
    times.forEach((time, index) => {
      expect(time).toBe((times[0] ?? 0) + index * MINUTE);
    });
    expect([first.forward, second.forward]).toEqual([true, false]);
    expect(exchange.requests).toHaveLength(2);
  });

  test('report a failure of the first page, and request an older page again', async () => {
    const watching = watch();
    const feed = barFeed('BTC/USDT', '1m', watching);
    exchange.change({ 'GET /currency/new_timeshar': silence() });
    await feed.loader.getBars({ type: 'init', timestamp: null, symbol, period, callback: vi.fn() });
    expect(watching.onFailure).toHaveBeenCalledOnce();
    expect((await ask(feed, 'forward', LATEST)).forward).toBe(true);
  });

  test('say how far they go back, and again with the first live one where there were none', async () => {
    const known = watch();
    await ask(barFeed('BTC/USDT', '1m', known), 'init', null);
    expect(known.onReady.mock.calls).toEqual([[{ since: LATEST - 299 * MINUTE, count: 300 }]]);

    history = 0;
    const none = watch();
    const feed = barFeed('BTC/USDT', '1m', none);
    await ask(feed, 'init', null);
    expect(none.onReady.mock.calls).toEqual([[{ since: null, count: 0 }]]);
    feed.loader.subscribeBar?.({ symbol, period, callback: vi.fn() });
    for (const number of [1, 2]) {
      for (const hear of live) {
        hear({ t: LATEST + number * MINUTE, open: '1', high: '3', low: '1', close: '2.5', volume: '7' });
      }
    }
    await nextFrame();
    expect(none.onReady.mock.calls.slice(1)).toEqual([[{ since: LATEST + MINUTE, count: 1 }]]);
  });

  test('follow the forming bar, each bar in its last state of a frame, until the chart is gone', async () => {
    const feed = barFeed('BTC/USDT', '1m', watch());
    const drawn = vi.fn();
    feed.loader.subscribeBar?.({ symbol, period, callback: drawn });
    const hearAll = (t: number, close: string) => {
      for (const hear of live) hear({ t, open: '1', high: '3', low: '1', close, volume: '7' });
    };
    hearAll(LATEST, '2');
    hearAll(LATEST, '2.5');
    hearAll(LATEST + MINUTE, '2.75');
    await nextFrame();
    const bar = { open: 1, high: 3, low: 1, volume: 7 };
    expect(drawn.mock.calls).toEqual([
      [{ ...bar, timestamp: LATEST, close: 2.5 }],
      [{ ...bar, timestamp: LATEST + MINUTE, close: 2.75 }],
    ]);
    hearAll(LATEST + MINUTE, '3');
    feed.close();
    await nextFrame();
    expect([live.size, drawn.mock.calls.length]).toEqual([0, 2]);
  });

  test('wait behind a dialog, and are drawn once it closes, or with the next one where it is gone', async () => {
    const feed = barFeed('BTC/USDT', '1m', watch());
    const drawn = vi.fn();
    feed.loader.subscribeBar?.({ symbol, period, callback: drawn });
    const hear = (close: string) => {
      for (const each of live) each({ t: LATEST, open: '1', high: '3', low: '1', close, volume: '7' });
    };
    const closes = () => drawn.mock.calls.map(([{ close }]) => close);
    const dialog = document.createElement('dialog');
    dialog.open = true;
    const openDialog = () => document.body.append(dialog);
    hear('2');
    await nextFrame();
    openDialog();
    hear('2.25');
    hear('2.5');
    await nextFrame();
    expect(closes()).toEqual([2]);
    dialog.remove();
    document.dispatchEvent(new Event('close'));
    expect(closes()).toEqual([2, 2.5]);
    openDialog();
    hear('2.75');
    dialog.remove();
    hear('3');
    await nextFrame();
    expect(closes()).toEqual([2, 2.5, 3]);
    feed.close();
  });

  test('that arrive after the chart is gone are not drawn', async () => {
    const watching = watch();
    const feed = barFeed('BTC/USDT', '1m', watching);
    const drawn = vi.fn();
    const asking = feed.loader.getBars({ type: 'init', timestamp: null, symbol, period, callback: drawn });
    feed.close();
    await asking;
    expect(drawn).not.toHaveBeenCalled();
    expect(watching.onFailure).not.toHaveBeenCalled();
  });
});

test('every interval is one that the chart can count', () => {
  expect(INTERVALS.map((interval) => Object.values(periodOf(interval)).join(' '))).toEqual([
    'minute 1',
    'minute 5',
    'minute 15',
    'minute 30',
    'hour 1',
    'hour 4',
    'day 1',
    'week 1',
    'month 1',
  ]);
});

test('an indicator is turned on in its place and off again', () => {
  expect(toggled(MAIN_INDICATORS, ['BOLL'], 'MA')).toEqual(['MA', 'BOLL']);
  expect(toggled(MAIN_INDICATORS, ['MA', 'BOLL'], 'MA')).toEqual(['BOLL']);
});
