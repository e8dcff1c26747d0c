// @vitest-environment jsdom
import type { StaffChange } from '@tessera/api/staff';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { approvalChallenge } from '../../../custody/signer-api/src/terms.ts';
import { onTheConsole, openConsole, pass } from '../testing/open-console.tsx';
import { NOW, Platform } from '../testing/platform.ts';
import type { Payout, Treasury } from './queries.ts';

onTheConsole();

const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const treasury: Treasury = {
  chains: [
    {
      chain: 'ethereum',
      height: 120,
      at: NOW,
      problem: 'node_wrong_block',
      halted_for: 'USDT is missing',
      halted_at: NOW,
      holdings: [
        {
          currency: 'USDT',
          role: 'hot',
          addresses: 1,
          opening: '0.000000',
          arrived: '0.000000',
          paid: '10.000000',
          fees: '0.000000',
          moved: '0.000000',
          expected: '1234567.500000',
          held: '1234567.000000',
        },
      ],
    },
  ],
  differences: [
    {
      id: '4',
      chain: 'ethereum',
      reason: 'missing',
      currency: 'USDT',
      subject: ADDRESS,
      amount: '-0.500000',
      first_height: 118,
      height: 120,
      seen_at: NOW,
    },
  ],
  assets: [
    {
      currency: 'USDT',
      liabilities: '2000000.000000',
      hot: '1234567.000000',
      deposit: '0.000000',
      cold: '0.000000',
      elsewhere: '0.000000',
      surplus: '-765433.000000',
    },
  ],
  limits: [
    {
      chain: 'ethereum',
      currency: 'USDT',
      low: '20000',
      high: '100000',
      hot: '1234567',
      move: { to: 'cold', amount: '1174567', cold: ADDRESS },
    },
  ],
  cold: [{ chain: 'ethereum', address: ADDRESS }],
  elsewhere: [{ reference: 'Custodian A', currency: 'USDT', amount: '250000' }],
  sweeps: [{ chain: 'ethereum', currency: 'USDT', amount: '0' }],
  movements: [
    {
      id: '9',
      chain: 'ethereum',
      kind: 'sweep',
      currency: 'USDT',
      amount: '80',
      target: ADDRESS,
      sources: 3,
      state: 'ordered',
      waits: 'fee_ceiling',
      detail: null,
      txid: null,
      ordered_at: NOW,
    },
  ],
  set_aside: [
    {
      chain: 'ethereum',
      currency: 'USDT',
      address: ADDRESS,
      failures: 3,
      detail: 'Execution reverted for an unknown reason.',
      failed_at: NOW,
      until: NOW + 40 * 60_000,
    },
  ],
};
const payout: Payout = {
  id: '51',
  chain: 'ethereum',
  currency: 'USDT',
  target: ADDRESS,
  amount: '12000.000000',
  state: 'ordered',
  waits: 'approvals_missing',
  detail: null,
  attempt: 0,
  txid: null,
  confirmations: 0,
  ordered_at: NOW,
  approvals: ['Ann Lee'],
};
const terms = {
  id: 'withdrawal:51',
  chain: 'ethereum',
  asset: 'USDT',
  to: ADDRESS,
  amount: '12000000000',
  attempt: 0,
};

const proposed: StaffChange = {
  id: '12',
  call: 'POST /staff/treasury/limit',
  summary: 'treasury/limit: chain=ethereum currency=USDT low=20000 high=100000',
  input: '{}',
  hash: 'a'.repeat(64),
  reason: 'A cap of a day',
  state: 'proposed',
  failure: null,
  proposed_by_id: '9',
  proposed_by: 'Ann Lee',
  proposed_at: NOW,
  decided_by: null,
  decided_at: null,
  expires_at: NOW + 7 * 24 * 3_600_000,
  delay_ms: 3_600_000,
  runs_at: null,
  ended_at: null,
};

let platform: Platform;
const reply = (key: string, message: unknown) =>
  platform.reply(key.replace(' ', ' /api/staff/'), { status: 200, body: { type: 'ok', code: 1, message } });
const sent = (key: string) => platform.sent(key.replace(' ', ' /api/staff/'));
const begun = (challenge: string) =>
  reply('POST payout/approve/begin', { signer: 'main', terms, options: JSON.stringify({ challenge, rpId: 'x' }) });
const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name });
const dialog = async () => within(await screen.findByRole('dialog'));
/** A field of a dialog gets its whole text at once. */
const fill = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

beforeEach(() => {
  platform = new Platform();
  platform.account.role = 'treasury';
  reply('GET treasury', treasury);
  reply('GET payouts', { list: [payout], signer: { configured: true, reached: true, wallets: [] } });
});

test('liabilities stand beside assets, and what does not agree stands out', async () => {
  const user = openConsole(platform, 'treasury');
  const assets = within(await screen.findByRole('region', { name: 'Liabilities against assets' }));
  expect(assets.getByText('2,000,000')).toBeDefined();
  expect(assets.getByText('−765,433').hasAttribute('data-bad')).toBe(true);
  const differences = within(screen.getByRole('region', { name: 'Differences of the reconciliation' }));
  expect(differences.getByText('Missing on the chain')).toBeDefined();
  expect(differences.getByText('−0.5')).toBeDefined();
  expect(screen.getByText('1,174,567 to cold')).toBeDefined();
  expect(within(screen.getByRole('region', { name: 'Sweep thresholds' })).getByText('Never')).toBeDefined();
  const places = within(screen.getByRole('region', { name: 'Held elsewhere' }));
  expect(places.getByText('Custodian A')).toBeDefined();
  expect(places.getByText('250,000')).toBeDefined();
  await user.click(screen.getByRole('tab', { name: 'Wallets' }));
  expect(screen.getByText(/Withdrawals were halted at .*: USDT is missing/)).toBeDefined();
  expect(screen.getByText('node_wrong_block')).toBeDefined();
  expect(screen.getByText('1,234,567').hasAttribute('data-bad')).toBe(true);
  await user.click(screen.getByRole('tab', { name: 'Sweeps and movements' }));
  expect(screen.getByText('Ordered, waits: fee_ceiling')).toBeDefined();
  const waiting = within(screen.getByRole('region', { name: 'Addresses whose sweep failed' }));
  expect(waiting.getByText('Execution reverted for an unknown reason.')).toBeDefined();
  platform.reply('GET /api/staff/treasury', 'no connection');
  await pass(10_000);
  expect(await screen.findByText('The treasury did not load')).toBeDefined();
  expect(screen.getByText('Ordered, waits: fee_ceiling')).toBeDefined();
});

