import type { ClientFrame, QuoteRow, ServerFrame } from '@tessera/api/realtime';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { LiveBar } from './klines.ts';
import { createMarketStore } from './market-store.ts';
import { createSubscriptions } from './subscriptions.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
  const frames: (() => void)[] = [];
  const sent: ClientFrame[] = [];
  const subscriptions = createSubscriptions({ lingerMs: 1000 });
  const store = createMarketStore(subscriptions, (flush) => frames.push(flush));
  const frame = () => {
    for (const flush of frames.splice(0)) flush();
  };
  const open = () => subscriptions.opened((each) => sent.push(each));
  const turn = () => vi.advanceTimersByTimeAsync(0);
  return { store, subscriptions, sent, frame, frames, open, turn };
}

const row = (symbol: string, last: string, at: number): QuoteRow => [
  symbol,
  last,
  '1',
  '2',
  '0',
  '3',
  '1',
  '4',
  '5',
  at,
  1,
];

describe('subscriptions', () => {
  test('one frame subscribes all channels requested in an event loop turn, each once', async () => {
    const { store, sent, open, turn } = setUp();
    open();
    for (const symbol of ['BTC/USDT', 'ETH/USDT', 'BTC/USDT']) store.quotes.listen(symbol, () => {});
    await turn();
    expect(sent).toEqual([{ op: 'subscribe', channels: ['quote:BTC/USDT', 'quote:ETH/USDT'], moments: true }]);
  });

  test('a page that comes to a book that is subscribed still gets the whole of it, not the next change', async () => {
    const { store, sent, open } = setUp();
    open();
    const subscribe = { op: 'subscribe', channels: ['book:BTC/USDT:1'], moments: true };
    const leave = store.topic('book:BTC/USDT:1', () => {});
    await vi.advanceTimersByTimeAsync(500);
    expect(sent).toEqual([subscribe]);
    leave();
    store.topic('book:BTC/USDT:1', () => {});
    await vi.advanceTimersByTimeAsync(500);
    expect(sent).toEqual([subscribe, { op: 'unsubscribe', channels: subscribe.channels }, subscribe]);
  });

  test('a book is subscribed anew once for all listeners that come to it in a turn', async () => {
    const { store, sent, open, turn } = setUp();
    open();
    const subscribe = { op: 'subscribe', channels: ['book:BTC/USDT:1'], moments: true };
    const listen = () => store.topic('book:BTC/USDT:1', () => {});
    listen();
    await turn();
    for (let more = 0; more < 3; more++) listen();
    await turn();
    expect(sent).toEqual([subscribe, { op: 'unsubscribe', channels: subscribe.channels }, subscribe]);
  });

  test('a row that scrolls away and back does not touch the wire; one that stays away is unsubscribed', async () => {
    const { store, sent, open } = setUp();
    open();
    const leave = store.quotes.listen('BTC/USDT', () => {});
    await vi.advanceTimersByTimeAsync(0);
    leave();
    await vi.advanceTimersByTimeAsync(500);
    const leaveAgain = store.quotes.listen('BTC/USDT', () => {});
    await vi.advanceTimersByTimeAsync(5_000);
    expect(sent).toHaveLength(1);
    leaveAgain();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent.at(-1)).toEqual({ op: 'unsubscribe', channels: ['quote:BTC/USDT'] });
  });

  test('after any sequence of changes, the server has exactly the held subscriptions', async () => {
    const step = fc.tuple(fc.constantFrom('A', 'B', 'C'), fc.boolean(), fc.constantFrom(0, 300, 1200));
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), fc.nat(30), async (steps, reconnectAt) => {
        const { store, sent, open } = setUp();
        open();
        const held = new Map<string, (() => void)[]>();
        let from = 0;
        for (const [index, [symbol, join, wait]] of steps.entries()) {
          if (index === reconnectAt) {
            from = sent.length;
            open();
          }
          const leaves = held.get(symbol) ?? [];
          held.set(symbol, leaves);
          if (join) leaves.push(store.quotes.listen(symbol, () => {}));
          else leaves.pop()?.();
          await vi.advanceTimersByTimeAsync(wait);
        }
        await vi.advanceTimersByTimeAsync(2_000);
        const known = new Set<string>();
        for (const frame of sent.slice(from)) {
          if (frame.op === 'subscribe') for (const channel of frame.channels) known.add(channel);
          if (frame.op === 'unsubscribe') for (const channel of frame.channels) known.delete(channel);
        }
        const wanted = [...held].filter(([, leaves]) => leaves.length > 0).map(([symbol]) => `quote:${symbol}`);
        expect([...known].sort()).toEqual(wanted.sort());
      }),
      { numRuns: 60 },
    );
  });
});

