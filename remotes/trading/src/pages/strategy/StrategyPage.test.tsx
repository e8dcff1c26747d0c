// @vitest-environment jsdom
import { plansFixtures, scaledPlan, twapPlan } from '@tessera/api/plans/fixtures';
import { addTexts } from '@tessera/i18n';
import { pageOf, reject, showScreen, testScreens } from '@tessera/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import remote from '../../remote.tsx';
import StrategyPage from './StrategyPage.tsx';

const { exchange, toasts } = testScreens(remote, { user: {}, exchange: () => plansFixtures });
beforeAll(async () => {
  await addTexts('trading/plans', (code) => import(`../../plans/i18n/${code}.json`));
});

const show = (id = '1') => showScreen(<StrategyPage />, `/pages/transaction/strategy?id=${id}`).user;

test('a strategy shows its terms, what was filled, and each order or why there is none', async () => {
  show();
  expect(await screen.findByRole('heading', { level: 1, name: 'TWAP' })).toBeTruthy();
  for (const text of ['0.1 BTC', '61,000 USDT', '6,100 USDT', '0.0001 BTC', '1 h', '1 min'])
    expect(screen.getByText(text)).toBeTruthy();
  expect(await screen.findByText('Order 1')).toBeTruthy();
  expect(screen.getByText('Filled · 61,000 USDT')).toBeTruthy();
  expect(screen.getByText('Insufficient balance')).toBeTruthy();
});

test('it is stopped after a question, and then offers it no more', async () => {
  const person = show();
  await person.click(await screen.findByRole('button', { name: 'Stop' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Stop this strategy?' }));
  exchange.change({ 'GET /plans/detail': twapPlan({ status: 'ended', ended: 'user', next_at: null }) });
  await person.click(question.getByRole('button', { name: 'Stop' }));
  await waitFor(() => expect(toasts.texts).toEqual(['Strategy stopped']));
  expect(exchange.of('POST /plans/stop')[0]?.form.get('id')).toBe('1');
  expect(await screen.findByText('Stopped')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull();
});

test('one that has ended with open orders offers to cancel them; an unknown one says so', async () => {
  exchange.change({
    'GET /plans/detail': scaledPlan({ status: 'ended', ended: 'user', open: 2 }),
    'GET /plans/orders': pageOf([]),
  });
  show('3');
  expect(await screen.findByRole('button', { name: 'Cancel open orders' })).toBeTruthy();
  expect(await screen.findByText('No orders yet')).toBeTruthy();
});

test('an unknown one says so', async () => {
  exchange.change({ 'GET /plans/detail': reject('not_found', 'This does not exist') });
  show('99');
  expect(await screen.findByText('This does not exist')).toBeTruthy();
});
