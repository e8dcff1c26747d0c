// @vitest-environment jsdom
import { intentions } from '@tessera/api/host';
import { bus } from '@tessera/bus/host';
import { startTexts } from '@tessera/i18n/host';
import { collectToasts, endSession, type FakeExchange, fakeExchange, silence } from '@tessera/testing';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AccountPreferences, FOCUS_AGE, type SessionOwner, startSession } from './session.ts';

const wire = {
  uid: '12345678',
  account_name: 'a***n@example.com',
  nickname: 'Ann',
  avatar: null,
  verification_level: 0,
  has_pay_password: false,
} as const;

const user = {
  uid: '12345678',
  accountName: 'a***n@example.com',
  nickname: 'Ann',
  avatar: null,
  verificationLevel: 0,
  hasPayPassword: false,
};

const info = (changes: object = {}) => ({ ...wire, language: 'de', fiat: 'EUR', ...changes });

let deferred: Array<{ action: () => void; delay: number }>;
let preferences: Array<AccountPreferences | null>;
let now: number;
let exchange: FakeExchange;
let session: SessionOwner;
let toasts: ReturnType<typeof collectToasts>;

/** The page as it starts: a session from storage, and a client that reads its token. */
function start(): SessionOwner {
  session = startSession({
    defer: (action, delay) => deferred.push({ action, delay }),
    now: () => now,
    onPreferences: (next) => preferences.push(next),
  });
  exchange = fakeExchange(
    { 'GET /user/info': info(), 'GET /user/logout': {} },
    { token: session.token, onSessionInvalid: session.invalidated },
  );
  return session;
}
const stored = (name: string) => localStorage.getItem(`tessera.host.${name}`);
/** Data stored by a previous visit. */
function afterVisit(): void {
  const visit = startSession();
  fakeExchange({ 'GET /user/info': info() });
  visit.begin({ token: 'secret', user: wire });
  const kept = ['token', 'user'].map((name) => [name, stored(name) ?? ''] as const);
  visit.invalidated('the visit is over');
  for (const [name, text] of kept) localStorage.setItem(`tessera.host.${name}`, text);
  toasts = collectToasts();
}
const reads = () => exchange.of('GET /user/info').length;
const level = () => bus.last('session')?.user.verificationLevel;

beforeAll(() => startTexts('en'));
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  location.hash = '';
  deferred = [];
  preferences = [];
  now = 1_000_000;
  toasts = collectToasts();
});
afterEach(() => {
  // Sessions of former tests hear the same bus; without a token they do nothing.
  session.invalidated('the test is over');
  vi.restoreAllMocks();
});

describe('the session', () => {
  it('starts with the log-in response, and is restored on the next visit', () => {
    start().begin({ token: 'secret', user: wire });
    expect(bus.last('session')).toEqual({ user });
    const again = startSession();
    expect(again.token()).toBe('secret');
    expect(bus.last('session')).toEqual({ user });
    again.invalidated('over');
  });

  it('ends with the tab where the user did not choose to stay logged in, and outlasts a reload', () => {
    start().begin({ token: 'secret', user: wire }, { remember: false });
    expect([stored('token'), stored('user')]).toEqual([null, null]);
    const reloaded = startSession();
    expect(reloaded.token()).toBe('secret');
    expect(bus.last('session')).toEqual({ user });
    // Another tab has a session storage of its own.
    const kept = sessionStorage.getItem('tessera.host.visit') ?? '';
    sessionStorage.clear();
    expect(startSession().token()).toBeNull();
    sessionStorage.setItem('tessera.host.visit', kept);
    session.invalidated('over');
    reloaded.invalidated('over');
    expect(sessionStorage.length).toBe(0);
    sessionStorage.setItem('tessera.host.visit', '{"token":7}');
    expect(startSession().token()).toBeNull();
  });

  it('never puts the token on the bus', () => {
    const heard = vi.fn();
    const stop = bus.on('session', heard);
    start().begin({ token: 'secret', user: wire });
    stop();
    expect(heard).toHaveBeenCalled();
    expect(JSON.stringify(heard.mock.calls)).not.toContain('secret');
  });

  it('does not begin from a token without a user, or from a user that is none', () => {
    localStorage.setItem('tessera.host.token', 'secret');
    localStorage.setItem('tessera.host.user', '{"name":"x"}');
    expect(start().token()).toBeNull();
    expect(bus.last('session')).toBeNull();
  });

  it('ends at log-out on the server and here, and goes home', async () => {
    start().begin({ token: 'secret', user: wire });
    const navigated = vi.fn();
    const stop = bus.on('navigate', navigated);
    bus.request('logout.request', undefined);
    stop();
    await vi.waitFor(() => expect(exchange.of('GET /user/logout')).toHaveLength(1), 10_000);
    expect([session.token(), stored('token'), stored('user'), bus.last('session')]).toEqual([null, null, null, null]);
    expect(navigated).toHaveBeenCalledWith({ to: '/', replace: true });
  });

  it('drops the user’s pending state when another one signs in', () => {
    start().begin({ token: 'secret', user: wire });
    intentions.commit('POST /wallet/change ', { amount: '1' });
    session.begin({ token: 'secret', user: wire });
    expect(intentions.of('POST /wallet/change ')).not.toBeNull();
    session.begin({ token: 'other', user: { ...wire, uid: '87654321' } });
    expect(intentions.of('POST /wallet/change ')).toBeNull();
  });
});

