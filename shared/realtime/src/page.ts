import type { Channel, ServerFrame } from '@tessera/api/realtime';
import { bus, forHost, onReconnect } from '@tessera/bus';
import type { LiveBar } from './klines.ts';
import { createMarketStore } from './market-store.ts';
import type { QuotedInstrument } from './quotes.ts';
import { createSubscriptions } from './subscriptions.ts';

/* The one store of the page. Screens may subscribe before the host has connected. */

type Interval = Extract<Channel, `kline:${string}`> extends `kline:${string}:${infer I}` ? I : never;

const subscriptions = createSubscriptions();

export const market = createMarketStore(subscriptions, (flush) => requestAnimationFrame(flush));

bus.on('realtime', ({ status }) => {
  if (status !== 'open') market.lost();
});

/** Server time − local time in ms, as of the last connection. */
let clockOffset = 0;

/** The server's time, Unix ms: reference for the age of prices. */
export const serverNow = (): number => Date.now() + clockOffset;

/** Takes what the server sent. */
function receive(frame: ServerFrame): void {
  if ('op' in frame && frame.op === 'ready') clockOffset = frame.now - Date.now();
  else market.receive(frame);
}

/** Prices by symbol for those who subscribe to nothing, and for those who do. */
export const quoteStore = market.quotes;

/** The books of the page, for those who render them in their own time. */
export const depthStore = market.depths;

/** Prices of a list that was read by a call; they apply until newer ones arrive. */
export const seedQuotes = (instruments: readonly QuotedInstrument[]): void => market.seed(instruments);

/**
 * Listens to the current bar, at most once per frame. `resync` is called after a reconnect: fetch bars that ended
 * meanwhile again.
 */
export function subscribeKline(
  symbol: string,
  interval: Interval,
  listener: (bar: LiveBar) => void,
  resync?: () => void,
): () => void {
  const stop = market.klines(`kline:${symbol}:${interval}`, listener);
  const stopState = onReconnect(() => resync?.());
  return () => {
    stop();
    stopState();
  };
}

/**
 * Listens to what a topic sends, for as long as the user is signed in. Rows may be missed without a connection, and by
 * a slow one: they carry what tells so.
 */
export const subscribeTopic = market.topic;

/** Asks for the state of a channel again, after a row of it was missed. */
export const renewTopic = market.renew;

const ofHost = { receive, subscriptions };
export type RealtimeOfHost = typeof ofHost;
forHost(ofHost);
