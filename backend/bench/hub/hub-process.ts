// The hub alone in a process, over a feed that changes every symbol ten times a second; started by hub.bench.ts.
import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';
import type { Bar, Depth, Feed, Quote, Trade } from '../../src/platform/feed/feed.ts';
import { createHub } from '../../src/platform/realtime/hub.ts';
import { createPace } from '../../src/platform/realtime/pace.ts';
import { EVERY, SYMBOLS } from './symbols.ts';

const LEVELS = 20;

/** All symbols after a change: prices walk, so that nothing is equal to what was sent before. */
function frameOf(sequence: number, at: number) {
  const mid = 100_000 + (sequence % 1_000);
  const level = (side: 1 | -1) => (_: unknown, place: number) =>
    [String(mid + side * (place + 1)), `${(place * 7919 + sequence) % 1_000}.125`] as const;
  const depth: Depth = {
    bids: Array.from({ length: LEVELS }, level(-1)),
    asks: Array.from({ length: LEVELS }, level(1)),
    at,
  };
  const bar: Bar = [at - (at % 60_000), '100000', String(mid), '100000', String(mid), `${sequence}`];
  const trade: Trade = { id: `${sequence}`, price: `${mid}`, amount: '1.25', side: 'buy', at };
  const quote: Omit<Quote, 'symbol'> = {
    ...{
      last: `${mid}`,
      bid: `${mid - 1}`,
      ask: `${mid + 1}`,
      index: `${mid}`,
      mark: `${mid}`,
      change24h: '0.0123',
      high24h: '101000',
      low24h: '99000',
    },
    ...{
      volume24h: `${sequence}.5`,
      turnover24h: '123456789.25',
      at,
      open: true,
      sequence,
      halt: null,
      haltedAt: null,
    },
  };
  return { depth, bar, trade, quote };
}

let sequence = 0;
let frame = frameOf(sequence, Date.now());
const listeners = new Set<(symbols: readonly string[]) => void>();
const feed: Feed = {
  source: 'simulated',
  sourceOf: () => 'simulated',
  symbols: SYMBOLS,
  get sequence() {
    return sequence;
  },
  listen(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  quote: (symbol) => ({ symbol, ...frame.quote }),
  depth: () => frame.depth,
  trades: (_, since) => (frame.trade.at > since ? [frame.trade] : []),
  bars: async () => [frame.bar],
  liveBar: () => frame.bar,
  close: async () => undefined,
};

const pace = createPace(console.error);
const hub = createHub({ feed, now: Date.now, wake: pace.wake, userOf: async () => null, report: console.error });
const server = createServer();
const sockets = new WebSocketServer({ server, perMessageDeflate: false });
sockets.on('connection', (socket, request) => hub.accept(socket, request.socket, '127.0.0.1'));
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : null });
});
pace.start(hub);
feed.listen(hub.changed);
const timer = setInterval(() => {
  frame = frameOf(++sequence, Date.now());
  for (const listener of listeners) listener(SYMBOLS);
}, EVERY);

let cpu = process.cpuUsage();
process.on('message', () => {
  const { user, system } = process.cpuUsage(cpu);
  cpu = process.cpuUsage();
  const { rss } = process.memoryUsage();
  process.send?.({ cpuMs: (user + system) / 1_000, rss, waiting: hub.waiting(), size: hub.size() });
});
process.on('disconnect', () => {
  clearInterval(timer);
  process.exit();
});
