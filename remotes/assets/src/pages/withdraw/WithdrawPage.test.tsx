// @vitest-environment jsdom
import { invalidateTopics } from '@tessera/api';
import { payeesFixtures } from '@tessera/api/payees/fixtures';
import { securityFixtures } from '@tessera/api/security/fixtures';
import { withdrawal, withdrawalsFixtures } from '@tessera/api/withdrawals/fixtures';
import { idempotently, reject, showScreen, testScreens } from '@tessera/testing';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import remote from '../../remote.tsx';
import DepositLogPage from '../deposit-log/DepositLogPage.tsx';
import WithdrawPage from './WithdrawPage.tsx';

const OUT = 'POST /wallet/out';
const TRON = 'TL9NrPZj5mTUkdodTJx9rtD1vqDTxnYZgy';
const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const OTHER_TOKEN = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE';

const { exchange } = testScreens(remote, {
  user: { hasPayPassword: true },
  exchange: () => ({ ...payeesFixtures, ...withdrawalsFixtures, [OUT]: idempotently(() => withdrawal()) }),
});

async function open() {
  const view = showScreen(<WithdrawPage />, '/pages/fund/withdraw?currency_id=3');
  const amount = await screen.findByRole('textbox', { name: /^Amount/ });
  return {
    ...view,
    amount,
    submit: () => view.user.click(screen.getByRole('button', { name: 'Withdraw' })),
    /** Types six digits on the keypad or into the code's boxes. */
    type: (digits: string) => view.user.keyboard(digits),
  };
}

test('a payment link that is pasted leaves its address; one of another network is refused at once, with the reason', async () => {
  const { user } = await open();
  const address = screen.getByRole<HTMLInputElement>('textbox', { name: /^Address/ });
  await user.click(address);
  await user.paste(` tron:${TRON}?label=shop `);
  expect(address.value).toBe(TRON);
  await user.clear(address);
  await user.paste(`tron:${TRON}?amount=5`);
  expect(await screen.findByText(/something other than a payment on TRC20: “5 TRX”/)).toBeTruthy();
  await user.clear(address);
  await user.paste('lightning:lnbc20m1pvjluez');
  expect(await screen.findByText(/something other than a payment on TRC20: “lightning:”/)).toBeTruthy();
});

test('a payment link with an amount of the coin fills in what has to be sent for it to arrive', async () => {
  const { user } = showScreen(<WithdrawPage />, '/pages/fund/withdraw?currency_id=1');
  const address = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Address/ });
  await user.click(address);
  await user.paste('bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4?amount=0.02&label=A%20shop');
  expect(address.value).toBe('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4');
  // With the fee of 0.0001.
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Amount/ }).value).toBe('0.0201');
});

test('a link to a transfer of the coin’s own token gives payee and amount; one of another token is refused', async () => {
  const { user, amount } = await open();
  const address = screen.getByRole<HTMLInputElement>('textbox', { name: /^Address/ });
  await user.click(address);
  await user.paste(`tron:${OTHER_TOKEN}/transfer?address=${TRON}&uint256=25000000`);
  expect(await screen.findByText(/something other than a payment on TRC20: “TQn9/)).toBeTruthy();
  await user.clear(address);
  await user.paste(`tron:${USDT}/transfer?address=${TRON}&uint256=25000000`);
  expect(address.value).toBe(TRON);
  // The fee is added, so that what is asked for arrives.
  expect((amount as HTMLInputElement).value).toBe('26');
  expect(screen.queryByText(/something other than a payment/)).toBeNull();
});