describe('another tab', () => {
  /** What another tab stored, as the browser tells this one. */
  const write = (name: string, value: string | null) => {
    const key = `tessera.host.${name}`;
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
    window.dispatchEvent(new StorageEvent('storage', { key, newValue: value, storageArea: localStorage }));
  };

  // Sessions of former tests follow too.
  afterEach(() => write('token', null));

  it('that logs out takes this one with it', () => {
    start().begin({ token: 'secret', user: wire });
    const navigated = vi.fn();
    const stop = bus.on('navigate', navigated);
    write('user', null);
    expect(session.token()).toBe('secret');
    write('token', null);
    stop();
    expect([session.token(), bus.last('session')]).toEqual([null, null]);
    expect(navigated).toHaveBeenCalledWith({ to: '/', replace: true });
    expect(exchange.of('GET /user/logout')).toHaveLength(0);
  });

  it('that logs in signs this one in, and one that changes the user changes it here, pending state included', () => {
    start();
    write('user', JSON.stringify(user));
    write('token', 'secret');
    expect([session.token(), bus.last('session')]).toEqual(['secret', { user }]);
    intentions.commit('POST /wallet/change ', { amount: '1' });
    const other = { ...user, uid: '87654321' };
    write('user', JSON.stringify(other));
    write('token', 'other');
    expect([session.token(), bus.last('session')]).toEqual(['other', { user: other }]);
    expect(intentions.of('POST /wallet/change ')).toBeNull();
  });
});

