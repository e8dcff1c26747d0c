import { randomBytes } from 'node:crypto';
import { expect, type Locator } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { type App, TABS } from './app.ts';
import { backendNow } from './clock.ts';
import { codeAfter } from './outbox.ts';
import { pageSession } from './session.ts';
import { staffCommand } from './staff.ts';
import { voucher } from './voucher.ts';
import { screen } from './where.ts';

const PAY_PASSWORD = '493817';

export const shown = (of: Locator): Locator => of.filter({ visible: true });
export const dialog = (app: App, path: string): Locator =>
  app.page.getByRole('dialog', { name: app.text(path), exact: true });

/** Opens the sheet of a choice and takes the option that says so. */
export async function choose(app: App, path: string, option: string): Promise<void> {
  const label = app.text(path);
  await shown(app.page.getByRole('button', { name: new RegExp(`^${label}: `) })).tap();
  await dialog(app, path).locator('label').filter({ hasText: option }).first().tap();
}

/** The payment password on the keypad of the app. */
export async function enterPayPassword(app: App, title = 'approval:payPassword'): Promise<void> {
  const keypad = app.page.getByRole('group', { name: app.text(title), exact: true });
  for (const digit of PAY_PASSWORD) await keypad.getByRole('button', { name: digit, exact: true }).tap();
}

type Picture = (name: string) => Promise<void>;
/** Closes the screen that an action which moves money ends with. */
export async function finish(app: App): Promise<void> {
  const done = app.button('common:done').filter({ visible: true });
  await done.tap();
  await expect(done).toHaveCount(0);
}

const noPicture: Picture = async () => undefined;

/** Applies for the basic level; the screen shows the decision of staff without a reload. */
export async function verify(app: App, picture = noPicture): Promise<void> {
  const { page } = app;
  const seen = (path: string) => expect(shown(page.getByText(app.text(path), { exact: true })).first()).toBeVisible();
  await page.goto(screen('/pages/setting/real?type=1'));
  await choose(app, 'account:real.document', app.text('account:real.passport'));
  await choose(app, 'account:real.country', 'Deutschland');
  await app.field('account:real.name').fill('Johanna Berg');
  await app.field('account:real.cardId').fill(randomBytes(5).toString('hex').toUpperCase());
  await picture('identity-form');
  await app.button('account:real.submit').tap();
  await seen('account:real.under_reviewTitle');
  await approve('identity');
  await seen('account:real.verifiedTitle');
  await picture('identity-verified');
}

export async function setPayPassword(app: App, address: string, picture = noPicture): Promise<void> {
  await app.page.goto(screen('/pages/setting/security'));
  await app.page.getByRole('link', { name: app.text('account:routes.setting.payPassword') }).tap();
  await enterMailedCode(app, app.page.getByRole('main'), address);
  await app.button('common:next').tap();
  await enterPayPassword(app, 'account:pay.first');
  await picture('pay-password');
  await enterPayPassword(app, 'account:pay.again');
  await expect(app.heading('account:routes.setting.security')).toBeVisible();
}

/** The same without the screens, for a user who may have one already. */
export async function givePayPassword({ page }: App, user: string): Promise<void> {
  const session = await pageSession(page);
  const post = async (path: string, form: Record<string, string>) => {
    const response = await page.request.post(`/api${path}`, { headers: await session('POST', path, form), form });
    expect(await response.json()).toMatchObject({ type: 'ok' });
  };
  const code = await codeAfter(user, () => post('/sms_send', { scene: 'pay_password' }));
  await post('/safe/pay_password', { key: PAY_PASSWORD, re_key: PAY_PASSWORD, code });
  await page.reload();
}

/** The field of a code of six digits. */
export const digits = (of: Locator | App['page']): Locator => of.locator('input[autocomplete=one-time-code]');

