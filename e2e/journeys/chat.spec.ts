import { randomBytes } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { App } from '../platform/app.ts';
import { register } from '../platform/journey.ts';
import { ownSession } from '../platform/session.ts';
import { type Colleague, joinStaff } from '../platform/staff.ts';
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

/** Asks for the basic level by the calls of the page, and has a member of staff approve it. */
async function verify(address: string, staff: Colleague): Promise<void> {
  const { session } = await ownSession('/user/login', { user_string: address, password: PASSWORD });
  const card_id = randomBytes(5).toString('hex').toUpperCase();
  const form = { real_type: '1', id_type: 'passport', country: 'GB', name: 'Wei Lin', card_id };
  const headers = await session('POST', '/user/real', form);
  const body = new URLSearchParams(form);
  const response = await fetch(`${ORIGIN}/api/user/real`, { method: 'POST', headers, body });
  expect(await response.json()).toMatchObject({ type: 'ok' });
  await approveNewest(staff, 'identity');
}

async function approveNewest(staff: Colleague, queue: string): Promise<void> {
  const id = (await staff.newest(queue)) ?? '';
  await staff.post('/staff/queue/approve', { queue, id, reason: 'by the rules' });
}

test('two users talk in a room, live and over a lost connection, and a moderator keeps order', async ({
  browser,
  page,
}) => {
  const problems: string[] = [];
  const other = await (await browser.newContext()).newPage();
  for (const each of [page, other]) each.on('pageerror', (error) => problems.push(error.message));
  const room = screen(`/pages/kf/kf?room=${ROOM}`);
  // A text may be there of a run that failed.
  const mark = randomBytes(3).toString('hex');
  // No word of six digits, which a code is found by.
  const address = `chat_n${mark}@example.com`;

  const [moderator, ann, bea] = await Promise.all([
    joinStaff('Mira Sand', 'admin'),
    App.open(page, { language: 'de', theme: 'dark' }),
    App.open(other, { language: 'zh', theme: 'light' }),
  ]);
  await Promise.all([logIn(ann), register(bea, address, PASSWORD)]);
  await verify(address, moderator);
  await Promise.all([page.goto(room), other.goto(room)]);
  await expect(ann.field('community/chat:write')).toBeVisible();
  await expect(bea.field('community/chat:write')).toBeVisible();

  const write = async (app: App, text: string) => {
    await app.field('community/chat:write').fill(text);
    await app.button('community/conversation:send').click();
  };
  const said = (app: App, text: string) => app.page.getByRole('listitem').getByText(text, { exact: true });

  // The first message of a new account waits, and its author alone sees it.
  const hello = `你好 ${mark}`;
  await write(bea, hello);
  await expect(other.getByText(bea.text('community/chat:held.first'))).toBeVisible();
  await write(ann, `Hallo ${mark}`);
  await expect(said(ann, `Hallo ${mark}`)).toBeVisible();
  await expect(said(ann, hello)).toHaveCount(0);
  // The user of the demonstration may be new, too.
  for (let waiting = await moderator.newest('chat_held'); waiting; waiting = await moderator.newest('chat_held')) {
    await approveNewest(moderator, 'chat_held');
  }
  await expect(said(ann, hello)).toBeVisible();
  await expect(said(bea, `Hallo ${mark}`)).toBeVisible();
  await expect(other.getByText(bea.text('community/chat:held.first'))).toHaveCount(0);

  // A lost connection: what was said meanwhile is there when it is back, once.
  await page.context().setOffline(true);
  await expect(page.getByText(/[Oo]ffline/).first()).toBeVisible();
  await write(bea, `还在吗？ ${mark}`);
  await expect(said(bea, `还在吗？ ${mark}`)).toBeVisible();
  await write(ann, `Ohne Netz ${mark}`);
  await page.context().setOffline(false);
  await expect(said(ann, `还在吗？ ${mark}`)).toHaveCount(1);
  await expect(said(bea, `Ohne Netz ${mark}`)).toHaveCount(1);

  await ann.button('community/conversation:menu', { text: `还在吗？ ${mark}` }).click({ position: { x: 10, y: 10 } });
  const report = page.getByRole('dialog');
  await report.getByRole('button', { name: ann.text('community/chat:menu.report') }).tap();
  await report.getByRole('button', { name: ann.text('community/chat:report.scam') }).tap();
  await expect(page.getByText(ann.text('community/chat:menu.reported'))).toBeVisible();
  await approveNewest(moderator, 'chat_report');
  await expect(said(bea, `还在吗？ ${mark}`)).toHaveCount(0);
  await expect(said(ann, `还在吗？ ${mark}`)).toHaveCount(0);
  expect(problems).toEqual([]);
});
