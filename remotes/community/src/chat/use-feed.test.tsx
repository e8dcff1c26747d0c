// @vitest-environment jsdom
import { chatMessage } from '@tessera/api/chat/fixtures';
import { emit, fakeExchange, reject } from '@tessera/testing';
import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useFeed } from './use-feed.ts';

const live = vi.hoisted(() => ({ tell: (_rows: readonly unknown[]): void => undefined }));
vi.mock('@tessera/realtime', () => ({
  subscribeTopic: (_topic: string, listener: typeof live.tell) => {
    live.tell = listener;
    return () => undefined;
  },
}));

/** ms */
const STEP = 250;

const READ = 'GET /chat/messages';
const page = (revision: number) => ({
  list: [chatMessage({ seq: revision, revision })],
  mine: [],
  revision,
  more: false,
});

afterEach(() => vi.useRealTimers());

test('a read that fails is repeated after a growing delay, at once with the connection, and not after the page', async () => {
  vi.useFakeTimers();
  // In steps: a response takes turns of the event loop that no timer of the page waits for.
  const wait = async (ms: number) => {
    for (let past = 0; past < ms; past += STEP) await act(() => vi.advanceTimersByTimeAsync(Math.min(STEP, ms - past)));
  };
  emit('realtime', { status: 'open', since: 0 });
  const exchange = fakeExchange({ [READ]: page(1) });
  const { result, unmount } = renderHook(() => useFeed('en', () => undefined));
  await vi.waitFor(() => expect(result.current.feed?.revision).toBe(1));
  const asked = () => exchange.of(READ).length - 1;

  // The limit ends the test where reads follow each other without a pause.
  exchange.change({ [READ]: () => (asked() > 50 ? page(9) : reject('busy', 'Try later')) });
  const tell = () => act(() => live.tell([{ revision: 9, present: 3 }]));
  tell();
  await wait(900);
  expect(asked()).toBe(1);
  // Rows that arrive meanwhile do not shorten the delay.
  for (let row = 0; row < 20; row++) tell();
  await wait(10);
  expect(asked()).toBe(1);
  // 1–2 s, 2–4 s, 4–8 s, 8–16 s, then 15–30 s.
  await wait(30_000);
  expect(asked()).toBeGreaterThanOrEqual(4);
  expect(asked()).toBeLessThanOrEqual(6);
  await wait(60_000);
  const before = asked();
  await wait(300_000);
  expect(asked() - before).toBeGreaterThanOrEqual(9);
  expect(asked() - before).toBeLessThanOrEqual(21);

  // The connection is back.
  exchange.change({ [READ]: page(9) });
  act(() => emit('realtime', { status: 'connecting', since: 0 }));
  act(() => emit('realtime', { status: 'open', since: 0 }));
  await vi.waitFor(() => expect(result.current.feed?.revision).toBe(9));
  const done = asked();
  await wait(60_000);
  expect(asked()).toBe(done);

  exchange.change({ [READ]: reject('busy', 'Try later') });
  act(() => live.tell([{ revision: 12, present: 3 }]));
  await wait(10);
  expect(asked()).toBe(done + 1);
  unmount();
  await wait(120_000);
  expect(asked()).toBe(done + 1);
});
