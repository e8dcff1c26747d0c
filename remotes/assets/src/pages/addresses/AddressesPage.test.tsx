// @vitest-environment jsdom
import { payeesFixtures, savedAddress } from '@tessera/api/payees/fixtures';
import { reject, showScreen, testScreens } from '@tessera/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addressForm } from '../../payees/address-form.ts';
import remote from '../../remote.tsx';
import InternationalCardsPage from '../bank-cards-international/InternationalCardsPage.tsx';
import AddressesPage from './AddressesPage.tsx';

const { exchange } = testScreens(remote, {
  user: { hasPayPassword: true },
  exchange: () => payeesFixtures,
});

test('the whitelist is switched on with payment password and second factor', async () => {
  const { user } = showScreen(<AddressesPage />, '/pages/setting/wallet');
  await user.click(await screen.findByRole('switch', { name: /Withdrawal whitelist/ }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Withdrawal whitelist' }));
  await sheet.findByRole('group', { name: 'Payment password' });
  await user.keyboard('314158');
  await user.type(await sheet.findByLabelText(/Authenticator code/), '123456');
  await waitFor(() =>
    expect(exchange.sent('POST /user/wallet/whitelist', 0)).toMatchObject({
      on: 'true',
      key: '314158',
      totp: '123456',
    }),
  );
});

test('a whitelist that cannot be loaded says so and is asked for again', async () => {
  exchange.change({ 'GET /user/wallet/whitelist': reject('server_fault', 'Please come back later') });
  const { user } = showScreen(<AddressesPage />, '/pages/setting/wallet');
  expect(await screen.findByText('Please come back later')).toBeTruthy();
  exchange.change({ 'GET /user/wallet/whitelist': payeesFixtures['GET /user/wallet/whitelist'] });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('switch', { name: /Withdrawal whitelist/ })).toBeTruthy();
});

test('a saved address is opened and deleted after a question', async () => {
  const { user } = showScreen(<AddressesPage />, '/pages/setting/wallet');
  await user.click(await screen.findByText('Cold wallet'));
  expect(
    await screen.findByText((_, shown) => shown?.tagName === 'SPAN' && shown.textContent === savedAddress().address),
  ).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(exchange.of('POST /user/wallet/delete')).toHaveLength(1));
});

test('a card abroad without IBAN asks for its ABA number, and a wrong IBAN is shown at its field', async () => {
  const { user } = showScreen(<InternationalCardsPage />, '/pages/setting/bank_international');
  await user.click(await screen.findByRole('button', { name: 'Add bank card' }));
  const number = screen.getByRole('textbox', { name: /^IBAN/ });
  await user.type(number, 'DE89370400440532013001');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/This IBAN is wrong/)).toBeTruthy();
  expect(exchange.of('POST /user/cash_save_international')).toEqual([]);
});

test('a new address needs the picture of its QR code, which names the same one', () => {
  const [network] = payeesFixtures['GET /user/wallet/networks'].list;
  if (!network) throw new Error('the fixture has networks');
  const address = savedAddress().address;
  const entered = {
    name: 'Mine',
    tag: '',
    address,
    qrText: `tron:${address}`,
    qrcode: '/api/uploads/x.jpg',
    tried: true,
  };
  const problemsOf = (change: Partial<typeof entered> | { qrText: null | undefined }) =>
    addressForm.evaluate({ ...entered, ...change }, network).problems.map(({ code }) => code);
  expect(problemsOf({})).toEqual([]);
  expect(problemsOf({ qrText: undefined })).toEqual(['qrMissing']);
  expect(problemsOf({ qrText: null })).toEqual(['qrNone']);
  expect(problemsOf({ qrText: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE' })).toEqual(['qrDiffers']);
  expect(problemsOf({ qrText: `tron:${address}/approve?address=${address}` })).toEqual(['qrUnclear']);
  expect(problemsOf({ address: ` ${address.slice(0, 9)}\u00a0${address.slice(9)}\n` })).toEqual([]);
  expect(problemsOf({ address: address.slice(1) })).toContain('address');
});
