import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

/*
 * Exchanges on 127.0.0.1 that speak the public protocols of Binance and OKX as far as prices need them. Tests make them
 * cut connections, skip numbers, repeat themselves, send garbage and refuse.
 */

export type LoopbackTrade = {
  readonly id: number;
  readonly price: string;
  readonly amount: string;
  readonly side: 'buy' | 'sell';
  /** Unix ms. */
  readonly at: number;
  /** Trades that this message stands for; OKX. */
  readonly count?: number;
};

/** `[opening time, open, high, low, close]` of a minute. */
export type LoopbackBar = readonly [t: number, open: string, high: string, low: string, close: string];

export type LoopbackVenue = {
  readonly id: 'binance' | 'binanceus' | 'okx';
  /** What FEED_URLS takes. */
  readonly url: string;
  /** Spot symbols like `BTC/USDT`, and perpetuals like `BTC/USDT:USDT`, that it lists. */
  readonly listed: string[];
  /** What REST knows. */
  readonly trades: Map<string, LoopbackTrade[]>;
  readonly bars: Map<string, LoopbackBar[]>;
  readonly funding: Map<string, { readonly rate: string; readonly next: number }>;
  /** Answers every REST call with this status and no data. */
  refuse: number | undefined;
  /** Accepts no WebSocket. */
  down: boolean;
  /** Paths of REST calls so far, with their queries. */
  readonly calls: string[];
  /** WebSockets that were opened so far, and that are open. */
  opened: number;
  readonly open: () => number;
  /** Streams with a subscriber now. */
  readonly subscribed: () => readonly string[];
  /** Sends best bid and ask. Without a number the last one plus one; `at` is OKX's time. */
  book(symbol: string, bid: string, ask: string, more?: { readonly sequence?: number; readonly at?: number }): void;
  /** Sends a trade; REST knows it too unless told otherwise. */
  trade(symbol: string, trade: LoopbackTrade, more?: { readonly unknown?: boolean }): void;
  /** Sends a text to all connections. */
  raw(text: string): void;
  /** Drops every connection without a goodbye. */
  cut(): void;
  close(): Promise<void>;
};

type Dialect = {
  readonly answer: (venue: Pick<LoopbackVenue, 'listed' | 'trades' | 'bars' | 'funding'>, path: URL) => unknown;
  /** Streams that a message subscribes to, and what is answered. */
  readonly subscribe: (message: unknown) => {
    readonly streams: readonly string[];
    readonly answers: readonly unknown[];
  };
  readonly streamOf: (kind: 'book' | 'trade', symbol: string) => string;
  readonly book: (symbol: string, bid: string, ask: string, sequence: number, at: number) => unknown;
  readonly trade: (symbol: string, trade: LoopbackTrade) => unknown;
};

const partsOf = (symbol: string) => {
  const [pair = '', settle] = symbol.split(':');
  const [base = '', quote = ''] = pair.split('/');
  return { base, quote, settle };
};
const joinedName = (symbol: string): string => partsOf(symbol).base + partsOf(symbol).quote;
const isPerpetual = (symbol: string): boolean => symbol.includes(':');
const member = (value: unknown, name: string): unknown => Reflect.get(Object(value), name);

