// @vitest-environment jsdom
import { intentions } from '@tessera/api/host';
import { useLogIn } from '@tessera/api/identity';
import { identityFixtures } from '@tessera/api/identity/fixtures';
import { usePlaceOrder } from '@tessera/api/spot';
import { wireOrder } from '@tessera/api/spot/fixtures';
import { QueryClient, QueryClientProvider } from '@tessera/query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  collectToasts,
  demoUser,
  type FakeExchange,
  fakeExchange,
  reject,
  signIn,
  signOut,
  silence,
  startScreens,
} from './index.ts';

/* What every command does, seen at `fetch`; placing a spot order is the example for all of them. */

const CALL = 'POST /coin/trade';
const order = { currency_id: 1, legal_id: 3, side: 'buy', kind: 'limit', price: '61000', amount: '0.05' } as const;

let exchange: FakeExchange;
let toasts: ReturnType<typeof collectToasts>;

const inPage = ({ children }: { readonly children: ReactNode }) => (
  <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
);
const screen = (outcomes: Parameters<typeof usePlaceOrder>[0] = {}) =>
  renderHook(() => usePlaceOrder(outcomes), { wrapper: inPage }).result;
const sent = () => exchange.of(CALL);
const keys = () => sent().map(({ idempotencyKey }) => idempotencyKey);

beforeAll(() => startScreens({ name: 'common', texts: async () => ({ default: {} }) }));
beforeEach(() => {
  signIn();
  toasts = collectToasts();
  exchange = fakeExchange({ [CALL]: wireOrder() });
});
afterEach(() => {
  signOut();
  vi.restoreAllMocks();
});

const run = (command: ReturnType<typeof screen>, input: Parameters<ReturnType<typeof screen>['current']['run']>[0]) =>
  act(() => command.current.run(input));
const lost = async (command: ReturnType<typeof screen>, input = order as Parameters<typeof run>[1]) => {
  exchange.change({ [CALL]: silence() });
  await run(command, input);
  await waitFor(() => expect(command.current.unresolved).toEqual(input));
  exchange.change({ [CALL]: wireOrder() });
};

describe('after silence', () => {
  test('the same input is the same intention', async () => {
    const command = screen();
    await lost(command);
    await run(command, order);
    await waitFor(() => expect(command.current.unresolved).toBeNull());
    expect(new Set(keys()).size).toBe(1);
    expect(sent()).toHaveLength(2);
  });

  test('an edited input is another intention', async () => {
    const command = screen();
    await lost(command);
    await run(command, { ...order, amount: '0.06' });
    await waitFor(() => expect(command.current.output).toBeDefined());
    expect(new Set(keys()).size).toBe(2);
  });

  test.each([
    ['goes through', () => wireOrder()],
    ['is rejected', () => reject('insufficient_balance', 'Not enough')],
  ])('the first input is offered again once an edited one %s', async (_, outcome) => {
    const command = screen();
    await lost(command);
    exchange.change({ [CALL]: outcome });
    await run(command, { ...order, amount: '0.06' });
    await waitFor(() => expect(sent()).toHaveLength(2));
    await waitFor(() => expect(command.current.unresolved).toEqual(order));
    exchange.change({ [CALL]: wireOrder() });
    act(() => command.current.repeat());
    await waitFor(() => expect(command.current.unresolved).toBeNull());
    expect(keys()[2]).toBe(keys()[0]);
  });

  describe('and a reload of the page', () => {
    const STORED = 'tessera.intentions';
    /** What the device keeps goes on, in this tab or in another after it was closed; what the page holds does not. */
    const reload = (uid: string) => {
      cleanup();
      const kept = localStorage.getItem(STORED);
      intentions.clear();
      if (kept !== null) localStorage.setItem(STORED, kept);
      act(() => intentions.restore(uid));
    };

    test('the input is offered under its key', async () => {
      await lost(screen());
      reload(demoUser.uid);
      const later = screen();
      expect(later.current.unresolved).toEqual(order);
      await run(later, order);
      await waitFor(() => expect(later.current.unresolved).toBeNull());
      expect(new Set(keys()).size).toBe(1);
      expect(localStorage.getItem(STORED)).toBeNull();
    });

    test('another user is offered nothing', async () => {
      await lost(screen());
      reload('20000002');
      expect(screen().current.unresolved).toBeNull();
    });

    test('what two tabs left open is offered, and settling one leaves the other', async () => {
      await lost(screen());
      const [uid, [kept]] = JSON.parse(localStorage.getItem(STORED) ?? '');
      const other = ['POST /wallet/change ', { idempotencyKey: 'k-2', input: { number: '1' } }, kept[2]];
      localStorage.setItem(STORED, JSON.stringify([uid, [kept, other]]));
      await run(screen(), order);
      await waitFor(() => expect(JSON.parse(localStorage.getItem(STORED) ?? '')).toEqual([uid, [other]]));
    });

    test('after six days nothing is offered: the exchange is about to forget the key', async () => {
      await lost(screen());
      const [uid, [kept]] = JSON.parse(localStorage.getItem(STORED) ?? '');
      const old = [kept[0], kept[1], Date.now() - 6 * 86_400_000];
      localStorage.setItem(STORED, JSON.stringify([uid, [old]]));
      reload(demoUser.uid);
      expect(screen().current.unresolved).toBeNull();
    });

    test('nothing that is secret is written to the device', () => {
      intentions.commit('POST /wallet/out ', { number: '1', key: '123456' });
      expect(localStorage.getItem(STORED)).toBeNull();
    });

    test.each(['{', '[]', '["10000001",[["x"]]]', '["10000001",[["x",{"input":1},9e12]]]', 'null'])(
      'something else in its place (%s) is no intention',
      (text) => {
        localStorage.setItem(STORED, text);
        intentions.restore(demoUser.uid);
        expect(intentions.of('x')).toBeNull();
      },
    );
  });

  test('a component that is mounted later offers to repeat', async () => {
    await lost(screen());
    cleanup();
    const later = screen();
    expect(later.current.unresolved).toEqual(order);
    act(() => later.current.repeat());
    await waitFor(() => expect(later.current.unresolved).toBeNull());
    expect(new Set(keys()).size).toBe(1);
    expect(sent()[1]?.form.toString()).toBe(sent()[0]?.form.toString());
  });

  test('each subject has a separate intention', async () => {
    await lost(screen({ subject: 'BTC/USDT' }));
    expect(screen({ subject: 'ETH/USDT' }).current.unresolved).toBeNull();
    expect(screen({ subject: 'BTC/USDT' }).current.unresolved).toEqual(order);
  });

  test('a repetition that the rate limit rejects leaves the outcome unknown: the key is kept', async () => {
    const command = screen();
    await lost(command);
    exchange.change({ [CALL]: reject('rate_limited', 'Too many requests') });
    act(() => command.current.repeat());
    await waitFor(() => expect(toasts.texts).toContain('Too many requests'));
    expect(command.current.unresolved).toEqual(order);
    exchange.change({ [CALL]: wireOrder() });
    await run(command, order);
    await waitFor(() => expect(command.current.unresolved).toBeNull());
    expect(sent()).toHaveLength(3);
    expect(new Set(keys()).size).toBe(1);
  });

  test('nothing is offered once the intentions are cleared', async () => {
    const command = screen();
    await lost(command);
    act(() => intentions.clear());
    expect(command.current.unresolved).toBeNull();
  });
});

