import type { BrowserContext, WebSocketRoute } from '@playwright/test';
import type { Output } from '../../../shared/api/src/contract.ts';
import type { BookRow, ChannelFrame, KlineRow, TradeRow } from '../../../shared/api/src/kit/realtime/index.ts';
import type { MarketFeed } from '../market-list/feed.ts';
import { jsonResponse } from '../market-list/market-server.ts';
import { type QuoteRow, TICKS_A_SECOND } from '../market-list/shapes.ts';

const MINUTE = 60_000;
const BARS = 300;
/** Levels a side of a book. */
const LEVELS = 20;

const INTERVALS: Readonly<Record<string, number>> = {
  '1m': MINUTE,
  '5m': 5 * MINUTE,
  '15m': 15 * MINUTE,
  '1h': 60 * MINUTE,
};
const lengthOf = (interval: string | null | undefined) => INTERVALS[interval ?? ''] ?? 24 * 60 * MINUTE;

export type Exchange = {
  /** Sends one tick: quotes, and what else the page listens to. */
  tick(): void;
  /** `all`: every quote with each tick, wanted or not. `heard`: those that the page listens to, as the platform sends. */
  quotes: 'all' | 'heard';
  /** Ticks five times a second from now on; returns what ends it. */
  run(): () => void;
};

type Side = ReadonlyMap<string, string>;

/** Levels that are new or other, and those that are gone, as an amount of 0. */
const changesOf = (before: Side, after: Side): (readonly [string, string])[] => [
  ...[...after].filter(([price, amount]) => before.get(price) !== amount),
  ...[...before.keys()].filter((price) => !after.has(price)).map((price) => [price, '0'] as const),
];

type Bars = Output<'GET /currency/new_timeshar'>['bars'];
type Bar = { readonly t: number; readonly open: number; high: number; low: number };

/**
 * An exchange without a server: the calls of the spot page, and its realtime connection. A tick moves all prices, the
 * levels of each open book, the forming candle and the tape; its clock moves with the ticks, not with time.
 */