test('a change is proposed with the fields of its kind, and the form says which one is wrong', async () => {
  const user = openConsole(platform, 'treasury');
  await user.click(await button('Propose a change'));
  const form = await dialog();
  const send = form.getByRole<HTMLButtonElement>('button', { name: 'Propose a change' });
  expect(send.disabled).toBe(true);
  fill(form.getByLabelText('Currency'), 'usdt');
  fill(form.getByLabelText('Low'), '20000');
  fill(form.getByLabelText('High'), '100000');
  fill(form.getByLabelText('Reason'), 'A cap of a day');
  platform.reply('POST /api/staff/treasury/limit', {
    status: 200,
    body: { type: 'error', code: 0, message: 'It is too small', error: 'field_too_small', field: 'high' },
  });
  await user.click(send);
  expect((await form.findByRole('alert')).textContent).toContain('High');
  const asked = sent('GET changes').length;
  reply('POST treasury/limit', { proposed });
  await user.click(send);
  // Nothing is in force: it is approved under Changes, whose count is read again.
  expect((await screen.findByRole('link', { name: 'See change 12' })).getAttribute('href')).toContain('changes');
  expect(screen.queryByText('Proposed: another member decides')).toBeNull();
  await waitFor(() => expect(sent('GET changes').length).toBeGreaterThan(asked));
  expect(sent('POST treasury/limit').at(-1)).toEqual({
    lang: 'en',
    chain: 'ethereum',
    currency: 'USDT',
    low: '20000',
    high: '100000',
    reason: 'A cap of a day',
  });
});

test('a passkey signs the terms that are shown, and no others', async () => {
  const get = vi.fn();
  vi.stubGlobal('PublicKeyCredential', class {});
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { credentials: { get } }));
  begun(approvalChallenge('main', { ...terms, amount: '99' }));
  const user = openConsole(platform, 'treasury');
  await user.click(await screen.findByRole('tab', { name: 'Payments' }));
  await user.click(await button('Approve withdrawal 51 by passkey'));
  let form = await dialog();
  expect((await form.findByRole('alert')).textContent).toContain('Sign nothing');
  expect(form.getByRole<HTMLButtonElement>('button', { name: 'Approve by passkey' }).disabled).toBe(true);
  await user.click(form.getByRole('button', { name: 'Cancel' }));

  const challenge = approvalChallenge('main', terms);
  begun(challenge);
  await user.click(await button('Approve withdrawal 51 by passkey'));
  form = await dialog();
  expect(await form.findByText('12000000000')).toBeDefined();
  expect(form.getByText('12,000 USDT')).toBeDefined();
  expect(form.getByText(ADDRESS)).toBeDefined();
  const sign = form.getByRole('button', { name: 'Approve by passkey' });
  get.mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'));
  await user.click(sign);
  expect(await form.findByRole('alert')).toBeDefined();
  expect(sent('POST payout/approve')).toEqual([]);
  const bytes = new TextEncoder().encode('signed').buffer;
  get.mockResolvedValueOnce({
    id: 'key',
    rawId: bytes,
    type: 'public-key',
    response: { clientDataJSON: bytes, authenticatorData: bytes, signature: bytes },
    getClientExtensionResults: () => ({}),
  });
  reply('POST payout/approve', { id: '51', approvals: 2 });
  await user.click(sign);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const asked = new Uint8Array(get.mock.calls.at(-1)?.[0].publicKey.challenge);
  expect(Buffer.from(asked).toString('base64url')).toBe(challenge);
  const [approval] = sent('POST payout/approve');
  expect(approval?.id).toBe('51');
  expect(JSON.parse(String(approval?.passkey))).toMatchObject({ id: 'key', type: 'public-key' });
});

test('a payment is given to staff with a reason, and a signer that is away is named', async () => {
  reply('GET payouts', { list: [payout], signer: { configured: true, reached: false, wallets: [] } });
  reply('POST payout/release', { id: '51', state: 'returned' });
  const user = openConsole(platform, 'treasury');
  await user.click(await screen.findByRole('tab', { name: 'Payments' }));
  expect(await screen.findByText(/The signer does not answer/)).toBeDefined();
  await user.click(await button('Pay withdrawal 51 by hand'));
  const form = await dialog();
  fill(form.getByLabelText('Reason'), 'The node is away');
  await user.click(form.getByRole('button', { name: 'Pay by hand' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent('POST payout/release')).toEqual([{ lang: 'en', id: '51', reason: 'The node is away' }]);
});

test('other roles read why they cannot', async () => {
  platform.account.role = 'operator';
  openConsole(platform, 'treasury');
  expect(await screen.findByText('The treasury is for the roles treasury and admin.')).toBeDefined();
  expect(sent('GET treasury')).toEqual([]);
});
