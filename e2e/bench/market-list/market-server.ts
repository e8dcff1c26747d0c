import type { BrowserContext } from '@playwright/test';
import type { MarketFeed } from './feed.ts';
import { TICKS_A_SECOND } from './shapes.ts';

export const jsonResponse = (message: unknown) => ({
  contentType: 'application/json',
  body: JSON.stringify({ type: 'ok', code: 1, message }),
});

/**
 * Serves the calls of the market list and sends the price of every instrument with every tick, whether its row is on
 * screen or not: more than the platform would.
 */
export async function serveMarket(context: BrowserContext, feed: MarketFeed): Promise<void> {
  const now = Date.now();
  const rates = { base: 'USD', at: now, source: 'built_in', rates: [{ currency_code: 'USD', rate: '1' }] };
  const listing = { list: feed.instruments, feed: 'simulated', now };
  await context.route('**/api/**', (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/api/currency/quotation_new') return route.fulfill(jsonResponse(listing));
    if (pathname === '/api/fiat/rates') return route.fulfill(jsonResponse(rates));
    return route.fulfill(jsonResponse({ list: [] }));
  });
  await context.routeWebSocket('**/realtime', (socket) => {
    const send = (frame: unknown) => socket.send(JSON.stringify(frame));
    send({ op: 'ready', feed: 'simulated', now: Date.now() });
    const timer = setInterval(() => send({ ch: 'quote', d: feed.tick() }), 1000 / TICKS_A_SECOND);
    socket.onMessage((message) => {
      const frame = JSON.parse(String(message)) as { readonly op: string; readonly t?: number };
      if (frame.op === 'ping') send({ op: 'pong', t: frame.t });
    });
    socket.onClose(() => clearInterval(timer));
  });
}
