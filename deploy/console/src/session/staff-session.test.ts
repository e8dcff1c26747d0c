// @vitest-environment jsdom
import { visitArea } from '@tessera/device';
import { beforeEach, expect, test, vi } from 'vitest';
import { createSessionStore, type StaffSession } from './staff-session.ts';

const session: StaffSession = { token: 't-1', expiresAt: 2_000, member: { name: 'Ada', role: 'operator' } };
const KEY = 'tessera.console.session';
let time: number;
const store = () => createSessionStore(visitArea, () => time);

beforeEach(() => {
  sessionStorage.clear();
  time = 1_000;
});

test('a session survives a reload of its tab', () => {
  store().open(session);
  expect(store().current()).toEqual({ signedIn: true, session });
  expect(store().token()).toBe('t-1');
});

test('an expired session returns no token, and is reported as expired after a reload', () => {
  const open = store();
  open.open(session);
  time = 2_000;
  expect(open.token()).toBeNull();
  expect(store().current()).toEqual({ signedIn: false, reason: 'expired' });
});

test('a closed session leaves nothing behind, and keeps the first reason', () => {
  const open = store();
  const changed = vi.fn();
  open.subscribe(changed);
  open.open(session);
  open.close('ended');
  open.close('left');
  expect(open.current()).toEqual({ signedIn: false, reason: 'ended' });
  expect(changed).toHaveBeenCalledTimes(2);
  expect(sessionStorage.getItem(KEY)).toBeNull();
  expect(store().current()).toEqual({ signedIn: false, reason: null });
});

test.each(['no JSON', '7', 'null', '{"token":"t"}', '{"token":"t","expiresAt":9e9,"member":{"name":"Ada"}}'])(
  'other stored content (%s) is not a session',
  (written) => {
    sessionStorage.setItem(KEY, written);
    expect(store().current()).toEqual({ signedIn: false, reason: null });
  },
);
