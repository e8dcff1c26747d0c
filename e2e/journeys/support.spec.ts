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
  await register(app, `support-${run}@example.com`, PASSWORD);

  await page.goto(screen('/pages/kefu/index'));
  await page.getByRole('searchbox').fill('Auszahlung');
  await expect(
    page
      .getByRole('list', { name: app.text('support:help.found') })
      .getByRole('link')
      .first(),
  ).toBeVisible();
  await app.button('support:contact.start').tap();
  const field = page.getByRole('textbox', { name: app.text('support:talk.placeholder') });
  await field.fill('Wo ist meine Einzahlung?');
  await app.button('conversation:send').tap();
  await expect(page.getByRole('img', { name: app.text('conversation:state.sent'), exact: true })).toBeVisible();

  const desk = await browser.newContext({ viewport: { width: 1280, height: 900 }, isMobile: false, hasTouch: false });
  const agent = await desk.newPage();
  const name = `Mara ${run}`;
  await openConsole(agent, await createStaff(`mara-${run}@tessera.example`, name, 'support'));
  await agent.goto('/console/#/support');
  // It shows what the backend says, a moment later.
  await agent.getByLabel(/On duty/).click();
  await expect(agent.getByLabel(/On duty/)).toBeChecked();
  await agent.getByRole('button', { name: /Einzahlung/ }).click();
  await agent.getByRole('button', { name: 'Take', exact: true }).click();
  await expect(agent.getByRole('list', { name: 'Messages' })).toContainText('Wo ist meine Einzahlung?');
  await expect(page.getByText(app.text('support:notice.joined', { name }))).toBeVisible();
  await expect(page.getByRole('img', { name: app.text('conversation:state.seen') })).toBeVisible();

  const reply = agent.getByRole('textbox', { name: 'Reply' });
  await reply.fill('Bitte senden Sie mir den Beleg.');
  await expect(page.getByText(app.text('support:talk.typing', { name }))).toBeVisible();
  await agent.getByRole('button', { name: 'Send reply' }).click();
  await expect(page.getByText('Bitte senden Sie mir den Beleg.')).toBeVisible();

  await page.getByLabel(app.text('conversation:picture.add')).setInputFiles(voucher());
  await expect(app.button('conversation:send')).toBeEnabled();
  await app.button('conversation:send').tap();
  await expect(agent.getByRole('img', { name: 'Picture' })).toBeVisible();
  await expect(page.getByRole('img', { name: app.text('conversation:picture.alt') })).toBeVisible();

  // What is written on either side while the user is away arrives afterwards, once and in order.
  await page.context().setOffline(true);
  await field.fill('Noch eine Frage.');
  await app.button('conversation:send').tap();
  await expect(page.getByRole('img', { name: app.text('conversation:state.waiting') })).toBeVisible();
  for (const text of ['Der Beleg ist da.', 'Die Einzahlung ist gebucht.']) {
    await reply.fill(text);
    await agent.getByRole('button', { name: 'Send reply' }).click();
    await expect(agent.getByRole('list', { name: 'Messages' })).toContainText(text);
  }
  await page.context().setOffline(false);
  const list = page.getByRole('list', { name: app.text('support:talk.label') });
  await expect(list).toContainText('Die Einzahlung ist gebucht.');
  await expect(agent.getByRole('list', { name: 'Messages' })).toContainText('Noch eine Frage.');
  await expect(list.getByText('Noch eine Frage.')).toHaveCount(1);
  await expect(list.getByText('Der Beleg ist da.')).toHaveCount(1);

  await agent.getByRole('button', { name: 'Resolve', exact: true }).click();
  await page.getByRole('radio', { name: app.text('support:rating.stars_other', { count: '5' }) }).tap();
  await app.button('support:rating.send').tap();
  await expect(page.getByText(app.text('support:rating.thanks'))).toBeVisible();
  await desk.close();
});
