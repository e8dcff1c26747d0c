import { expect, type Page, test } from '@playwright/test';
import { App } from '../platform/app.ts';
import { advanceClock, backendNow, tradeUntil } from '../platform/clock.ts';
import { PAUSED_FOR } from '../platform/collector.ts';
import { finish } from '../platform/journey.ts';
import { codeAfter } from '../platform/outbox.ts';
import { pageSession } from '../platform/session.ts';
import { changeTogether, twoColleagues } from '../platform/staff.ts';
import { screen } from '../platform/where.ts';

const DEMO = { user: 'demo@tessera.example', password: 'Tessera-2026' };
const PAY_PASSWORD = '482915';
const ROUND = 300_000;

/** The payment password, set by the calls of the page. Returns what makes such calls. */
async function prepare(page: Page) {
  const session = await pageSession(page);
  const post = async (path: string, form: Record<string, string>) => {
    const headers = await session('POST', path, form);
    const response = await page.request.post(`/api${path}`, { headers, form });
    expect(await response.json()).toMatchObject({ type: 'ok' });
  };
  const code = await codeAfter(DEMO.user, () => post('/sms_send', { scene: 'pay_password' }));
  await post('/safe/pay_password', { key: PAY_PASSWORD, re_key: PAY_PASSWORD, code });
  return post;
}

test('two guesses in a round of five minutes: one is right, gets the pool, and is checked in the page', async ({
  page,
}) => {
  const app = await App.open(page, { language: 'de', theme: 'dark' }, '/pages/common/login');
  await page.locator('input[autocomplete=username]').fill(DEMO.user);
  await page.locator('input[autocomplete=current-password]').fill(DEMO.password);
  await page.locator('button[type=submit]').tap();
  await expect(page.getByTestId('home-total')).toBeVisible();
  // In another journey this user shows a passport of a country of which no bets are taken.
  const post = await prepare(page);
  await advanceClock({ ms: PAUSED_FOR });
  const colleagues = await twoColleagues('admin');
  await changeTogether(colleagues, '/staff/quiz/limits', { countries: 'none', reason: 'journey' });
  // At the start of a round there is time to guess.
  await advanceClock({ ms: ROUND - ((await backendNow()) % ROUND) + 2_000 });
  const closes = (Math.floor((await backendNow()) / ROUND) + 1) * ROUND;
  await page.goto(screen('/pages/game/game'));
  await page.reload();

  const card = page.getByRole('article').first();
  await expect(card).toContainText(app.text('community/quiz:phase.guessing'));
  await card.getByRole('button', { name: new RegExp(app.text('community/quiz:up')) }).tap();
  const sheet = page.getByRole('dialog', { name: app.text('community/quiz:up') });
  await sheet.getByLabel(app.text('community/quiz:stake')).fill('10');
  await expect(sheet).toContainText('10\u00a0USDT');
  await sheet.getByRole('button', { name: app.text('community/quiz:continue') }).tap();
  for (const digit of PAY_PASSWORD) await sheet.getByRole('button', { name: digit, exact: true }).tap();
  await expect(page.getByRole('dialog', { name: app.text('community/quiz:placed') })).toBeVisible();
  await finish(app);
  // The other way, by the call: its form is the same.
  const { message } = (await (await page.request.get('/api/quiz/rounds?kind=realtime&symbol=BTC%2FUSDT')).json()) as {
    readonly message: { readonly list: readonly { readonly id: string; readonly closes_at: number }[] };
  };
  const round = message.list.find(({ closes_at }) => closes_at === closes)?.id ?? '';
  await post('/quiz/bet', { round_id: round, outcome: '2', number: '20', key: PAY_PASSWORD });
  await expect(card).toContainText('30\u00a0USDT');
  await expect(card).toContainText('67');

  // Prices where they count: at the strike, and in the last half minute.
  await advanceClock({ ms: closes - (await backendNow()) });
  await tradeUntil(closes + 4_000, 1_000);
  await advanceClock({ ms: closes + ROUND - 30_000 - (await backendNow()) });
  await tradeUntil(closes + ROUND + 5_000, 1_000);
  await page.reload();
  await page.getByRole('tab', { name: app.text('community/quiz:tab.mine') }).tap();
  await expect(page.getByText(app.text('community/quiz:status.lost'), { exact: true })).toBeVisible();
  await page.getByRole('button', { name: new RegExp(app.text('community/quiz:status.won')) }).tap();
  const detail = page.getByRole('dialog', { name: app.text('community/quiz:guess') });
  await expect(
    detail.getByRole('list', { name: app.text('community/quiz:ticks.title') }).getByRole('listitem'),
  ).toHaveCount(25);
  await detail.getByRole('button', { name: app.text('community/quiz:verify.button') }).tap();
  // The minute of its end may not be signed yet.
  await expect(detail.getByRole('status')).toContainText(
    new RegExp(`${app.text('community/quiz:verify.valid')}|${app.text('community/quiz:verify.waiting')}`),
  );
});
