// @vitest-environment jsdom
import { createHash } from 'node:crypto';
import { bus } from '@tessera/bus/host';
import { startTexts } from '@tessera/i18n/host';
import { type FakeExchange, fakeExchange, silence } from '@tessera/testing';
import { afterEach, beforeAll, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { repeatLogOuts } from './late-log-out.ts';

const LATE = 'POST /user/logout/late';
const TOKEN = 'a-token-of-the-signed-in-user';
const HASH = createHash('sha256').update(TOKEN).digest('hex');

let exchange: FakeExchange;
let token: string | null;
let stop: () => void;
let digest: MockInstance<SubtleCrypto['digest']>;

const sent = () => exchange.of(LATE).map(({ form }) => form.get('session'));
const stored = () => localStorage.getItem('tessera.host.log-outs');
const status = (next: 'open' | 'offline') => bus.emit('realtime', { status: next, since: 0 });
/** What the session does on log-out, before this is told. */
const logOut = () => {
  token = null;
  bus.emit('session', null);
  bus.request('logout.request', undefined);
};

/** Waits until each token that was seen is hashed. */
const areHashed = () =>
  vi.waitFor(() => {
    expect(digest).toHaveBeenCalled();
    expect(digest.mock.settledResults.map(({ type }) => type)).not.toContain('incomplete');
  }, 10_000);

beforeAll(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  digest = vi.spyOn(crypto.subtle, 'digest');
  await startTexts('en');
});
beforeEach(async () => {
  localStorage.clear();
  vi.clearAllMocks();
  exchange = fakeExchange({ [LATE]: {} });
  token = TOKEN;
  stop = repeatLogOuts(() => token);
  await areHashed();
});
afterEach(() => stop());

test('a log-out that is heard leaves nothing on the device', async () => {
  logOut();
  expect(stored()).toBe(JSON.stringify([HASH]));
  await vi.waitFor(() => expect(stored()).toBeNull());
  expect(sent()).toEqual([HASH]);
});

test('one without a connection keeps the hash of the token alone, and is sent when the connection is back', async () => {
  exchange.change({ [LATE]: silence() });
  logOut();
  await vi.waitFor(() => expect(console.warn).toHaveBeenCalled());
  expect(stored()).toBe(JSON.stringify([HASH]));
  expect(JSON.stringify({ ...localStorage })).not.toContain(TOKEN);
  exchange.change({ [LATE]: {} });
  status('offline');
  status('open');
  await vi.waitFor(() => expect(stored()).toBeNull());
});

test('one that was not sent before the tab was closed is sent at the next start', async () => {
  exchange.change({ [LATE]: silence() });
  logOut();
  await vi.waitFor(() => expect(console.warn).toHaveBeenCalled());
  stop();
  exchange.change({ [LATE]: {} });
  stop = repeatLogOuts(() => null);
  await vi.waitFor(() => expect(stored()).toBeNull());
  expect(sent()).toEqual([HASH, HASH]);
});

test('a session that another one replaced is not what a later log-out ends', async () => {
  token = 'the-token-of-the-next';
  bus.emit('session', null);
  await areHashed();
  logOut();
  await vi.waitFor(() => expect(sent()).toEqual([createHash('sha256').update('the-token-of-the-next').digest('hex')]));
});
