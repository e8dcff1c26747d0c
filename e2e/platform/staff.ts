import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { backendNow } from './clock.ts';
import { ownSession, type Session } from './session.ts';
import { CLOCK_PORT, ORIGIN } from './where.ts';

export type Role = 'admin' | 'developer' | 'operator' | 'support' | 'treasury';
export type Member = { readonly account: string; readonly name: string; readonly password: string };

/**
 * A command of `tessera staff` on the platform under test, run by its backend: a process of its own takes three seconds to
 * start. Returns what it prints.
 */
export async function staffCommand(args: readonly string[], password?: string): Promise<string> {
  const body = JSON.stringify({ args, password });
  const response = await fetch(`http://127.0.0.1:${CLOCK_PORT}/staff`, { method: 'POST', body });
  const text = await response.text();
  if (!response.ok) throw new Error(`staff ${args.join(' ')}: ${text}`);
  return text;
}

/** Makes a staff account, as an operator creates the first one. */
export async function createStaff(account: string, name: string, role: Role): Promise<Member> {
  const password = 'a-decent-staff-secret-64';
  await staffCommand(['create-staff', account, '--name', name, '--role', role], password);
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

/** The list of changes that take two members; it is read. */
const CHANGES = '/staff/changes';

type Answer = { readonly type: string; readonly message: unknown };

async function call<Message>(path: string, form: Record<string, string>, session?: Session): Promise<Message> {
  const query = new URLSearchParams(form);
  const listed = `${path}?${query}`;
  const response = await (path.includes('list') || path === CHANGES
    ? fetch(`${ORIGIN}/api${listed}`, { headers: (await session?.('GET', listed)) ?? {} })
    : fetch(`${ORIGIN}/api${path}`, {
        method: 'POST',
        headers: (await session?.('POST', path, form)) ?? {},
        body: query,
      }));
  const { type, message } = (await response.json()) as Answer;
  if (type !== 'ok') throw new Error(`${path}: ${JSON.stringify(message)}`);
  return message as Message;
}

/** A member who is logged in, by the calls of the staff page. */
export type Colleague = {
  readonly account: string;
  readonly post: (path: string, form: Record<string, string>) => Promise<unknown>;
  /** The newest request of a queue that waits; undefined for none. */
  readonly newest: (queue: string) => Promise<string | undefined>;
  /** The state of a change that takes two members. */
  readonly changeState: (id: string) => Promise<string | undefined>;
};

/** Makes a staff account and logs it in for the first time. */
export async function joinStaff(name: string, role: Role): Promise<Colleague> {
  const { account, password } = await createStaff(`staff-${randomUUID()}@tessera.example`, name, role);
  const credentials = { user_string: account, password };
  const { secret } = await call<{ secret: string }>('/staff/factor/begin', credentials);
  const totp = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: await backendNow() });
  const { session } = await ownSession('/staff/factor/confirm', { ...credentials, totp });
  return {
    account,
    post: (path, form) => call(path, form, session),
    async newest(queue) {
      const waiting = await call<{ list: { id: string }[] }>(
        '/staff/queue/list',
        { queue, status: 'pending' },
        session,
      );
      return waiting.list.at(-1)?.id;
    },
    async changeState(id) {
      const { list } = await call<{ list: { id: string; state: string }[] }>(CHANGES, {}, session);
      return list.find((change) => change.id === id)?.state;
    },
  };
}

export const twoColleagues = (role: Role): Promise<readonly [Colleague, Colleague]> =>
  Promise.all([joinStaff('Tara Lindqvist', role), joinStaff('Noor Haddad', role)]);

/** Approves the newest request of a queue by one member and, where that takes two, by the other as well. */
export async function approveTogether(
  [first, second]: readonly [Colleague, Colleague],
  queue: string,
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  const id = (await first.newest(queue)) ?? '';
  await first.post('/staff/queue/approve', { queue, id, ...more });
  if ((await second.newest(queue)) === id) await second.post('/staff/queue/approve', { queue, id, ...more });
}

/** Makes a call that takes two members: one proposes it, the other approves it, and it takes effect. */
export async function changeTogether(
  [first, second]: readonly [Colleague, Colleague],
  path: string,
  form: Record<string, string>,
): Promise<void> {
  const { proposed } = (await first.post(path, form)) as { proposed: { id: string; hash: string } };
  await second.post('/staff/changes/approve', { id: proposed.id, hash: proposed.hash, reason: 'journey' });
  await expect.poll(() => first.changeState(proposed.id)).toBe('done');
}
