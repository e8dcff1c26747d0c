// @vitest-environment jsdom
import { kycFixtures } from '@tessera/api/kyc/fixtures';
import { showScreen, testScreens } from '@tessera/testing';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import remote from '../../remote.tsx';
import ReceivePage from './ReceivePage.tsx';

const coin = (id: number, name: string, subName: string, status: 'open' | 'suspended' = 'open') => ({
  id,
  name,
  subName,
  type: 'Chain',
  status,
  image: null,
  min_number: '0.001',
  scale: 8,
});

const coins = [
  coin(3, 'USDT', 'TRC20'),
  coin(1, 'BTC', 'Lightning', 'suspended'),
  coin(1, 'BTC', 'Bitcoin'),
  coin(5, 'SOL', 'Solana', 'suspended'),
];

const BITCOIN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const TRON = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE';
/** Something on the way changes the address. */
let tampered = false;

const limitsOf = (limit: string | null, used: string) => ({
  'GET /real/limits': {
    order_limit_usdt: '500',
    list: [{ kind: 'deposit', unit: 'USDT', period: 'total', limit, used }],
  },
});

beforeEach(() => {
  tampered = false;
});
const { exchange, toasts } = testScreens(remote, {
  user: {},
  exchange: () => ({
    ...kycFixtures,
    'GET /currency/lists_deposit': { list: coins },
    'GET /currency/lists_deposit_detail': ({ form }: { form: URLSearchParams }) => {
      const [found] = coins.filter(({ id, subName }) => `${id}` === form.get('id') && subName === form.get('subName'));
      const [chain, address] =
        found?.subName === 'Bitcoin'
          ? (['bitcoin', BITCOIN] as const)
          : (['tron', tampered ? `${TRON}x` : TRON] as const);
      return { ...found, chain, address, uri: address, confirmations: 2, notes: [] };
    },
  }),
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** An address is written in parts: its ends are stressed. */
const addressOf =
  (...addresses: readonly string[]) =>
  (_: string, element: Element | null) =>
    element?.tagName === 'SPAN' && addresses.some((address) => element.textContent.includes(address));
const open = (query: string) => showScreen(<ReceivePage />, `/pages/fund/receive${query}`);

test('without a wish the usual coin comes first', async () => {
  open('');
  expect(await screen.findByText(addressOf(TRON))).toBeTruthy();
});

test('a link to a coin shows its address, on a network that is open', async () => {
  open('?currency_id=1');
  expect(await screen.findByText(addressOf(BITCOIN))).toBeTruthy();
});

test.each([
  ['a coin that takes no deposits', '?currency_id=7'],
  ['a coin whose networks are all paused', '?currency_id=5'],
])('%s shows a notice, no other address, and offers the coins that do', async (_, query) => {
  const { user } = open(query);
  expect(await screen.findByText('This coin cannot be deposited')).toBeTruthy();
  expect(screen.queryByText(addressOf(BITCOIN, TRON))).toBeNull();
  expect(screen.queryByRole('button', { name: 'SOL' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'BTC' }));
  expect(await screen.findByText(addressOf(BITCOIN))).toBeTruthy();
});

test.each(['?currency_id=abc', '?currency_id=', '?currency_id=3.5'])(
  'a link that names no coin, %s, says so and shows the address of none',
  async (query) => {
    const { user } = open(query);
    expect(await screen.findByText('This link is not complete')).toBeTruthy();
    expect(screen.queryByText(addressOf(TRON))).toBeNull();
    await user.click(screen.getByRole('button', { name: 'BTC' }));
    expect(await screen.findByText(addressOf(BITCOIN))).toBeTruthy();
  },
);

test('an address whose check digits are wrong is not shown, nor is its QR code', async () => {
  tampered = true;
  open('?currency_id=3');
  expect(await screen.findByText('The address could not be verified')).toBeTruthy();
  expect(screen.queryByText(addressOf(TRON))).toBeNull();
  expect(screen.queryByRole('img', { name: 'QR code of the deposit address' })).toBeNull();
});

test('minimum and confirmations stand beside the address', async () => {
  open('?currency_id=1');
  expect(await screen.findByText(addressOf(BITCOIN))).toBeTruthy();
  expect(screen.getByText('0.001 BTC')).toBeTruthy();
  expect(screen.getByText('2 blocks')).toBeTruthy();
});

test('an unverified user sees the limit before the address, with the way to verification', async () => {
  exchange.change(limitsOf('500', '120.5'));
  open('');
  expect(await screen.findByText('You can deposit 379.5 USDT more')).toBeTruthy();
  const verify = screen.getByRole('link', { name: 'Verify identity' });
  expect(verify.getAttribute('href')).toBe('#/pages/setting/real_mark');
  const address = await screen.findByText(addressOf(TRON));
  expect(verify.compareDocumentPosition(address)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('with the limit reached there is no address to pay to', async () => {
  exchange.change(limitsOf('500', '500'));
  open('');
  expect(await screen.findByText('Your deposit limit is reached')).toBeTruthy();
  expect(screen.queryByText(addressOf(TRON))).toBeNull();
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('a verified user has no limit to read', async () => {
  exchange.change(limitsOf(null, '9000'));
  open('');
  expect(await screen.findByText(addressOf(TRON))).toBeTruthy();
  await waitFor(() => expect(exchange.of('GET /real/limits')).toHaveLength(1));
  expect(screen.queryByText(/You can deposit/)).toBeNull();
});

test('the ends of the address are stressed', async () => {
  open('');
  const address = await screen.findByText(addressOf(TRON));
  expect([...address.querySelectorAll('strong')].map(({ textContent }) => textContent)).toEqual([
    'TQn9Y2',
    '5KcbLSE'.slice(-6),
  ]);
  expect(address.textContent).toBe(TRON);
});

test('the code is saved and shared as a picture that names coin, network and address', async () => {
  const written: string[] = [];
  const draw = new Proxy({} as Record<string, unknown>, {
    get: (target, key) =>
      target[String(key)] ?? (key === 'fillText' ? (text: string) => written.push(text) : () => undefined),
  });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(draw as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) =>
    done(new Blob(['png'], { type: 'image/png' })),
  );
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  vi.stubGlobal('Path2D', class {});
  const share = vi.fn(async (_: ShareData) => undefined);
  vi.stubGlobal('navigator', Object.create(navigator, { share: { value: share }, canShare: { value: () => true } }));
  const { user } = open('');
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(saved).toEqual(['USDT-TRC20.png']));
  expect(written).toContain('Deposit USDT · TRC20');
  expect(written.filter((line) => TRON.includes(line)).join('')).toBe(TRON);
  await user.click(screen.getByRole('button', { name: 'Share' }));
  await waitFor(() => expect(share).toHaveBeenCalledOnce());
  expect(share.mock.calls[0]?.[0]).toMatchObject({ text: TRON, files: [expect.any(File)] });
  share.mockRejectedValueOnce(new DOMException('closed', 'AbortError'));
  await user.click(screen.getByRole('button', { name: 'Share' }));
  await waitFor(() => expect(share).toHaveBeenCalledTimes(2));
  expect(toasts.texts).toEqual([]);
});
