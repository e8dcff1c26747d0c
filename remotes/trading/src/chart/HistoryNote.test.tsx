// @vitest-environment jsdom
import { showScreen, startScreens } from '@tessera/testing';
import { cleanup, screen } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import remote from '../remote.tsx';
import { HistoryNote } from './HistoryNote.tsx';

const SINCE = Date.UTC(2026, 10, 20, 15, 4);

beforeAll(() => startScreens(remote));

const show = (since: number | null, count: number, interval: '15m' | '1d' = '15m') =>
  showScreen(<HistoryNote history={{ since, count }} interval={interval} />, '/pages/transaction/currency');

test('a market whose source gives no past prices says so in place of its candles', () => {
  show(null, 0);
  expect(screen.getByText('No candles yet')).toBeTruthy();
  expect(screen.getByText(/Earlier ones are not available/)).toBeTruthy();
});

test('with few candles it says since when prices are recorded', () => {
  show(SINCE, 3);
  expect(screen.getByText(/^Recorded since .*04/)).toBeTruthy();
});

test('enough candles, and few long ones, need no words', () => {
  show(SINCE, 20);
  expect(screen.queryByText(/Recorded/)).toBeNull();
  cleanup();
  show(SINCE, 3, '1d');
  expect(screen.queryByText(/Recorded/)).toBeNull();
});
