import type { SecurityChange } from '@tessera/api/rules';
import { Secret, TOTP } from 'otpauth';
import { limitsOfUser } from '../src/domains/identity/index.ts';
import { forgetAttempts } from '../src/platform/limits/attempts.ts';
import { tokenHash } from '../src/platform/session/token.ts';
import { FakePasskey } from './fake-passkey.ts';
import { lastCode, type Person } from './people.ts';
import type { TestApp } from './test-app.ts';

/** The code that an authenticator app shows at a time, Unix ms. */
export const codeAt = (secret: string, at: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });

type Owner = Pick<Person, 'token'>;
/** What proves a change where a factor approves already. */
export type Prover = { readonly code: () => string } | { readonly device: FakePasskey } | { readonly recovery: string };

async function holderOf(app: TestApp, { token }: Owner): Promise<{ readonly id: string; readonly contact: string }> {
  const [user] = await app.database.query<{ id: string; contact: string }>(
    `select u.id, coalesce(u.email, u.mobile) as contact from session s join user_account u on u.id = s.user_id
      where s.token_hash = $1`,
    [tokenHash(token)],
  );
  if (!user) throw new Error('the session is unknown');
  return user;
}

/** The factor that a user of a test got last, by the token of the session. */
const lastFactors = new Map<string, Prover>();

/** The code that a user's session asks for. */
export async function mailedCode(app: TestApp, owner: Owner, asked: Record<string, string>): Promise<string> {
  const { id, contact } = await holderOf(app, owner);
  // Tests may change several things within a minute.
  for (const limit of limitsOfUser(id)) await forgetAttempts(app.database, limit);
  await app.ok('POST /sms_send', asked, { token: owner.token });
  return lastCode(app, contact);
}

/** The proof of one change: by a factor that approves, the one that the user got last, or by the code that is mailed for it. */
export async function proofOf(
  app: TestApp,
  owner: Owner,
  {
    by = lastFactors.get(owner.token),
    ...change
  }: { readonly change: SecurityChange; readonly id?: string; readonly by?: Prover | undefined },
): Promise<Record<string, string>> {
  if (by && 'recovery' in by) return { proof_recovery_code: by.recovery };
  const { passkey, totp, code } = await app.ok('POST /safe/change/begin', change, { token: owner.token });
  if (code !== null) return { mailed_code: await mailedCode(app, owner, { scene: 'withdraw', request: code }) };
  if (passkey === null && !totp) return { code: await mailedCode(app, owner, { scene: 'pay_password' }) };
  if (by && 'device' in by) return { proof_passkey: by.device.sign(passkey ?? '') };
  if (!by) throw new Error('the account has a factor that the test does not name');
  // The code of this step may have been used before.
  app.advance(30_000);
  return { proof_totp: by.code() };
}

export async function setPayPassword(app: TestApp, owner: Owner, key: string): Promise<void> {
  const proof = await proofOf(app, owner, { change: 'set_pay_password' });
  await app.ok('POST /safe/pay_password', { key, re_key: key, ...proof }, { token: owner.token });
}

/** Lets the factors of a user approve at once, as those do that were added more than a day ago. */
export async function agedFactors(app: TestApp, owner: Owner): Promise<void> {
  const { id } = await holderOf(app, owner);
  for (const table of ['passkey', 'authenticator', 'recovery_code']) {
    await app.database.query(`update ${table} set approves_from = null where holder = $1`, [`user:${id}`]);
  }
}

/**
 * Turns the authenticator on, as if a day ago unless it is to be new. A step passes, so that its next code is a new one.
 * `by` proves it where a factor approves already.
 */
export async function enrolAuthenticator(
  app: TestApp,
  owner: Owner,
  { by, fresh = false }: { readonly by?: Prover; readonly fresh?: boolean } = {},
) {
  const { token } = owner;
  const { secret } = await app.ok('POST /safe/totp/begin', {}, { token });
  const proof = await proofOf(app, owner, { change: 'set_authenticator', by });
  const totp = codeAt(secret, app.now());
  const { recovery_codes } = await app.ok('POST /safe/totp/confirm', { totp, ...proof }, { token });
  if (!fresh) await agedFactors(app, owner);
  app.advance(30_000);
  const code = () => codeAt(secret, app.now());
  if (!fresh) lastFactors.set(token, { code });
  return { secret, recoveryCodes: recovery_codes ?? [], code };
}

/** Adds a passkey, in the same way. */
export async function enrolPasskey(
  app: TestApp,
  owner: Owner,
  {
    by,
    fresh = false,
    name = 'Phone',
  }: { readonly by?: Prover; readonly fresh?: boolean; readonly name?: string } = {},
) {
  const { token } = owner;
  const device = new FakePasskey();
  const { options } = await app.ok('POST /safe/passkey/begin', {}, { token });
  const proof = await proofOf(app, owner, { change: 'add_passkey', by });
  const { added, recovery_codes } = await app.ok(
    'POST /safe/passkey/add',
    { passkey: device.create(options), name, ...proof },
    { token },
  );
  if (!fresh) {
    await agedFactors(app, owner);
    lastFactors.set(token, { device });
  }
  return { device, id: added.id, recoveryCodes: recovery_codes ?? [] };
}
