import { TYPING_LASTS } from '@tessera/api/support/rules';
import type { AccountEvents } from '../../platform/events/account-events.ts';

/** Conversations kept at most; the oldest signs go first. */
const MOST = 10_000;

export type Typing = {
  readonly isTyping: (conversationId: string, now: number) => boolean;
  /** Follows the signs of all nodes. Returns what ends it. */
  readonly follow: (events: Pick<AccountEvents, 'listen'>, now: () => number) => () => void;
};

/** In which conversations users write at this moment: in memory, for some seconds, on every node. */
export function createTyping(): Typing {
  const until = new Map<string, number>();
  return {
    isTyping: (id, now) => (until.get(id) ?? 0) > now,
    follow: (events, now) =>
      events.listen((_, { kind, id, status }) => {
        if (kind !== 'typing' || status !== 'user' || id === undefined) return;
        until.delete(id);
        until.set(id, now() + TYPING_LASTS);
        for (const oldest of until.keys()) {
          if (until.size <= MOST) break;
          until.delete(oldest);
        }
      }),
  };
}
