import { expect, test } from '@playwright/test';
import { App } from '../platform/app.ts';
import { advanceClock, backendNow } from '../platform/clock.ts';
import { finish } from '../platform/journey.ts';
import { screen } from '../platform/where.ts';

const DEMO = { user: 'demo@tessera.example', password: 'Tessera-2026' };
const TURN = 2 * 86_400_000;

test('a token sale from the subscription to the first trade, with its allocation checked in the page', async ({
  page,
}) => {
  // The window of the demonstration's sale may be about to close.
  const left = TURN - ((await backendNow()) % TURN);
  if (left < 3_600_000) await advanceClock({ ms: left + 1_000 });
  const app = await App.open(page, { language: 'de', theme: 'dark' }, '/pages/common/login');
  await page.locator('input[autocomplete=username]').fill(DEMO.user);
  await page.locator('input[autocomplete=current-password]').fill(DEMO.password);
  await page.locator('button[type=submit]').tap();
  await expect(page.getByTestId('home-total')).toBeVisible();

  await page.goto(screen('/pages/ieo/ieo'));
  const sales = page.getByRole('list', { name: app.text('finance/launchpad:title') });
  for (const state of ['inProgress', 'warmUp', 'ended']) {
    await expect(sales.getByText(app.text(`finance/launchpad:${state}`), { exact: true }).first()).toBeVisible();
  }
  await sales
    .getByRole('link', { name: app.text('finance/launchpad:inProgress') })
    .first()
    .tap();
  await page.getByRole('textbox', { name: app.text('finance/launchpad:amount') }).fill('200');
  await app.button('finance/launchpad:review').tap();
  const sheet = page.getByRole('dialog', { name: app.text('finance/launchpad:confirm') });
  await sheet.getByRole('button').last().tap();
  await finish(app);
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.goto(screen('/pages/ieo/order'));
  const mine = page.getByRole('list', { name: app.text('finance/launchpad:mine') });
  await expect(mine.getByText(app.text('finance/launchpad:stApplied'), { exact: true }).first()).toBeVisible();

  await advanceClock({ ms: TURN });
  await page.reload();
  await expect(mine.getByText(app.text('finance/launchpad:stAllotted'), { exact: true })).toBeVisible();
  await mine.getByRole('button', { name: app.text('finance/launchpad:check') }).tap();
  const check = page.getByRole('dialog', { name: app.text('finance/launchpad:checkTitle') });
  await expect(check.getByText(app.text('finance/launchpad:valid'))).toBeVisible();

  await advanceClock({ ms: TURN });
  await page.reload();
  await expect(mine.getByText(app.text('finance/launchpad:stUnlocked'), { exact: true })).toBeVisible();
  await mine
    .getByRole('link', { name: /USDT|handeln/ })
    .first()
    .tap();
  await expect(page).toHaveURL(/transaction\/index\?symbol=[A-Z]+/);
});
