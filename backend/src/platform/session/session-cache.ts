import type { AccountEvents } from '../events/account-events.ts';
import { Owners } from '../events/owners.ts';
import { lookUpSession, type SessionRead, type SessionReader, type SignedIn } from './read-session.ts';

/** ms for which a session that was read is believed where no event says otherwise. */
const BELIEVED_FOR = 1_000;
/** Sessions in memory at most. */
const MOST = 10_000;

type Known = SessionRead & { readonly readAt: number };
/** `isCurrent` where nothing of the user changed meanwhile. */
type Found = { readonly user: SignedIn | null; readonly isCurrent: boolean };
/** `seen` is the number of the last change when it began. */
type LookUp = { readonly seen: number; readonly found: Promise<Found> };

export type SessionCache = {
  /** Who a token belongs to, see `readSession`. */
  read(token: string | null): Promise<SignedIn | null>;
  /**
   * The same for a connection, which lasts: nothing that was read before is believed. A look-up under way is shared with calls.
   */
  look(token: string): Promise<SignedIn | null>;
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
  const known = new Map<string, Known>();
  /** Tokens in `known`, by user. */
  const tokens = new Owners<string>();
  /** By token: look-ups under way. */
  const underWay = new Map<string, LookUp>();
  let reads = 0;
  let changes = 0;
  /** While sessions are looked up: users who changed, with the number of their last change. */
  const changed = new Map<string, number>();
  /** What was read before this change may be of any user who changed. */
  let forgotten = 0;

  function forget(token: string): void {
    const before = known.get(token);
    if (!before) return;
    known.delete(token);
    tokens.move(token, before.user.id, null);
  }

  function remember(token: string, read: Known): void {
    const [oldest] = known.keys();
    if (known.size >= MOST && oldest !== undefined) forget(oldest);
    known.set(token, read);
    tokens.move(token, null, read.user.id);
  }

  const close = reader.accountEvents.listen((userId, { kind }) => {
    if (kind !== 'session' && kind !== 'profile') return;
    changes++;
    if (reads > 0) changed.set(userId, changes);
    if (changed.size > MOST) {
      changed.clear();
      forgotten = changes;
    }
    for (const token of tokens.of(userId)) forget(token);
  });

  async function lookUp(token: string, now: number): Promise<Found> {
    const seen = changes;
    reads++;
    try {
      const found = await lookUpSession(reader, token);
      forget(token);
      if (!found) return { user: null, isCurrent: seen === changes };
      const { user } = found;
      // What was read before its user changed may be of the state before.
      const isCurrent = (changed.get(user.id) ?? forgotten) <= seen;
      if (isCurrent) remember(token, { user, until: Math.min(found.until, now + BELIEVED_FOR), readAt: now });
      return { user, isCurrent };
    } finally {
      reads--;
      if (reads === 0) {
        changed.clear();
        forgotten = 0;
      }
    }
  }

  /** However many calls and connections of a session arrive at once, they hold one connection to the database. */
  async function look(token: string): Promise<SignedIn | null> {
    for (;;) {
      const running = underWay.get(token);
      if (!running) {
        const looking = { seen: changes, found: lookUp(token, reader.now()) };
        underWay.set(token, looking);
        try {
          return (await looking.found).user;
        } finally {
          if (underWay.get(token) === looking) underWay.delete(token);
        }
      }
      // One that began before a change of its user is not shared by those who came after it.
      const isShared = running.seen === changes;
      const { user, isCurrent } = await running.found;
      if (isShared || isCurrent) return user;
      if (underWay.get(token) === running) underWay.delete(token);
    }
  }

  return {
    close,
    look,
    async read(token) {
      if (!token) return null;
      const now = reader.now();
      const before = known.get(token);
      return before && now >= before.readAt && now < before.until ? before.user : look(token);
    },
  };
}
