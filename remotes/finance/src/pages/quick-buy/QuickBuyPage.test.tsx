// @vitest-environment jsdom
import { buyOrder, quickbuyFixtures } from '@tessera/api/quickbuy/fixtures';
import { screenUrl } from '@tessera/router';
import { idempotently, reject, showScreen, testScreens } from '@tessera/testing';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import remote from '../../remote.tsx';
import QuickBuyPage from './QuickBuyPage.tsx';

const TERMS = 'GET /quickbuy/terms';
const QUOTE = 'POST /quickbuy/quote';
const ORDER = 'POST /quickbuy/order';

const { exchange, toasts } = testScreens(remote, {
  user: {},
  exchange: () => ({ ...quickbuyFixtures, [ORDER]: idempotently(() => buyOrder()) }),
});
beforeAll(async () => {
  await remote.pages['quick-buy']?.();
});

async function form() {
  const { user } = showScreen(<QuickBuyPage />, '/pages/fund/select');
  await user.click(await screen.findByRole('radio', { name: /Bank transfer/ }));
  return {
    user,
    async fill(changes: Record<string, string> = {}) {
      const all = {
        'First name': 'Ada',
        'Last name': 'Lovelace',
        Phone: '+1 212 5550100',
        ...changes,
      };
      await user.type(screen.getByRole('textbox', { name: /You pay/ }), '500');
      for (const [label, value] of Object.entries(all)) {
        await user.type(screen.getByLabelText(label), value);
      }
      await user.click(screen.getByRole('button', { name: 'Review order' }));
    },
  };
}

test('orders at a quote that is shown first, and opens the order', async () => {
  const { user, fill } = await form();
  expect(screen.getByLabelText('E-mail')).toHaveProperty('value', 'ada@example.com');
  await fill();
  expect(screen.getByRole('button', { name: 'You receive ≈ 497.5 USDT' })).toBeTruthy();
  const sheet = within(await screen.findByRole('dialog', { name: 'Confirm order' }));
  expect(await sheet.findByText('497.5 USDT')).toBeTruthy();
  expect(sheet.getByText(/Payments by other people are refused/)).toBeTruthy();
  await user.click(await sheet.findByRole('button', { name: 'Order for 500 USD' }));
  await waitFor(() => expect(exchange.of(ORDER)).toHaveLength(1));
  expect(exchange.sent(ORDER, 0)).toMatchObject({
    quote_id: quickbuyFixtures[QUOTE].quote_id,
    bank_id: '1',
    first_name: 'Ada',
    last_name: 'Lovelace',
  });
});

test('ways to pay that are not set up are not shown', async () => {
  await form();
  expect(screen.getAllByRole('radio')).toHaveLength(1);
  expect(screen.queryByRole('radio', { name: /Credit card/ })).toBeNull();
});

test('the verified name is shown as the exchange masks it, and stands in no field', async () => {
  showScreen(<QuickBuyPage />, '/pages/fund/select');
  expect(await screen.findByText('Verified name: A***e')).toBeTruthy();
  for (const label of ['First name', 'Last name']) expect(screen.getByLabelText(label)).toHaveProperty('value', '');
  cleanup();
  exchange.change({ [TERMS]: { ...quickbuyFixtures[TERMS], country: 'TH' } });
  showScreen(<QuickBuyPage />, '/pages/fund/select');
  expect(await screen.findByLabelText('Full name')).toHaveProperty('value', '');
});

