import type { AccountEvents } from '../events/account-events.ts';
import { lookUpSession, type SessionRead, type SessionReader, type SignedIn } from './read-session.ts';

/** ms for which a session that was read is believed where no event says otherwise. */
const BELIEVED_FOR = 1_000;
/** Sessions in memory at most. */
const MOST = 10_000;

export type SessionCache = {
  /** Who a token belongs to, see `readSession`. */
  read(token: string | null): Promise<SignedIn | null>;
  /** Stops listening to account events. */
  close(): void;
};

/**
 * Sessions for calls: a session in use is read once a second and not for every call. One that is ended or whose user
 * changes is read again at once on the node that changes it, because the event is delivered before the change is
 * acknowledged; on other nodes as soon as the event arrives, and a second later where it gets lost.
 */
export function rememberSessions(
  reader: SessionReader & { readonly accountEvents: Pick<AccountEvents, 'listen'> },
): SessionCache {
  const known = new Map<string, SessionRead & { readonly readAt: number }>();
  /** Raised by every change: what was read before it may be of the state before it. */
  let changes = 0;
  /** By token: look-ups under way, and what had changed when they began. */
  const underWay = new Map<string, { readonly seen: number; readonly found: Promise<SignedIn | null> }>();
  const close = reader.accountEvents.listen((userId, { kind }) => {
    if (kind !== 'session' && kind !== 'profile') return;
    changes++;
    for (const [token, { user }] of known) if (user.id === userId) known.delete(token);
  });

  async function lookUp(token: string, now: number, seen: number): Promise<SignedIn | null> {
    const found = await lookUpSession(reader, token);
    known.delete(token);
    if (!found) return null;
    if (seen === changes) {
      const [oldest] = known.keys();
      if (known.size >= MOST && oldest !== undefined) known.delete(oldest);
      known.set(token, { user: found.user, until: Math.min(found.until, now + BELIEVED_FOR), readAt: now });
    }
    return found.user;
  }

  return {
    close,
    async read(token) {
      if (!token) return null;
      const now = reader.now();
      const before = known.get(token);
      if (before && now >= before.readAt && now < before.until) return before.user;
      // However many calls of a session arrive at once, they hold one connection. One that began before a change is not shared.
      const running = underWay.get(token);
      if (running?.seen === changes) return running.found;
      const looking = { seen: changes, found: lookUp(token, now, changes) };
      underWay.set(token, looking);
      try {
        return await looking.found;
      } finally {
        if (underWay.get(token) === looking) underWay.delete(token);
      }
    },
  };
}
