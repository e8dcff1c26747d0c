import { expect, test } from '@playwright/test';
import { App } from '../platform/app.ts';

const DEMO = { user: 'demo@tessera.example', password: 'Tessera-2026' };

test('a page that requires a log-in redirects a guest with a notice, and returns after the log-in', async ({
  page,
}) => {
  const app = await App.open(page, { language: 'en', theme: 'light' });
  await page.goto('/h5/#/pages/fund/transfer');
  await expect(page.getByText(app.text('common:pleaseLogin'))).toBeVisible();
  await expect(app.heading('host:login.title')).toBeVisible();
  await page.locator('input[autocomplete=username]').fill(DEMO.user);
  await page.locator('input[autocomplete=current-password]').fill(DEMO.password);
  await page.locator('button[type=submit]').tap();
  await expect(app.heading('assets:routes.fund.transfer')).toBeVisible();
});

test('a session that ended on the server ends in the open app too: the reason, then the log-in page', async ({
  page,
}) => {
  const app = await App.open(page, { language: 'en', theme: 'dark' }, '/pages/common/login');
  await page.locator('input[autocomplete=username]').fill(DEMO.user);
  await page.locator('input[autocomplete=current-password]').fill(DEMO.password);
  await page.locator('button[type=submit]').tap();
  await expect(page.getByTestId('home-total')).toBeVisible();

  const token = await page.evaluate(() => localStorage.getItem('tessera.host.token'));
  await page.request.get('/api/user/logout', { headers: { authorization: token ?? '' } });
  await expect(page.getByText('Your session has ended')).toBeVisible();
  await expect(app.heading('host:login.title')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('tessera.host.token'))).toBeNull();
});

test('a wrong password shows an error, and the form keeps its input', async ({ page }) => {
  await App.open(page, { language: 'en', theme: 'light' }, '/pages/common/login');
  const user = page.locator('input[autocomplete=username]');
  await user.fill('nobody@example.com');
  await page.locator('input[autocomplete=current-password]').fill('not-the-password');
  await page.locator('button[type=submit]').tap();
  await expect(page.getByText('Account or password is incorrect')).toBeVisible();
  await expect(user).toHaveValue('nobody@example.com');
});