test('an amount that was typed stays when a payment link names another one, which is said', async () => {
  const info = { ...withdrawalsFixtures['POST /wallet/get_info'], currency_id: 1, currency: 'BTC', scale: 8 };
  exchange.change({ 'POST /wallet/get_info': info });
  const { user } = showScreen(<WithdrawPage />, '/pages/fund/withdraw?currency_id=1');
  const address = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Address/ });
  const amount = screen.getByRole<HTMLInputElement>('textbox', { name: /^Amount/ });
  const said = () => screen.queryByText('The payment link asks for 0.02 BTC') !== null;
  await user.type(amount, '0.5');
  await user.click(address);
  await user.paste('bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4?amount=0.02');
  expect([amount.value, said()]).toEqual(['0.5', true]);
  await user.clear(amount);
  await user.type(amount, '0.0201');
  expect(said()).toBe(false);
  await user.type(amount, '5');
  expect(said()).toBe(true);
  await user.clear(address);
  expect(said()).toBe(false);
});

test('a withdrawal is approved by payment password and second factor, with the fee that was shown', async () => {
  exchange.change({ 'GET /user/withdraw/detail': withdrawal() });
  const { user, client, amount, submit, type } = await open();
  await user.type(screen.getByRole('textbox', { name: /^Address/ }), TRON);
  await user.type(amount, '100');
  expect(screen.getByRole('button', { name: 'You receive 99 USDT' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /^Minimum / }));
  const least = await screen.findByRole('dialog', { name: 'Minimum' });
  expect(least.textContent).toContain('The least that this network pays out');
  await user.keyboard('{Escape}');
  await submit();
  const sheet = within(await screen.findByRole('dialog', { name: 'Confirm withdrawal' }));
  expect(sheet.getByText((_, element) => element?.tagName === 'SPAN' && element.textContent === TRON)).toBeTruthy();
  await sheet.findByRole('group', { name: 'Payment password' });
  await type('314158');
  await user.type(await sheet.findByLabelText(/Authenticator code/), '123456');
  expect(await screen.findByText('Withdrawal requested')).toBeTruthy();
  // Read out again at each change: only what changes.
  expect(within(screen.getByRole('status')).queryAllByRole('button')).toEqual([]);
  expect(within(screen.getByRole('status')).queryAllByRole('link')).toEqual([]);
  expect(exchange.sent(OUT, 0)).toMatchObject({
    currency_id: '3',
    number: '100',
    fee: '1',
    address: TRON,
    network: 'TRC20',
    key: '314158',
    totp: '123456',
  });
  // The open page follows it, without being left.
  const { id, timeline } = withdrawalsFixtures['POST /wallet/out'];
  const at = Date.UTC(2026, 10, 20, 16);
  exchange.change({
    'GET /user/withdraw/detail': withdrawal({
      id,
      status: 'rejected',
      reason: 'Not yours',
      timeline: [...timeline, { status: 'rejected', at }],
    }),
  });
  await act(() => invalidateTopics(client, ['withdrawal']));
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('Rejected'));
  expect(screen.getByText('Not yours')).toBeTruthy();
  expect(screen.queryByText('We review it and tell you at each step.')).toBeNull();
});

test('a mailed code is requested for the withdrawal that was begun', async () => {
  const begun = withdrawalsFixtures['POST /wallet/out/begin'];
  exchange.change({
    ...securityFixtures,
    'POST /wallet/out/begin': {
      ...begun,
      approval: { passkey: null, totp: false, code: 'sealed-terms', factor_from: null },
    },
  });
  const { user, amount, submit, type } = await open();
  await user.type(screen.getByRole('textbox', { name: /^Address/ }), TRON);
  await user.type(amount, '100');
  await submit();
  const sheet = within(await screen.findByRole('dialog', { name: 'Confirm withdrawal' }));
  await sheet.findByRole('group', { name: 'Payment password' });
  await type('314158');
  await user.click(await sheet.findByRole('button', { name: /Send code/ }));
  await waitFor(() =>
    expect(exchange.sent('POST /sms_send', 0)).toMatchObject({
      scene: 'withdraw',
      request: 'sealed-terms',
    }),
  );
  exchange.change({ [OUT]: reject('code_for_other', 'This code was sent for something else', 'code') });
  await user.type(sheet.getByLabelText(/Verification code/), '123456');
  await user.click(sheet.getByRole('button', { name: 'Confirm' }));
  expect(await sheet.findByText('This code was sent for something else')).toBeTruthy();
});

