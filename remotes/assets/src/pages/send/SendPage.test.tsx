// @vitest-environment jsdom
import { securityFixtures } from '@tessera/api/security/fixtures';
import { walletFixtures, wirePayment } from '@tessera/api/wallet/fixtures';
import { enterPayPassword, idempotently, reject, showScreen, signIn, testScreens } from '@tessera/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import remote from '../../remote.tsx';
import SendPage from './SendPage.tsx';

const BEGIN = 'POST /wallet/zhuanzhan/begin';
const SEND = 'POST /wallet/zhuanzhan';

const { exchange } = testScreens(remote, {
  user: { hasPayPassword: true },
  exchange: () => ({ ...walletFixtures, [SEND]: idempotently(() => wirePayment()) }),
});

async function open() {
  const { user } = showScreen(<SendPage />, '/pages/fund/fundTransfer');
  const account = await screen.findByRole('textbox', { name: /Recipient/ });
  return {
    user,
    async fill(to = 'ben@example.com', amount = '5') {
      await user.type(account, to);
      await user.type(screen.getByRole('textbox', { name: /Amount/ }), amount);
      await user.click(screen.getByRole('button', { name: 'Continue' }));
    },
    async approve() {
      const sheet = within(await screen.findByRole('dialog', { name: 'Confirm recipient' }));
      const enterKey = async () => {
        await enterPayPassword(user);
      };
      await enterKey();
      return {
        sheet,
        async prove() {
          await user.type(await sheet.findByLabelText(/Authenticator code/), '123456');
        },
        enterKey,
      };
    },
  };
}

test('the masked name is confirmed first, then the payment is approved and sent', async () => {
  const { fill, approve } = await open();
  await fill();
  expect(await screen.findByText('B***n')).toBeTruthy();
  expect(screen.getByText('120 of 50,000 USDT')).toBeTruthy();
  expect(exchange.of(SEND)).toEqual([]);
  await (await approve()).prove();
  expect(await screen.findByRole('dialog', { name: 'Sent 5 USDT to B***n' })).toBeTruthy();
  const { form, idempotencyKey } = exchange.of(SEND).at(-1) ?? {};
  expect(Object.fromEntries(form ?? [])).toMatchObject({
    account: 'ben@example.com',
    currency_id: '3',
    number: '5',
    totp: '123456',
    key: '482915',
  });
  expect(idempotencyKey).toMatch(/^[0-9a-f]{32}$/);
});

test('a mailed code is requested for the payment that was begun', async () => {
  const begun = walletFixtures[BEGIN];
  exchange.change({
    ...securityFixtures,
    [BEGIN]: { ...begun, approval: { passkey: null, totp: false, code: 'sealed-terms', factor_from: null } },
  });
  const { user, fill, approve } = await open();
  await fill();
  const { sheet } = await approve();
  await user.click(await sheet.findByRole('button', { name: /Send code/ }));
  await waitFor(() =>
    expect(exchange.sent('POST /sms_send', 0)).toMatchObject({
      scene: 'withdraw',
      request: 'sealed-terms',
    }),
  );
});

test('fee and limit of a payment explain themselves', async () => {
  const { user, fill } = await open();
  await fill();
  await user.click(await screen.findByRole('button', { name: 'Sent in 24 h 120 of 50,000 USDT' }));
  const limit = within(await screen.findByRole('dialog', { name: 'Sent in 24 h' }));
  expect(limit.getByText(/Your identity level sets the limit/)).toBeTruthy();
  expect(limit.getByRole('link', { name: 'Statements' }).getAttribute('href')).toContain('/pages/setting/bill');
});

test('an unknown recipient is said at the field, and nothing is asked for', async () => {
  exchange.change({ [BEGIN]: reject('recipient_unknown', 'Nobody takes payments here', 'account') });
  const { fill } = await open();
  await fill();
  expect(await screen.findByText('Nobody takes payments here')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a wrong payment password can be entered again', async () => {
  exchange.change({ [SEND]: reject('key_wrong', 'The payment password is wrong', 'key') });
  const { fill, approve } = await open();
  await fill();
  const { sheet, prove, enterKey } = await approve();
  await prove();
  expect(await sheet.findByText('The payment password is wrong')).toBeTruthy();
  exchange.change({ [SEND]: idempotently(() => wirePayment()) });
  await enterKey();
  await prove();
  expect(await screen.findByRole('dialog', { name: /^Sent 5 USDT/ })).toBeTruthy();
});

test('after a lost response, exactly the same can be repeated', async () => {
  exchange.change({ [SEND]: idempotently(() => wirePayment(), { losing: 1 }) });
  const { fill, approve, user } = await open();
  await fill();
  await (await approve()).prove();
  expect(await screen.findByText('Send 5 USDT to ben@example.com')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Repeat safely' }));
  expect(await screen.findByRole('dialog', { name: /^Sent 5 USDT/ })).toBeTruthy();
  const [first, second] = exchange.of(SEND);
  expect(second?.idempotencyKey).toBe(first?.idempotencyKey);
});

test('lists what was sent and received', async () => {
  await open();
  const list = within(await screen.findByRole('list', { name: /^Payments, / }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toContainEqual(
    expect.stringContaining('-5 USDT'),
  );
  expect(list.getByText('Received from C***a')).toBeTruthy();
});

test('without a payment password the way to set one is offered first', async () => {
  signIn({ hasPayPassword: false });
  const { fill } = await open();
  await fill();
  expect((await screen.findByRole('link', { name: 'Set payment password' })).getAttribute('href')).toContain(
    '/pages/setting/payPassword',
  );
  expect(screen.queryByRole('group', { name: 'Payment password' })).toBeNull();
});