describe('quotes', () => {
  test('listeners are notified once per frame with the latest value', () => {
    const { store, frame, frames } = setUp();
    const changed = vi.fn();
    store.quotes.listen('BTC/USDT', changed);
    for (let at = 1; at <= 20; at++) store.receive({ ch: 'quote', d: [row('BTC/USDT', String(at), at)] });
    expect(changed).not.toHaveBeenCalled();
    expect(frames).toHaveLength(1);
    frame();
    expect(changed).toHaveBeenCalledTimes(1);
    expect(store.quotes.get('BTC/USDT')?.last).toBe('20');
  });

  test('only rows whose price changed render', () => {
    const { store, frame } = setUp();
    const other = vi.fn();
    store.quotes.listen('ETH/USDT', other);
    store.receive({ ch: 'quote', d: [row('BTC/USDT', '1', 1)] });
    frame();
    expect(other).not.toHaveBeenCalled();
  });

  const latest = {
    ...{ last: '10', bid: '9', ask: '11', change_24h: '0.1', high_24h: '12', low_24h: '8', at: 100 },
    ...{ volume_24h: '1', turnover_24h: '10' },
  };

  test('prices of a list apply until those of the connection arrive, and again once it is lost', () => {
    const { store, frame } = setUp();
    const seed = (last: string, at: number) => {
      store.seed([{ symbol: 'BTC/USDT', open: true, latest: { ...latest, last, at } }]);
      frame();
      return store.quotes.get('BTC/USDT')?.last;
    };
    expect(seed('10', 100)).toBe('10');
    expect(store.quotes.get('BTC/USDT')).toMatchObject({ change24h: '0.1', halt: null });
    expect(seed('9', 99)).toBe('10');
    store.receive({ ch: 'quote', d: [row('BTC/USDT', '20', 200)] });
    frame();
    expect(seed('30', 300)).toBe('20');
    store.lost();
    expect(seed('15', 150)).toBe('20');
    expect(seed('30', 300)).toBe('30');
    store.seed([{ symbol: 'NEW', open: false, latest: null }]);
    expect(store.quotes.get('NEW')).toBeUndefined();
  });

  test('a halt comes with the row, and ends with it', () => {
    const { store, frame } = setUp();
    store.receive({ ch: 'quote', d: [[...row('BTC/USDT', '1', 1), 5, 'jump', 900] as unknown as QuoteRow] });
    frame();
    expect(store.quotes.get('BTC/USDT')).toMatchObject({ halt: 'jump', haltedAt: 900 });
    store.receive({ ch: 'quote', d: [row('BTC/USDT', '1', 2)] });
    frame();
    expect(store.quotes.get('BTC/USDT')).toMatchObject({ halt: null, haltedAt: null });
  });
});

