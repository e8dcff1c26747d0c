import { randomBytes } from 'node:crypto';
import type { StaffRole } from '@tessera/api/kit';
import { createMember } from '../src/domains/staff/members.ts';
import { tokenHash } from '../src/platform/session/token.ts';
import { codeAt } from './factors.ts';
import type { TestApp } from './test-app.ts';

export const STAFF_PASSWORD = 'a-staff-secret-64';

let members = 0;

/** Enrols an authenticator at the first log-in; `again` logs in once more, with the code of the next time step. */
export async function enrolStaff(app: TestApp, account: string) {
  const credentials = { user_string: account, password: STAFF_PASSWORD };
  const { secret } = await app.ok('POST /staff/factor/begin', credentials);
  const signedIn = await app.ok('POST /staff/factor/confirm', { ...credentials, totp: codeAt(secret, app.now()) });
  const again = () => app.ok('POST /staff/login', { ...credentials, totp: codeAt(secret, app.now() + 30_000) });
  return { ...signedIn, secret, again };
}

/** A staff member who has signed in. */
export async function signInStaff(app: TestApp, role: StaffRole = 'reviewer') {
  members += 1;
  const account = `staff${members}@tessera.example`;
  const id = await createMember(
    app.database,
    { account, name: `Staff ${members}`, role, password: STAFF_PASSWORD },
    app.now(),
  );
  const { token, secret, again } = await enrolStaff(app, account);
  return { id, account, token, secret, again, name: `Staff ${members}` };
}

/** The session of a member has just proved its factor, whatever time has passed. */
export async function confirmAgain(app: TestApp, { token }: { readonly token: string }): Promise<void> {
  await app.database.query('update staff_session set confirmed_at = $2 where token_hash = $1', [
    tokenHash(token),
    new Date(app.now()),
  ]);
}

let pictures = 0;

/** An uploaded picture, as far as claims check it. */
export async function uploadOf(app: TestApp, userId: string): Promise<string> {
  pictures += 1;
  const name = `picture-of-a-payment-${String(pictures).padStart(4, '0')}.jpg`;
  await app.database.query('insert into upload (name, user_id, at) values ($1, $2, now())', [name, userId]);
  return `/api/uploads/${name}`;
}

let keys = 0;

/** Claims a deposit, by default of USDT over TRC20. */
export async function claim(
  app: TestApp,
  person: { readonly id: string; readonly token: string },
  payload: Record<string, unknown> = {},
) {
  keys += 1;
  const idempotencyKey = `claim-key-${keys}`;
  return app.ok(
    'POST /wallet/charge_req',
    {
      currency: 3,
      type: 'TRC20',
      amount: '120.5',
      txid: randomBytes(32).toString('hex'),
      voucher: await uploadOf(app, person.id),
      ...payload,
    },
    { token: person.token, idempotencyKey },
  );
}
