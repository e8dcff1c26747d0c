// @vitest-environment jsdom
import { bus } from '@tessera/bus';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { startSession } from './session.ts';

const api = vi.hoisted(() => vi.fn());
vi.mock('@tessera/api', () => ({ api }));

const wire = {
  uid: '12345678',
  account_name: 'a***n@example.com',
  nickname: 'Ann',
  avatar: null,
  verification_level: 1,
  has_pay_password: false,
} as const;

const user = {
  uid: '12345678',
  accountName: 'a***n@example.com',
  nickname: 'Ann',
  avatar: null,
  verificationLevel: 1,
  hasPayPassword: false,
};

let deferred: Array<{ action: () => void; delay: number }>;
const start = () => startSession((action, delay) => deferred.push({ action, delay }));

beforeEach(() => {
  localStorage.clear();
  api.mockReset().mockResolvedValue({});
  deferred = [];
});

describe('the session', () => {
  it('begins with what a log-in answered, and is there again at the next visit', () => {
    start().begin({ token: 'secret', user: wire });
    expect(bus.last('session')).toEqual({ user });
    const again = start();
    expect(again.token()).toBe('secret');
    expect(bus.last('session')).toEqual({ user });
  });

  it('never puts the token on the bus', () => {
    const heard = vi.fn();
    const stop = bus.on('session', heard);
    start().begin({ token: 'secret', user: wire });
    stop();
    expect(JSON.stringify(heard.mock.calls)).not.toContain('secret');
  });

  it('does not begin from a token without a user, or from a user that is none', () => {
    localStorage.setItem('tessera.host.token', 'secret');
    localStorage.setItem('tessera.host.user', '{"name":"x"}');
    expect(start().token()).toBeNull();
    expect(bus.last('session')).toBeNull();
  });

  it('ends at log-out on the server and here, and goes home', () => {
    const session = start();
    session.begin({ token: 'secret', user: wire });
    const navigated = vi.fn();
    const stop = bus.on('navigate', navigated);
    bus.emit('logout.request', undefined);
    stop();
    expect(api).toHaveBeenCalledWith('GET /user/logout', {});
    const stored = ['token', 'user'].map((name) => localStorage.getItem(`tessera.host.${name}`));
    expect([session.token(), ...stored, bus.last('session')]).toEqual([null, null, null, null]);
    expect(navigated).toHaveBeenCalledWith({ to: '/', replace: true });
  });

  it.each([
    ['999', 'invalidated', '/pages/common/login'],
    ['998', 'verificationRequired', '/pages/setting/real_mark'],
  ] as const)('shows the reason of a %s and leaves after 1.2 s', (_, answer, target) => {
    const session = start();
    const [toasted, navigated] = [vi.fn(), vi.fn()];
    const stops = [bus.on('toast', toasted), bus.on('navigate', navigated)];
    session[answer]('the reason');
    expect(toasted).toHaveBeenCalledWith({ text: 'the reason', tone: 'info' });
    expect(navigated).not.toHaveBeenCalled();
    expect(deferred.map(({ delay }) => delay)).toEqual([1_200]);
    deferred[0]?.action();
    expect(navigated).toHaveBeenCalledWith({ to: target });
    for (const stop of stops) stop();
  });

  it('remembers where somebody wanted to go who has to log in first', () => {
    const navigated = vi.fn();
    const stop = bus.on('navigate', navigated);
    start().sendAway('login', '/pages/fund/receive?currency_id=3');
    deferred[0]?.action();
    stop();
    expect(navigated).toHaveBeenCalledWith({
      to: '/pages/common/login?from=%2Fpages%2Ffund%2Freceive%3Fcurrency_id%3D3',
    });
  });
});
