// @vitest-environment jsdom
import { useBuyWork } from '@tessera/api/nft';
import { nftFixtures } from '@tessera/api/nft/fixtures';
import { securityFixtures } from '@tessera/api/security/fixtures';
import { beginWithdrawal, useWithdraw } from '@tessera/api/withdrawals';
import { withdrawalsFixtures } from '@tessera/api/withdrawals/fixtures';
import { idempotently, reject, showScreen, signIn, testScreens } from '@tessera/testing';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Button } from '../button/Button.tsx';
import { ApprovalSheet } from './ApprovalSheet.tsx';
import { useApproval } from './use-approval.ts';

const BUY = 'POST /bind_box/buyNFT';
const WAY = 'POST /wallet/way/begin';
const OUT = 'POST /wallet/out';
const BEGIN = 'POST /wallet/out/begin';
const NEEDS = { passkey: null, totp: false, code: null, factor_from: null };

const told = vi.fn();
beforeEach(() => {
  told.mockReset();
});
const { exchange, toasts } = testScreens(
  { name: 'none', texts: async () => ({ default: {} }) },
  {
    user: { hasPayPassword: true },
    exchange: () => ({ ...nftFixtures, ...withdrawalsFixtures, ...securityFixtures }),
  },
);
afterEach(() => {
  vi.unstubAllGlobals();
});

/** A purchase: approved where the exchange asks for it. */
function Purchase() {
  const buy = useApproval({
    command: useBuyWork,
    subject: 'TIDE-01',
    toInput: (price: string, approved) => ({ code: 'TIDE-01', price, ...approved }),
    way: BUY,
    onDone: () => told('done'),
    onMoved: (price) => told(`moved from ${price}`),
  });
  return (
    <>
      <Button onClick={() => buy.ask('120')}>Buy</Button>
      {buy.unresolved && <Button onClick={buy.repeat}>Repeat</Button>}
      <ApprovalSheet {...buy.sheet} title="Buy a work" items={[{ label: 'Price', value: '120 USDT' }]} />
    </>
  );
}

/** A withdrawal: always approved by a second factor. */
function Withdrawal() {
  const out = useApproval({
    command: useWithdraw,
    toInput: (number: string, approved) => ({ currency_id: 3, fee: '1', network: 'TRC20', number, ...approved }),
    begin: async (number) => (await beginWithdrawal({ currency_id: 3, fee: '1', network: 'TRC20', number })).approval,
    onDone: () => told('done'),
  });
  return (
    <>
      <Button onClick={() => out.ask('100')}>Withdraw</Button>
      {/* As a careless screen has it: within its own form. */}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          told('submitted');
        }}
      >
        <ApprovalSheet {...out.sheet} title="Withdraw" />
      </form>
    </>
  );
}

const needs = (approval: object) => ({
  [WAY]: { approval: { ...NEEDS, ...approval } },
  [BEGIN]: { ...withdrawalsFixtures[BEGIN], approval: { ...NEEDS, ...approval } },
});
const sent = (call: string) => exchange.of(call).map(({ form }) => Object.fromEntries(form));

async function open(what: 'Buy' | 'Withdraw') {
  const { user } = showScreen(what === 'Buy' ? <Purchase /> : <Withdrawal />);
  await user.click(screen.getByRole('button', { name: what }));
  const sheet = within(await screen.findByRole('dialog'));
  return {
    user,
    sheet,
    async enterKey(digits = '482915') {
      await sheet.findByRole('group', { name: 'Payment password' });
      for (const digit of digits) await user.click(sheet.getByRole('button', { name: digit }));
    },
  };
}
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

/** A browser whose authenticator signs at once. */
function stubPasskey() {
  const bytes = new TextEncoder().encode('signed').buffer;
  const response = { authenticatorData: bytes, clientDataJSON: bytes, signature: bytes };
  const credential = { id: 'aWQ', rawId: bytes, type: 'public-key', response, getClientExtensionResults: () => ({}) };
  const get = vi.fn(async () => credential);
  vi.stubGlobal('PublicKeyCredential', () => undefined);
  vi.stubGlobal('navigator', Object.create(navigator, { credentials: { value: { get } }, language: { value: 'en' } }));
  return get;
}
const PASSKEY = JSON.stringify({ challenge: 'AAAA', rpId: 'localhost' });

