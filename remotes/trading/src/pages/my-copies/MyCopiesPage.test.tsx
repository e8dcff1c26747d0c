// @vitest-environment jsdom
import { copiedTrade, copytradingFixtures, skippedTrade } from '@tessera/api/copytrading/fixtures';
import { tradeToWire } from '@tessera/api/copytrading/wire';
import { idempotently, pageOf, showScreen, testScreens } from '@tessera/testing';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import remote from '../../remote.tsx';
import CopiedTraderPage from '../copied-trader/CopiedTraderPage.tsx';
import MyCopiesPage from './MyCopiesPage.tsx';

const byShelf = ({ form }: { readonly form: URLSearchParams }) =>
  pageOf([tradeToWire(form.get('status') === 'skipped' ? skippedTrade() : copiedTrade())]);

const { exchange, toasts } = testScreens(remote, {
  page: 'my-copies',
  user: {},
  exchange: () => ({
    ...copytradingFixtures,
    'GET /follow/copies': byShelf,
    'POST /follow/selfHolding': idempotently(() => tradeToWire(copiedTrade({ status: 'self_held' }))),
  }),
});

const show = () => showScreen(<MyCopiesPage />, '/pages/copytrade/my').user;

test('a copy is taken over after a question that says what follows', async () => {
  const person = show();
  await person.click(await screen.findByRole('button', { name: 'Take over: BTC/USDT-PERP' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Take over this position?' }));
  expect(question.getByText(/counts for the profit share/)).toBeTruthy();
  await person.click(question.getByRole('button', { name: 'Take over' }));
  await waitFor(() => expect(toasts.texts).toEqual(['The position is yours']));
  expect(exchange.of('POST /follow/selfHolding')[0]?.form.get('id')).toBe('71');
});

test('who has no copies yet is led to the traders', async () => {
  exchange.change({ 'GET /follow/copies': pageOf([]) });
  show();
  expect((await screen.findByRole('link', { name: 'Find traders' })).getAttribute('href')).toContain(
    '/pages/follow/index',
  );
});

test('a copy that was not filled whole says how much of it was', async () => {
  const part = tradeToWire(copiedTrade({ lots: '4', wanted: '10', filled: '4' }));
  exchange.change({ 'GET /follow/copies': pageOf([part]) });
  show();
  expect(await screen.findByText(/^4 of 10 lots were filled/)).toBeTruthy();
});

test('what was skipped says why', async () => {
  const person = show();
  await person.click(screen.getByRole('tab', { name: 'Skipped' }));
  expect(await screen.findByText('The price was beyond your slippage limit.')).toBeTruthy();
});

test('a statement shows the high before and after, and what was paid', async () => {
  const person = show();
  await person.click(screen.getByRole('tab', { name: 'Statements' }));
  expect(await screen.findByText('Paid to Mira')).toBeTruthy();
  // A statement of 10 % on what exceeds the former high.
  await person.click(screen.getByRole('button', { name: 'Profit share due -3.00 USDT' }));
  const why = within(await screen.findByRole('dialog', { name: 'Profit share due' }));
  expect(why.getByText('(110 − 80) × 10% = 3 USDT')).toBeTruthy();
});

test('the copies of one trader stand below the terms they are made under', async () => {
  showScreen(<CopiedTraderPage />, '/pages/copytrade/trader?trader_user_id=10002001');
  expect(await screen.findByText('Fixed multiple 0.5×')).toBeTruthy();
  expect(await screen.findByText('Copied from Mira')).toBeTruthy();
  expect(exchange.of('GET /follow/copies')[0]?.form.get('trader_user_id')).toBe('10002001');
  cleanup();
  showScreen(<CopiedTraderPage />, '/pages/copytrade/trader?trader_user_id=10009999');
  expect(await screen.findByText('You do not copy this trader')).toBeTruthy();
});
