// @vitest-environment jsdom
import { copytradingFixtures, follow } from '@tessera/api/copytrading/fixtures';
import { enterPayPassword, idempotently, reject, showScreen, signIn, testScreens } from '@tessera/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import remote from '../../remote.tsx';
import FollowPage from './FollowPage.tsx';

const FOLLOW = 'POST /follow/follow';

const { exchange } = testScreens(remote, {
  page: 'follow',
  user: { hasPayPassword: true },
  exchange: () => ({
    ...copytradingFixtures,
    'GET /follow/my': { ...copytradingFixtures['GET /follow/my'], list: [] },
    [FOLLOW]: idempotently(() => follow()),
  }),
});

const show = () => showScreen(<FollowPage />, '/pages/follow/follow?trader_user_id=10002001').user;
const sent = () => exchange.of(FOLLOW).map(({ form }) => Object.fromEntries(form));
const button = (name: string) => screen.findByRole('button', { name });

test('copying begins with an amount and the agreement, and says what ten lots become', async () => {
  const person = show();
  const start = await button('Copy Mira');
  expect(start).toHaveProperty('disabled', true);
  const multiple = screen.getByRole('textbox', { name: /Multiple of/ });
  await person.clear(multiple);
  await person.type(multiple, '0.5');
  expect(screen.getByText('The trader opens 10 lots: you open 5.')).toBeTruthy();
  await person.type(screen.getByRole('textbox', { name: /Most in copies/ }), '500');
  expect(start).toHaveProperty('disabled', true);
  await person.click(screen.getByRole('checkbox'));
  await person.click(start);
  const sheet = within(await screen.findByRole('dialog', { name: 'Copy Mira' }));
  expect(sheet.getByText(/of new highs of your results goes to the trader/)).toBeTruthy();
  await enterPayPassword(person);
  expect(await screen.findByRole('dialog', { name: 'You now copy Mira' })).toBeTruthy();
  expect(sent()).toMatchObject([
    {
      trader_user_id: '10002001',
      type: 'multiple',
      number: '0.5',
      amount: '500',
      slippage: '0.0005',
      day_cost: '0.1',
      agreement: 'true',
      key: '482915',
    },
  ]);
});

test('the least amount is asked of the account that copies trade with', async () => {
  exchange.change({ 'GET /follow/my': { ...copytradingFixtures['GET /follow/my'], list: [], available: '0.5' } });
  show();
  const asked = within(await screen.findByRole('region', { name: 'Requirements' }));
  expect(asked.getByRole('listitem').textContent).toMatch(
    /^\d+ USDT in your Margin account · not metYou have 0\.50 USDT thereTransfer funds$/,
  );
});

test('a trader who takes no profit share says so', async () => {
  const detail = copytradingFixtures['GET /follow/traderDetail'];
  exchange.change({ 'GET /follow/traderDetail': { ...detail, profit_share: '0' } });
  show();
  expect(await screen.findByText('No profit share.')).toBeTruthy();
});

test('what a day may cost begins at a tenth of the amount, and stays within its bounds', async () => {
  const person = show();
  const start = await button('Copy Mira');
  await person.type(screen.getByRole('textbox', { name: /Most in copies/ }), '500');
  await person.click(screen.getByRole('checkbox'));
  const limit = screen.getByRole('textbox', { name: /Daily cost limit/ });
  for (const [typed, disabled] of [
    ['0.5', true],
    ['51', true],
    ['5', false],
  ] as const) {
    await person.clear(limit);
    await person.type(limit, typed);
    expect(start).toHaveProperty('disabled', disabled);
  }
  await person.click(start);
  await enterPayPassword(person);
  await waitFor(() => expect(sent()).toMatchObject([{ day_cost: '0.05' }]));
});

test('a slippage beyond the bounds cannot be set', async () => {
  const person = show();
  const start = await button('Copy Mira');
  await person.type(screen.getByRole('textbox', { name: /Most in copies/ }), '500');
  await person.click(screen.getByRole('checkbox'));
  expect(start).toHaveProperty('disabled', false);
  const slippage = screen.getByRole('textbox', { name: /Slippage/ });
  await person.clear(slippage);
  await person.type(slippage, '5');
  expect(start).toHaveProperty('disabled', true);
});

test('a follow that runs is changed under its id, and ended after a question', async () => {
  exchange.change({ 'GET /follow/my': { ...copytradingFixtures['GET /follow/my'], list: [follow()] } });
  const person = show();
  const most = await screen.findByRole('textbox', { name: /Most in copies/ });
  await person.clear(most);
  await person.type(most, '800');
  await person.click(await button('Save changes'));
  await enterPayPassword(person);
  expect(await screen.findByRole('dialog', { name: 'Saved' })).toBeTruthy();
  expect(sent()).toMatchObject([{ follow_user_id: '3', amount: '800', stop_loss: '100' }]);
  await person.click(await button('Stop copying'));
  const question = within(await screen.findByRole('alertdialog', { name: 'Stop copying Mira?' }));
  await person.click(question.getByRole('button', { name: 'Stop copying' }));
  await waitFor(() => expect(exchange.of('POST /follow/cancel')).toHaveLength(1));
  expect(exchange.of('POST /follow/cancel')[0]?.form.get('follow_user_id')).toBe('3');
});

test('after silence the same terms are offered again, under the same key', async () => {
  exchange.change({ [FOLLOW]: idempotently(() => follow(), { losing: 1 }) });
  const person = show();
  const start = await button('Copy Mira');
  await person.type(screen.getByRole('textbox', { name: /Most in copies/ }), '500');
  await person.click(screen.getByRole('checkbox'));
  await person.click(start);
  await enterPayPassword(person);
  await person.click(await button('Repeat safely'));
  expect(await screen.findByRole('dialog', { name: 'You now copy Mira' })).toBeTruthy();
  const keys = exchange.of(FOLLOW).map(({ idempotencyKey }) => idempotencyKey);
  expect(new Set(keys).size).toBe(1);
});

test('a wrong payment password is entered again where it was asked for', async () => {
  exchange.change({ [FOLLOW]: reject('key_wrong', 'Wrong. 4 tries left', 'key') });
  const person = show();
  const start = await button('Copy Mira');
  await person.type(screen.getByRole('textbox', { name: /Most in copies/ }), '500');
  await person.click(screen.getByRole('checkbox'));
  await person.click(start);
  await enterPayPassword(person);
  expect(await screen.findByText(/4 tries left/)).toBeTruthy();
  exchange.change({ [FOLLOW]: idempotently(() => follow()) });
  await enterPayPassword(person);
  expect(await screen.findByRole('dialog', { name: 'You now copy Mira' })).toBeTruthy();
});

test('without a payment password, one is set first', async () => {
  signIn({ hasPayPassword: false });
  const person = show();
  const start = await button('Copy Mira');
  await person.type(screen.getByRole('textbox', { name: /Most in copies/ }), '500');
  await person.click(screen.getByRole('checkbox'));
  await person.click(start);
  const set = await screen.findByRole('link', { name: 'Set payment password' });
  expect(set.getAttribute('href')).toContain('/pages/setting/payPassword');
  expect(exchange.of(FOLLOW)).toHaveLength(0);
});
