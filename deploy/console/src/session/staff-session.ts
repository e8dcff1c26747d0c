import type { Area } from '@tessera/device';

export type Member = { readonly name: string; readonly role: string };

export type StaffSession = {
  readonly token: string;
  /** Unix ms. */
  readonly expiresAt: number;
  readonly member: Member;
};

/** Why the session ended; null on a first visit. */
export type SignedOutReason = 'expired' | 'idle' | 'ended' | 'left' | 'unheard' | null;

export type SessionState =
  | { readonly signedIn: true; readonly session: StaffSession }
  | { readonly signedIn: false; readonly reason: SignedOutReason };

export type SessionStore = {
  current(): SessionState;
  subscribe(changed: () => void): () => void;
  open(session: StaffSession): void;
  close(reason: SignedOutReason): void;
  /** The token, unless it has expired. */
  token(): string | null;
};

const KEY = 'tessera.console.session';

const isSession = (value: unknown): value is StaffSession => {
  if (typeof value !== 'object' || value === null) return false;
  const { token, expiresAt, member } = value as Partial<StaffSession>;
  return (
    typeof token === 'string' &&
    typeof expiresAt === 'number' &&
    typeof member?.name === 'string' &&
    typeof member.role === 'string'
  );
};

function kept(storage: Area): StaffSession | null {
  try {
    const value: unknown = JSON.parse(storage.read(KEY) ?? 'null');
    return isSession(value) ? value : null;
  } catch {
    // Not a valid session: the user must log in again.
    return null;
  }
}

/**
 * The staff session of this tab: it survives a reload and ends with the tab; where the browser keeps nothing, with the
 * page. `now` returns Unix ms.
 */
export function createSessionStore(storage: Area, now: () => number): SessionStore {
  const listeners = new Set<() => void>();
  const found = kept(storage);
  let state: SessionState = { signedIn: false, reason: null };
  if (found)
    state = found.expiresAt > now() ? { signedIn: true, session: found } : { signedIn: false, reason: 'expired' };

  function become(next: SessionState): void {
    state = next;
    if (next.signedIn) storage.keep(KEY, JSON.stringify(next.session));
    else storage.remove(KEY);
    for (const listener of listeners) listener();
  }

  return {
    current: () => state,
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    open: (session) => become({ signedIn: true, session }),
    close(reason) {
      // The first reason is the cause; later failures follow from it.
      if (state.signedIn) become({ signedIn: false, reason });
    },
    token: () => (state.signedIn && state.session.expiresAt > now() ? state.session.token : null),
  };
}
