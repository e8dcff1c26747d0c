// @vitest-environment jsdom
import { bus } from '@tessera/bus/host';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { seedQuotes, useQuote, useQuoteAge, useQuoteField, useStale } from './index.ts';
import { market } from './page.ts';

const START = Date.parse('2026-11-20T12:00:00Z');

beforeEach(() => {
  vi.useFakeTimers({
    now: START,
    toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'Date', 'requestAnimationFrame'],
  });
});
afterEach(() => {
  vi.useRealTimers();
});

const hear = (symbol: string, last: string, at: number) =>
  act(() => {
    market.receive({ ch: 'quote', d: [[symbol, last, '1', '2', '0', '3', '1', '4', '5', at, 1]] });
    vi.advanceTimersByTime(20);
  });

test('a row shows the seeded price immediately and the live one after the next frame', () => {
  const instrument = {
    ...{ last: '10', bid: '9', ask: '11', change_24h: '0.1', high_24h: '12', low_24h: '8', at: START },
    ...{ volume_24h: '1', turnover_24h: '10' },
  };
  seedQuotes([{ symbol: 'SOL/USDT', open: true, latest: instrument }]);
  const Row = () => <p>{useQuote('SOL/USDT')?.last}</p>;
  render(<Row />);
  expect(screen.getByText('10')).toBeDefined();
  hear('SOL/USDT', '10.5', START + 1);
  expect(screen.getByText('10.5')).toBeDefined();
});

test('a figure that did not change does not render', () => {
  const rendered = vi.fn();
  const Row = () => {
    rendered(useQuoteField('XRP/USDT', 'last'));
    return null;
  };
  render(<Row />);
  hear('XRP/USDT', '2', START);
  hear('XRP/USDT', '2', START + 200);
  expect(rendered.mock.calls).toEqual([[undefined], ['2']]);
});

test('the age of a price grows by the second', () => {
  const Age = () => <p>{String(useQuoteAge('ADA/USDT'))}</p>;
  render(<Age />);
  expect(screen.getByText('null')).toBeDefined();
  hear('ADA/USDT', '1', START);
  act(() => void vi.advanceTimersByTime(4_000));
  expect(screen.getByText('4')).toBeDefined();
});

test('prices are stale once the connection has been away for a moment, and no longer when it is back', () => {
  const State = () => <p>{useStale() ? 'stale' : 'live'}</p>;
  render(<State />);
  act(() => bus.emit('realtime', { status: 'offline', since: Date.now() }));
  expect(screen.getByText('live')).toBeDefined();
  act(() => void vi.advanceTimersByTime(5_000));
  expect(screen.getByText('stale')).toBeDefined();
  act(() => bus.emit('realtime', { status: 'open', since: Date.now() }));
  expect(screen.getByText('live')).toBeDefined();
});