test('without a way to pay there is no form, but what can be done instead', async () => {
  const methods = quickbuyFixtures[TERMS].methods.map((each) => ({ ...each, unavailable: 'not_configured' as const }));
  exchange.change({ [TERMS]: { ...quickbuyFixtures[TERMS], methods } });
  showScreen(<QuickBuyPage />, '/pages/fund/select');
  expect(await screen.findByText('No payment method available')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Deposit coins' })).toBeTruthy();
  expect(screen.queryByRole('radiogroup')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Review order' })).toBeNull();
});

test('offers the first way to pay that is set up, with its limits at the amount', async () => {
  showScreen(<QuickBuyPage />, '/pages/fund/select');
  expect(await screen.findByRole('radio', { name: /Bank transfer/ })).toHaveProperty('checked', true);
  expect(screen.getByText(/^[\d,]+ – [\d,]+ USD$/)).toBeTruthy();
});

test('asks for nothing before the form is complete, and shows what is missing', async () => {
  const { user } = await form();
  await user.click(screen.getByRole('button', { name: 'Review order' }));
  expect(exchange.of(QUOTE)).toEqual([]);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /You pay/ })));
  expect(screen.getByRole('button', { name: 'Review order' })).toHaveProperty('disabled', false);
});

test('asks for a CPF in Brazil only, and rejects one whose check digits are wrong', async () => {
  exchange.change({ [TERMS]: { ...quickbuyFixtures[TERMS], country: 'BR' } });
  const { user } = showScreen(<QuickBuyPage />, '/pages/fund/select');
  await user.click(await screen.findByRole('radio', { name: /Bank transfer/ }));
  await user.type(screen.getByRole('textbox', { name: /You pay/ }), '500');
  const fields = {
    'Full name': 'Ada Lovelace',
    Phone: '11912345678',
    'Tax ID (CPF)': '52998224726',
  };
  for (const [label, value] of Object.entries(fields)) await user.type(screen.getByLabelText(label), value);
  await user.click(screen.getByRole('button', { name: 'Review order' }));
  expect(exchange.of(QUOTE)).toEqual([]);
  await user.type(screen.getByLabelText('Tax ID (CPF)'), '{Backspace}５');
  await user.click(screen.getByRole('button', { name: 'Review order' }));
  expect(await screen.findByRole('dialog', { name: 'Confirm order' })).toBeTruthy();
});