/** Registers a user by e-mail address, who is then logged in, on the home page. */
export async function register(app: App, address: string, password: string): Promise<void> {
  const { page } = app;
  await page.goto(screen('/pages/common/register'));
  await app.field('entrance:credentials.emailAddress').fill(address);
  await digits(page).fill(await codeAfter(address, () => app.button('common:ui.code.send').tap()));
  await app.field('entrance:credentials.password').fill(password);
  await app.field('common:ui.newPassword.repeat').fill(password);
  await page.getByRole('checkbox').check();
  await app.button('entrance:register.action').tap();
  await expect(page.getByTestId('home-total')).toBeVisible();
}

/** Claims a deposit of USDT and has staff approve it; the screen shows both without a reload. */
export async function deposit(app: App, amount: string): Promise<void> {
  const { page } = app;
  await page.goto(screen(TABS.assets));
  await expect(app.heading('assets:routes.fund.assets')).toBeVisible();
  await app.link('assets:routes.fund.receive').tap();
  await expect(page.getByRole('img', { name: app.text('assets:deposit.qr') })).toBeVisible();
  await app.field('assets:deposit.amount').fill(amount);
  await app.field('assets:deposit.txid').fill(randomBytes(32).toString('hex'));
  await page.locator('input[type=file]').setInputFiles(voucher());
  await app.button('assets:deposit.submit').tap();
  await expect(page.getByText(app.text('assets:deposit.sentTitle'))).toBeVisible();
  await app.link('assets:deposit.history').tap();
  // The page of the deposit follows it as well, and is still there below.
  const shown = (status: 'pending' | 'approved') =>
    page.getByText(app.text(`assets:deposit.status_${status}`), { exact: true }).filter({ visible: true });
  await expect(shown('pending')).toBeVisible();
  await approve('deposit');
  await expect(shown('approved')).toBeVisible();
}

/** Staff approve the newest request of a queue: an earlier one may be left of a test that failed. */
export async function approve(queue: string, ...more: readonly string[]): Promise<void> {
  const request = (await staffCommand(['list', queue])).match(/^#\d+/gm)?.at(-1) ?? '';
  await staffCommand(['approve', queue, request.slice(1), ...more]);
}

/** Requests the code that is mailed for what a sheet or screen shows, and enters it. */
export async function enterMailedCode(app: App, place: Locator, address: string): Promise<void> {
  const send = shown(place.getByRole('button', { name: app.text('common:ui.code.send'), exact: true }));
  await shown(digits(place)).fill(await codeAfter(address, () => send.tap()));
}

/** Approves what a sheet shows by the code that is mailed for it. */
export async function approveByMail(app: App, sheet: Locator, address: string): Promise<void> {
  await enterMailedCode(app, sheet, address);
  await sheet.getByRole('button', { name: app.text('common:confirm'), exact: true }).tap();
}

/** Proves a change of what approves by the code that is mailed for it. */
export async function proveByMail(app: App, address: string): Promise<void> {
  await approveByMail(app, dialog(app, 'account:confirm.title'), address);
}

/** Sets up an authenticator app. For a day it only logs in. */
export async function addAuthenticator(app: App, address: string): Promise<void> {
  const { page } = app;
  await page.goto(screen('/pages/setting/authenticator'));
  await app.button('account:authenticator.begin').tap();
  const key = page.getByText(/^([A-Z2-7]{4} ?){8}$/);
  const authenticator = new TOTP({ secret: Secret.fromBase32(((await key.textContent()) ?? '').replaceAll(' ', '')) });
  await digits(page).fill(authenticator.generate({ timestamp: await backendNow() }));
  await proveByMail(app, address);
  const kept = page.getByLabel(app.text('account:recovery.kept'));
  await expect(kept.or(app.heading('account:routes.setting.security'))).toBeVisible();
  if (await kept.isVisible()) {
    await kept.check();
    await app.button('account:recovery.done').tap();
  }
  await expect(app.heading('account:routes.setting.security')).toBeVisible();
}
