// @vitest-environment jsdom
import { invalidateTopics } from '@tessera/api';
import { depositClaim, depositsFixtures } from '@tessera/api/deposits/fixtures';
import { type ExchangeRequest, idempotently, pageOf, showScreen, silence, testScreens } from '@tessera/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import ReceivePage from '../pages/deposit/ReceivePage.tsx';
import remote from '../remote.tsx';

const CLAIM = 'POST /wallet/charge_req';
const VOUCHER = '/api/uploads/AAAAAAAAAAAAAAAAAAAAAA.png';

const { exchange } = testScreens(remote, {
  user: {},
  exchange: () => ({ ...depositsFixtures, 'POST /upload': VOUCHER, [CLAIM]: carryOut() }),
});

const carryOut = (options?: { readonly losing: number }) => idempotently(() => depositClaim(), options);

async function open() {
  const { user, ...view } = showScreen(<ReceivePage />, '/pages/fund/receive?currency_id=3');
  const amount = await screen.findByRole('textbox', { name: /Amount sent/ });
  return {
    ...view,
    user,
    async fill(text: string) {
      await user.clear(amount);
      await user.type(amount, text);
    },
    attach: () =>
      user.upload(
        screen.getByLabelText('Screenshot of the payment'),
        new File(['x'], 'paid.png', { type: 'image/png' }),
      ),
    submit: () => user.click(screen.getByRole('button', { name: 'Submit for review' })),
  };
}

const claims = () =>
  exchange.of(CLAIM).map(({ form, idempotencyKey }) => ({ ...Object.fromEntries(form), idempotencyKey }));
const isUploaded = () => screen.findByRole('button', { name: 'Remove image' });

test('a payment is claimed with its voucher, and the next step is shown', async () => {
  const { fill, attach, submit } = await open();
  await fill('250');
  await attach();
  await isUploaded();
  await submit();
  expect(await screen.findByText('Your deposit is under review')).toBeTruthy();
  expect(claims()).toMatchObject([
    {
      currency: '3',
      type: 'TRC20',
      amount: '250',
      voucher: VOUCHER,
      idempotencyKey: expect.stringMatching(/^[0-9a-f]{32}$/),
    },
  ]);
});

test('nothing can be sent while the voucher is on its way', async () => {
  const arrived = Promise.withResolvers<string>();
  exchange.change({ 'POST /upload': arrived.promise });
  const { fill, attach } = await open();
  await fill('250');
  await attach();
  const send = screen.getByRole('button', { name: 'Submit for review' });
  await waitFor(() => expect(send).toHaveProperty('disabled', true));
  arrived.resolve(VOUCHER);
  await waitFor(() => expect(send).toHaveProperty('disabled', false));
});

test('a voucher that did not arrive is sent again without picking it anew', async () => {
  let losing = true;
  const sent = Promise.withResolvers<string>();
  exchange.change({
    'POST /upload': ({ progress }: ExchangeRequest) => {
      if (losing) return silence();
      progress(0.4);
      return sent.promise;
    },
  });
  const { fill, attach, submit, user } = await open();
  await fill('250');
  await attach();
  const again = await screen.findByRole('button', { name: 'Try again' });
  await submit();
  expect(claims()).toEqual([]);
  losing = false;
  await user.click(again);
  await waitFor(() => expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40'));
  sent.resolve(VOUCHER);
  await isUploaded();
  await submit();
  expect(await screen.findByText('Your deposit is under review')).toBeTruthy();
  expect(claims()).toMatchObject([{ voucher: VOUCHER }]);
});

test('the picked voucher stays in view after its upload, and its private address is never loaded', async () => {
  const { attach } = await open();
  await attach();
  await isUploaded();
  const shown = () => screen.getByRole('img', { name: 'Screenshot of the payment' }).getAttribute('src');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Remove image' })).toBeTruthy());
  expect(shown()).toMatch(/^blob:/);
});

test('a transaction id is sent along, and nothing is sent with a wrong one', async () => {
  const { fill, attach, submit, user } = await open();
  await fill('250');
  await attach();
  await isUploaded();
  const txid = screen.getByRole('textbox', { name: /Transaction ID/ });
  await user.type(txid, '0x12');
  await submit();
  expect(screen.getByText('Enter the 64 characters of the transaction ID')).toBeTruthy();
  expect(claims()).toEqual([]);
  await user.clear(txid);
  await user.type(txid, `0x${'ab'.repeat(32)}`);
  await submit();
  expect(await screen.findByText('Your deposit is under review')).toBeTruthy();
  expect(claims()).toMatchObject([{ txid: `0x${'ab'.repeat(32)}` }]);
});

test('nothing is sent below the minimum or without a voucher', async () => {
  const { fill, attach, submit } = await open();
  await fill('250');
  await submit();
  expect(screen.getByText('Add a screenshot of the payment')).toBeTruthy();
  await attach();
  await isUploaded();
  await fill('9.99');
  await submit();
  expect(claims()).toEqual([]);
});

test('after a lost response, an edited amount is a new claim with a new key', async () => {
  exchange.change({ [CLAIM]: carryOut({ losing: 1 }) });
  const { fill, attach, submit } = await open();
  await fill('250');
  await attach();
  await isUploaded();
  await submit();
  expect(await screen.findByText('Deposit of 250 USDT on TRC20')).toBeTruthy();
  await fill('260');
  await submit();
  expect(await screen.findByText('Your deposit is under review')).toBeTruthy();
  const [first, second] = claims();
  expect(second).toMatchObject({ amount: '260' });
  expect(second?.idempotencyKey).not.toBe(first?.idempotencyKey);
});

test('after a lost response, the screen opened again offers to repeat exactly what was sent', async () => {
  exchange.change({ [CLAIM]: carryOut({ losing: 1 }) });
  const first = await open();
  await first.fill('250');
  await first.attach();
  await isUploaded();
  await first.submit();
  expect(await screen.findByText('Outcome unknown')).toBeTruthy();
  first.unmount();

  const { user } = await open();
  expect(screen.getByText('Deposit of 250 USDT on TRC20')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Repeat safely' }));
  expect(await screen.findByText('Your deposit is under review')).toBeTruthy();
  expect(claims()[1]).toEqual(claims()[0]);
});

test.each([
  ['Credited', { status: 'approved' as const, credited: '240', reviewed_at: Date.UTC(2026, 10, 20, 16) }, '240 USDT'],
  ['Rejected', { status: 'rejected' as const, reason: 'The voucher is of another payment' }, /another payment/],
])('the open page follows the review of its claim: %s', async (title, decided, shown) => {
  const { client, fill, attach, submit } = await open();
  exchange.change({ 'GET /recharge/log': pageOf([depositClaim()]) });
  await fill('250');
  await attach();
  await isUploaded();
  await submit();
  expect(await screen.findByText('Your deposit is under review')).toBeTruthy();
  exchange.change({ 'GET /recharge/log': pageOf([depositClaim({ id: '32' }), depositClaim(decided)]) });
  await act(() => invalidateTopics(client, ['deposit']));
  expect((await screen.findByRole('status')).textContent).toContain(title);
  expect(screen.queryByText('Your deposit is under review')).toBeNull();
  expect(screen.getByText(shown)).toBeTruthy();
});