describe('one instant', () => {
  const SYMBOLS = ['A', 'B', 'C', 'D', 'E', 'F'];
  const priceAt = (seq: number, symbol: string) => (seq * 7 + symbol.charCodeAt(0)) % 50;
  const moment = (seq: number): ServerFrame => ({
    ch: 'moment',
    seq,
    d: [
      ...SYMBOLS.map((symbol) => {
        const price = priceAt(seq, symbol);
        return {
          ch: `depth:${symbol}`,
          d: { bids: [[`${price}`, '1']], asks: [[`${price + 1}`, '1']], at: seq },
        } as const;
      }),
      ...SYMBOLS.map(
        (symbol) => ({ ch: `kline:${symbol}:1m`, d: [0, '0', '9', '0', `${priceAt(seq, symbol)}`, '1'] }) as const,
      ),
      { ch: 'quote', d: SYMBOLS.map((symbol) => row(symbol, `${priceAt(seq, symbol)}`, seq)) },
    ],
  });

  test('of a symbol is shown whole: its last price is within its book and the close of its candle, in every frame', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 5, maxLength: 25 }), (framesBetween) => {
        const { store, frame } = setUp();
        const closes = new Map<string, string>();
        const shown: string[] = [];
        for (const symbol of SYMBOLS) {
          const paint = () => shown.push(symbol);
          store.quotes.listen(symbol, paint);
          store.depths.listen(symbol, paint);
          store.klines(`kline:${symbol}:1m`, (bar) => closes.set(symbol, bar.close));
        }
        framesBetween.forEach((frames, seq) => {
          store.receive(moment(seq));
          for (let painted = 0; painted < frames; painted += 1) {
            frame();
            for (const symbol of SYMBOLS) {
              const [quote, depth] = [store.quotes.get(symbol), store.depths.get(symbol)];
              expect(depth?.bids[0]?.[0]).toBe(quote?.last);
              expect(closes.get(symbol)).toBe(quote?.last);
            }
            // Two symbols a frame at most.
            expect(new Set(shown.splice(0)).size).toBeLessThanOrEqual(2);
          }
        });
      }),
    );
  });

  test('is not mixed with a price of a list while its book is shown, nor with a book that was left', async () => {
    const { store, frame } = setUp();
    const leave = store.depths.listen('A', () => {});
    store.receive(moment(1));
    frame();
    store.lost();
    const latest = { last: '99', bid: '99', ask: '99', change_24h: '0', high_24h: '9', low_24h: '8', at: 500 };
    const seed = () =>
      store.seed([{ symbol: 'A', open: true, latest: { ...latest, volume_24h: '1', turnover_24h: '1' } }]);
    seed();
    frame();
    expect(store.quotes.get('A')?.last).toBe(`${priceAt(1, 'A')}`);
    leave();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(store.depths.get('A')).toBeUndefined();
    seed();
    frame();
    expect(store.quotes.get('A')?.last).toBe('99');
  });
});

describe('trades and bars', () => {
  test('trades are listed newest first, each once, fifty of them', () => {
    const { store, frame } = setUp();
    const trade = (id: number) => [String(id), '1', '1', 'buy', id] as const;
    const rows = Array.from({ length: 60 }, (_, index) => trade(index));
    store.receive({ ch: 'trades:BTC/USDT', d: rows.slice(0, 40) });
    frame();
    store.receive({ ch: 'trades:BTC/USDT', d: rows.slice(30, 50) });
    store.receive({ ch: 'trades:BTC/USDT', d: rows.slice(50) });
    frame();
    expect(store.trades.get('BTC/USDT')?.map(({ at }) => at)).toEqual(
      Array.from({ length: 50 }, (_, index) => 59 - index),
    );
  });

  test('a bar that ended within a frame is heard in its last state before the next one', () => {
    const { store, frame } = setUp();
    const heard: LiveBar[] = [];
    store.klines('kline:BTC/USDT:1m', (bar) => heard.push(bar));
    const send = (t: number, close: string) =>
      store.receive({ ch: 'kline:BTC/USDT:1m', d: [t, '1', '9', '1', close, '5'] });
    send(60_000, '2');
    send(60_000, '3');
    send(120_000, '4');
    frame();
    expect(heard.map(({ t, close }) => [t, close])).toEqual([
      [60_000, '3'],
      [120_000, '4'],
    ]);
  });

  test('a bar is not heard twice', async () => {
    const { store, frame, turn } = setUp();
    const heard: number[] = [];
    store.klines('kline:BTC/USDT:1m', ({ t }) => heard.push(t));
    for (const t of [60_000, 120_000]) {
      store.receive({ ch: 'kline:BTC/USDT:1m', d: [t, '1', '1', '1', '1', '1'] });
      frame();
      await turn();
    }
    expect(heard).toEqual([60_000, 120_000]);
  });
});
