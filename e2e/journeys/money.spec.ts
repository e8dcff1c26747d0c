import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { toBuffer } from 'qrcode';
import { App, TABS } from '../platform/app.ts';
import {
  addAuthenticator,
  approve,
  approveByMail,
  choose,
  deposit,
  dialog,
  enterPayPassword,
  finish,
  register,
  setPayPassword,
  shown,
  verify,
} from '../platform/journey.ts';
import { textOf } from '../platform/pdf.ts';
import { screen } from '../platform/where.ts';

const PASSWORD = 'a-silent-orchard-57';
const FRIEND = 'demo@tessera.example';
const WALLET = { name: 'Hardware-Wallet', network: 'TRC20', address: 'TL9NrPZj5mTUkdodTJx9rtD1vqDTxnYZgy' };
/** A folder for pictures of the stations, to look at. */
const PICTURES = process.env.MONEY_PICTURES;

const seen = (app: App, path: string): Promise<void> =>
  expect(shown(app.page.getByText(app.text(path), { exact: true })).first()).toBeVisible();

async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/${name}.png`, animations: 'disabled' });
}

async function convert(app: App, amount: string): Promise<void> {
  const { page } = app;
  await page.goto(screen('/pages/transfer/transfer'));
  await choose(app, 'assets:transfer.from', 'USDT');
  await choose(app, 'assets:transfer.to', 'BTC');
  await shown(app.field('common:amount')).fill(amount);
  await app.button('assets:convert.review').tap();
  const sheet = dialog(app, 'assets:convert.confirm');
  await picture(page, 'convert-quote');
  await sheet.getByRole('button', { name: app.text('assets:convert.action', { amount, currency: 'USDT' }) }).tap();
  // One for each day.
  const list = page.getByRole('list', { name: app.text('assets:convert.history') });
  await expect(list.getByRole('listitem')).toContainText('USDT → BTC');
  await picture(page, 'convert-done');
  await finish(app);
}

/** From the spot account into the fiat account. */
async function transfer(app: App, amount: string): Promise<void> {
  const { page } = app;
  await page.goto(screen('/pages/fund/transfer?from=change&to=legal'));
  await choose(app, 'assets:record.currency', 'USDT');
  await shown(app.field('assets:transfer.amount')).fill(amount);
  const action = { name: app.text('assets:transfer.action', { amount, currency: 'USDT' }), exact: true };
  await page.getByRole('button', action).tap();
  const sheet = dialog(app, 'assets:transfer.confirm');
  await sheet.getByRole('button', action).tap();
  await seen(app, 'assets:transfer.done');
  await picture(page, 'transfer-done');
  await finish(app);
}

async function send(app: App, amount: string, address: string): Promise<void> {
  const { page } = app;
  await page.goto(screen('/pages/fund/fundTransfer'));
  await app.field('assets:send.to').fill(FRIEND);
  await shown(app.field('assets:send.amount')).fill(amount);
  await app.button('assets:send.next').tap();
  const sheet = dialog(app, 'assets:send.confirm');
  await picture(page, 'send-recipient');
  await enterPayPassword(app);
  await approveByMail(app, sheet, address);
  const payments = page.getByRole('list', { name: app.text('assets:send.history') });
  await expect(payments.getByRole('listitem')).toContainText(`-${amount} USDT`);
  await picture(page, 'send-done');
  await finish(app);
}

/** Saves an address in the address book, with its QR code. */
async function saveAddress(app: App): Promise<void> {
  const { page } = app;
  const { name, network, address } = WALLET;
  await page.goto(screen('/pages/setting/addWallet'));
  await choose(app, 'assets:deposit.coin', 'USDT');
  await choose(app, 'assets:deposit.network', network);
  const buffer = await toBuffer(address, { width: 480, margin: 4 });
  await page
    .locator('input[type=file]')
    .and(page.locator(':visible'))
    .setInputFiles({ name: 'qr.png', mimeType: 'image/png', buffer });
  // It is read from the picture.
  await expect(shown(app.field('assets:payout.address'))).toHaveValue(address);
  await app.field('assets:payout.name').fill(name);
  await picture(page, 'address-form');
  await app.button('assets:payout.save').tap();
  await enterPayPassword(app);
  await expect(page.getByRole('list', { name: app.text('assets:routes.setting.wallet') })).toContainText(name);
  await picture(page, 'address-book');
}

async function withdraw(app: App, amount: string, address: string): Promise<void> {
  const { page } = app;
  await page.goto(screen('/pages/fund/withdraw'));
  await page
    .locator('label')
    .filter({ hasText: app.text('assets:payout.toSaved') })
    .tap();
  await choose(app, 'assets:payout.chooseAddress', WALLET.name);
  await shown(app.field('assets:payout.amount')).fill(amount);
  await picture(page, 'withdraw-form');
  await app.button('assets:payout.submit').tap();
  await expect(dialog(app, 'assets:payout.confirm')).toContainText(WALLET.address);
  await enterPayPassword(app);
  await picture(page, 'withdraw-second-factor');
  await approveByMail(app, dialog(app, 'assets:payout.confirm'), address);
  await seen(app, 'assets:payout.sentTitle');
  await picture(page, 'withdraw-requested');
}

/** Staff pay a withdrawal out, while its user looks at the history. */
async function payOut(app: App): Promise<void> {
  const { page } = app;
  await app.link('assets:payout.history').tap();
  const row = page.getByRole('list', { name: app.text('assets:payout.withdrawals') }).getByRole('listitem');
  await expect(row).toContainText(app.text('assets:payout.status_requested'));
  await approve('withdrawal');
  await expect(row).toContainText(app.text('assets:payout.status_approved'));
  const txid = randomBytes(32).toString('hex');
  await approve('payout', '--txid', txid);
  await expect(row).toContainText(app.text('assets:payout.status_sent'));
  await approve('payout_final');
  await expect(row).toContainText(app.text('assets:payout.status_final'));
  await picture(page, 'withdrawal-history');
  await row.getByRole('button').tap();
  const sheet = dialog(app, 'assets:payout.details');
  await expect(sheet).toContainText(txid);
  await picture(page, 'withdrawal-steps');
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
}

async function download(app: App, path: string): Promise<Buffer> {
  const downloading = app.page.waitForEvent('download');
  await app.button(path).tap();
  return readFileSync(await (await downloading).path());
}

type Closing = { readonly account: string; readonly currency: string; readonly balance: string };

/** The balance after the last line of each account and currency; lines are in the order of time. */
function closingsOf(csv: string): Closing[] {
  const closings = new Map<string, Closing>();
  for (const line of csv.trim().split('\r\n').slice(1)) {
    // As spreadsheets of the language read it.
    const [, account = '', , currency = '', , , balance = ''] = line.split(';');
    closings.set(`${account} ${currency}`, { account, currency, balance: balance.replace(',', '.') });
  }
  return [...closings.values()];
}

const german = (value: string): string =>
  new Intl.NumberFormat('de', { maximumFractionDigits: 18 }).format(value as `${number}`);
const exactly = (text: string): string => text.replaceAll('.', '\\.');

/** A figure that is not a part of another one. */
const figure = (value: string): RegExp => new RegExp(`(?<![\\d.,])${exactly(german(value))}(?![\\d.,])`);

/** The line of the summary that ends with the closing balance, in all decimal places of the currency. */
function summed({ account, currency, balance }: Closing): RegExp {
  const text = german(balance);
  return new RegExp(`^\\s*${account} . ${currency} .* ${exactly(text)}${text.includes(',') ? '' : ','}0*\\W*$`, 'm');
}

test('money comes in, is converted, moved, sent and paid out, and the statement adds up', async ({ page }, {
  retry,
}) => {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  const app = await App.open(page, { language: 'de', theme: 'dark' });
  const address = `money-${retry}@example.com`;
  await register(app, address, PASSWORD);
  await verify(app, (name) => picture(page, name));
  await deposit(app, '1000');
  await picture(page, 'deposit-history');
  // It approves nothing on its first day: codes by mail do.
  await addAuthenticator(app, address);
  await setPayPassword(app, address, (name) => picture(page, name));
  await convert(app, '100');
  await transfer(app, '50');
  await send(app, '25', address);
  await saveAddress(app);
  await withdraw(app, '200', address);
  await payOut(app);

  await page.goto(screen('/pages/setting/bill'));
  const paid = page.getByRole('listitem').filter({ hasText: app.text('assets:kind.withdrawal') });
  await expect(shown(paid.filter({ hasText: '-200 USDT' }))).toBeVisible();
  await picture(page, 'bills');
  const closings = closingsOf((await download(app, 'assets:bill.csv')).toString());
  expect(closings.map(({ account, currency }) => `${account} ${currency}`).toSorted()).toEqual([
    'Fiat USDT',
    'Spot BTC',
    'Spot USDT',
  ]);
  const pdf = textOf(await download(app, 'assets:bill.pdf'));
  await page.goto(screen(TABS.assets));
  for (const closing of closings) {
    const { account, currency, balance } = closing;
    await page.getByRole('tab', { name: account, exact: true }).tap();
    const holdings = page.getByRole('list', { name: account, exact: true });
    await expect(holdings.getByRole('link', { name: new RegExp(`^${currency}`) })).toContainText(figure(balance));
    if (pdf !== null) expect(pdf).toMatch(summed(closing));
  }
  await picture(page, 'assets');
  expect(problems).toEqual([]);
});
