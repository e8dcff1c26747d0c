// @vitest-environment jsdom
// @isolated
import { priceAlert } from '@tessera/api/alerts/fixtures';
import { fiatFixtures } from '@tessera/api/fiat/fixtures';
import { bitcoin, listing } from '@tessera/api/instruments/fixtures';
import { keptWatchlist } from '@tessera/api/watchlist/fixtures';
import {
  collectToasts,
  type ExchangeRequest,
  type FakeExchange,
  fakeExchange,
  showScreen,
  signIn,
  signOut,
  startScreens,
} from '@tessera/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { DataLoader, OverlayCreate, Period, SymbolInfo, YAxis } from 'klinecharts';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import PairPage from '../pages/pair/PairPage.tsx';
import remote from '../remote.tsx';
import type { PlaceLine } from './trade-line.ts';

/** Of the candles: a pixel is 10, the upper edge stands at 65,000; the axis begins at 300. */
const PANE = { width: 300, height: 200 };
const priceOf = (y: number) => 65_000 - 10 * y;

// jsdom has no canvas: the library is replaced as far as the chart asks it for prices, lines and candles.
vi.mock('klinecharts', async (original) => {
  const lines = new Set<string>();
  const place = ({ id, points, extendData }: Partial<OverlayCreate>): boolean => {
    lines.add(String(id));
    const { place: put } = (extendData ?? {}) as { place?: PlaceLine };
    put?.((65_000 - (points?.[0]?.value ?? 0)) / 10, PANE.height, { convertFromPixel: priceOf } as YAxis);
    return true;
  };
  let symbol: SymbolInfo;
  let period: Period;
  const known: Readonly<Record<string, unknown>> = {
    getSize: () => PANE,
    convertFromPixel: ([{ y }]: [{ y: number }]) => [{ value: priceOf(y) }],
    getVisibleRange: () => ({ from: 0, to: 0 }),
    getDataList: () => [{ timestamp: 0, open: 1, high: 1, low: 1, close: 64_321.5, volume: 1 }],
    getIndicators: () => [],
    getOverlays: () => [],
    getBarSpace: () => ({ bar: 6 }),
    overrideOverlay: (line: Partial<OverlayCreate>) => lines.has(String(line.id)) && place(line),
    createOverlay: place,
    removeOverlay: ({ id }: { id?: string }) => id !== undefined && lines.delete(id),
    setSymbol: (value: SymbolInfo) => {
      symbol = value;
    },
    setPeriod: (value: Period) => {
      period = value;
    },
    setDataLoader: (loader: DataLoader) =>
      void loader.getBars({ type: 'init', timestamp: null, symbol, period, callback() {} }),
  };
  const chart = new Proxy({}, { get: (_, name) => (name in known ? known[String(name)] : () => undefined) });
  return { ...(await original<object>()), init: () => chart, dispose() {} };
});

let exchange: FakeExchange;
let toasts: ReturnType<typeof collectToasts>;
/** Lets the exchange respond with candles. */
let respond: (() => void)[];

beforeAll(() => {
  HTMLElement.prototype.setPointerCapture = vi.fn();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  return startScreens(remote);
});
beforeEach(() => {
  localStorage.clear();
  respond = [];
  toasts = collectToasts();
  exchange = fakeExchange({
    ...fiatFixtures,
    ...keptWatchlist().handlers,
    'GET /currency/quotation_new': listing(bitcoin({ tick: '0.5', latest: { at: Date.now() } })),
    'GET /currency/new_timeshar': async ({ form }: ExchangeRequest) => {
      await new Promise<void>((resolve) => respond.push(resolve));
      const bar = [1_760_000_040_000, '1', '2', '0.5', '1.5', '10'];
      return { symbol: 'BTC/USDT', interval: form.get('interval'), bars: Array.from({ length: 30 }, () => bar) };
    },
    'GET /alerts/list': {
      list: [
        priceAlert({ level: '64500', repeats: true, pause_minutes: 240 }),
        priceAlert({ id: '2', kind: 'change', level: '5' }),
        priceAlert({ id: '3', level: '63500', status: 'done' }),
      ],
    },
    'POST /alerts/set': priceAlert(),
    'PUT /alerts/set': priceAlert(),
  });
  signIn();
});