test('the payment password approves where nothing more is asked for', async () => {
  const { sheet, enterKey } = await open('Buy');
  expect(sheet.getByText('120 USDT')).toBeDefined();
  await enterKey();
  await isClosed();
  expect(sent(BUY)).toMatchObject([{ code: 'TIDE-01', price: '120', key: '482915' }]);
  expect(told.mock.calls).toEqual([['done']]);
});

test('without a payment password the way to set one stands in its place', async () => {
  signIn({ hasPayPassword: false });
  const { sheet } = await open('Withdraw');
  const way = await sheet.findByRole('link', { name: 'Set payment password' });
  expect(way.getAttribute('href')).toContain('/pages/setting/payPassword');
  expect(sheet.queryByRole('group')).toBeNull();
});

test('a wrong payment password is asked for again, a blocked one is set anew', async () => {
  exchange.change({ [BUY]: reject('key_wrong', 'Wrong. 4 tries left', 'key') });
  const { sheet, enterKey } = await open('Buy');
  await enterKey();
  expect(await sheet.findByText('Wrong. 4 tries left')).toBeDefined();
  exchange.change({ [BUY]: reject('key_locked', 'Locked for 10 min', 'key') });
  await enterKey();
  expect(await sheet.findByText('Locked for 10 min')).toBeDefined();
  exchange.change({ [BUY]: reject('key_blocked', 'Set it again', 'key') });
  await enterKey();
  expect(await sheet.findByText('Set it again')).toBeDefined();
  expect(sheet.getByRole('link', { name: 'Set payment password' })).toBeDefined();
  expect(toasts.texts).toEqual([]);
});

test('an approval that the exchange asks for follows the payment password, for the fields that are sent', async () => {
  exchange.change({ ...needs({ totp: true }), [BUY]: reject('approval_required', 'More than 200 USDT a day') });
  const { user, sheet, enterKey } = await open('Buy');
  await enterKey();
  const totp = await sheet.findByLabelText(/Authenticator code/);
  expect(sheet.getByText('More than 200 USDT a day')).toBeDefined();
  expect(sent(WAY)).toMatchObject([{ call: BUY, input: JSON.stringify({ code: 'TIDE-01', price: '120' }) }]);
  exchange.change({ [BUY]: reject('totp_wrong', 'Not this code', 'totp') });
  await user.type(totp, '111111');
  expect(await sheet.findByText('Not this code')).toBeDefined();
  exchange.change(nftFixtures);
  await user.type(totp, '123456');
  await isClosed();
  expect(sent(BUY).at(-1)).toMatchObject({ code: 'TIDE-01', price: '120', key: '482915', totp: '123456' });
});

test('a mailed code is good for what was begun, and has the name that the call takes', async () => {
  exchange.change({ ...needs({ code: 'sealed' }), [BUY]: reject('approval_required', 'More than 200 USDT a day') });
  const code = async ({ user, sheet, enterKey }: Awaited<ReturnType<typeof open>>) => {
    await enterKey();
    await user.click(await sheet.findByRole('button', { name: 'Send code' }));
    await waitFor(() => expect(sent('POST /sms_send').at(-1)).toMatchObject({ scene: 'withdraw', request: 'sealed' }));
    exchange.change(nftFixtures);
    await user.type(sheet.getByLabelText(/Verification code/), '654321');
    await user.click(sheet.getByRole('button', { name: 'Confirm' }));
    await isClosed();
    cleanup();
  };
  await code(await open('Buy'));
  expect(sent(BUY).at(-1)).toMatchObject({ key: '482915', mailed_code: '654321' });
  // What is in a form does not send the form.
  told.mockReset();
  await code(await open('Withdraw'));
  expect(told.mock.calls).toEqual([['done']]);
  expect(sent(OUT).at(-1)).toMatchObject({ key: '482915', code: '654321' });
});

