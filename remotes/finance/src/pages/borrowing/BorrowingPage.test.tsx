// @vitest-environment jsdom

import { invalidateTopics } from '@tessera/api';
import { kycFixtures, verification } from '@tessera/api/kyc/fixtures';
import { loanApplication, loansFixtures, paidOut } from '@tessera/api/loans/fixtures';
import { siteFixtures } from '@tessera/api/site/fixtures';
import { visaApplication, visaFixtures } from '@tessera/api/visa/fixtures';
import { walletFixtures } from '@tessera/api/wallet/fixtures';
import { addTexts } from '@tessera/i18n';
import { enterPayPassword, idempotently, reject, showScreen, testScreens } from '@tessera/testing';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import english from '../../loans/i18n/en.json';
import remote from '../../remote.tsx';
import BorrowPage from '../borrow/BorrowPage.tsx';
import OtcPage from '../otc/OtcPage.tsx';
import VisaPage from '../visa/VisaPage.tsx';
import BorrowingPage from './BorrowingPage.tsx';

const LATEST = 'POST /user/jiedaiusernewone';
const REPAY = 'POST /user/loan/repay';
const { mine } = loansFixtures[LATEST];

const { exchange } = testScreens(remote, {
  user: { hasPayPassword: true },
  exchange: () => ({
    ...siteFixtures,
    ...walletFixtures,
    ...visaFixtures,
    ...kycFixtures,
    ...loansFixtures,
    [REPAY]: idempotently(() => paidOut({ state: 'repaid', owed: '0' })),
  }),
});
beforeAll(async () => {
  await addTexts('finance/loans', (code) => import(`../../loans/i18n/${code}.json`));
});

test('the landing page calculates a loan, with the formula of each rate on a tap', async () => {
  const { user } = showScreen(<BorrowPage />);
  expect(await screen.findByText('16.66666667 BTC')).toBeTruthy();
  expect(screen.getByText('503,000 USDT')).toBeTruthy();
  expect(screen.getByText('2,500 USDT')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Interest a day 0.0200%' }));
  expect(await screen.findByText(/500,000 USDT × 0.0200%/)).toBeTruthy();
});

test('the calculator keeps to what the level lends, from the user’s own level on', async () => {
  exchange.change({
    [LATEST]: { application: null, mine: { ...mine, level: 3, loan: { limit: '2500000', day_rate: '0.00018' } } },
  });
  const { user } = showScreen(<BorrowPage />);
  expect(await screen.findByRole('button', { name: 'Interest a day 0.0180%' })).toBeTruthy();
  expect(screen.getByText('Up to 2,500,000 USDT')).toBeTruthy();
  const amount = screen.getByRole('textbox', { name: /Amount/ });
  await user.clear(amount);
  await user.type(amount, '3000000');
  expect(screen.getByText('At most 2,500,000')).toBeTruthy();
  expect(screen.queryByText(english.owed)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'VIP level: VIP 3' }));
  await user.click(await screen.findByRole('radio', { name: 'VIP 4' }));
  expect(await screen.findByRole('button', { name: 'Interest a day 0.0160%' })).toBeTruthy();
  expect(screen.getByText('Up to 5,000,000 USDT')).toBeTruthy();
  const days = screen.getByRole('textbox', { name: /Term/ });
  await user.clear(days);
  await user.type(days, '3');
  expect(screen.queryByText(english.owed)).toBeNull();
});

test('the answers name the ratios of the terms', async () => {
  const terms = loansFixtures['GET /loan/terms'];
  exchange.change({ 'GET /loan/terms': { ...terms, warning_ratios: ['1.625', '1.4'] } });
  const { user } = showScreen(<BorrowPage />);
  await user.click(await screen.findByText(english.q4));
  expect(await screen.findByText(/We warn you at 162\.5, 140 %/)).toBeTruthy();
});

