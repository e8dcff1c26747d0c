import { type Interval, intervals } from '../rules/vocabulary.ts';
import type { Channel } from './protocol.ts';

export type ChannelParts =
  | { readonly kind: 'quote' | 'depth' | 'trades'; readonly symbol: string }
  | { readonly kind: 'kline'; readonly symbol: string; readonly interval: Interval }
  | { readonly kind: 'chat' | 'quiz'; readonly name: string };

/** No symbol contains a colon, so it separates the parts. */
const shape = /^(?:(quote|depth|trades):([^:]{1,40})|kline:([^:]{1,40}):([^:]{1,3})|(chat|quiz):([a-z0-9-]{1,40}))$/;

/** The parts of a channel's name, or null if invalid. The hub checks whether the symbol or the name exists. */
export function channelParts(channel: string): ChannelParts | null {
  const match = shape.exec(channel);
  if (!match) return null;
  const [, kind, symbol, klineSymbol, interval, topic, name] = match;
  if (name) return { kind: topic as 'chat' | 'quiz', name };
  if (kind && symbol) return { kind: kind as 'quote' | 'depth' | 'trades', symbol };
  const known = intervals.find((each) => each === interval);
  return klineSymbol && known ? { kind: 'kline', symbol: klineSymbol, interval: known } : null;
}

export const channelOf = (parts: ChannelParts): Channel =>
  parts.kind === 'kline'
    ? `kline:${parts.symbol}:${parts.interval}`
    : `${parts.kind}:${'name' in parts ? parts.name : parts.symbol}`;
