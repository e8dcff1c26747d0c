import { createHash, randomBytes } from 'node:crypto';
import { canonicalJson } from '../canonical-json.ts';
import type { Sql } from '../db/database.ts';
import { type Holder, holderKey } from './holder.ts';

const CHALLENGE_BYTES = 32;
/** ms to answer a challenge. */
export const CHALLENGE_LASTS = 5 * 60_000;

/** ms to register with one: the mailed code of the change is entered after the passkey is made, and lives ten minutes. */
const REGISTERING_LASTS = 15 * 60_000;

/** What a passkey signs for. */
export type Occasion = {
  /** `register`, `sign-in`, `confirm`, or the name of what is approved: `withdrawal`. */
  readonly purpose: string;
  /** Null to sign in: the passkey tells who it is. */
  readonly holder: Holder | null;
  /** The session that asks; null before there is one. */
  readonly sessionId: string | null;
  /** What is approved, such as amount and address; its hash is part of the challenge. */
  readonly what?: object | undefined;
};

/** Hash of what is approved with a random nonce: the signature is good for this and once. */
const challengeFor = (nonce: Buffer, { purpose, what }: Occasion): Buffer =>
  createHash('sha256')
    .update(nonce)
    .update(canonicalJson([purpose, what]))
    .digest();

/** A new challenge, stored until it is used or expires. */
export async function openChallenge(sql: Sql, occasion: Occasion, now: number): Promise<Uint8Array<ArrayBuffer>> {
  const random = randomBytes(CHALLENGE_BYTES);
  const { purpose, holder, sessionId, what } = occasion;
  const challenge = what ? challengeFor(random, occasion) : random;
  const until = now + (purpose === 'register' ? REGISTERING_LASTS : CHALLENGE_LASTS);
  await sql.query(
    `insert into passkey_challenge (challenge, purpose, holder, session_id, nonce, expires_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [challenge, purpose, holder && holderKey(holder), sessionId, what ? random : null, new Date(until)],
  );
  return new Uint8Array(challenge);
}

/** Uses a challenge up. False if it was not made for this occasion, was used before, or expired. */
export async function takeChallenge(sql: Sql, challenge: Buffer, occasion: Occasion, now: number): Promise<boolean> {
  const { purpose, holder, sessionId, what } = occasion;
  const [row] = await sql.query<{ nonce: Buffer | null }>(
    `delete from passkey_challenge
      where challenge = $1 and purpose = $2 and holder is not distinct from $3
        and session_id is not distinct from $4 and expires_at > $5
      returning nonce`,
    [challenge, purpose, holder && holderKey(holder), sessionId, new Date(now)],
  );
  if (!row) return false;
  return what ? row.nonce !== null && challengeFor(row.nonce, occasion).equals(challenge) : row.nonce === null;
}