test('a running loan shows its ratio, the price of its liquidation, and is repaid by the payment password', async () => {
  exchange.change({ [LATEST]: { application: paidOut(), mine } });
  const { user } = showScreen(<BorrowingPage />);
  expect(await screen.findByRole('img', { name: 'Collateral ratio: 199.8 %' })).toBeTruthy();
  expect(screen.getByRole('button', { name: /Liquidation price 33,019\.8/ })).toBeTruthy();
  expect(screen.getByText(english.blocked)).toBeTruthy();
  expect(screen.getByText(english.interestNow)).toBeTruthy();
  expect(screen.getByText(english.owedNow)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Repay all' }));
  await screen.findByRole('group', { name: 'Payment password' });
  await user.keyboard('314158');
  expect(await screen.findByRole('dialog', { name: 'Repaid, collateral returned' })).toBeTruthy();
  expect(exchange.sent(REPAY, 0)).toMatchObject({ id: '12', key: '314158' });
});

test('a price that judges nothing and an overdue loan say so', async () => {
  exchange.change({
    [LATEST]: { application: paidOut({ paused: 'market_halted', state: 'overdue', risk_rate: null }), mine },
  });
  showScreen(<BorrowingPage />);
  expect(await screen.findByText(english.paused)).toBeTruthy();
  expect(screen.getByText(english.overdue)).toBeTruthy();
});

test('a rejected application names the reason, and can be made again with six pictures', async () => {
  exchange.change({
    [LATEST]: { application: loanApplication({ status: 'rejected', reason: 'The deed is not readable' }), mine },
  });
  const { user } = showScreen(<BorrowingPage />);
  expect(await screen.findByText('Rejected: The deed is not readable')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Apply again' }));
  expect(await screen.findByText('Property document, page 2')).toBeTruthy();
  expect(screen.getByText('Vehicle document, page 1')).toBeTruthy();
  await user.type(screen.getByRole('textbox', { name: /^Collateral/ }), '1');
  expect(await screen.findByText('At least 16.66666667')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Submit application' }));
  expect(exchange.of('POST /user/jiedaisave')).toEqual([]);
});

test('an application waits for its pictures', async () => {
  const arrived = Promise.withResolvers<string>();
  exchange.change({ [LATEST]: { application: null, mine }, 'POST /upload': arrived.promise });
  const { user } = showScreen(<BorrowingPage />);
  const picture = new File(['x'], 'front.jpg', { type: 'image/jpeg' });
  await user.upload(await screen.findByLabelText('Identity document, front: Add image'), picture);
  const submit = screen.getByRole('button', { name: 'Submit application' });
  await waitFor(() => expect(submit).toHaveProperty('disabled', true));
  arrived.resolve('/api/uploads/front-of-the-document.jpg');
  await waitFor(() => expect(submit).toHaveProperty('disabled', false));
});

const funds = walletFixtures['POST /wallet/detail'];

/** Fills in an application and opens its sheet. */
async function applied(save: object) {
  let pages = 0;
  exchange.change({
    [LATEST]: { application: null, mine },
    'POST /upload': () => `/api/uploads/page-${++pages}-of-the-documents.jpg`,
    'POST /wallet/detail': {
      ...funds,
      accounts: funds.accounts.map((account) => ({ ...account, available: '20' })),
    },
    'POST /user/jiedaisave': save,
  });
  const { user, client } = showScreen(<BorrowingPage />);
  await user.type(await screen.findByRole('textbox', { name: /^Collateral/ }), '17');
  for (let left = 6; left > 0; left--) {
    const [picker] = screen.getAllByLabelText(/: Add image$/);
    if (!picker) throw new Error('a picture is missing');
    await user.upload(picker, new File(['x'], 'page.jpg', { type: 'image/jpeg' }));
    await waitFor(() => expect(screen.queryAllByLabelText(/: Add image$/)).toHaveLength(left - 1));
  }
  const submit = screen.getByRole('button', { name: 'Submit application' });
  await waitFor(() => expect(submit).toHaveProperty('disabled', false));
  await user.click(submit);
  const sheet = within(await screen.findByRole('dialog', { name: 'Apply for a loan' }));
  const changeRate = (day_rate: string) => {
    if (!mine.loan) throw new Error('the fixture may borrow');
    exchange.change({ [LATEST]: { application: null, mine: { ...mine, loan: { ...mine.loan, day_rate } } } });
  };
  return { user, sheet, changeRate, client };
}

test('the total to repay, a day’s cost and the price of the liquidation stand above the password', async () => {
  const { sheet } = await applied(() => undefined);
  expect(sheet.getByText('Interest to the end')).toBeTruthy();
  expect(sheet.getByText('503,000 USDT')).toBeTruthy();
  expect(sheet.getByText(/^0\.0200% · 100 USDT$/)).toBeTruthy();
  expect(sheet.getByText('Liquidation price')).toBeTruthy();
});

test('terms that changed behind the sheet are shown with both figures', async () => {
  const { user, changeRate } = await applied(reject('terms_changed', 'The terms have changed'));
  changeRate('0.0009');
  await enterPayPassword(user);
  expect(await screen.findByText(/^Interest a day: 0.0900% now, .* when it was shown$/)).toBeTruthy();
});

test('a rate that changes while the sheet is open is said in it, and the password begins anew', async () => {
  const { user, sheet, changeRate, client } = await applied(() => {
    throw new Error('it was sent');
  });
  for (const digit of '48291') await user.click(sheet.getByRole('button', { name: digit }));
  changeRate('0.0009');
  await act(() => invalidateTopics(client, ['profile']));
  expect(await sheet.findByText(/^Interest a day: 0.0900% now, .* when it was shown$/)).toBeTruthy();
  await user.click(sheet.getByRole('button', { name: '5' }));
  expect(exchange.of('POST /user/jiedaisave')).toEqual([]);
});

test('what a loan asks stands before the first tap: what is met, what is not, and the way to it', async () => {
  exchange.change({ [LATEST]: { application: null, mine: { ...mine, level: 0, loan: null } } });
  showScreen(<BorrowPage />);
  const asked = within(await screen.findByRole('region', { name: 'Requirements' }));
  await waitFor(() => expect(asked.getByText('You are VIP 0')).toBeTruthy());
  expect(asked.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Advanced verification · met',
    'VIP 2 or higher · not metYou are VIP 0VIP levels',
    expect.stringMatching(/^Minimum [\d,]+\sUSDT$/),
  ]);
  expect(asked.getByRole('link', { name: 'VIP levels' }).getAttribute('href')).toBe('#/pages/fund/vip');
  // A form that can only be refused is no way on.
  expect(screen.queryByRole('link', { name: 'Apply for a loan' })).toBeNull();
});

test('who may not borrow is told what is missing', async () => {
  exchange.change({ [LATEST]: { application: null, mine: { ...mine, loan: null } } });
  showScreen(<BorrowingPage />);
  expect(await screen.findByText(/^VIP 2 or higher/)).toBeTruthy();
  cleanup();
  exchange.change({ [LATEST]: { application: null, mine: { ...mine, verified: false } } });
  showScreen(<BorrowingPage />);
  expect((await screen.findByRole('link', { name: 'Verify' })).getAttribute('href')).toBe('#/pages/setting/real_mark');
});

test('large borrowers see limits and rates by level, and whom to write to', async () => {
  showScreen(<OtcPage />);
  expect(await screen.findByText('VIP 5')).toBeTruthy();
  expect(screen.getByText('Market maker')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'repayments@tessera.example' }).getAttribute('href')).toBe(
    'mailto:repayments@tessera.example',
  );
});

