export type { Depth } from '@tessera/api/realtime';
export { useDepth, useQuote, useQuoteAge, useQuoteField, useStale, useTrades } from './hooks.ts';
export type { LiveBar } from './klines.ts';
export type { LiveSource } from './market-store.ts';
export {
  depthStore,
  quoteStore,
  type RealtimeOfHost,
  renewTopic,
  seedQuotes,
  serverNow,
  subscribeKline,
  subscribeTopic,
} from './page.ts';
export type { HaltReason, LiveQuote, QuotedInstrument } from './quotes.ts';
export type { LiveTrade } from './trades.ts';
