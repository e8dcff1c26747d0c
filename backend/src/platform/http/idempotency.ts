import { createHash } from 'node:crypto';
import { canonicalJson } from '../canonical-json.ts';
import type { Sql, Transaction } from '../db/database.ts';
import { DomainError } from './domain-error.ts';

const KEY = /^[\x21-\x7e]{8,100}$/;

/** The header's value; rejects a call that needs one and has none. */
export function readIdempotencyKey(header: unknown): string {
  if (typeof header !== 'string' || !KEY.test(header)) throw new DomainError('idempotency_key_required');
  return header;
}

type Use = {
  readonly userId: string;
  readonly key: string;
  readonly callId: string;
  readonly input: object;
  readonly at: number;
};

/**
 * Hash that distinguishes inputs. Without the payment password, `key` on the wire: a fast hash of six digits beside
 * fields that the database holds anyway would reveal them.
 */
const fingerprintOf = ({ callId, input }: Pick<Use, 'callId' | 'input'>): Buffer => {
  const { key: _, ...rest } = input as Readonly<Record<string, unknown>>;
  return createHash('sha256')
    .update(`${callId}\n${canonicalJson(rest)}`)
    .digest();
};

type Known<T> = { readonly output: T };

/** The output of a request that committed under this key; null before one did. Rejects a key used with another input. */
export async function knownOutput<T>(sql: Sql, use: Pick<Use, 'userId' | 'key' | 'callId' | 'input'>) {
  const [known] = await sql.query<Known<T> & { fingerprint: Buffer }>(
    'select fingerprint, answer as output from idempotency_key where user_id = $1 and key = $2',
    [use.userId, use.key],
  );
  if (!known) return null;
  if (!known.fingerprint.equals(fingerprintOf(use))) throw new DomainError('idempotency_conflict');
  return { output: known.output };
}

/**
 * Runs work at most once per user and key. The key's row commits in the same transaction as the effect, so a repeated
 * request either finds the output or waits for the first to finish; a rejected call leaves no row and may be tried again.
 */
export async function withIdempotency<T>(tx: Transaction, use: Use, work: () => Promise<T>): Promise<T> {
  const { userId, key, callId, at } = use;
  const [claimed] = await tx.query(
    `insert into idempotency_key (user_id, key, call, fingerprint, at)
     values ($1, $2, $3, $4, $5) on conflict do nothing returning 1 as claimed`,
    [userId, key, callId, fingerprintOf(use), new Date(at)],
  );
  if (!claimed) {
    const known = await knownOutput<T>(tx, use);
    if (!known) throw new DomainError('idempotency_conflict');
    return known.output;
  }
  const output = await work();
  await tx.query('update idempotency_key set answer = $3 where user_id = $1 and key = $2', [
    userId,
    key,
    JSON.stringify(output),
  ]);
  return output;
}