test('the visa card asks for its balance first, and tells the state of the application', async () => {
  exchange.change({ 'POST /user/visausernewone': { application: null, total: '12000', required: '20000' } });
  showScreen(<VisaPage />);
  expect(await screen.findByRole('link', { name: 'Deposit' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Submit application' })).toBeNull();
  cleanup();
  exchange.change({
    'POST /user/visausernewone': { application: visaApplication(), total: '25000', required: '20000' },
  });
  const { client } = showScreen(<VisaPage />);
  expect(await screen.findByText(english.vReview)).toBeTruthy();
  const step = () =>
    within(screen.getByRole('list', { name: english.vSteps })).getAllByRole('listitem', { current: 'step' });
  expect(step().map(({ textContent }) => textContent)).toEqual([`2${english.vCheck}`]);
  exchange.change({
    'POST /user/visausernewone': {
      application: visaApplication({ status: 'approved' }),
      total: '25000',
      required: '20000',
    },
  });
  await act(() => invalidateTopics(client, ['profile']));
  expect(await screen.findByText(english.vApproved)).toBeTruthy();
  expect(screen.queryByText(english.vReview)).toBeNull();
  expect(step().map(({ textContent }) => textContent)).toEqual([`3${english.vDelivery}`]);
});

test('a verified identity is not asked for again for the card', async () => {
  exchange.change({
    'POST /user/visausernewone': { application: null, total: '25000', required: '20000' },
    'GET /real/state': verification({ level: 2 }),
  });
  const { user } = showScreen(<VisaPage />);
  expect(await screen.findByRole('button', { name: /Country: Germany/ })).toBeTruthy();
  expect(screen.getByText('Advanced verification')).toBeTruthy();
  expect(document.querySelector('input[type=file]')).toBeNull();
  await user.type(screen.getByRole('textbox', { name: english.vAddress }), 'Main Street 1, Berlin');
  await user.type(screen.getByRole('textbox', { name: english.vPhone }), '+4915112345678');
  await user.click(screen.getByRole('button', { name: 'Submit application' }));
  await waitFor(() => expect(exchange.of('POST /user/visasave')).toHaveLength(1));
  const sent = exchange.sent('POST /user/visasave', 0);
  expect(sent).toMatchObject({ nation: 'DE' });
  expect(sent).not.toHaveProperty('front_pic');
});

test('an identity that cannot be read is said, and read again, in place of an application without a form', async () => {
  exchange.change({
    'POST /user/visausernewone': { application: null, total: '25000', required: '20000' },
    'GET /real/state': reject('server_fault', 'Please come back later'),
  });
  const { user } = showScreen(<VisaPage />);
  expect(await screen.findByText('Please come back later')).toBeTruthy();
  exchange.change({ 'GET /real/state': kycFixtures['GET /real/state'] });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Submit application' })).toBeTruthy();
});

test('the address of a visa card is chosen on the map, and its phone number by country', async () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  exchange.change({ 'POST /user/visausernewone': { application: null, total: '25000', required: '20000' } });
  const { user } = showScreen(<VisaPage />);
  await user.click(await screen.findByRole('button', { name: english.vMap }));
  const use = await screen.findByRole('button', { name: english.vMapUse });
  await waitFor(() => expect((use as HTMLButtonElement).disabled).toBe(false));
  await user.type(screen.getByRole('textbox', { name: /Name/ }), 'Main Street 1');
  await user.click(use);
  const address = await screen.findByRole<HTMLInputElement>('textbox', { name: english.vAddress });
  expect(address.value).toMatch(/^Main Street 1 · -?\d+\.\d{5}, -?\d+\.\d{5}$/);
  expect(screen.getByRole('button', { name: /Country: United States/ })).toBeTruthy();
  const phone = screen.getByRole<HTMLInputElement>('textbox', { name: english.vPhone });
  await user.type(phone, '+4915112345678');
  expect(screen.getByRole('button', { name: /DE \+49/ })).toBeTruthy();
  expect(phone.value).toBe('15112345678');
  vi.unstubAllGlobals();
});
