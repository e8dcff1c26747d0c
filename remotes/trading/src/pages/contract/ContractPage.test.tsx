// @vitest-environment jsdom
import { brakesFixtures } from '@tessera/api/brakes/fixtures';
import { fiatFixtures } from '@tessera/api/fiat/fixtures';
import { bitcoin, instrumentsFixtures, listing } from '@tessera/api/instruments/fixtures';
import { leverAccount, leverageFixtures, leverPosition, leverTrigger, wireDeal } from '@tessera/api/leverage/fixtures';
import { positionToWire } from '@tessera/api/leverage/wire';
import { watchlistFixtures } from '@tessera/api/watchlist/fixtures';
import { holdDate, pageOf, reject, showScreen, silence, testScreens } from '@tessera/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { ChartTrades } from '../../chart/chart-line.ts';
import remote from '../../remote.tsx';
import ContractPage from './ContractPage.tsx';

// jsdom has no canvas: each line is a button in its place, and a press drops it 100 higher.
vi.mock('../../chart/CandleChart.tsx', () => ({
  default: ({ trades }: { trades?: ChartTrades }) => (
    <ul aria-label="lines">
      {trades?.lines.map(({ id, label, price, handle }) => {
        const at = trades.asked?.id === id ? trades.asked.price : price;
        const text = `${label} @ ${at}`;
        const drop = () => trades.onMove({ id, price: String(Number(price) + 100) });
        return (
          <li key={id}>
            {handle ? (
              <button type="button" onClick={drop}>
                {text}
              </button>
            ) : (
              text
            )}
          </li>
        );
      })}
    </ul>
  ),
}));

holdDate();
beforeEach(() => {
  localStorage.clear();
});
const { exchange, toasts } = testScreens(remote, {
  page: 'contract',
  user: {},
  exchange: () => {
    const triggers = [leverTrigger(), leverTrigger({ id: '9', kind: 'stop_loss', share: 100, price: '60500' })];
    const position = leverPosition({ mode: 'isolated', liquidation_price: '57980.5', triggers });
    const instrument = bitcoin({
      symbol: 'BTC/USDT-PERP',
      category: 'futures',
      tick: '0.1',
      trades: ['lever'],
      latest: { last: '62000', mark: '62000', index: '61990', at: Date.now() },
    });
    return {
      ...fiatFixtures,
      ...watchlistFixtures,
      ...brakesFixtures,
      ...leverageFixtures,
      'GET /currency/list': instrumentsFixtures['GET /currency/list'],
      'GET /currency/quotation_new': listing(instrument),
      'POST /lever/deal': wireDeal({ positions: [position] }),
      'POST /lever/dealall': { ...pageOf([positionToWire(position)]), accounts: [leverAccount()] },
    };
  },
});

const { sent } = exchange;
const show = async () => {
  const { user } = showScreen(<ContractPage />, '/pages/transaction/contract?symbol=BTC/USDT-PERP');
  await screen.findByText('TP @ 66000');
  return user;
};
const question = async (name = 'Move this line?') => within(await screen.findByRole('alertdialog', { name }));

test('positions, stops, the liquidation price and waiting orders are lines on the chart', async () => {
  await show();
  const lines = within(screen.getByRole('list', { name: 'lines' })).getAllByRole('listitem');
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    'Long 0.05 BTC +50.00 @ 61000',
    'Liq. @ 57980.5',
    'TP @ 66000',
    'SL 100 @ 60500',
    'Limit Long 1,000 @ 58000',
  ]);
  expect(screen.getByRole('link', { name: 'Open short' }).getAttribute('href')).toBe(
    '#/pages/transaction/index2?symbol=BTC%2FUSDT-PERP&side=short',
  );
});

test('a dragged take profit is asked for once more, stays where it was dropped, and is set', async () => {
  const user = await show();
  await user.click(screen.getByRole('button', { name: 'TP @ 66000' }));
  const ask = await question();
  expect(ask.getByText('TP: 66,000.0 → 66,100.0')).toBeTruthy();
  expect(screen.getByText('TP @ 66100')).toBeTruthy();
  await user.click(ask.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(toasts.texts).toEqual(['TP/SL set']));
  expect(sent('POST /lever/setstop')).toEqual({ id: '21', target_profit_price: '66100', lang: 'en' });
});

test('a move that is not confirmed goes back, and nothing is sent', async () => {
  const user = await show();
  await user.click(screen.getByRole('button', { name: 'TP @ 66000' }));
  await user.click((await question()).getByRole('button', { name: 'Cancel' }));
  expect(screen.getByText('TP @ 66000')).toBeTruthy();
  expect(exchange.of('POST /lever/setstop')).toHaveLength(0);
});

test('a stop on a part moves its trigger, an order that waits is amended', async () => {
  const user = await show();
  await user.click(screen.getByRole('button', { name: 'SL 100 @ 60500' }));
  await user.click((await question()).getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(sent('PUT /lever/trigger')).toEqual({ id: '9', price: '60600', lang: 'en' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Limit Long 1,000 @ 58000' }));
  await user.click((await question()).getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(sent('POST /lever/amend')).toEqual({ id: '23', target_price: '58100', lang: 'en' }));
});

test('a rejected move goes back with the words of the exchange, one without a response is repeated under its key', async () => {
  exchange.change({ 'POST /lever/setstop': reject('stop_price_wrong', 'Wrong side') });
  const user = await show();
  await user.click(screen.getByRole('button', { name: 'TP @ 66000' }));
  await user.click((await question()).getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(toasts.texts).toEqual(['Wrong side']));
  exchange.change({ 'POST /lever/setstop': silence() });
  await user.click(await screen.findByRole('button', { name: 'TP @ 66000' }));
  await user.click((await question()).getByRole('button', { name: 'Confirm' }));
  const again = await question('Outcome unknown');
  exchange.change({ 'POST /lever/setstop': leverageFixtures['POST /lever/setstop'] });
  await user.click(again.getByRole('button', { name: 'Repeat safely' }));
  await waitFor(() => expect(toasts.texts).toEqual(['Wrong side', 'TP/SL set']));
  const [, second, third] = exchange.of('POST /lever/setstop');
  expect(third?.idempotencyKey).toBe(second?.idempotencyKey);
});
