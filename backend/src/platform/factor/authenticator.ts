import { Secret, TOTP } from 'otpauth';
import type { Sql } from '../db/database.ts';
import { DomainError } from '../http/domain-error.ts';
import type { Factors } from './factors.ts';
import { type Holder, holderKey, requiringRow, type Used } from './holder.ts';
import { seal, unseal } from './seal.ts';
import { claimFactorTry, forgetFactorTries } from './tries.ts';
import { approvesFrom, isApproving } from './waiting.ts';

const MINUTE = 60_000;
/** ms to set up the app with a shown secret. */
export const ENROLMENT_LASTS = 15 * MINUTE;
/** RFC 6238 with what every authenticator app supports; a clock may be one step off either way. */
const PERIOD = 30;
const STEPS_OFF = 1;
const SECRET_BYTES = 20;

const wrong = () => new DomainError('totp_wrong', { field: 'totp' });

const totpOf = (secret: Secret, label = ''): TOTP =>
  new TOTP({ issuer: 'Tessera', label, algorithm: 'SHA1', digits: 6, period: PERIOD, secret });

/** The time step whose code this is; null for a wrong code. */
function stepOf(secret: Uint8Array<ArrayBuffer>, code: string, now: number): number | null {
  const totp = totpOf(
    new Secret({ buffer: secret.buffer.slice(secret.byteOffset, secret.byteOffset + secret.length) }),
  );
  const delta = totp.validate({ token: code, timestamp: now, window: STEPS_OFF });
  return delta === null ? null : totp.counter({ timestamp: now }) + delta;
}

/** A new secret to set up an authenticator app with. The present one, if any, stays until the new one is confirmed. */
export async function beginAuthenticator({ database, keys, now }: Factors, holder: Holder, label: string) {
  const secret = new Secret({ size: SECRET_BYTES });
  const owner = holderKey(holder);
  const expiresAt = now() + ENROLMENT_LASTS;
  await database.query(
    `insert into authenticator_enrolment (holder, secret, expires_at) values ($1, $2, $3)
     on conflict (holder) do update set secret = excluded.secret, expires_at = excluded.expires_at`,
    [owner, seal(keys(), owner, secret.bytes), new Date(expiresAt)],
  );
  return { secret: secret.base32, uri: totpOf(secret, label).toString(), expiresAt };
}

/**
 * Checks the first code of an app that was set up. Returns what puts the authenticator in force, in the caller's
 * transaction. Rejects with `enrolment_expired` or `totp_wrong`.
 */
export async function checkFirstCode({ database, keys, now }: Factors, holder: Holder, code: string) {
  const owner = holderKey(holder);
  const at = now();
  await claimFactorTry(database, owner, 'first', at);
  const [pending] = await database.query<{ secret: Buffer }>(
    'select secret from authenticator_enrolment where holder = $1 and expires_at > $2',
    [owner, new Date(at)],
  );
  if (!pending) throw new DomainError('enrolment_expired');
  const step = stepOf(new Uint8Array(unseal(keys(), owner, pending.secret)), code, at);
  if (step === null) throw wrong();
  await forgetFactorTries(database, owner, 'first');
  return async (sql: Sql): Promise<void> => {
    // Deleted by its secret: of two confirmations at once, or of a begun one that was replaced, one takes effect.
    const taken = await sql.query(
      'delete from authenticator_enrolment where holder = $1 and secret = $2 returning holder',
      [owner, pending.secret],
    );
    if (taken.length === 0) throw new DomainError('enrolment_expired');
    await sql.query(
      `insert into authenticator (holder, secret, last_counter, created_at, approves_from) values ($1, $2, $3, $4, $5)
       on conflict (holder) do update
          set secret = excluded.secret, last_counter = excluded.last_counter, created_at = excluded.created_at,
              approves_from = excluded.approves_from`,
      [owner, pending.secret, step, new Date(at), approvesFrom(holder, at)],
    );
  };
}

/** Accepts a code once. Rejects with `totp_wrong`, also for one that was used, and with `factor_locked`. */
export async function proveByCode({ database, keys, now }: Factors, holder: Holder, code: string): Promise<Used> {
  const owner = holderKey(holder);
  const at = now();
  await claimFactorTry(database, owner, 'totp', at);
  const [row] = await database.query<{ secret: Buffer; approves_from: number | null }>(
    'select secret, approves_from from authenticator where holder = $1',
    [owner],
  );
  const step = row ? stepOf(new Uint8Array(unseal(keys(), owner, row.secret)), code, at) : null;
  const accepted =
    step === null
      ? []
      : await database.query(
          'update authenticator set last_counter = $2 where holder = $1 and last_counter < $2 returning holder',
          [owner, step],
        );
  if (!row || accepted.length === 0) throw wrong();
  await forgetFactorTries(database, owner, 'totp');
  // By its secret: another one may have been set up since.
  const select = 'select from authenticator where holder = $1 and secret = $2 for key share';
  return {
    requireKept: requiringRow(select, [owner, row.secret], wrong),
    approves: isApproving(row.approves_from, at),
  };
}

/** Turns the authenticator off; false where there was none. */
export async function removeAuthenticator(sql: Sql, holder: Holder): Promise<boolean> {
  const rows = await sql.query('delete from authenticator where holder = $1 returning holder', [holderKey(holder)]);
  return rows.length > 0;
}
