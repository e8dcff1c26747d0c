// @vitest-environment jsdom
// @isolated
import { fiatFixtures } from '@tessera/api/fiat/fixtures';
import type { Instrument } from '@tessera/api/instruments';
import { bitcoin } from '@tessera/api/instruments/fixtures';
import type { Depth } from '@tessera/api/realtime';
import { emit, fakeExchange, showScreen, startScreens } from '@tessera/testing';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import remote from '../../remote.tsx';
import { DepthBook } from './DepthBook.tsx';

const book = vi.hoisted(() => ({ depth: { bids: [], asks: [] } as unknown }));
vi.mock('./use-server-book.ts', () => ({ useServerBook: () => book.depth as Depth }));

beforeAll(() => startScreens(remote));

const show = (
  changes: Partial<Instrument>,
  depth: Pick<Depth, 'bids' | 'asks'> = { bids: [], asks: [] },
  onPrice?: (price: string) => void,
) => {
  fakeExchange(fiatFixtures);
  book.depth = { ...depth, at: 1 };
  const { user } = showScreen(
    <DepthBook instrument={bitcoin({ symbol: 'NEW/USDT', ...changes })} {...(onPrice && { onPrice })} />,
    '/pages/transaction/index',
  );
  return user;
};
const words = () => screen.getByRole('region', { name: 'Order book' }).textContent;

test('an empty book of a closed market says so, and when it opens', () => {
  show({ open: false, latest: null, next_open: Date.now() + 3_600_000 });
  expect(words()).toMatch(/Market closed.*Opens/);
});

test('an empty book of a halted market says why and since when', () => {
  const since = new Date();
  since.setHours(14, 3, 0, 0);
  show({ open: true, latest: null, halt: { reason: 'jump', since: since.getTime() } });
  expect(words()).toContain('Trading paused');
  expect(words()).toContain('The price moved unusually fast.');
  expect(words()).toContain('since 14:03');
});

test('what still stands in a book is shown, and nothing covers it', () => {
  show({ open: false, latest: null }, { bids: [['60000', '1']], asks: [] });
  expect(words()).not.toContain('Market closed');
});

test.each(['offline', 'connecting'] as const)(
  'a book that nothing brings (%s) says so in place of a skeleton',
  (status) => {
    const stand = () => {
      fakeExchange(fiatFixtures);
      book.depth = undefined;
      showScreen(<DepthBook instrument={bitcoin({ symbol: 'NEW/USDT' })} />, '/pages/transaction/index');
    };
    emit('realtime', { status: 'open', since: Date.now() });
    stand();
    expect(words()).not.toContain('live connection');
    act(() => emit('realtime', { status, since: Date.now() - 10_000 }));
    expect(words()).toContain('Slow connectionThe order book appears once the live connection is back.');
    act(() => emit('realtime', { status: 'open', since: Date.now() }));
    expect(words()).not.toContain('live connection');
  },
);

test('grouping is chosen in a sheet', async () => {
  const user = show({ open: true }, { bids: [['60000.11', '1']], asks: [['60000.12', '1']] });
  await user.click(screen.getByRole('button', { name: 'Price grouping: 0.01' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Price grouping' }));
  await user.click(sheet.getByRole('radio', { name: '0.1' }));
  expect(screen.getByRole('button', { name: 'Price grouping: 0.1' })).toBeTruthy();
});

test('a finger that rests gets larger rows; they stay when it is lifted, and the next tap takes a price', () => {
  const prices: string[] = [];
  show(
    { open: true },
    {
      bids: [
        ['60000.11', '1'],
        ['60000.10', '2'],
      ],
      asks: [],
    },
    (price) => prices.push(price),
  );
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const bids = within(screen.getByRole('list', { name: 'Bids' }));
  const [first] = bids.getAllByRole('button', { name: /^Bid 60,000.11/ });
  if (!first) throw new Error('no bid is shown');
  const finger = { pointerType: 'touch', clientX: 5, clientY: 5 };
  fireEvent.pointerDown(first, finger);
  act(() => vi.advanceTimersByTime(400));
  vi.useRealTimers();
  const large = () => bids.getAllByRole('button', { name: /^Bid 60,000.10/ });
  expect(large()).toHaveLength(2);
  fireEvent.pointerUp(first, finger);
  const [chosen] = large();
  if (!chosen) throw new Error('no larger row is shown');
  fireEvent.click(chosen, { detail: 1 });
  expect(prices).toEqual([]);
  expect(large()).toHaveLength(2);
  fireEvent.pointerDown(chosen, finger);
  fireEvent.pointerUp(chosen, finger);
  fireEvent.click(chosen, { detail: 1 });
  expect(prices).toEqual(['60000.10']);
  expect(large()).toHaveLength(1);
});
