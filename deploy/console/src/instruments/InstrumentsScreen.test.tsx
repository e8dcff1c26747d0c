// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { onTheConsole, openConsole } from '../testing/open-console.tsx';
import { Platform } from '../testing/platform.ts';

onTheConsole();
let platform: Platform;
beforeEach(() => {
  platform = new Platform();
  platform.account.role = 'treasury';
});

const CHANGE = 'POST /api/staff/instruments/change';
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });
const dialog = async () => within(await screen.findByRole('dialog'));
const rows = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);

test('the instruments are listed, halted ones first, and found by name', async () => {
  const user = openConsole(platform, 'instruments');
  expect(await screen.findByRole('heading', { level: 1, name: 'Instruments' })).toBeDefined();
  await screen.findByText('Halted: a fork of the chain');
  expect(rows()).toEqual(['ETH/USDTEthereum', 'BTC/USDTBitcoin']);
  await user.type(screen.getByLabelText('Find by symbol or name'), 'bitc');
  expect(rows()).toEqual(['BTC/USDTBitcoin']);
  await user.type(screen.getByLabelText('Find by symbol or name'), 'oins');
  expect(screen.getByText('No instrument matches')).toBeDefined();
});

test('what the market could not follow is named with its reason', async () => {
  platform.misfits = [{ symbol: 'BTC/USDT', reason: 'the order spot:81 is not on the new grid' }];
  openConsole(platform, 'instruments');
  expect(await screen.findByText('Halted by the market: the new tick or lot does not fit')).toBeDefined();
  expect(screen.getByText('BTC/USDT: the order spot:81 is not on the new grid')).toBeDefined();
});

describe('a change', () => {
  test('sends what differs, with its reason and the version that was shown', async () => {
    const user = openConsole(platform, 'instruments');
    await user.click(await button('Edit BTC/USDT'));
    const form = await dialog();
    const save = form.getByRole<HTMLButtonElement>('button', { name: 'Save' });
    expect(save.disabled).toBe(true);
    await user.clear(form.getByLabelText('Taker fee, a ratio'));
    await user.type(form.getByLabelText('Taker fee, a ratio'), '0.002');
    await user.click(save);
    expect(form.getByText('Enter a reason. It is kept in the history.')).toBeDefined();
    await user.type(form.getByLabelText('Reason'), 'as agreed');
    await user.click(save);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(platform.sent(CHANGE)).toEqual([
      { lang: 'en', symbol: 'BTC/USDT', version: '1', reason: 'as agreed', taker_fee_rate: '0.002' },
    ]);
    expect(await screen.findByText('0.1 % / 0.2 %')).toBeDefined();
  });

  test('asks for the second factor where it was not proven, and is then made', async () => {
    platform.confirmed = false;
    platform.code = '123456';
    const user = openConsole(platform, 'instruments');
    await user.click(await button('Resume ETH/USDT'));
    const form = await dialog();
    await user.type(form.getByLabelText('Reason'), 'it is over');
    await user.click(form.getByRole('button', { name: 'Resume' }));
    await user.type(await form.findByLabelText('Authenticator code'), '654321');
    expect((await form.findByRole('alert')).textContent).toBe('The authenticator code is incorrect');
    await user.type(form.getByLabelText('Authenticator code'), '123456');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await button('Halt ETH/USDT')).toBeDefined();
  });

  test('shows why it was rejected, with the field, and keeps what was typed', async () => {
    platform.reply(CHANGE, {
      status: 200,
      body: { type: 'error', code: 0, message: 'Halt the symbol first', error: 'halt_required', field: 'tick' },
    });
    const user = openConsole(platform, 'instruments');
    await user.click(await button('Edit BTC/USDT'));
    const form = await dialog();
    await user.clear(form.getByLabelText('Tick'));
    await user.type(form.getByLabelText('Tick'), '0.1');
    await user.type(form.getByLabelText('Reason'), 'coarser');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect((await form.findByRole('alert')).textContent).toBe('Tick: Halt the symbol first');
    expect(form.getByLabelText<HTMLInputElement>('Tick').value).toBe('0.1');
  });
});

test('who is on duty halts at once, without a second factor, and changes no terms', async () => {
  platform.account.role = 'duty';
  platform.confirmed = false;
  const user = openConsole(platform, 'instruments');
  const edit = await button('Edit BTC/USDT');
  expect([edit.disabled, edit.title]).toEqual([true, 'Requires the role treasury or admin']);
  await user.click(await button('Halt BTC/USDT'));
  const form = await dialog();
  await user.type(form.getByLabelText('Reason'), 'wrong prices');
  await user.click(form.getByRole('button', { name: 'Halt' }));
  expect(await screen.findByText('Halted: wrong prices')).toBeDefined();
});

test.each(['support', 'operator'])('%s reads only', async (role) => {
  platform.account.role = role;
  openConsole(platform, 'instruments');
  expect((await button('Halt BTC/USDT')).disabled).toBe(true);
  expect((await button('Edit BTC/USDT')).disabled).toBe(true);
});
