// @vitest-environment jsdom
import { copytradingFixtures } from '@tessera/api/copytrading/fixtures';
import { idempotently, reject, showScreen, signOut, testScreens } from '@tessera/testing';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import remote from '../../remote.tsx';
import EnglishAgreementPage from '../agreement-en/EnglishAgreementPage.tsx';
import ChineseAgreementPage from '../agreement-zh/ChineseAgreementPage.tsx';
import CopyHomePage from './CopyHomePage.tsx';

const { exchange } = testScreens(remote, {
  page: 'copy-home',
  user: {},
  exchange: () => ({ ...copytradingFixtures }),
});

const show = () => showScreen(<CopyHomePage />, '/pages/copytrade/copy').user;

test('the results of all copies stand above the traders that the user copies', async () => {
  show();
  const card = await screen.findByRole('link', { name: /Mira/ });
  expect(card.getAttribute('href')).toContain('trader_user_id=10002001');
  expect(screen.getByText('878.00 USDT')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Find traders' })).toBeTruthy();
});

test('each agreement is named by its language', async () => {
  show();
  const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(link('Agreement in English')).toContain('agreement_en');
  expect(link('Agreement in Chinese')).toContain('agreement_zh');
});

test('who copies none yet sees traders, not zeros', async () => {
  exchange.change({
    'GET /follow/my': {
      ...copytradingFixtures['GET /follow/my'],
      profit: '0',
      open_profit: '0',
      in_use: '0',
      list: [],
    },
  });
  show();
  expect((await screen.findByRole('link', { name: /Mira/ })).getAttribute('href')).toContain('trader_user_id=10002001');
  expect(screen.getByText(/^Choose a trader/)).toBeTruthy();
  expect(screen.queryByText('Realized PnL')).toBeNull();
});

test('who stopped copying keeps the results', async () => {
  exchange.change({ 'GET /follow/my': { ...copytradingFixtures['GET /follow/my'], in_use: '0', list: [] } });
  show();
  expect(await screen.findByText('You do not copy any trader yet')).toBeTruthy();
  expect(screen.getByText('Realized PnL')).toBeTruthy();
});

test('guests see traders', async () => {
  signOut();
  show();
  expect(await screen.findByRole('link', { name: /Mira/ })).toBeTruthy();
  expect(exchange.of('GET /follow/my')).toEqual([]);
});

test('an application is written, sent and shown as pending', async () => {
  const person = show();
  await person.click(await screen.findByRole('button', { name: 'Apply' }));
  const sheet = within(screen.getByRole('dialog', { name: 'Become a trader' }));
  await person.type(sheet.getByRole('textbox'), 'too short');
  await person.click(sheet.getByRole('button', { name: 'Send application' }));
  expect(exchange.of('POST /follow/apply')).toEqual([]);
  await person.type(sheet.getByRole('textbox'), ' to say how I trade breakouts');
  exchange.change({ 'GET /follow/application': { status: 'pending', reason: null, submitted_at: 1 } });
  await person.click(sheet.getByRole('button', { name: 'Send application' }));
  await waitFor(() => expect(exchange.of('POST /follow/apply')).toHaveLength(1));
  expect(await screen.findByText('Your application is under review.')).toBeTruthy();
});

test('a trader resigns, after a question, and may apply again', async () => {
  exchange.change({
    'GET /follow/application': { status: 'approved', reason: null, submitted_at: 1 },
    'POST /follow/resign': idempotently(() => ({ status: 'resigned', reason: null, submitted_at: 1 })),
  });
  const person = show();
  await person.click(await screen.findByRole('button', { name: 'Resign' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(exchange.of('POST /follow/resign')).toEqual([]);
  exchange.change({ 'GET /follow/application': { status: 'resigned', reason: null, submitted_at: 1 } });
  await person.click(question.getByRole('button', { name: 'Resign' }));
  await waitFor(() => expect(exchange.of('POST /follow/resign')).toHaveLength(1));
  expect(await screen.findByRole('button', { name: 'Apply' })).toBeTruthy();
  expect(screen.getByText(/^You resigned/)).toBeTruthy();
});

test('a rejection shows its reason', async () => {
  exchange.change({
    'GET /follow/application': { status: 'rejected', reason: 'Too little is said.', submitted_at: 1 },
  });
  show();
  expect(await screen.findByText('Not accepted: Too little is said.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Apply' })).toBeTruthy();
});

test('the agreement stands in both of its languages', async () => {
  showScreen(<EnglishAgreementPage />, '/pages/follow/agreement_en');
  expect(await screen.findByText('4. Profit share')).toBeTruthy();
  cleanup();
  showScreen(<ChineseAgreementPage />, '/pages/follow/agreement_zh');
  expect(await screen.findByText('四、利润分成')).toBeTruthy();
});

test('an application that did not load offers another try', async () => {
  exchange.change({ 'GET /follow/application': reject('server', 'Not now') });
  const person = show();
  expect(await screen.findByText('Your application did not load')).toBeTruthy();
  exchange.change({ 'GET /follow/application': copytradingFixtures['GET /follow/application'] });
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Apply' })).toBeTruthy();
});