test('to an address at which another user pays in, a free payment is offered', async () => {
  exchange.change({
    'POST /wallet/out/begin': reject('address_internal', 'This address belongs to a user', 'address'),
  });
  const { user, amount, submit } = await open();
  await user.click(screen.getByRole('textbox', { name: /^Address/ }));
  await user.paste(` ${TRON.slice(0, 9)}\u00a0${TRON.slice(9)}\n`);
  await user.type(amount, '1,000');
  await submit();
  expect(await screen.findByText('This address belongs to a user')).toBeTruthy();
  expect(exchange.of('POST /wallet/out/begin')[0]?.form.get('address')).toBe(TRON);
  const link = screen.getByRole('link', { name: 'Send free of charge' });
  expect(link.getAttribute('href')).toContain(`/pages/fund/fundTransfer?currency_id=3&to=${TRON}&amount=1000`);
});

test('an address that burns coins is refused before it is sent, in words', async () => {
  const { user, amount, submit } = await open();
  await user.type(screen.getByRole('textbox', { name: /^Address/ }), 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb');
  await user.type(amount, '100');
  await submit();
  expect(screen.getByText('Coins sent to this address are lost: no one can spend from it')).toBeTruthy();
});

test('nothing is sent below the minimum or to a wrong address', async () => {
  const { user, amount, submit } = await open();
  expect(screen.getByRole('button', { name: /^Minimum [\d.]+ USDT$/ })).toBeTruthy();
  await user.type(screen.getByRole('textbox', { name: /^Address/ }), TRON.replace('q', 'r'));
  await user.type(amount, '9');
  await submit();
  expect(screen.getByText(/not an address of TRC20/)).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(exchange.of(OUT)).toEqual([]);
});

test('the whitelist leaves the address book only, and a pause says until when', async () => {
  const info = {
    ...withdrawalsFixtures['POST /wallet/get_info'],
    whitelist: true,
    paused_until: Date.now() + 3_600_000,
  };
  exchange.change({ 'POST /wallet/get_info': info });
  await open();
  expect(screen.getByText(/Whitelist on/)).toBeTruthy();
  expect(screen.getByText(/Withdrawals are paused until/)).toBeTruthy();
  expect(screen.queryByRole('textbox', { name: /^Address/ })).toBeNull();
  expect(screen.getByRole('button', { name: 'Withdraw' })).toHaveProperty('disabled', true);
});

test('the history shows each step, and takes back what is under review', async () => {
  const { user } = showScreen(<DepositLogPage />, '/pages/fund/receive_withdraw_record?tab=withdrawals');
  await user.click(await screen.findByText('Under review'));
  const sheet = within(await screen.findByRole('dialog', { name: 'Withdrawal details' }));
  expect(sheet.getByText('Completed')).toBeTruthy();
  await user.click(sheet.getByRole('button', { name: 'Cancel withdrawal' }));
  const ask = within(screen.getByRole('alertdialog'));
  await user.click(ask.getByRole('button', { name: 'Cancel withdrawal' }));
  await waitFor(() => expect(exchange.of('POST /wallet/out/cancel')).toHaveLength(1));
});

test('the record of a payment counts its blocks, of those that it needs where that is known', async () => {
  const [, sent] = withdrawalsFixtures['GET /user/withdraw/list'].list;
  if (!sent) throw new Error('a payment on its way');
  for (const [confirmations, shown] of [
    [{ done: 4, of: 20 }, '4/20'],
    [{ done: 70, of: null }, '70'],
  ] as const) {
    // What the list had is replaced by what the exchange says now.
    exchange.change({ 'GET /user/withdraw/detail': { ...sent, confirmations } });
    const { user } = showScreen(<DepositLogPage />, '/pages/fund/receive_withdraw_record?tab=withdrawals');
    await user.click(await screen.findByText('Sent'));
    const sheet = within(await screen.findByRole('dialog', { name: 'Withdrawal details' }));
    expect(await sheet.findByText(shown)).toBeTruthy();
    cleanup();
  }
});
