import type { SupportConversation, SupportMessage } from '@tessera/api/support';
import { placeOf, type SharedPlace } from '@tessera/api/support/rules';
import type { ReactNode } from 'react';
import type { ConversationMessage, DeliveryState } from '../conversation/MessageList.tsx';
import type { Unsent } from '../conversation/outbox.ts';

/** Both lists as one, by number, each message once. */
export function merged(known: readonly SupportMessage[], more: readonly SupportMessage[]): readonly SupportMessage[] {
  const bySeq = new Map([...known, ...more].map((message) => [message.seq, message]));
  return [...bySeq.values()].toSorted((a, b) => a.seq - b.seq);
}

/** The number up to which nothing is missing from the first message that is here; 0 without any. */
export function completeUntil(messages: readonly SupportMessage[]): number {
  let until = messages[0]?.seq ?? 0;
  for (const { seq } of messages.slice(1)) {
    if (seq !== until + 1) break;
    until = seq;
  }
  return until;
}

const stateOf = (seq: number, { delivered_seq, seen_seq }: SupportConversation): DeliveryState => {
  if (seq <= seen_seq) return 'seen';
  return seq <= delivered_seq ? 'delivered' : 'sent';
};

type Words = {
  /** What happened, by `kind`, with the agent's name. */
  readonly notice: (message: SupportMessage) => string;
  /** A place that a message shares. */
  readonly place: (place: SharedPlace) => ReactNode;
};

/** The messages as they are shown: what is sent, then what is on its way. */
export function shownMessages(
  conversation: SupportConversation | null,
  messages: readonly SupportMessage[],
  unsent: readonly Unsent[],
  { notice, place }: Words,
  { retry, drop }: { readonly retry: (key: string) => void; readonly drop: (key: string) => void },
): readonly ConversationMessage[] {
  const saidIn = (text: string): Pick<ConversationMessage, 'text' | 'after'> => {
    const shared = placeOf(text);
    return shared ? { text: '', after: place(shared) } : { text };
  };
  const taken = new Set(messages.map(({ client_id }) => client_id));
  const sent = messages.map((message): ConversationMessage => {
    const own = message.author === 'user';
    return {
      key: own && message.client_id ? message.client_id : `seq-${message.seq}`,
      kind: message.kind === 'text' ? 'message' : 'notice',
      own,
      ...(message.kind === 'text' ? saidIn(message.text) : { text: notice(message) }),
      links: message.author === 'agent',
      picture: message.picture ? { location: message.picture, isPrivate: true } : null,
      at: message.at,
      ...(message.author === 'agent' && { author: { id: message.name ?? '', name: message.name } }),
      ...(own && conversation && { state: stateOf(message.seq, conversation) }),
    };
  });
  const onTheirWay = unsent
    .filter(({ key }) => !taken.has(key))
    .map(
      ({ key, text, picture, at, state, problem }): ConversationMessage => ({
        key,
        own: true,
        ...saidIn(text),
        picture: picture ? { location: picture, isPrivate: true } : null,
        at,
        state,
        problem,
        onRetry: () => retry(key),
        onDrop: () => drop(key),
      }),
    );
  return [...sent, ...onTheirWay];
}
