import { ApiError, endsWithPage } from '@tessera/api';
import { intentions } from '@tessera/api/host';
import { logOut, readUserInfo, type SignedIn, type UserInfo } from '@tessera/api/identity';
import type { SessionUser } from '@tessera/bus';
import { bus } from '@tessera/bus/host';
import { visitArea } from '@tessera/device';
import { problemText, text } from '@tessera/i18n';
import { type ScreenUrl, screenUrl } from '@tessera/router';
import { anyText, guarded, storedValue } from '@tessera/storage';

/** Time to read why before the page changes, ms. */
const REDIRECT_DELAY = 1_200;
/** ms that the reason stays: most of it is read on the page to which it leads. */
const REASON_SHOWN = 5_000;
/** A page that comes to the front reads the account again when the last reading is older than this, ms. */
export const FOCUS_AGE = 60_000;

type WireUser = SignedIn['user'];
/** Preferences stored in the account. */
export type AccountPreferences = Pick<UserInfo, 'language' | 'fiat'>;

export type SessionOwner = {
  /** The bearer token of calls; null for a guest. */
  token(): string | null;
  /** Reads the account for the first time; to be called once calls can be made. */
  check(): void;
  /** Starts a session from the response of a log-in or registration; one that is not remembered ends with the tab. */
  begin(signedIn: Pick<SignedIn, 'token' | 'user'>, options?: { readonly remember?: boolean }): void;
  /** Code 999: the session has ended on the server. */
  invalidated(reason: string): void;
  /** Code 998: the call needs a verified identity. */
  verificationRequired(reason: string): void;
  /** Shows a toast why a page is closed and navigates to where it can be unlocked. `from` is the page. */
  sendAway(why: 'login' | 'verify', from: string): void;
};

export type SessionOptions = {
  readonly defer?: (action: () => void, delay: number) => void;
  /** Unix ms. */
  readonly now?: () => number;
  /** The account's own preferences; null when signed out. */
  readonly onPreferences?: (preferences: AccountPreferences | null) => void;
};

const asUser = (wire: WireUser): SessionUser => ({
  uid: wire.uid,
  accountName: wire.account_name,
  nickname: wire.nickname,
  avatar: wire.avatar,
  verificationLevel: wire.verification_level,
  hasPayPassword: wire.has_pay_password,
});

const isUser = (value: unknown): value is SessionUser =>
  typeof value === 'object' &&
  value !== null &&
  'uid' in value &&
  'accountName' in value &&
  'verificationLevel' in value;

const storedToken = storedValue<string | null>({ name: 'host.token', initial: null, accept: anyText, format: 'text' });
const storedUser = storedValue<SessionUser | null>({ name: 'host.user', initial: null, accept: guarded(isUser) });

/** A session that is not remembered: of this tab alone, and gone with it. */
const VISIT = 'tessera.host.visit';

/** The staff session of a tab that was on the staff page before (`staff-session.ts` of the console). */
const STAFF = 'tessera.console.session';

type Visit = { readonly token: string; readonly user: SessionUser };

function readVisit(): Visit | null {
  try {
    const visit: unknown = JSON.parse(visitArea.read(VISIT) ?? 'null');
    const { token, user } = (visit ?? {}) as Partial<Visit>;
    return typeof token === 'string' && isUser(user) ? { token, user } : null;
  } catch {
    // Written by other code.
    return null;
  }
}

function writeVisit(visit: Visit | null): void {
  // What is not kept ends with the page.
  if (visit) visitArea.keep(VISIT, JSON.stringify(visit));
  else visitArea.remove(VISIT);
}

const isSame = (a: SessionUser | null, b: SessionUser | null): boolean => JSON.stringify(a) === JSON.stringify(b);

const isEnd = (error: unknown): boolean => error instanceof ApiError && error.code === 'session_invalid';

/** Screens of a guest on the way in: no navigation returns to them. */
const ENTRANCE = /^\/pages\/common\/(login|register|forget)\b/;

const isOpen = (address: string): boolean => (location.hash.slice(1) || '/') === address;

/**
 * Owns who is signed in. The stored session counts at once; the account is read behind the first screen, on account
 * events and when the page comes to the front, so that a verified user is one everywhere. Without a connection the
 * stored user stays.
 */
