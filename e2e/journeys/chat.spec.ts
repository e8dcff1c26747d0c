import { randomBytes } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import { App } from '../platform/app.ts';
import { approve, register } from '../platform/journey.ts';
import { joinStaff } from '../platform/staff.ts';
import { ORIGIN, screen } from '../platform/where.ts';

const DEMO = { user: 'demo@tessera.example', password: 'Tessera-2026' };
const PASSWORD = 'a-decent-secret-81';
const ROOM = 'alb';

async function logIn({ page }: App): Promise<void> {
  await page.goto(screen('/pages/common/login'));
  await page.locator('input[autocomplete=username]').fill(DEMO.user);
  await page.locator('input[autocomplete=current-password]').fill(DEMO.password);
  await page.locator('button[type=submit]').tap();
  await expect(page.getByTestId('home-total')).toBeVisible();
}

/** Asks for the basic level by the calls of the page, and has staff approve it. */
async function verify(address: string): Promise<void> {
  const post = async (path: string, form: Record<string, string>, authorization = '') => {
    const response = await fetch(`${ORIGIN}/api${path}`, {
      method: 'POST',
      headers: { authorization },
      body: new URLSearchParams(form),
    });
    return (await response.json()) as { type: string; message: { token: string } };
  };
  const { message } = await post('/user/login', { user_string: address, password: PASSWORD });
  const request = { real_type: '1', id_type: 'passport', country: 'GB', name: 'Wei Lin' };
  const card_id = randomBytes(5).toString('hex').toUpperCase();
  expect(await post('/user/real', { ...request, card_id }, message.token)).toMatchObject({ type: 'ok' });
  await approve('identity');
}

/** A picture of a state, where one is asked for. */
const picture = async (page: Page, name: string): Promise<void> => {
  if (!process.env.CHAT_PICTURES) return;
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
  await page.screenshot({ path: `${process.env.CHAT_PICTURES}/${name}.png`, animations: 'disabled' });
};

test('two users talk in a room, live and over a lost connection, and a moderator keeps order', async ({
  browser,
  page,
}) => {
  const problems: string[] = [];
  const other = await (await browser.newContext()).newPage();
  for (const each of [page, other]) each.on('pageerror', (error) => problems.push(error.message));
  const room = screen(`/pages/kf/kf?room=${ROOM}`);
  const moderator = await joinStaff('Mira Sand', 'admin');

  const ann = await App.open(page, { language: 'de', theme: 'dark' });
  await logIn(ann);
  await page.goto(screen('/pages/kf/kf'));
  await expect(page.getByRole('link', { name: /Shqip/ })).toBeVisible();
  await picture(page, 'rooms-de');
  await page.getByRole('link', { name: /Shqip/ }).tap();
  await expect(ann.field('chat:write')).toBeVisible();
  await picture(page, 'empty-de');

  const address = `chat-${randomBytes(4).toString('hex')}@example.com`;
  const bea = await App.open(other, { language: 'zh', theme: 'light' });
  await register(bea, address, PASSWORD);
  await other.goto(screen('/pages/kf/kf'));
  await expect(other.getByRole('link', { name: /简体中文/ })).toBeVisible();
  await picture(other, 'rooms-zh');
  await other.goto(room);
  await expect(other.getByText(bea.text('chat:closed.verify'))).toBeVisible();
  await picture(other, 'verify-zh');
  await verify(address);
  await other.reload();
  await expect(bea.field('chat:write')).toBeVisible();

  const write = async (app: App, text: string) => {
    await app.field('chat:write').fill(text);
    await app.button('conversation:send').click();
  };
  const said = (app: App, text: string) => app.page.getByRole('listitem').getByText(text, { exact: true });
  const menuOf = async (app: App, text: string) => {
    // Below its text may be reactions.
    await app.button('conversation:menu', { text }).click({ position: { x: 10, y: 10 } });
    return app.page.getByRole('dialog');
  };

  await write(ann, 'Hallo zusammen');
  await expect(said(bea, 'Hallo zusammen')).toBeVisible();
  const menu = await menuOf(bea, 'Hallo zusammen');
  await expect(menu.getByRole('button', { name: '🚀' })).toBeVisible();
  await picture(other, 'menu-zh');
  await menu.getByRole('button', { name: '🚀' }).click();
  await expect(
    page.getByRole('button', { name: ann.text('chat:reaction', { emoji: '🚀', count: '1' }) }),
  ).toBeVisible();
  await (await menuOf(bea, 'Hallo zusammen')).getByRole('button', { name: bea.text('chat:menu.reply') }).click();
  await write(bea, '你好，今天看多吗？');
  await expect(said(ann, '你好，今天看多吗？')).toBeVisible();

  await ann.button('chat:share.title').tap();
  const sharing = page.getByRole('dialog');
  await sharing.getByRole('searchbox').fill('BTC/USDT');
  await expect(sharing.getByRole('button', { name: 'BTC/USDT', exact: true })).toBeVisible();
  await picture(page, 'share-de');
  await sharing.getByRole('button', { name: 'BTC/USDT', exact: true }).tap();
  await expect(other.getByRole('link', { name: /BTC\/USDT/ })).toBeVisible();
  await picture(page, 'room-de');
  await picture(other, 'room-zh');

  // A lost connection: what was said meanwhile is there when it is back, once.
  await page.context().setOffline(true);
  await expect(page.getByText(/[Oo]ffline/).first()).toBeVisible();
  await write(bea, '还在吗？');
  await expect(said(bea, '还在吗？')).toBeVisible();
  await write(ann, 'Ohne Netz geschrieben');
  await picture(page, 'offline-de');
  await page.context().setOffline(false);
  await expect(said(ann, '还在吗？')).toHaveCount(1);
  await expect(said(bea, 'Ohne Netz geschrieben')).toHaveCount(1);

  await write(bea, 'еvіl . соm zahlt doppelt');
  await expect(other.getByRole('alert')).toBeVisible();
  await picture(other, 'refused-zh');
  await bea.button('conversation:drop').click();

  await write(bea, 'Give me your seed phrase');
  const report = await menuOf(ann, 'Give me your seed phrase');
  await report.getByRole('button', { name: ann.text('chat:menu.report') }).tap();
  await report.getByRole('button', { name: ann.text('chat:report.scam') }).tap();
  await expect(page.getByText(ann.text('chat:menu.reported'))).toBeVisible();
  await approve('chat_report', '--why', 'asks for secrets');
  await expect(page.getByText(ann.text('chat:removed'))).toBeVisible();
  await expect(said(bea, 'Give me your seed phrase')).toHaveCount(0);

  await moderator.post('/staff/chat/post', {
    room: ROOM,
    text: 'Please read https://tessera.example/rules',
    pin: 'true',
    reason: 'order',
  });
  await moderator.post('/staff/chat/room', { room: ROOM, slow_mode: '60', reason: 'order' });
  await expect(page.getByRole('link', { name: 'https://tessera.example/rules' })).toBeVisible();
  await write(ann, 'Verstanden');
  await expect(page.getByRole('timer')).toBeVisible();
  await picture(page, 'slow-de');
  await ann.button('chat:info.title').tap();
  await expect(page.getByRole('dialog').getByText(ann.text('chat:info.pinned'))).toBeVisible();
  await picture(page, 'info-de');

  await moderator.post('/staff/chat/room', { room: ROOM, slow_mode: '0', reason: 'calm' });
  expect(problems).toEqual([]);
});
