// @vitest-environment jsdom
import { walletFixtures, wireTransfer } from '@tessera/api/wallet/fixtures';
import { idempotently, reject, showScreen, testScreens } from '@tessera/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import remote from '../../remote.tsx';
import TransferPage from './TransferPage.tsx';

const TRANSFER = 'POST /wallet/change';

const { exchange, toasts } = testScreens(remote, {
  user: {},
  exchange: () => ({ ...walletFixtures, [TRANSFER]: carryOut() }),
});

const carryOut = (options?: { readonly losing: number }) =>
  idempotently(({ form }) => wireTransfer({ amount: form.get('number') ?? '0' }), options);

async function open() {
  const { user, ...view } = showScreen(<TransferPage />, '/pages/fund/transfer?currency_id=3&from=change&to=micro');
  const amount = await screen.findByRole('textbox', { name: /Amount/ });
  return {
    ...view,
    user,
    /** Types an amount and confirms it. */
    async send(text: string) {
      await user.clear(amount);
      await user.type(amount, text);
      await user.click(screen.getByRole('button', { name: `Transfer ${text} USDT` }));
      await user.click(
        within(await screen.findByRole('dialog')).getByRole('button', { name: `Transfer ${text} USDT` }),
      );
    },
  };
}

const sent = () => exchange.of(TRANSFER).map(({ form }) => Object.fromEntries(form));
const keys = () => exchange.of(TRANSFER).map(({ idempotencyKey }) => idempotencyKey);

test('a transfer is shown before it is sent, and the balances are read again after it', async () => {
  const { send } = await open();
  expect(screen.getByText('Then usable for options.')).toBeTruthy();
  await send('12.5');
  expect(await screen.findByRole('dialog', { name: 'Transferred' })).toBeTruthy();
  expect(sent()).toMatchObject([{ currency_id: '3', number: '12.5', from_field: 'change', to_field: 'micro' }]);
  expect(keys()[0]).toMatch(/^[0-9a-f]{32}$/);
  await waitFor(() => expect(exchange.of('POST /wallet/list')).toHaveLength(2));
  expect(screen.getByRole('button', { name: 'Enter an amount' })).toHaveProperty('disabled', true);
});

test('more than the account holds cannot be sent', async () => {
  const { user } = await open();
  await user.type(screen.getByRole('textbox', { name: /Amount/ }), '120.6');
  expect(screen.getByRole('button', { name: 'Transfer 120.6 USDT' })).toHaveProperty('disabled', true);
});

test('after a lost response, an edited amount is a new transfer with a new key', async () => {
  exchange.change({ [TRANSFER]: carryOut({ losing: 1 }) });
  const { send } = await open();
  await send('5');
  expect(await screen.findByText('Transfer 5 USDT from Spot to Options')).toBeTruthy();
  await send('6');
  expect(await screen.findByRole('dialog', { name: 'Transferred' })).toBeTruthy();
  expect(sent().map(({ number }) => number)).toEqual(['5', '6']);
  expect(new Set(keys()).size).toBe(2);
  // The first one may or may not have moved money: it is still offered.
  expect(await screen.findByText('Outcome unknown')).toBeDefined();
});

test('after a lost response, the screen opened again offers to repeat exactly what was sent', async () => {
  exchange.change({ [TRANSFER]: carryOut({ losing: 1 }) });
  const first = await open();
  await first.send('5');
  expect(await screen.findByText('Outcome unknown')).toBeTruthy();
  first.unmount();

  const { user } = await open();
  expect(screen.getByText('Transfer 5 USDT from Spot to Options')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Repeat safely' }));
  expect(await screen.findByRole('dialog', { name: 'Transferred' })).toBeTruthy();
  expect(sent()[1]).toEqual(sent()[0]);
  expect(keys()[1]).toBe(keys()[0]);
  expect(screen.queryByText('Outcome unknown')).toBeNull();
});

test('a rejection is shown in the words of the exchange, and nothing is left to repeat', async () => {
  exchange.change({ [TRANSFER]: reject('insufficient_balance', 'Not enough available') });
  const { send } = await open();
  await send('5');
  await waitFor(() => expect(toasts.texts).toEqual(['Not enough available']));
  expect(screen.queryByText('Outcome unknown')).toBeNull();
});