const binance: Dialect = {
  answer({ listed, trades, bars, funding }, { pathname, searchParams }) {
    const contracts = pathname.includes('/fapi.');
    const here = listed.filter((symbol) => isPerpetual(symbol) === contracts);
    const symbol = here.find((each) => joinedName(each) === searchParams.get('symbol')) ?? '';
    if (pathname.endsWith('/exchangeInfo')) {
      return {
        symbols: here.map((each) => {
          const { base: baseAsset, quote: quoteAsset, settle } = partsOf(each);
          const market = { symbol: joinedName(each), status: 'TRADING', baseAsset, quoteAsset, filters: [] };
          return settle
            ? { ...market, pair: market.symbol, contractType: 'PERPETUAL', marginAsset: settle }
            : { ...market, isSpotTradingAllowed: true, permissions: ['SPOT'] };
        }),
      };
    }
    if (pathname.endsWith('/aggTrades')) {
      const since = Number(searchParams.get('startTime') ?? 0);
      return (trades.get(symbol) ?? [])
        .filter(({ at }) => at >= since)
        .map(({ id, price, amount, side, at }) => ({
          a: id,
          p: price,
          q: amount,
          f: id,
          l: id,
          T: at,
          m: side === 'sell',
        }));
    }
    if (pathname.endsWith('/klines')) {
      const since = Number(searchParams.get('startTime') ?? 0);
      return (bars.get(symbol) ?? [])
        .filter(([t]) => t >= since)
        .slice(0, Number(searchParams.get('limit') ?? 500))
        .map(([t, open, high, low, close]) => [t, open, high, low, close, '1', t + 59_999, '1', 1, '1', '1', '0']);
    }
    if (pathname.endsWith('/premiumIndex')) {
      return [...funding].map(([each, { rate, next }]) => ({
        symbol: joinedName(each),
        markPrice: '1',
        indexPrice: '1',
        lastFundingRate: rate,
        nextFundingTime: next,
        time: next - 1_000,
      }));
    }
    return undefined;
  },
  subscribe(message) {
    const streams = member(message, 'params');
    return { streams: streams as string[], answers: [{ result: null, id: member(message, 'id') }] };
  },
  streamOf: (kind, symbol) => `${joinedName(symbol).toLowerCase()}@${kind === 'book' ? 'bookTicker' : 'trade'}`,
  book: (symbol, bid, ask, sequence) => ({ u: sequence, s: joinedName(symbol), b: bid, B: '1', a: ask, A: '1' }),
  trade: (symbol, { id, price, amount, side, at }) => ({
    e: 'trade',
    E: at,
    s: joinedName(symbol),
    t: id,
    p: price,
    q: amount,
    T: at,
    m: side === 'sell',
  }),
};

const okxName = (symbol: string): string => {
  const { base, quote, settle } = partsOf(symbol);
  return `${base}-${quote}${settle ? '-SWAP' : ''}`;
};

const okx: Dialect = {
  answer({ listed, trades, bars, funding }, { pathname, searchParams }) {
    const symbol = listed.find((each) => okxName(each) === searchParams.get('instId')) ?? '';
    if (pathname.endsWith('/public/instruments')) {
      const swaps = searchParams.get('instType') === 'SWAP';
      const data = listed
        .filter((each) => isPerpetual(each) === swaps)
        .map((each) => {
          const { base, quote, settle } = partsOf(each);
          const market = {
            instId: okxName(each),
            state: 'live',
            lotSz: '0.00000001',
            tickSz: '0.00000001',
            minSz: '1',
          };
          return settle
            ? { ...market, instType: 'SWAP', uly: `${base}-${quote}`, settleCcy: settle, ctVal: '0.01', ctValCcy: base }
            : { ...market, instType: 'SPOT', baseCcy: base, quoteCcy: quote };
        });
      return { code: '0', msg: '', data };
    }
    if (pathname.endsWith('/market/trades')) {
      const data = (trades.get(symbol) ?? []).map(({ id, price, amount, side, at }) => ({
        instId: okxName(symbol),
        side,
        sz: amount,
        px: price,
        tradeId: String(id),
        ts: String(at),
      }));
      return { code: '0', msg: '', data: data.reverse() };
    }
    if (pathname.endsWith('candles')) {
      const before = Number(searchParams.get('before') ?? 0);
      const after = Number(searchParams.get('after') || Number.POSITIVE_INFINITY);
      const data = (bars.get(symbol) ?? [])
        .filter(([t]) => t > before && t < after)
        .map(([t, ...prices]) => [String(t), ...prices, '1', '1', '1', '1']);
      return { code: '0', msg: '', data: data.reverse() };
    }
    if (pathname.endsWith('/public/funding-rate')) {
      const data = [...funding].map(([each, { rate, next }]) => ({
        instType: 'SWAP',
        instId: okxName(each),
        fundingRate: rate,
        fundingTime: String(next),
        nextFundingTime: String(next + 28_800_000),
        ts: String(next - 1_000),
      }));
      return { code: '0', msg: '', data };
    }
    return undefined;
  },
  subscribe(message) {
    const args = member(message, 'args') as { channel: string; instId: string }[];
    return {
      streams: args.map(({ channel, instId }) => `${channel}:${instId}`),
      answers: args.map((arg) => ({ event: 'subscribe', arg, connId: 'a' })),
    };
  },
  streamOf: (kind, symbol) => `${kind === 'book' ? 'bbo-tbt' : 'trades'}:${okxName(symbol)}`,
  book: (symbol, bid, ask, sequence, at) => ({
    arg: { channel: 'bbo-tbt', instId: okxName(symbol) },
    data: [{ asks: [[ask, '1', '0', '1']], bids: [[bid, '1', '0', '1']], ts: String(at), seqId: sequence }],
  }),
  trade: (symbol, { id, price, amount, side, at, count }) => ({
    arg: { channel: 'trades', instId: okxName(symbol) },
    data: [
      {
        instId: okxName(symbol),
        tradeId: String(id),
        px: price,
        sz: amount,
        side,
        ts: String(at),
        count: String(count ?? 1),
      },
    ],
  }),
};