describe('the account', () => {
  const signedIn = () => {
    afterVisit();
    start();
    exchange.change({ 'GET /user/info': info({ verification_level: 1 }) });
  };

  it('is read on start, so that a verification is noticed', async () => {
    signedIn();
    expect(level()).toBe(0);
    session.check();
    await vi.waitFor(() => expect(level()).toBe(1), 10_000);
    expect(stored('user')).toContain('"verificationLevel":1');
  });

  it('is not read for a guest', () => {
    start().check();
    expect(reads()).toBe(0);
  });

  it.each(['profile', 'session'] as const)('is read on an account event of %s', async (kind) => {
    signedIn();
    bus.emit('account', { kind });
    await vi.waitFor(() => expect(level()).toBe(1), 10_000);
  });

  it('is not read on other account events', () => {
    signedIn();
    bus.emit('account', { kind: 'balance' });
    expect(reads()).toBe(0);
  });

  it('is read when the page comes to the front, at most once a minute', async () => {
    signedIn();
    session.check();
    await vi.waitFor(() => expect(reads()).toBe(1), 10_000);
    now += FOCUS_AGE - 1;
    window.dispatchEvent(new Event('focus'));
    expect(reads()).toBe(1);
    now += 1;
    window.dispatchEvent(new Event('focus'));
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.waitFor(() => expect(reads()).toBe(2), 10_000);
  });

  it('hands on its language and currency, and takes them back at the end', async () => {
    signedIn();
    session.check();
    await vi.waitFor(() => expect(preferences).toEqual([{ language: 'de', fiat: 'EUR' }]), 10_000);
    bus.request('logout.request', undefined);
    expect(preferences.at(-1)).toBeNull();
  });

  it('ends the session with 999', async () => {
    signedIn();
    exchange.change({ 'GET /user/info': endSession('You were signed out') });
    session.check();
    await vi.waitFor(() => expect(bus.last('session')).toBeNull(), 10_000);
    expect(toasts.texts).toEqual(['You were signed out']);
  });

  it('keeps the stored user without a connection', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    signedIn();
    exchange.change({ 'GET /user/info': silence() });
    session.check();
    await vi.waitFor(() => expect(console.warn).toHaveBeenCalled(), 10_000);
    expect(bus.last('session')).toEqual({ user });
    expect(toasts.texts).toEqual([]);
  });

  it('reports an error when a screen requested the reading and none came', async () => {
    signedIn();
    exchange.change({ 'GET /user/info': silence() });
    bus.request('session.refresh', undefined);
    await vi.waitFor(() => expect(toasts.texts).toEqual(['No connection. Check your network and try again.']), 10_000);
  });
});

describe('leaving', () => {
  it.each([
    ['999', 'invalidated', '/pages/common/login'],
    ['998', 'verificationRequired', '/pages/setting/real_mark'],
  ] as const)('shows the reason of a %s and leaves after 1.2 s', (_, code, target) => {
    start();
    const navigated = vi.fn();
    const stop = bus.on('navigate', navigated);
    session[code]('the reason');
    expect(toasts.texts).toEqual(['the reason']);
    expect(navigated).not.toHaveBeenCalled();
    expect(deferred.map(({ delay }) => delay)).toEqual([1_200]);
    deferred[0]?.action();
    expect(navigated).toHaveBeenCalledWith({ to: target });
    stop();
  });

  it('for the log-in remembers where the user wanted to go, and gives the place of the closed page', () => {
    location.hash = '#/pages/fund/receive?currency_id=3';
    const navigated = vi.fn();
    const stop = bus.on('navigate', navigated);
    start().sendAway('login', '/pages/fund/receive?currency_id=3');
    deferred[0]?.action();
    stop();
    expect(navigated).toHaveBeenCalledWith({
      to: '/pages/common/login?from=%2Fpages%2Ffund%2Freceive%3Fcurrency_id%3D3',
      replace: true,
    });
  });

  it('for the log-in after a session ended remembers the place, once, however many calls were rejected', () => {
    location.hash = '#/pages/fund/assets_all_record?type=2';
    const navigated = vi.fn();
    const stop = bus.on('navigate', navigated);
    start();
    session.invalidated('over');
    session.invalidated('over');
    deferred[0]?.action();
    expect(navigated).toHaveBeenCalledWith({
      to: '/pages/common/login?from=%2Fpages%2Ffund%2Fassets_all_record%3Ftype%3D2',
    });
    location.hash = '#/pages/common/login?from=%2Fpages%2Ffund%2Fassets_all_record';
    deferred[1]?.action();
    stop();
    expect(navigated).toHaveBeenCalledTimes(1);
  });

  it('does not replace a page that the user has opened meanwhile', () => {
    const navigated = vi.fn();
    const stop = bus.on('navigate', navigated);
    start().sendAway('login', '/pages/fund/receive');
    location.hash = '#/pages/market/market';
    deferred[0]?.action();
    stop();
    expect(navigated).not.toHaveBeenCalled();
  });
});

it('forgets the staff session of this tab before code of remotes runs, which has the same origin', () => {
  sessionStorage.setItem('tessera.console.session', JSON.stringify({ token: 'of a member', expiresAt: 1, member: {} }));
  start();
  expect(sessionStorage.getItem('tessera.console.session')).toBeNull();
});
