import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { backendNow } from './clock.ts';
import { ROOT } from './release.ts';
import { DATA_DIR } from './where.ts';

const run = promisify(execFile);

export type Role = 'operator' | 'support';
export type Member = { readonly account: string; readonly name: string; readonly password: string };

/** Makes a staff account, as an operator creates the first one. */
export async function createStaff(account: string, name: string, role: Role): Promise<Member> {
  const password = 'a-decent-staff-secret-64';
  await run(
    process.execPath,
    ['deploy/tools/cli/src/main.ts', 'staff', 'create-staff', account, '--name', name, '--role', role],
    { cwd: ROOT, env: { ...process.env, DATA_DIR, STAFF_PASSWORD: password } },
  );
  return { account, name, password };
}

/** Opens the staff page as a member who logs in for the first time, and sets up an authenticator. */
export async function openConsole(page: Page, { account, password }: Member): Promise<void> {
  await page.goto('/console/');
  await page.getByLabel('E-mail address').fill(account);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Set up a second factor' })).toBeVisible();
  const secret = Secret.fromBase32((await page.locator('code').textContent()) ?? '');
  await page.getByLabel('Authenticator code').fill(new TOTP({ secret }).generate({ timestamp: await backendNow() }));
  await page.getByLabel('I have saved these codes').check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Releases' })).toBeVisible();
}
