// @vitest-environment jsdom
import { userInfo } from '@tessera/api/identity/fixtures';
import {
  bet,
  dailyRound,
  overRound,
  QUIZ_NOW,
  questionRound,
  quizFixtures,
  round,
  roundDetail,
  runningRound,
  wonBet,
} from '@tessera/api/quiz/fixtures';
import { spending, walletFixtures } from '@tessera/api/wallet/fixtures';
import {
  type ExchangeRequest,
  enterPayPassword,
  pageOf,
  reject,
  showScreen,
  signOut,
  testScreens,
} from '@tessera/testing';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import remote from '../../remote.tsx';

let Quiz: () => React.ReactNode;
beforeEach(() => {
  vi.spyOn(Date, 'now').mockReturnValue(QUIZ_NOW);
});
const { exchange, toasts } = testScreens(remote, {
  user: { hasPayPassword: true },
  exchange: () => ({
    ...walletFixtures,
    ...quizFixtures,
    'GET /quiz/rounds': ({ form }: ExchangeRequest) => ({
      ...pageOf(
        form.get('kind') === 'realtime'
          ? [round(), runningRound(), overRound()]
          : [form.get('kind') === 'daily' ? dailyRound() : questionRound()],
      ),
      now: QUIZ_NOW,
    }),
  }),
});
beforeAll(async () => {
  const page = await remote.pages.quiz?.();
  if (!page) throw new Error('the page is not there');
  Quiz = page.default as typeof Quiz;
});

const show = () => showScreen(<Quiz />, '/pages/game/game').user;
const guessing = async () => within((await screen.findAllByRole('article'))[0] as HTMLElement);

test('the round that takes guesses comes first, with its pool, its chances and its participants', async () => {
  show();
  const card = await guessing();
  expect(card.getByText('Guessing')).toBeTruthy();
  expect(card.getByText('BTC/USDT: higher or lower in 5 minutes?')).toBeTruthy();
  const up = card.getByRole('button', { name: /Up/ });
  expect(up.textContent).toContain('75%');
  expect(up.textContent).toContain('Pays 1.33×');
  expect(card.getByRole('button', { name: /Down/ }).textContent).toContain('Pays 4.00×');
  expect(card.getByText('400 USDT')).toBeTruthy();
  expect(card.getByText('12')).toBeTruthy();
  const [, running, over] = screen.getAllByRole('article').map((each) => within(each));
  expect(running?.getByText('Cut off')).toBeTruthy();
  expect(running?.queryByRole('button', { name: /Up/ })).toBeNull();
  expect(over?.getByText('Over')).toBeTruthy();
});

test('a country that a price is not bet on in is said before the first tap', async () => {
  exchange.change({
    'GET /quiz/rounds': { ...pageOf([round({ countries: ['DE'] })]), now: QUIZ_NOW },
    'GET /quiz/round': { ...quizFixtures['GET /quiz/round'], countries: ['DE'] },
    'GET /user/info': userInfo({ country: 'DE' }),
  });
  show();
  const asked = within(await screen.findByRole('region', { name: 'Requirements' }));
  expect(await asked.findByText('Not available in Germany')).toBeTruthy();
  expect((await guessing()).queryByRole('button', { name: /Up/ })).toBeNull();
});

