import { randomBytes } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { App } from '../platform/app.ts';
import { register } from '../platform/journey.ts';
import { createStaff, openConsole } from '../platform/staff.ts';
import { voucher } from '../platform/voucher.ts';
import { screen } from '../platform/where.ts';

const PASSWORD = 'a-quiet-harbour-81';

test('a user and an agent talk, over a lost connection, to the rating', async ({ page, browser }) => {
  const app = await App.open(page, { language: 'de', theme: 'dark' });
  const run = randomBytes(4).toString('hex');
  const name = `Mara ${run}`;
  const desk = await browser.newContext({ viewport: { width: 1280, height: 900 }, isMobile: false, hasTouch: false });
  const agent = await desk.newPage();
  const question = `Wo ist meine Einzahlung ${run}?`;
  const comeIn = async () => {
    await openConsole(agent, await createStaff(`mara-${run}@tessera.example`, name, 'support'));
    await agent.goto('/console/#/support');
    // It shows what the backend says, a moment later.
    await agent.getByLabel(/On duty/).click();
    await expect(agent.getByLabel(/On duty/)).toBeChecked();
  };
  const ask = async () => {
    await register(app, `support-${run}@example.com`, PASSWORD);
    await page.goto(screen('/pages/kefu/index?view=talk'));
    await page.getByRole('textbox', { name: app.text('community/support:talk.placeholder') }).fill(question);
    await app.button('community/conversation:send').tap();
    // The agent's desk may have it already.
    const state = (name: string) =>
      page.getByRole('img', { name: app.text(`community/conversation:state.${name}`), exact: true });
    await expect(state('sent').or(state('delivered'))).toBeVisible();
  };
  await Promise.all([comeIn(), ask()]);

  await agent.getByRole('button', { name: new RegExp(run) }).click();
  await agent.getByRole('button', { name: 'Take', exact: true }).click();
  const messages = agent.getByRole('list', { name: 'Messages' });
  await expect(messages).toContainText(question);
  await expect(page.getByText(app.text('community/support:notice.joined', { name }))).toBeVisible();
  await expect(page.getByRole('img', { name: app.text('community/conversation:state.seen') })).toBeVisible();
  const reply = agent.getByRole('textbox', { name: 'Reply' });
  await reply.fill('Bitte senden Sie mir den Beleg.');
  await expect(page.getByText(app.text('community/support:talk.typing', { name }))).toBeVisible();
  await agent.getByRole('button', { name: 'Send reply' }).click();
  await expect(page.getByText('Bitte senden Sie mir den Beleg.')).toBeVisible();

  await page.getByLabel(app.text('community/conversation:picture.add')).setInputFiles(voucher());
  await expect(app.button('community/conversation:send')).toBeEnabled();
  await app.button('community/conversation:send').tap();
  await expect(agent.getByRole('img', { name: 'Picture' })).toBeVisible();

  // What is written on either side while the user is away arrives afterwards, once.
  await page.context().setOffline(true);
  await page.getByRole('textbox', { name: app.text('community/support:talk.placeholder') }).fill('Noch eine Frage.');
  await app.button('community/conversation:send').tap();
  await expect(page.getByRole('img', { name: app.text('community/conversation:state.waiting') })).toBeVisible();
  await reply.fill('Der Beleg ist da.');
  await agent.getByRole('button', { name: 'Send reply' }).click();
  await expect(messages).toContainText('Der Beleg ist da.');
  await page.context().setOffline(false);
  const list = page.getByRole('list', { name: app.text('community/support:talk.label') });
  await expect(messages).toContainText('Noch eine Frage.');
  await expect(list.getByText('Noch eine Frage.')).toHaveCount(1);
  await expect(list.getByText('Der Beleg ist da.')).toHaveCount(1);

  await agent.getByRole('button', { name: 'Resolve', exact: true }).click();
  await page.getByRole('radio', { name: app.text('community/support:rating.stars_other', { count: '5' }) }).tap();
  await app.button('community/support:rating.send').tap();
  await expect(page.getByText(app.text('community/support:rating.thanks'))).toBeVisible();
  await desk.close();
});
