import { randomBytes } from 'node:crypto';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { App, TABS } from '../platform/app.ts';
import { approve, digits } from '../platform/journey.ts';
import { codeAfter } from '../platform/outbox.ts';
import { voucher } from '../platform/voucher.ts';

const PASSWORD = 'quite-a-decent-secret-7';
/** More than any screen has places for the focus. */
const MOST_STOPS = 90;

type Stop = {
  readonly name: string;
  /** In the bars above and below, or in a dialog: beside the order of the screen. */
  readonly apart: boolean;
  readonly top: number;
  readonly problem: string | null;
};

/** Where the focus is, and what a user of a keyboard would miss there: to see it whole, and to see that it is there. */
const stopOf = (page: Page): Promise<Stop> =>
  page.evaluate(() => {
    const focused = document.activeElement;
    if (!(focused instanceof HTMLElement) || focused === document.body)
      return { name: 'the page', apart: true, top: 0, problem: null };
    const name = `${focused.tagName} “${(focused.getAttribute('aria-label') ?? focused.textContent ?? '').slice(0, 40)}” ${focused.className}`;
    // A radio button, checkbox or file input may be drawn by its label, and a code by its boxes.
    const around = focused instanceof HTMLInputElement ? focused.parentElement?.parentElement : null;
    const drawn = [focused, focused.closest('label'), focused.parentElement, focused.nextElementSibling, around].filter(
      (each) => each instanceof HTMLElement,
    );
    const ring = ({ outlineStyle, outlineWidth, boxShadow }: CSSStyleDeclaration) =>
      (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
    const ringed = drawn.filter((each) => each && ring(getComputedStyle(each)));
    const box = (ringed[0] ?? focused).getBoundingClientRect();
    const middle = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    const covered = middle !== null && !drawn.some((each) => each?.contains(middle) || middle.contains(each ?? null));
    const outside = box.bottom <= 0 || box.top >= innerHeight || box.right <= 0 || box.left >= innerWidth;
    const problem = ringed.length === 0 ? 'has no ring' : outside ? 'is out of sight' : covered ? 'is covered' : null;
    const apart = focused.closest('nav, header, dialog') !== null;
    return { name, apart, top: box.top + scrollY, problem };
  });

/** Where the focus was not to be seen, by the screen. */
const unseen = new Set<string>();

/** Presses Tab until a control has the focus, or Shift and Tab; each stop on the way has to be visible. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
    const { name, problem } = await stopOf(page);
    if (problem) unseen.add(`${new URL(page.url()).hash}: ${name} ${problem}`);
  }
  throw new Error(`The focus does not come to ${target}.`);
}

/** Goes to a control and presses a key on it. */
async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

async function type(page: Page, target: Locator, value: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(value);
}

/** Focus begins in an open sheet, and what is behind it cannot have it: only the browser's own bar, between two rounds. */
async function expectTrap(page: Page, sheet: Locator): Promise<void> {
  await expect(sheet).toBeVisible();
  const place = () =>
    sheet.evaluate((element) => {
      if (element.contains(document.activeElement)) return 'inside';
      return document.activeElement === document.body ? 'the browser' : 'behind';
    });
  await expect.poll(place).toBe('inside');
  const places: string[] = [];
  for (const key of ['Tab', 'Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab']) {
    await page.keyboard.press(key);
    places.push(await place());
  }
  expect(places).toContain('inside');
  expect(places).not.toContain('behind');
}

/** Focus moves down the screen, not back and forth. */
async function expectOrder(page: Page, from: Locator): Promise<void> {
  await from.focus();
  const stops: Stop[] = [];
  for (let count = 0; count < 12; count += 1) {
    await page.keyboard.press('Tab');
    const stop = await stopOf(page);
    if (stop.apart) break;
    stops.push(stop);
  }
  const back = stops.filter((stop, index) => index > 0 && stop.top < (stops[index - 1]?.top ?? 0) - 44);
  expect(back.map(({ name }) => name)).toEqual([]);
}

async function register(app: App, address: string): Promise<void> {
  const { page } = app;
  const email = app.field('entrance:credentials.emailAddress');
  await type(page, email, address);
  const code = await codeAfter(address, () => press(page, app.button('common:ui.code.send')));
  // The code has the focus by itself.
  await expect(digits(page)).toBeFocused();
  await page.keyboard.type(code);
  await type(page, app.field('entrance:credentials.password'), PASSWORD);
  await type(page, app.field('common:ui.newPassword.repeat'), PASSWORD);
  await press(page, page.getByRole('checkbox'), 'Space');
  await press(page, app.button('entrance:register.action'));
  await expect(page.getByTestId('home-total')).toBeVisible();
}

async function deposit(app: App, amount: string): Promise<void> {
  const { page } = app;
  await press(page, app.tab(TABS.assets));
  await expect(app.heading('assets:routes.fund.assets')).toBeVisible();
  await press(page, app.link('assets:routes.fund.receive'));
  await expect(page.getByRole('img', { name: app.text('assets:deposit.qr') })).toBeVisible();
  const coin = page.getByRole('button', { name: new RegExp(`^${app.text('assets:deposit.coin')}`) });
  await press(page, coin);
  const sheet = page.getByRole('dialog');
  await expectTrap(page, sheet);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(coin).toBeFocused();
  await expectOrder(page, coin);
  await coin.focus();
  await type(page, app.field('assets:deposit.amount'), amount);
  await type(page, app.field('assets:deposit.txid'), randomBytes(32).toString('hex'));
  const choosing = page.waitForEvent('filechooser');
  await tabTo(page, page.locator('input[type=file]'));
  await page.keyboard.press('Enter');
  await (await choosing).setFiles(voucher());
  const submit = app.button('assets:deposit.submit');
  // Once the picture has arrived.
  await expect(submit).toBeEnabled();
  await press(page, submit);
  await expect(page.getByText(app.text('assets:deposit.sentTitle'))).toBeVisible();
  await press(page, app.link('assets:deposit.history'));
  await approve('deposit');
  const credited = page.getByText(app.text('assets:deposit.status_approved'), { exact: true });
  // The page of the deposit follows it as well, and is still there below.
  await expect(credited.filter({ visible: true })).toBeVisible();
}

async function buy(app: App, amount: string): Promise<void> {
  const { page } = app;
  // From the history by way of the form to a screen with the bar.
  await press(page, app.button('common:back'));
  await expect(app.heading('assets:routes.fund.receive')).toBeVisible();
  await press(page, app.button('common:back'));
  // Back from the title: the bar is the last of the page, behind a long list.
  await expect(app.heading('assets:routes.fund.assets')).toBeFocused();
  await tabTo(page, app.tab(TABS.trade), 'Shift+Tab');
  await page.keyboard.press('Enter');
  const kind = page.getByRole('button', { name: new RegExp(`^${app.text('trading:form.kind')}`) });
  await press(page, kind);
  const kinds = page.getByRole('dialog');
  await expectTrap(page, kinds);
  const market = kinds.getByRole('radio', { name: new RegExp(`^${app.text('trading:form.market')}`) });
  // Arrows move between radio buttons.
  await tabTo(page, kinds.getByRole('radio', { checked: true }));
  await page.keyboard.press('ArrowDown');
  await expect(market).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(kinds).toBeHidden();
  await expect(kind).toBeFocused();
  await type(page, app.field('trading:form.amountIn', { unit: 'BTC' }), amount);
  const label = app.text('trading:form.buyAmount', { amount, base: 'BTC' });
  const submit = page.getByRole('button', { name: label, exact: true });
  await press(page, submit);
  const sheet = page.getByRole('dialog', { name: app.text('trading:confirm.buyTitle') });
  await expectTrap(page, sheet);
  await press(page, sheet.getByRole('button', { name: new RegExp(`^${label}$`) }));
  await expect(sheet).toBeHidden();
}

test('a user registers, deposits and trades by keyboard alone', async ({ page }, { retry }) => {
  const app = await App.open(page, { language: 'en', theme: 'dark' }, '/pages/common/register');
  await register(app, `keys-${retry}@example.com`);
  await deposit(app, '400');
  await buy(app, '0.001');
  await page.goto('/h5/#/pages/fund/assets_all_record');
  const bought = page.getByRole('listitem').filter({ hasText: app.text('assets:kind.trade_buy') });
  await expect(bought.filter({ hasText: /\+0\.001\sBTC/ }).first()).toBeVisible();
  expect([...unseen]).toEqual([]);
});
