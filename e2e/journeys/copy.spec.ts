import { expect, test } from '@playwright/test';
import { App } from '../platform/app.ts';
import { approve, enterPayPassword, finish, givePayPassword } from '../platform/journey.ts';
import { screen } from '../platform/where.ts';

const DEMO = { user: 'demo@tessera.example', password: 'Tessera-2026' };

async function logIn(app: App): Promise<void> {
  const { page } = app;
  await page.goto(screen('/pages/common/login'));
  await page.locator('input[autocomplete=username]').fill(DEMO.user);
  await page.locator('input[autocomplete=current-password]').fill(DEMO.password);
  await page.locator('button[type=submit]').tap();
  await expect(page.getByTestId('home-total')).toBeVisible();
}

test('a trader is found, copied, copied no more, and a user becomes a trader', async ({ page }) => {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  const app = await App.open(page, { language: 'de', theme: 'dark' });
  await logIn(app);
  await givePayPassword(app, DEMO.user);

  await page.goto(screen('/pages/copytrade/copy'));
  await app.link('trading/copytrading:copy.find').tap();
  await expect(app.heading('trading:routes.follow.index')).toBeVisible();
  await app.button('trading/copytrading:copy.sort.drawdown').tap();
  await page.getByRole('link', { name: /Trend/ }).tap();
  await expect(page.getByText(app.text('trading/copytrading:copy.strategy.trend'))).toBeVisible();
  await page
    .getByRole('link', { name: app.text('trading/copytrading:copy.start', { name: 'Trend' }), exact: true })
    .tap();

  const start = app.button('trading/copytrading:copy.start', { name: 'Trend' });
  await app.field('trading/copytrading:copy.form.most').fill('500');
  await expect(start).toBeDisabled();
  await page.getByRole('checkbox').check();
  await start.tap();
  await enterPayPassword(app);
  await finish(app);
  await expect(app.heading('trading:routes.copytrade.trader')).toBeVisible();
  await expect(
    page.getByText(app.text('trading/copytrading:copy.following'), { exact: true }).filter({ visible: true }),
  ).toBeVisible();

  await app.link('trading/copytrading:copy.edit').filter({ visible: true }).tap();
  await app.button('trading/copytrading:copy.stop.do').tap();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: app.text('trading/copytrading:copy.stop.do'), exact: true }).tap();
  await expect(page.getByText(app.text('trading/copytrading:copy.stop.done'))).toBeVisible();

  await page.goto(screen('/pages/copytrade/copy'));
  await expect(
    page.getByText(app.text('trading/copytrading:copy.ended.user'), { exact: true }).filter({ visible: true }).first(),
  ).toBeVisible();
  await app.button('trading/copytrading:copy.apply.do').tap();
  const sheet = page.getByRole('dialog', { name: app.text('trading/copytrading:copy.apply.title') });
  await sheet.getByRole('textbox').fill('Ausbrüche in Bitcoin, kleine Größen, enge Stops.');
  await sheet.getByRole('button', { name: app.text('trading/copytrading:copy.apply.send'), exact: true }).tap();
  // The screen below is kept, hidden.
  const shown = (path: string) => page.getByText(app.text(path)).filter({ visible: true }).first();
  await expect(shown('trading/copytrading:copy.apply.pending')).toBeVisible();
  await approve('trader');
  // The decision reaches the open screen.
  await expect(shown('trading/copytrading:copy.apply.approved')).toBeVisible();
  expect(problems).toEqual([]);
});
