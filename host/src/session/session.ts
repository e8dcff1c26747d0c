import { type Answer, api } from '@tessera/api';
import { bus, type SessionUser } from '@tessera/bus';
import { text } from '@tessera/i18n';
import { screenUrl } from '@tessera/router';
import { anyText, guarded, storedValue } from '@tessera/storage';

/** Time to read why before the page changes, ms. */
const REDIRECT_DELAY = 1_200;

type Wire = Answer<'POST /user/login'>['user'];

export type SessionOwner = {
  /** The bearer token of calls; null for a guest. */
  token(): string | null;
  /** Takes what a successful log-in or registration answered. */
  begin(answer: { readonly token: string; readonly user: Wire }): void;
  /** Answer 999: the server no longer knows the session. */
  invalidated(reason: string): void;
  /** Answer 998: the call needs a verified identity. */
  verificationRequired(reason: string): void;
  /** Toasts why a page is closed and goes where it can be opened. */
  sendAway(why: 'login' | 'verify', from: string): void;
};

const asUser = (wire: Wire): SessionUser => ({
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

/** Restores the stored session at once and checks it against the server behind the first screen. */
export function startSession(
  defer: (action: () => void, delay: number) => void = (action, delay) => void setTimeout(action, delay),
): SessionOwner {
  let token = storedToken.read();
  const user = storedUser.read();
  if (!token || !user) token = null;

  const publish = (user: SessionUser | null) => {
    storedToken.write(token);
    storedUser.write(user);
    bus.emit('session', user && { user });
  };
  const end = () => {
    token = null;
    publish(null);
  };
  const refresh = async () => {
    const reader = token;
    const user = asUser(await api('GET /user/info', {}));
    // Somebody may have logged out while the answer travelled.
    if (token === reader) publish(user);
  };

  bus.on('logout.request', () => {
    const leaving = token;
    if (!leaving) return;
    // The token is read when the call is made, so the call comes first; the screen does not wait for it.
    api('GET /user/logout', {}).catch((error) => console.warn('the server did not confirm the log-out', error));
    end();
    bus.emit('navigate', { to: '/', replace: true });
  });
  bus.on('session.refresh', () => {
    if (token) refresh().catch(() => bus.emit('toast', { text: text('common:error.network'), tone: 'error' }));
  });

  publish(token ? user : null);

  const leaveTo = (to: string, why: string) => {
    bus.emit('toast', { text: why, tone: 'info' });
    defer(() => bus.emit('navigate', { to }), REDIRECT_DELAY);
  };

  return {
    token: () => token,
    begin(answer) {
      token = answer.token;
      publish(asUser(answer.user));
    },
    invalidated(reason) {
      if (token) end();
      leaveTo(screenUrl('/pages/common/login'), reason);
    },
    verificationRequired: (reason) => leaveTo(screenUrl('/pages/setting/real_mark'), reason),
    sendAway(why, from) {
      if (why === 'login') leaveTo(screenUrl('/pages/common/login', { from }), text('common:pleaseLogin'));
      else leaveTo(screenUrl('/pages/setting/real_mark'), text('common:pleaseVerify'));
    },
  };
}
