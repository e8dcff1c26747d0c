import { createHash } from 'node:crypto';
import type { Transaction } from '../db/database.ts';
import { DomainError } from './domain-error.ts';

const KEY = /^[\x21-\x7e]{8,100}$/;

/** The header's value; refuses the call that needs one and has none. */
export function readIdempotencyKey(header: unknown): string {
  if (typeof header !== 'string' || !KEY.test(header)) throw new DomainError('idempotency_key_required');
  return header;
}

/** JSON with sorted keys: the order of form fields makes no other request of it. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );

type Use = {
  readonly userId: string;
  readonly key: string;
  readonly callId: string;
  readonly input: unknown;
  readonly at: number;
};

/**
 * Runs work at most once per user and key. The key's row commits in the same transaction as the effect, so a repeated
 * request either finds the answer or waits for the first to finish; a refused call leaves no row and may be tried again.
 */
export async function withIdempotency<T>(
  tx: Transaction,
  { userId, key, callId, input, at }: Use,
  work: () => Promise<T>,
): Promise<T> {
  const fingerprint = createHash('sha256')
    .update(`${callId}\n${canonical(input)}`)
    .digest();
  const [claimed] = await tx.query(
    `insert into idempotency_key (user_id, key, call, fingerprint, at)
     values ($1, $2, $3, $4, $5) on conflict do nothing returning 1 as claimed`,
    [userId, key, callId, fingerprint, new Date(at)],
  );
  if (!claimed) {
    const [known] = await tx.query<{ fingerprint: Buffer; answer: T }>(
      'select fingerprint, answer from idempotency_key where user_id = $1 and key = $2',
      [userId, key],
    );
    if (!known?.fingerprint.equals(fingerprint)) throw new DomainError('idempotency_conflict');
    return known.answer;
  }
  const answer = await work();
  await tx.query('update idempotency_key set answer = $3 where user_id = $1 and key = $2', [
    userId,
    key,
    JSON.stringify(answer),
  ]);
  return answer;
}