test('where a factor always approves, the password comes first, and each rejection begins anew', async () => {
  const get = stubPasskey();
  exchange.change({
    ...needs({ passkey: PASSKEY, totp: true, factor_from: Date.UTC(2026, 10, 20) }),
    [OUT]: reject('passkey_wrong', 'Not accepted', 'passkey'),
  });
  const { user, sheet, enterKey } = await open('Withdraw');
  await enterKey();
  const use = await sheet.findByRole('button', { name: 'Use passkey' });
  expect(sheet.getByText(/Your new factor is active for approvals from/)).toBeDefined();
  // One order: passkey, authenticator.
  expect(use.compareDocumentPosition(sheet.getByLabelText(/Authenticator code/))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
  get.mockRejectedValueOnce(new DOMException('cancelled', 'NotAllowedError'));
  await user.click(use);
  expect(await sheet.findByText('The passkey was not used. Try again.')).toBeDefined();
  await user.click(use);
  expect(await sheet.findByText('Not accepted')).toBeDefined();
  await waitFor(() => expect(exchange.of(BEGIN)).toHaveLength(2));
  expect(sent(OUT)[0]).toMatchObject({ key: '482915', passkey: expect.stringContaining('c2lnbmVk') });
  // A wrong payment password goes back to the keypad, and forgets the factor.
  exchange.change({ [OUT]: reject('key_wrong', 'Wrong. 4 tries left', 'key') });
  await user.type(sheet.getByLabelText(/Authenticator code/), '123456');
  expect(await sheet.findByText('Wrong. 4 tries left')).toBeDefined();
  exchange.change(withdrawalsFixtures);
  await enterKey('111333');
  await user.type(await sheet.findByLabelText(/Authenticator code/), '123456');
  await isClosed();
  expect(sent(OUT).at(-1)).toMatchObject({ key: '111333', totp: '123456' });
});

test('the last digit of a password on a keyboard is not typed into the next field', async () => {
  exchange.change(needs({ totp: true }));
  const { user, sheet } = await open('Withdraw');
  await sheet.findByRole('group', { name: 'Payment password' });
  await user.keyboard('482915');
  expect((await sheet.findByLabelText<HTMLInputElement>(/Authenticator code/)).value).toBe('');
});

test('any other rejection ends it and says why; terms that moved are told with what was asked', async () => {
  exchange.change({ [BUY]: reject('price_moved', 'The price is another now') });
  const { enterKey } = await open('Buy');
  await enterKey();
  await isClosed();
  expect(toasts.texts).toEqual(['The price is another now']);
  expect(told.mock.calls).toEqual([['moved from 120']]);
});

test('after silence it closes, and exactly the same is repeated', async () => {
  exchange.change({ [BUY]: idempotently(() => nftFixtures[BUY], { losing: 1 }) });
  const { user, enterKey } = await open('Buy');
  await enterKey();
  await isClosed();
  expect(toasts.texts).toEqual([expect.stringContaining('No response arrived')]);
  await user.click(await screen.findByRole('button', { name: 'Repeat' }));
  await waitFor(() => expect(told.mock.calls).toEqual([['done']]));
  const [first, second] = exchange.of(BUY);
  expect(second?.idempotencyKey).toBe(first?.idempotencyKey);
  expect(second?.form.get('key')).toBe('482915');
});

test('what was turned away unheard is asked for again, in the same sheet', async () => {
  exchange.change({ [BUY]: reject('rate_limited', 'Please wait a moment') });
  const { sheet, enterKey } = await open('Buy');
  await enterKey();
  expect(await sheet.findByText('Please wait a moment')).toBeDefined();
  exchange.change(nftFixtures);
  await enterKey();
  await isClosed();
  expect(told.mock.calls).toEqual([['done']]);
});

test('what it takes can be asked again where that failed', async () => {
  exchange.change({ [BEGIN]: reject('server_fault', 'Come back later') });
  const { user, sheet } = await open('Withdraw');
  expect(await sheet.findByText('Come back later')).toBeDefined();
  exchange.change(needs({ totp: true }));
  await user.click(sheet.getByRole('button', { name: 'Try again' }));
  expect(await sheet.findByRole('group', { name: 'Payment password' })).toBeDefined();
});
