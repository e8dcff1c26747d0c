// @vitest-environment jsdom
import { ApiError } from '@tessera/api';
import { bus } from '@tessera/bus/host';
import { QueryClientProvider, useQuery } from '@tessera/query';
import { demoUser, signIn, signOut } from '@tessera/testing';
import { act, renderHook, waitFor } from '@testing-library/react';
import { createElement } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from './query-client.ts';

const BALANCES = ['account', 'GET /currency/user_currency_list', 1, {}];
const ORDERS = ['account', 'GET /coin/list', 1, {}];
const RATES = ['public', 'GET /fiat/rates', 1, {}];

/** A client that has read a user's balances and orders, and the public rates. */
function filled() {
  const client = createQueryClient();
  const read = (queryKey: readonly unknown[], reads: readonly string[]) =>
    client.fetchQuery({ queryKey, queryFn: () => 'read', meta: { reads } });
  return Promise.all([read(BALANCES, ['balance']), read(ORDERS, ['order']), read(RATES, [])]).then(() => client);
}
const isStale = (client: Awaited<ReturnType<typeof filled>>, queryKey: readonly unknown[]) =>
  client.getQueryState(queryKey)?.isInvalidated;

beforeEach(() => signIn());
afterEach(() => signOut());

test('an account event makes stale only what reads its topic', async () => {
  const client = await filled();
  bus.emit('account', { kind: 'balance' });
  expect([BALANCES, ORDERS, RATES].map((key) => isStale(client, key))).toEqual([true, false, false]);
});

test('a connection that is back makes everything of the user stale', async () => {
  const client = await filled();
  bus.emit('realtime', { status: 'offline', since: 0 });
  bus.emit('realtime', { status: 'connecting', since: 1 });
  bus.emit('realtime', { status: 'open', since: 2 });
  expect([BALANCES, ORDERS, RATES].map((key) => isStale(client, key))).toEqual([true, true, false]);
});

test('without a network a screen that was never read says so, and reads once there is one', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const client = createQueryClient();
  const queryFn = vi.fn(() => Promise.reject(new ApiError('network', 'The server could not be reached')));
  const { result, unmount } = renderHook(() => useQuery<string>({ queryKey: BALANCES, queryFn }), {
    wrapper: ({ children }) => createElement(QueryClientProvider, { client }, children),
  });
  await waitFor(() => expect(result.current.isError).toBe(true));
  expect(queryFn).toHaveBeenCalledOnce();
  queryFn.mockResolvedValue('read' as never);
  online.mockReturnValue(true);
  act(() => {
    bus.emit('realtime', { status: 'offline', since: 0 });
    bus.emit('realtime', { status: 'open', since: 1 });
  });
  await waitFor(() => expect(result.current.data).toBe('read'));
  unmount();
});

test('a change during the first read of a screen is read too', async () => {
  const client = createQueryClient();
  const responses: ((data: string) => void)[] = [];
  const queryFn = () => new Promise<string>((respond) => responses.push(respond));
  const { result, unmount } = renderHook(
    () => useQuery({ queryKey: BALANCES, queryFn, meta: { reads: ['balance'] } }),
    { wrapper: ({ children }) => createElement(QueryClientProvider, { client }, children) },
  );
  await waitFor(() => expect(responses).toHaveLength(1));
  act(() => bus.emit('account', { kind: 'balance' }));
  responses[0]?.('before the change');
  await waitFor(() => expect(responses).toHaveLength(2));
  responses[1]?.('after the change');
  await waitFor(() => expect(result.current.data).toBe('after the change'));
  expect(result.current.isError).toBe(false);
  unmount();
});

test('cached data of a user is dropped with the user', async () => {
  const client = await filled();
  signIn({ ...demoUser, nickname: 'Renamed' });
  expect(client.getQueryData(BALANCES)).toBe('read');
  signIn({ uid: '10000002' });
  expect([BALANCES, ORDERS, RATES].map((key) => client.getQueryData(key))).toEqual([undefined, undefined, 'read']);
});

test('what is shown and failed is fetched again when the connection is back', async () => {
  const client = createQueryClient();
  let away = true;
  const queryFn = () => (away ? Promise.reject(new Error('away')) : Promise.resolve('read'));
  const { result, unmount } = renderHook(() => useQuery({ queryKey: RATES, queryFn }), {
    wrapper: ({ children }) => createElement(QueryClientProvider, { client }, children),
  });
  await waitFor(() => expect(result.current.isError).toBe(true));
  away = false;
  act(() => {
    bus.emit('realtime', { status: 'offline', since: 0 });
    bus.emit('realtime', { status: 'open', since: 1 });
  });
  await waitFor(() => expect(result.current.data).toBe('read'));
  unmount();
});