test('a debt, own limits and the limit of an order are said before the payment password', async () => {
  exchange.change({ 'GET /wallet/spending': spending({ kept: 'Repay your loan first.' }) });
  const user = show();
  await user.click((await guessing()).getByRole('button', { name: /Up/ }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Up' }));
  expect(await sheet.findByText('Repay your loan first.')).toBeTruthy();
  expect(sheet.queryByRole('button', { name: 'Continue' })).toBeNull();
  cleanup();
  exchange.change({ 'GET /wallet/spending': spending({ order_limit: '3', over_limit: 'Above your limit.' }) });
  const again = show();
  await again.click((await guessing()).getByRole('button', { name: /Up/ }));
  const limited = within(await screen.findByRole('dialog', { name: 'Up' }));
  await again.type(limited.getByLabelText('Stake'), '5');
  expect(await limited.findByText('Above your limit.')).toBeTruthy();
  expect(limited.getByRole('button', { name: 'Continue' }).hasAttribute('disabled')).toBe(true);
});

test('a stake shows what it is paid as the pool stands, with the formula, and is confirmed by the payment password', async () => {
  const user = show();
  await user.click((await guessing()).getByRole('button', { name: /Up/ }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Up' }));
  await user.type(sheet.getByLabelText('Stake'), '100');
  // 500 × 100 / 400.
  await user.click(sheet.getByRole('button', { name: /125\sUSDT/ }));
  const formula = within(screen.getByRole('dialog', { name: 'If you are right, about' }));
  expect(formula.getByText('100 USDT × 500 USDT / 400 USDT = 125 USDT')).toBeTruthy();
  await user.click(formula.getByRole('button', { name: 'Close' }));
  await user.click(sheet.getByRole('button', { name: 'Continue' }));
  await enterPayPassword(user);
  expect(await screen.findByRole('dialog', { name: 'Your bet is placed' })).toBeTruthy();
  const [sent] = exchange.of('POST /quiz/bet');
  expect(Object.fromEntries(sent?.form ?? [])).toMatchObject({
    round_id: '71',
    outcome: '1',
    number: '100',
    key: '482915',
  });
});

test('a stake beyond what a day lets go without an approval asks for it, as every payment does', async () => {
  const user = show();
  exchange.change({
    'POST /wallet/way/begin': { approval: { passkey: null, totp: true, code: null, factor_from: null } },
    'POST /quiz/bet': reject('approval_required', 'More than 200 USDT a day has to be approved.'),
  });
  await user.click((await guessing()).getByRole('button', { name: /Up/ }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Up' }));
  await user.type(sheet.getByLabelText('Stake'), '100');
  await user.click(sheet.getByRole('button', { name: 'Continue' }));
  await enterPayPassword(user);
  const code = await sheet.findByLabelText(/authenticator/i);
  expect(sheet.getByRole('alert').textContent).toBe('More than 200 USDT a day has to be approved.');
  const [asked] = exchange.of('POST /wallet/way/begin');
  expect(asked?.form.get('call')).toBe('POST /quiz/bet');
  // What is approved is what is sent: an approval of other fields is refused.
  expect(JSON.parse(asked?.form.get('input') ?? '')).toEqual({ round_id: '71', outcome: 1, number: '100' });
  exchange.change({ 'POST /quiz/bet': reject('totp_wrong', 'This code is wrong.') });
  await user.type(code, '000000');
  await waitFor(() => expect(sheet.getByRole('alert').textContent).toBe('This code is wrong.'));
  exchange.change({ 'POST /quiz/bet': quizFixtures['POST /quiz/bet'] });
  await user.type(sheet.getByLabelText(/authenticator/i), '123456');
  expect(await screen.findByRole('dialog', { name: 'Your bet is placed' })).toBeTruthy();
  expect(exchange.sent('POST /quiz/bet')).toMatchObject({
    round_id: '71',
    outcome: '1',
    number: '100',
    key: '482915',
    totp: '123456',
  });
});

test('a stake beyond the limits says so before it is sent, and a refusal is shown', async () => {
  const user = show();
  exchange.change({ 'POST /quiz/bet': reject('quiz_not_open', 'This round takes no bets now') });
  await user.click((await guessing()).getByRole('button', { name: /Down/ }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Down' }));
  await user.type(sheet.getByLabelText('Stake'), '5000');
  expect(sheet.getByRole('button', { name: 'Continue' }).hasAttribute('disabled')).toBe(true);
  await user.clear(sheet.getByLabelText('Stake'));
  await user.type(sheet.getByLabelText('Stake'), '5');
  await user.click(sheet.getByRole('button', { name: 'Continue' }));
  await enterPayPassword(user);
  await waitFor(() => expect(toasts.texts).toContain('This round takes no bets now'));
});

test('where the country allows no bets the page says so, and no outcome can be chosen', async () => {
  exchange.change({ 'GET /quiz/permission': reject('area_unsupported', 'not offered there') });
  show();
  expect(await screen.findByText('The quiz is not offered in your country.')).toBeTruthy();
  expect((await guessing()).queryByRole('button', { name: /Up/ })).toBeNull();
});

test('guests see the rounds and are sent to log in', async () => {
  signOut();
  const user = show();
  const card = await guessing();
  expect(card.getByText('400 USDT')).toBeTruthy();
  await user.click(screen.getByRole('tab', { name: 'My bets' }));
  const link = await screen.findByRole('link', { name: 'Log in' });
  expect(link.getAttribute('href')).toContain('/pages/common/login');
});

test('the day of BTC has ranges, and a question its source', async () => {
  const user = show();
  await user.click(screen.getByRole('tab', { name: 'Daily' }));
  expect(await screen.findByText('Below -1.0%')).toBeTruthy();
  expect(screen.getByText('-1.0% – 0.0%')).toBeTruthy();
  expect(screen.getByText('+1.0% or more')).toBeTruthy();
  exchange.change({ 'GET /quiz/round': { ...roundDetail(questionRound()), now: QUIZ_NOW } });
  await user.click(screen.getByRole('tab', { name: 'Questions' }));
  const card = within(await screen.findByRole('article'));
  expect(card.getByText('62%')).toBeTruthy();
  await user.click(card.getByRole('button', { name: 'Details' }));
  const source = await screen.findByRole('link', { name: /Federal Reserve/ });
  expect(source.getAttribute('href')).toBe('https://www.federalreserve.gov/monetarypolicy.htm');
});

test('my bets show what was guessed right, and a bet the prices that decided it', async () => {
  exchange.change({
    'GET /quiz/bets': pageOf([
      bet(),
      wonBet(),
      bet(overRound(), { id: '499', status: 'lost', payout: '0', profit: '-30' }),
    ]),
  });
  const user = show();
  await user.click(screen.getByRole('tab', { name: 'My bets' }));
  expect(await screen.findByText('Missed')).toBeTruthy();
  expect(screen.getByText('-30 USDT')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /Guessed right/ }));
  const sheet = within(await screen.findByRole('dialog', { name: 'My guess' }));
  expect(await sheet.findByText('+10 USDT')).toBeTruthy();
  expect(sheet.getByText('40 USDT')).toBeTruthy();
  const ticks = within(sheet.getByRole('list', { name: 'Prices that decided it' }));
  expect(ticks.getAllByRole('listitem')).toHaveLength(25);
  await user.click(sheet.getByRole('button', { name: 'Check this round' }));
  expect((await sheet.findByRole('status')).textContent).toBe('Not signed yet. Try again in a minute');
});

test('an answer that was proposed can be disputed by who has bet', async () => {
  const asked = roundDetail(questionRound({ closes_at: QUIZ_NOW - 2, decides_at: QUIZ_NOW - 1 }));
  const question = asked.question && {
    ...asked.question,
    proposal: {
      outcome: 1,
      at: QUIZ_NOW - 1,
      evidence: 'Lowered to 4.25 %.',
      evidence_url: 'https://www.federalreserve.gov/9',
      disputable_until: QUIZ_NOW + 60_000,
      disputes: 0,
    },
  };
  exchange.change({ 'GET /quiz/bets': pageOf([bet(questionRound())]) });
  exchange.change({ 'GET /quiz/bet': { ...bet(questionRound()), round: { ...asked, question }, disputed: false } });
  const user = show();
  await user.click(screen.getByRole('tab', { name: 'My bets' }));
  await user.click(await screen.findByRole('button', { name: /Yes/ }));
  const sheet = within(await screen.findByRole('dialog', { name: 'My guess' }));
  await user.type(await sheet.findByLabelText('What does the source say?'), 'It says 4.50 % there.');
  await user.click(sheet.getByRole('button', { name: 'Dispute the answer' }));
  expect(await sheet.findByText('Your dispute was received')).toBeTruthy();
});