const DIALECTS = { binance, binanceus: binance, okx };

/** Starts an exchange that speaks one of these protocols. */
export async function loopbackVenue(id: LoopbackVenue['id'], ...listed: string[]): Promise<LoopbackVenue> {
  const dialect = DIALECTS[id];
  const subscriptions = new Map<WebSocket, Set<string>>();
  let sequence = 0;

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const path = new URL(request.url ?? '/', 'http://venue');
    venue.calls.push(`${path.pathname}${path.search}`);
    if (venue.refuse !== undefined) {
      response.writeHead(venue.refuse, { 'content-type': 'application/json' }).end('{}');
      return;
    }
    const body = dialect.answer(venue, path);
    response
      .writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' })
      .end(JSON.stringify(body ?? {}));
  }

  const server = createServer(answer);
  const sockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, socket, head) => {
    if (venue.down) {
      socket.destroy();
      return;
    }
    sockets.handleUpgrade(request, socket, head, (client) => {
      venue.opened++;
      const streams = new Set<string>();
      subscriptions.set(client, streams);
      client.on('close', () => subscriptions.delete(client));
      client.on('message', (data) => {
        const text = String(data);
        if (text === 'ping') {
          client.send('pong');
          return;
        }
        const wanted = dialect.subscribe(JSON.parse(text));
        for (const stream of wanted.streams) streams.add(stream);
        for (const each of wanted.answers) client.send(JSON.stringify(each));
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  function send(stream: string, message: unknown): void {
    const text = JSON.stringify(message);
    for (const [client, streams] of subscriptions) if (streams.has(stream)) client.send(text);
  }

  const venue: LoopbackVenue = {
    id,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/{host}`,
    listed,
    trades: new Map(),
    bars: new Map(),
    funding: new Map(),
    refuse: undefined,
    down: false,
    calls: [],
    opened: 0,
    open: () => subscriptions.size,
    subscribed: () => [...subscriptions.values()].flatMap((streams) => [...streams]),
    book(symbol, bid, ask, { sequence: number = sequence + 1, at = Date.now() } = {}) {
      sequence = Math.max(sequence, number);
      send(dialect.streamOf('book', symbol), dialect.book(symbol, bid, ask, number, at));
    },
    trade(symbol, trade, { unknown = false } = {}) {
      if (!unknown) venue.trades.set(symbol, [...(venue.trades.get(symbol) ?? []), trade]);
      send(dialect.streamOf('trade', symbol), dialect.trade(symbol, trade));
    },
    raw(text) {
      for (const client of subscriptions.keys()) client.send(text);
    },
    cut() {
      for (const client of subscriptions.keys()) client.terminate();
      subscriptions.clear();
    },
    async close() {
      venue.cut();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return venue;
}
