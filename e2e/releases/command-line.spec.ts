import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { ANOTHER, titleAs } from '../platform/finance.ts';
import { liveSlot, publishVariant, ROOT } from '../platform/release.ts';
import { createStaff, openConsole } from '../platform/staff.ts';
import { ORIGIN } from '../platform/where.ts';

const CANDIDATE = '0.8.2-steps';
const RIGHTS = 'ramp finance development 50, release finance development, rollback finance development';

let config: string;
test.beforeAll(() => {
  config = mkdtempSync(join(tmpdir(), 'tessera-config-'));
});
test.afterAll(() => rmSync(config, { recursive: true, force: true }));

/** A command of a person on a machine that has neither keys nor token, only the address of the platform. */
function command(...args: readonly string[]) {
  const { TESSERA_TOKEN: _none, ...env } = process.env;
  const child = spawn(process.execPath, [join(ROOT, 'deploy/tools/cli/src/main.ts'), ...args], {
    env: { ...env, TESSERA_REGISTRY: ORIGIN, XDG_CONFIG_HOME: config },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (said += part));
  const ended = new Promise<string>((resolve) => child.on('close', (code) => resolve(`${code}\n${said}`)));
  return { ended, said: () => said };
}

const card = (page: Page): Locator => page.getByRole('article', { name: 'finance', exact: true });

/** Fills the reason of the dialog that is open, and confirms it. */
async function confirm(page: Page, button: string | RegExp, why: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill(why);
  await dialog.getByRole('button', { name: button }).click();
  await expect(dialog).toBeHidden();
}

test('a person logs a command line in by a code, ramps in steps, and the staff page holds them', async ({ page }) => {
  await publishVariant('finance', CANDIDATE, titleAs(ANOTHER));
  const operator = await createStaff('command-line@tessera.example', 'Cora Lindt', 'operator');
  await openConsole(page, operator);

  await test.step('no command works before', async () => {
    expect(await command('status').ended).toMatch(/^2\n[\s\S]*You are not logged in at/);
  });

  await test.step('log in', async () => {
    const login = command(
      'login',
      '--rights',
      RIGHTS.replace('finance development,', 'finance development, publish finance development,'),
    );
    await expect.poll(login.said).toMatch(/Type {2}[A-Z]{4}-[A-Z]{4}/);
    const [, code = ''] = /Type {2}(\S+)/.exec(login.said()) ?? [];
    await page.goto('/console/#/machines');
    await page.getByRole('button', { name: 'Log in a command line' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Code').fill(code.toLowerCase());
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(dialog.getByText('It runs at your own address')).toBeVisible();
    await expect(dialog.getByText('publish finance development (you do not have it')).toBeVisible();
    await dialog.getByRole('button', { name: 'Log in' }).click();
    expect(await login.ended).toMatch(/^0\n[\s\S]*Logged in at/);
    await expect(page.getByRole('row', { name: /^cli-/ })).toContainText('ramp finance development 50');
  });

  await test.step('ramp in steps', async () => {
    const tooFar = await command('ramp', `finance@${CANDIDATE}`, '5 10m, 60 10m, 100', '--why', 'new title').ended;
    expect(tooFar).toMatch(/^1\n[\s\S]*right to ramp up to 60 %/);
    const ramped = await command('ramp', `finance@${CANDIDATE}`, '5 10m, 50 2h, 100', '--why', 'new title').ended;
    expect(ramped).toMatch(/^0\n[\s\S]*Epoch \d+: finance .* at 5 %, then 50 %, 100 %/);
    await page.goto('/console/');
    await expect(card(page).getByText('Follows by itself')).toBeVisible();
    await expect(card(page)).toContainText(/Planned by cli-\S+ of command-line@tessera\.example/);
  });

  await test.step('hold the steps, and let them go on', async () => {
    await card(page).getByRole('button', { name: 'Hold…' }).click();
    await confirm(page, 'Hold', 'look first');
    await expect(card(page)).toContainText('Held: look first');
    await card(page).getByRole('button', { name: 'Go on…' }).click();
    await confirm(page, 'Go on', 'looked');
    await expect(card(page).getByRole('button', { name: 'Hold…' })).toBeVisible();
    await expect.poll(async () => (await liveSlot('finance')).ramp?.weight).toBe(500);
  });

  await test.step('roll back, and log out', async () => {
    expect(await command('rollback', 'finance', '--why', 'done').ended).toMatch(/^0\n/);
    await expect.poll(async () => (await liveSlot('finance')).ramp).toBeUndefined();
    expect(await command('logout').ended).toMatch(/^0\n[\s\S]*Logged out at/);
    expect(await command('rollback', 'finance', '--why', 'again').ended).toMatch(/^2\n[\s\S]*You are not logged in at/);
    await page.goto('/console/#/machines');
    await expect(page.getByRole('row', { name: /^cli-/ })).toContainText('Revoked');
  });
});
