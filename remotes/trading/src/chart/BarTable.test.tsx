// @vitest-environment jsdom
import type { Bar } from '@tessera/api/instruments';
import { instrumentsFixtures } from '@tessera/api/instruments/fixtures';
import { addTexts } from '@tessera/i18n';
import { showScreen, testScreens } from '@tessera/testing';
import { screen, within } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import remote from '../remote.tsx';
import BarTable from './BarTable.tsx';
import { tonesOf } from './chart-sound.ts';
import { merged } from './use-bars.ts';

const START = Date.UTC(2026, 10, 20, 15);
const QUARTER = 900_000;
const FIRST: Bar = [START, '100.00', '120.00', '90.00', '110.00', '3'];
const SECOND: Bar = [START + QUARTER, '110.00', '110.00', '90.00', '99.00', '2'];
const BARS = [FIRST, SECOND];

const { exchange } = testScreens(remote, { user: {}, exchange: () => instrumentsFixtures });
beforeEach(() => addTexts('trading/chart', (code) => import(`./i18n/${code}.json`)));
afterEach(() => vi.unstubAllGlobals());

const show = () => showScreen(<BarTable symbol="BTC/USDT" tick="0.01" interval="15m" />, '/pages/transaction/currency');
const withBars = (bars: readonly unknown[]) =>
  exchange.change({ 'GET /currency/new_timeshar': { symbol: 'BTC/USDT', interval: '15m', bars } });

test('bars stand in a table that says what each figure is, newest first', async () => {
  withBars(BARS);
  show();
  const table = await screen.findByRole('table', { name: 'BTC/USDT, candles of 15m as a table' });
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Time', 'Open', 'High', 'Low', 'Close', 'Change']);
  const [, newest, oldest] = within(table).getAllByRole('row');
  expect(newest?.textContent).toContain('110.00110.0090.0099.00-10.00%');
  expect(oldest?.textContent).toContain('100.00120.0090.00110.00+10.00%');
});

test('a market without bars says so', async () => {
  withBars([]);
  show();
  expect(await screen.findByText('No candles yet')).toBeTruthy();
});

test('closing prices are played, oldest first, and stopped', async () => {
  withBars(BARS);
  const played: number[] = [];
  const tone = {
    frequency: { setValueAtTime: (value: number) => void played.push(value) },
    connect: (to: unknown) => to,
    start: vi.fn(),
    stop: vi.fn((at?: number) => {
      if (at === undefined) tone.onended();
    }),
    onended: () => {},
  };
  const gain = { setValueAtTime: vi.fn(), linearRampToValueAtTime: vi.fn() };
  const close = vi.fn(async () => {});
  vi.stubGlobal(
    'AudioContext',
    class {
      currentTime = 0;
      destination = {};
      close = close;
      createOscillator = () => tone;
      createGain = () => ({ gain, connect: (to: unknown) => to });
    },
  );
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Play as sound' }));
  expect(played).toEqual(tonesOf([110, 99]));
  expect(tone.start).toHaveBeenCalledOnce();
  await user.click(screen.getByRole('button', { name: 'Stop' }));
  expect(close).toHaveBeenCalledOnce();
  expect(screen.getByRole('button', { name: 'Play as sound' })).toBeTruthy();
});

test('a higher price has a higher tone, all within three octaves', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 1 }), (prices) => {
      const tones = tonesOf(prices);
      for (const [at, tone] of tones.entries()) {
        expect(tone).toBeGreaterThanOrEqual(180);
        expect(tone).toBeLessThanOrEqual(1_440.001);
        for (const [other, price] of prices.entries())
          if (price > (prices[at] as number)) expect(tones[other]).toBeGreaterThanOrEqual(tone);
      }
    }),
  );
});

test('the forming bar takes the place of what was read, and new ones follow', () => {
  const forming: Bar = [START + QUARTER, '110.00', '130.00', '90.00', '125.00', '5'];
  const next: Bar = [START + 2 * QUARTER, '125.00', '126.00', '124.00', '125.50', '1'];
  const live = new Map([forming, next].map((bar) => [bar[0], bar]));
  expect(merged(BARS, live)).toEqual([FIRST, forming, next]);
});