const show = async () => {
  const { user } = showScreen(<PairPage />, '/pages/transaction/currency?symbol=BTC/USDT');
  const chart = await screen.findByRole('application', { name: /BTC\/USDT/ });
  // The candles are asked for once the chart listens.
  await waitFor(() => expect(respond).toHaveLength(1));
  return { user, chart };
};
const form = async () => within(await screen.findByRole('dialog', { name: 'Alert for BTC/USDT' }));
const sent = (call: 'POST /alerts/set' | 'PUT /alerts/set') =>
  exchange.of(call).map(({ form: body }) => {
    const { lang: _, ...fields } = Object.fromEntries(body);
    return fields;
  });
const rest = (ms: number) => act(() => vi.advanceTimersByTime(ms));

test('a right click offers an alert at its price in ticks, which the form sends once it is confirmed', async () => {
  const { user, chart } = await show();
  fireEvent.contextMenu(chart, { clientX: 100, clientY: 40, pointerType: 'mouse' });
  await user.click(await screen.findByRole('button', { name: 'Alert at 64,600.0' }));
  const sheet = await form();
  expect(sheet.getByLabelText<HTMLInputElement>('Price (USDT)').value).toBe('64,600');
  expect(sent('POST /alerts/set')).toEqual([]);
  await user.click(sheet.getByRole('button', { name: 'Save alert' }));
  await waitFor(() => expect(toasts.texts).toEqual(['Alert saved']));
  expect(sent('POST /alerts/set')).toMatchObject([
    { symbol: 'BTC/USDT', kind: 'price', level: '64600', direction: 'above' },
  ]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a finger that rests on the axis opens the form; one that moves or leaves early does not', async () => {
  const { chart } = await show();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const down = () =>
    fireEvent.pointerDown(chart, { clientX: 320, clientY: 150, pointerType: 'touch', isPrimary: true });
  down();
  rest(400);
  fireEvent.pointerUp(chart);
  rest(400);
  down();
  fireEvent.pointerMove(chart, { clientX: 320, clientY: 170 });
  rest(1_000);
  fireEvent.pointerUp(chart);
  expect(screen.queryByRole('dialog')).toBeNull();
  down();
  rest(500);
  vi.useRealTimers();
  expect((await form()).getByLabelText<HTMLInputElement>('Price (USDT)').value).toBe('63,500');
});

test('the key A opens the form at the last price', async () => {
  const { chart } = await show();
  fireEvent.keyDown(chart, { key: 'a' });
  expect((await form()).getByLabelText<HTMLInputElement>('Price (USDT)').value).toBe('64,321.5');
});

test('active price alerts are lines; a dragged one is changed after a question, with its other terms', async () => {
  const { user } = await show();
  const line = await screen.findByRole('slider', { name: 'Move Alert 64,500.0' });
  expect(screen.getAllByRole('slider')).toEqual([line]);
  fireEvent.pointerDown(line, { clientY: 300, pointerId: 1 });
  fireEvent.pointerMove(line, { clientY: 500, pointerId: 1 });
  fireEvent.pointerUp(line, { pointerId: 1 });
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText('Alert: 64,500.0 → 62,500.0')).toBeTruthy();
  expect(line.getAttribute('aria-valuetext')).toBe('62,500.0');
  expect(sent('PUT /alerts/set')).toEqual([]);
  await user.click(question.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(toasts.texts).toEqual(['Alert saved']));
  // The market stands at 63,000: it now comes to the price from above.
  expect(sent('PUT /alerts/set')).toMatchObject([
    { id: '1', kind: 'price', level: '62500', direction: 'below', repeats: 'true', pause_minutes: '240' },
  ]);
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('a guest is led to the screen of alerts, and has no lines', async () => {
  signOut();
  const { chart } = await show();
  expect(screen.queryByRole('slider')).toBeNull();
  fireEvent.keyDown(chart, { key: 'a' });
  await waitFor(() => expect(location.hash).toContain('/pages/transaction/alerts?symbol=BTC'));
  expect(exchange.of('GET /alerts/list')).toEqual([]);
});

test('another interval says that its candles are loading, until they are there', async () => {
  const { user } = await show();
  const loading = () => screen.queryByText('Loading candles');
  expect(loading()).toBeTruthy();
  act(() => respond[0]?.());
  await waitFor(() => expect(loading()).toBeNull());
  await user.click(screen.getByRole('tab', { name: '1h' }));
  expect(loading()).toBeTruthy();
  await waitFor(() => expect(respond).toHaveLength(2));
  expect(loading()).toBeTruthy();
  act(() => respond[1]?.());
  await waitFor(() => expect(loading()).toBeNull());
});
