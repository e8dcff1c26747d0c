import type { ChannelParts } from '@tessera/api/realtime';
import type { Source } from './channel-source.ts';

export type TopicKind = Exclude<ChannelParts, { readonly symbol: string }>['kind'];

export type TopicParts = {
  /** There is something to send: the next turn asks for it. */
  readonly wake: () => void;
  /** Users who listen at this node; a user with two pages is one. */
  readonly listeners: () => number;
};

/** What a domain sends live; of the chat to signed-in users alone. */
export type LiveTopic = {
  readonly kind: TopicKind;
  /** Opens what all listeners of a name at this node share; null for an unknown name. */
  readonly open: (name: string, parts: TopicParts) => Source | null;
};