export function startSession({
  defer = (action, delay) => void setTimeout(action, delay),
  now = Date.now,
  onPreferences = () => undefined,
}: SessionOptions = {}): SessionOwner {
  // Code of remotes has the origin of the staff page, and the key of its sessions.
  visitArea.remove(STAFF);
  const visit = readVisit();
  /** Whether the session is of this tab alone. */
  let visiting = visit !== null;
  let token = visit?.token ?? storedToken.read();
  const known = visit?.user ?? storedUser.read();
  if (!token || !known) token = null;
  let user: SessionUser | null | undefined;
  let readAt = Number.NEGATIVE_INFINITY;

  const publish = (next: SessionUser | null) => {
    // A session whose key is in this page alone would be over at the next one: it is kept nowhere.
    writeVisit(visiting && token && next && !endsWithPage(token) ? { token, user: next } : null);
    // The token comes last: other tabs follow it, and find its user.
    storedUser.write(visiting ? null : next);
    storedToken.write(visiting ? null : token);
    if (user !== undefined && user?.uid !== next?.uid) intentions.clear();
    if (user !== undefined && isSame(user, next)) return;
    const first = user === undefined;
    user = next;
    bus.emit('session', next && { user: next });
    if (first && next) intentions.restore(next.uid);
  };
  const end = () => {
    token = null;
    visiting = false;
    publish(null);
    onPreferences(null);
  };
  const read = async () => {
    const reader = token;
    if (!reader) return;
    readAt = now();
    const info = await readUserInfo({}, { quiet: true });
    // The user may have logged out while the response travelled.
    if (token !== reader) return;
    publish(asUser(info));
    onPreferences({ language: info.language, fiat: info.fiat });
  };
  /** The client has dealt with a session that ended; after any other failure the stored user stays. */
  const readQuietly = () => {
    read().catch((error) => {
      if (!isEnd(error)) console.warn('account not read', error);
    });
  };

  bus.on('logout.request', () => {
    const leaving = token;
    if (!leaving) return;
    // The token is read when the call is made, so the call comes first; the screen does not wait for it.
    logOut({}).catch((error) => console.warn('log-out not confirmed', error));
    end();
    bus.request('navigate', { to: screenUrl('/'), replace: true });
  });
  bus.on('session.refresh', () => {
    read().catch((error) => {
      if (isEnd(error)) return;
      bus.request('toast', { text: problemText(error), tone: 'error' });
    });
  });
  bus.on('account', ({ kind }) => {
    if (kind === 'profile' || kind === 'session') readQuietly();
  });
  const onFront = () => {
    if (document.visibilityState === 'visible' && now() - readAt >= FOCUS_AGE) readQuietly();
  };
  window.addEventListener('focus', onFront);
  document.addEventListener('visibilitychange', onFront);

  publish(token ? known : null);

  // Another tab wrote; it may have logged in or out.
  window.addEventListener('storage', () => {
    const stored = storedToken.read();
    if (stored === token || visiting) return;
    const next = storedUser.read();
    if (stored === null) {
      end();
      bus.request('navigate', { to: screenUrl('/'), replace: true });
    } else if (next) {
      token = stored;
      publish(next);
      readQuietly();
    }
  });

  /** `from` is the closed page: it gives its place, unless the user has gone elsewhere meanwhile. */
  const leaveTo = (to: ScreenUrl, why: string, from?: string) => {
    bus.request('toast', { text: why, tone: 'info', duration: REASON_SHOWN });
    defer(() => {
      if (from === undefined) bus.request('navigate', { to });
      else if (isOpen(from)) bus.request('navigate', { to, replace: true });
    }, REDIRECT_DELAY);
  };

  return {
    token: () => token,
    check: readQuietly,
    begin(signedIn, { remember = true } = {}) {
      token = signedIn.token;
      visiting = !remember || endsWithPage(token);
      publish(asUser(signedIn.user));
      readQuietly();
    },
    invalidated(reason) {
      if (token) end();
      bus.request('toast', { text: reason, tone: 'info', duration: REASON_SHOWN });
      defer(() => {
        const from = location.hash.slice(1);
        // Several calls are rejected at once: the first has led to the log-in already.
        if (ENTRANCE.test(from)) return;
        bus.request('navigate', { to: screenUrl('/pages/common/login', from.length > 1 ? { from } : {}) });
      }, REDIRECT_DELAY);
    },
    verificationRequired: (reason) => leaveTo(screenUrl('/pages/setting/real_mark'), reason),
    sendAway(why, from) {
      if (why === 'login') leaveTo(screenUrl('/pages/common/login', { from }), text('common:pleaseLogin'), from);
      else leaveTo(screenUrl('/pages/setting/real_mark'), text('common:pleaseVerify'), from);
    },
  };
}