test('a session that a command opens begins in the host, before its screen goes on', async () => {
  act(signOut);
  const LOG_IN = 'POST /user/login';
  const order: unknown[] = [];
  const onSessionOpened = vi.fn(() => void order.push('host'));
  const wanted = { user_string: 'ada@example.com', password: 'secret', remember: false };
  exchange = fakeExchange({ ...identityFixtures, [LOG_IN]: reject('wrong_credentials', 'Wrong') }, { onSessionOpened });
  const logIn = renderHook(() => useLogIn({ onDone: () => order.push('screen') }), { wrapper: inPage }).result;
  await act(async () => logIn.current.run(wanted));
  await waitFor(() => expect(exchange.of(LOG_IN)).toHaveLength(1));
  exchange.change(identityFixtures);
  await act(async () => logIn.current.run(wanted));
  await waitFor(() => expect(order).toEqual(['host', 'screen']));
  expect(onSessionOpened).toHaveBeenCalledExactlyOnceWith(identityFixtures[LOG_IN], wanted);
});

test('a rejected input is settled: the next try is another intention', async () => {
  const command = screen();
  exchange.change({ [CALL]: reject('insufficient_balance', 'Not enough') });
  await run(command, order);
  await waitFor(() => expect(toasts.texts).toEqual(['Not enough']));
  expect(command.current.unresolved).toBeNull();
  await run(command, order);
  await waitFor(() => expect(new Set(keys()).size).toBe(2));
});

test('a double tap sends once, and no screen calls it unknown while its response is outstanding', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  exchange.change({ [CALL]: () => promise });
  const [first, second] = [screen(), screen()];
  act(() => {
    first.current.run(order);
    first.current.run(order);
    second.current.run(order);
  });
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect([first.current.busy, second.current.busy]).toEqual([true, true]);
  expect([first.current.unresolved, second.current.unresolved]).toEqual([null, null]);
  await act(async () => resolve(wireOrder()));
  await waitFor(() => expect(first.current.output?.side).toBe('buy'));
  expect(sent()).toHaveLength(1);
});

test('without a connection it is sent at once and fails, instead of going out at another price later', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  dispatchEvent(new Event('offline'));
  const command = screen();
  await lost(command);
  expect(sent()).toHaveLength(1);
  dispatchEvent(new Event('online'));
});

describe('a response that comes after another user has signed in', () => {
  const answered = async (outcome: unknown) => {
    let respond: (value: unknown) => void = () => undefined;
    exchange.change({ [CALL]: () => new Promise((resolve) => (respond = resolve)) });
    const outcomes = { onDone: vi.fn(), onRejected: vi.fn(), onUnresolved: vi.fn() };
    const command = screen(outcomes);
    await run(command, order);
    await waitFor(() => expect(sent()).toHaveLength(1));
    act(() => signIn({ uid: '20000002' }));
    await act(async () => respond(outcome));
    await waitFor(() => expect(command.current.busy).toBe(false));
    return { outcomes, command };
  };

  test.each([
    ['an output', wireOrder()],
    ['a rejection', reject('insufficient_balance', 'Not enough')],
    ['silence', silence()],
  ])('is not reported to that user: %s', async (_, outcome) => {
    const { outcomes, command } = await answered(outcome);
    expect(outcomes.onDone).not.toHaveBeenCalled();
    expect(outcomes.onRejected).not.toHaveBeenCalled();
    expect(outcomes.onUnresolved).not.toHaveBeenCalled();
    expect(toasts.texts).toEqual([]);
    expect(command.current.unresolved).toBeNull();
  });
});