test('who lives elsewhere is told so', async () => {
  exchange.change({ [TERMS]: { ...quickbuyFixtures[TERMS], country: 'DE' } });
  showScreen(<QuickBuyPage />, '/pages/fund/select');
  expect(await screen.findByText('Not available in Germany yet')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Deposit coins' }).getAttribute('href')).toBe('#/pages/fund/receive');
  expect(screen.queryByRole('button', { name: 'Review order' })).toBeNull();
});

test('who has to verify first is told so, instead of a form with a limit of nothing', async () => {
  exchange.change({ [TERMS]: { ...quickbuyFixtures[TERMS], limit: null, left: '0' } });
  showScreen(<QuickBuyPage />, '/pages/fund/select');
  expect(await screen.findByRole('link', { name: 'Verify' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Review order' })).toBeNull();
});

test('what the exchange rejects stands where it is confirmed, with a new quote to have', async () => {
  exchange.change({ [ORDER]: reject('payer_differs', 'The payer must be the verified owner of this account') });
  const { user, fill } = await form();
  await fill();
  await user.click(await screen.findByRole('button', { name: 'Order for 500 USD' }));
  expect(await screen.findByText(/verified owner/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Get a new quote' })).toBeTruthy();
});

test('a payer whom the exchange refuses is said at the field, until another is entered', async () => {
  const why = 'The payer must be the verified owner of this account';
  exchange.change({ [ORDER]: reject('payer_differs', why, 'last_name') });
  const { user, fill } = await form();
  await fill();
  await user.click(await screen.findByRole('button', { name: 'Order for 500 USD' }));
  expect(await screen.findByText(why)).toBeTruthy();
  const name = screen.getByLabelText('Last name');
  await waitFor(() => expect(document.activeElement).toBe(name));
  expect(screen.queryByRole('dialog', { name: 'Confirm order' })).toBeNull();
  await user.type(name, 's');
  expect(screen.queryByText(why)).toBeNull();
});

const show = (changes: Parameters<typeof buyOrder>[0]) => {
  exchange.change({ 'GET /quickbuy/order': buyOrder(changes) });
  return showScreen(<QuickBuyPage />, '/pages/fund/select?order=61');
};

test('every field of the bank can be copied', async () => {
  const { user } = show({ pay_by: Date.now() + 3_600_000 });
  const labels = [
    'Account name',
    'IBAN',
    'Account number',
    'Beneficiary country',
    'BIC/SWIFT',
    'Bank name',
    'Bank address',
  ];
  for (const label of [...labels, 'You pay', 'Reference']) {
    expect(await screen.findByRole('button', { name: `Copy ${label}` })).toBeTruthy();
  }
  await user.click(screen.getByRole('button', { name: 'Copy IBAN' }));
  expect(await navigator.clipboard.readText()).toBe('GB29NWBK60161331926819');
  expect(screen.getByText('GB29 NWBK 6016 1331 9268 19')).toBeTruthy();
  expect(screen.getByText('SWIFT transfers take 2 to 5 working days.')).toBeTruthy();
  expect(screen.getByRole('timer')).toBeTruthy();
});

test('an account for demonstration says so', async () => {
  show({ demonstration: true });
  expect(await screen.findByText(/do not send money to this account/)).toBeTruthy();
});

test('a late order takes the screenshot still, a cancelled one does not', async () => {
  show({ status: 'cancelled', cause: 'late', takes_voucher: true });
  expect(await screen.findByText(/less favourable of the two rates/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'I have paid' })).toBeTruthy();
  expect(screen.getByText('You receive')).toBeTruthy();
  cleanup();
  show({ status: 'cancelled', cause: 'user', takes_voucher: false });
  expect(await screen.findByText(/Do not pay it any more/)).toBeTruthy();
  expect(screen.queryByText('You receive')).toBeNull();
  expect(screen.queryByRole('button', { name: 'I have paid' })).toBeNull();
});

test('an order by card says why the page of the provider cannot be opened', async () => {
  exchange.change({ 'POST /quickbuy/order/checkout': reject('checkout_unavailable', 'Not at the moment') });
  const { user } = show({ method: 'card', bank: null, takes_voucher: false });
  await user.click(await screen.findByRole('button', { name: 'Open the payment page' }));
  await waitFor(() => expect(toasts.texts).toEqual(['Not at the moment']));
});

test('an order by card leads to the page of the provider by the screen that names its site', async () => {
  const { user } = show({ method: 'card', bank: null, takes_voucher: false });
  await user.click(await screen.findByRole('button', { name: 'Open the payment page' }));
  const { url } = quickbuyFixtures['POST /quickbuy/order/checkout'];
  await waitFor(() => expect(location.hash).toBe(`#${screenUrl('/pages/common/webView', { url })}`));
});

test('what became of an order', async () => {
  show({ status: 'rejected', reason: 'Paid by another person', takes_voucher: false });
  expect(await screen.findByText('Not accepted: Paid by another person')).toBeTruthy();
});

test('an order is cancelled only once that is confirmed', async () => {
  exchange.change({ 'GET /quickbuy/order': buyOrder() });
  const { user } = showScreen(<QuickBuyPage />, '/pages/fund/select?order=1');
  await user.click(await screen.findByRole('button', { name: 'Cancel order' }));
  const asked = within(await screen.findByRole('alertdialog', { name: 'Cancel this order?' }));
  expect(exchange.of('POST /quickbuy/order/cancel')).toEqual([]);
  await user.click(asked.getByRole('button', { name: 'Cancel order' }));
  await waitFor(() => expect(exchange.of('POST /quickbuy/order/cancel')).toHaveLength(1));
});

test('an order that lapses while its cancelling is asked about asks no more', async () => {
  const { user } = show({ pay_by: Date.now() + 2_000 });
  await user.click(await screen.findByRole('button', { name: 'Cancel order' }));
  expect(await screen.findByRole('alertdialog', { name: 'Cancel this order?' })).toBeTruthy();
  exchange.change({ 'GET /quickbuy/order': buyOrder({ status: 'cancelled', cause: 'late' }) });
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull(), { timeout: 6_000 });
  expect(exchange.of('POST /quickbuy/order/cancel')).toEqual([]);
});
