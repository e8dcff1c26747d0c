import { type Interval, intervals } from '../rules/vocabulary.ts';
import type { Channel } from './protocol.ts';

export type ChannelParts =
  | { readonly kind: 'quote' | 'depth' | 'trades'; readonly symbol: string }
  | { readonly kind: 'kline'; readonly symbol: string; readonly interval: Interval }
  | { readonly kind: 'book'; readonly symbol: string; readonly step: string }
  | { readonly kind: TopicName; readonly name: string };

type TopicName = 'chat' | 'quiz' | 'site' | 'nft';

/**
 * No symbol contains a colon, so it separates the parts. The name of a work is its code. A step has one spelling: each
 * channel is read by itself, and `0.5`, `00.5` and `0.50` would be three.
 */
const shape =
  /^(?:(quote|depth|trades):([^:]{1,40})|kline:([^:]{1,40}):([^:]{1,3})|book:([^:]{1,40}):((?:0|[1-9]\d{0,8})(?:\.\d{0,11}[1-9])?)|(chat|quiz|site):([a-z0-9-]{1,40})|(nft):([\w-]{4,64}))$/;

/** The parts of a channel's name, or null if invalid. The hub checks whether the symbol or the name exists. */
export function channelParts(channel: string): ChannelParts | null {
  const match = shape.exec(channel);
  if (!match) return null;
  const [, kind, symbol, klineSymbol, interval, bookSymbol, step, topic, name, works, code] = match;
  if (name ?? code) return { kind: (topic ?? works) as TopicName, name: (name ?? code) as string };
  if (kind && symbol) return { kind: kind as 'quote' | 'depth' | 'trades', symbol };
  if (bookSymbol && step) return { kind: 'book', symbol: bookSymbol, step };
  const known = intervals.find((each) => each === interval);
  return klineSymbol && known ? { kind: 'kline', symbol: klineSymbol, interval: known } : null;
}

export function channelOf(parts: ChannelParts): Channel {
  if (parts.kind === 'kline') return `kline:${parts.symbol}:${parts.interval}`;
  if (parts.kind === 'book') return `book:${parts.symbol}:${parts.step}`;
  return `${parts.kind}:${'name' in parts ? parts.name : parts.symbol}`;
}
