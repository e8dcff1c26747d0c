import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { backendNow } from './clock.ts';
import { approve } from './journey.ts';
import { ROOT, tessera } from './release.ts';
import { DATA_DIR, ORIGIN } from './where.ts';

const run = promisify(execFile);

export type Role = 'operator' | 'support' | 'treasury';
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

type Answer = { readonly type: string; readonly message: unknown };

async function call(path: string, form: Record<string, string>, token = ''): Promise<Record<string, string>> {
  const headers = { authorization: token };
  const response = await fetch(`${ORIGIN}/api${path}`, { method: 'POST', headers, body: new URLSearchParams(form) });
  const { type, message } = (await response.json()) as Answer;
  if (type !== 'ok') throw new Error(`${path}: ${JSON.stringify(message)}`);
  return message as Record<string, string>;
}

/** Logs a member in for the first time, by the calls of the staff page. Returns the token of the session. */
async function enrol({ account, password }: Member): Promise<string> {
  const credentials = { user_string: account, password };
  const { secret = '' } = await call('/staff/factor/begin', credentials);
  const totp = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: await backendNow() });
  const { token = '' } = await call('/staff/factor/confirm', { ...credentials, totp });
  return token;
}

/** Approves the newest request of a queue: on the command line and, where that takes two, by the calls of a new member. */
export async function approveTogether(queue: string, more: Readonly<Record<string, string>> = {}): Promise<void> {
  const [id = ''] = (await tessera('staff', 'list', queue)).match(/(?<=^#)\d+/gm)?.slice(-1) ?? [];
  await approve(queue, ...Object.entries(more).flatMap(([name, value]) => [`--${name}`, value]));
  if (!(await tessera('staff', 'list', queue)).includes(`#${id} `)) return;
  const member = await createStaff(`treasury-${randomUUID()}@tessera.example`, 'Tara Lindqvist', 'treasury');
  await call('/staff/queue/approve', { queue, id, ...more }, await enrol(member));
}