export async function serveExchange(context: BrowserContext, feed: MarketFeed): Promise<Exchange> {
  const started = Date.now();
  let ticks = 0;
  let socket: WebSocketRoute | null = null;
  let prices = new Map(feed.instruments.map(({ symbol, latest }) => [symbol, Number(latest?.last)]));
  const channels = new Set<string>();
  /** Books as the page knows them. */
  const books = new Map<string, { readonly bids: Side; readonly asks: Side }>();
  const bars = new Map<string, Bar>();
  const now = () => started + (ticks * 1000) / TICKS_A_SECOND;

  function barsOf(url: URL): Output<'GET /currency/new_timeshar'> {
    const symbol = url.searchParams.get('symbol') ?? '';
    const interval = (url.searchParams.get('interval') ?? '15m') as '15m';
    const length = lengthOf(interval);
    const last = prices.get(symbol) ?? 1;
    const list = Array.from({ length: BARS }, (_, at): Bars[number] => {
      const price = (step: number) => (last * (1 + 0.02 * Math.sin((at + step) / 9))).toFixed(4);
      const [open, close] = [price(0), price(1)];
      const [low, high] = [open, close].sort((a, b) => Number(a) - Number(b)) as [string, string];
      return [now() - (now() % length) - (BARS - 1 - at) * length, open, high, low, close, '12.5'];
    });
    return { symbol, interval, bars: list };
  }

  function bookOf(channel: string): BookRow {
    const [, symbol = '', step = '1'] = channel.split(':');
    const middle = Math.round((prices.get(symbol) ?? 1) / Number(step));
    const digits = step.split('.')[1]?.length ?? 0;
    const before = books.get(channel);
    const side = (way: 1 | -1): Side =>
      new Map(
        Array.from({ length: LEVELS }, (_, at) => [
          ((middle + way * (at + 1)) * Number(step)).toFixed(digits),
          `${at + 1}.${(ticks + at) % 9}`,
        ]),
      );
    const book = { bids: side(-1), asks: side(1) };
    books.set(channel, book);
    if (!before) return [ticks, null, [...book.bids], [...book.asks]];
    return [ticks, ticks - 1, changesOf(before.bids, book.bids), changesOf(before.asks, book.asks)];
  }

  function barOf(channel: string): KlineRow {
    const [, symbol = '', interval] = channel.split(':');
    const price = prices.get(symbol) ?? 1;
    const t = now() - (now() % lengthOf(interval));
    const before = bars.get(channel);
    const bar = before?.t === t ? before : { t, open: price, high: price, low: price };
    bar.high = Math.max(bar.high, price);
    bar.low = Math.min(bar.low, price);
    bars.set(channel, bar);
    return [t, bar.open.toFixed(4), bar.high.toFixed(4), bar.low.toFixed(4), price.toFixed(4), '12.5'];
  }

  function frameOf(channel: string): ChannelFrame | null {
    const [kind, symbol = ''] = channel.split(':');
    const price = (prices.get(symbol) ?? 1).toFixed(4);
    if (kind === 'book') return { ch: channel as `book:${string}:${string}`, d: [bookOf(channel)] };
    if (kind === 'kline') return { ch: channel as `kline:${string}:1m`, d: barOf(channel) };
    if (kind === 'trades') {
      const trade: TradeRow = [String(ticks), price, '0.5', ticks % 2 ? 'buy' : 'sell', now()];
      return { ch: `trades:${symbol}`, d: [trade] };
    }
    if (kind === 'depth')
      return { ch: `depth:${symbol}`, d: { bids: [[price, '1']], asks: [[price, '1']], at: now() } };
    return null;
  }

  const exchange: Exchange = {
    tick,
    quotes: 'all',
    run() {
      const timer = setInterval(tick, 1000 / TICKS_A_SECOND);
      return () => clearInterval(timer);
    },
  };

  function tick(): void {
    ticks += 1;
    const rows = feed.tick().map((row): QuoteRow => [...row.slice(0, 9), now(), 1, ticks] as unknown as QuoteRow);
    prices = new Map(rows.map((row) => [row[0], Number(row[1])]));
    const others = [...channels].map(frameOf).filter((frame) => frame !== null);
    const sent = exchange.quotes === 'all' ? rows : rows.filter(([symbol]) => channels.has(`quote:${symbol}`));
    socket?.send(JSON.stringify({ ch: 'moment', seq: ticks, d: [{ ch: 'quote', d: sent }, ...others] }));
  }

  const fiat = { base: 'USD', at: started, source: 'built_in', rates: [{ currency_code: 'USD', rate: '1' }] };
  await context.route('**/api/**', (route) => {
    const url = new URL(route.request().url());
    if (url.pathname === '/api/currency/quotation_new') {
      const wanted = url.searchParams.getAll('symbols');
      const list = feed.instruments.filter(({ symbol }) => wanted.length === 0 || wanted.includes(symbol));
      return route.fulfill(jsonResponse({ list, feed: 'simulated', now: started }));
    }
    if (url.pathname === '/api/currency/new_timeshar') return route.fulfill(jsonResponse(barsOf(url)));
    return route.fulfill(jsonResponse({ ...fiat, list: [] }));
  });
  await context.routeWebSocket('**/realtime', (opened) => {
    socket = opened;
    channels.clear();
    opened.send(JSON.stringify({ op: 'ready', feed: 'simulated', now: Date.now() }));
    opened.onMessage((message) => {
      const frame = JSON.parse(String(message)) as { op: string; channels?: readonly string[]; t?: number };
      if (frame.op === 'ping') opened.send(JSON.stringify({ op: 'pong', t: frame.t }));
      for (const channel of frame.channels ?? []) {
        books.delete(channel);
        if (frame.op === 'subscribe') channels.add(channel);
        else channels.delete(channel);
      }
    });
  });
  return exchange;
}
