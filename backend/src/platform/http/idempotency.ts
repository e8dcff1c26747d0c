import { createHash } from 'node:crypto';
import { canonicalJson } from '../canonical-json.ts';
import type { Sql, Transaction } from '../db/database.ts';
import type { DomainFactory } from '../domain.ts';
import { postsFor } from '../ledger/own-credits.ts';
import { SESSION_LASTS } from '../session/sessions.ts';
import { DomainError } from './domain-error.ts';

const HOUR = 3_600_000;
/** ms that a key is kept. A page repeats a request while its session lasts, which is a third of this at most. */
const KEPT = 3 * SESSION_LASTS.remembered;
/** Keys that one statement deletes: others can use the table in between. */
const BATCH = 5_000;

const KEY = /^[\x21-\x7e]{8,100}$/;

/** The header's value; rejects a call that needs one and has none, or one of another form. */
export function readIdempotencyKey(header: unknown): string {
  if (typeof header !== 'string' || header === '') throw new DomainError('idempotency_key_required');
  if (!KEY.test(header)) throw new DomainError('idempotency_key_invalid');
  return header;
}

type Use = {
  readonly userId: string;
  readonly key: string;
  readonly callId: string;
  readonly input: object;
};

/** What of a request its key's row holds, where the handler commits that row itself. Plain text: it goes between nodes. */
export type KeyUse = {
  readonly userId: string;
  readonly key: string;
  readonly callId: string;
  /** Hex. */
  readonly fingerprint: string;
};

/** What is stored under a key. */
export type KnownUse = { readonly fingerprint: string; readonly output: unknown };

export const keyUseOf = ({ userId, key, callId, input }: Use): KeyUse => ({
  userId,
  key,
  callId,
  fingerprint: fingerprintOf({ callId, input }).toString('hex'),
});

/** By user and key, in one text. */
export const keyName = ({ userId, key }: Pick<KeyUse, 'userId' | 'key'>): string => `${userId} ${key}`;

/** Of these keys those that are stored, by `keyName`. */
export async function knownUses(sql: Sql, uses: readonly KeyUse[]): Promise<ReadonlyMap<string, KnownUse>> {
  if (uses.length === 0) return new Map();
  const rows = await sql.query<{ user_id: string; key: string } & KnownUse>(
    // One lookup by index each: a join that was planned while the table was small went on to read the whole of it.
    `select u.user_id, u.key, encode(k.fingerprint, 'hex') as fingerprint, k.answer as output
       from unnest($1::bigint[], $2::text[]) as u (user_id, key)
       cross join lateral (select i.fingerprint, i.answer from idempotency_key i
                            where i.user_id = u.user_id and i.key = u.key offset 0) k`,
    [uses.map(({ userId }) => userId), uses.map(({ key }) => key)],
  );
  return new Map(
    rows.map(({ user_id, key, fingerprint, output }) => [keyName({ userId: user_id, key }), { fingerprint, output }]),
  );
}

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
export async function knownOutput<T>(sql: Sql, use: KeyUse) {
  const [known] = await sql.query<Known<T> & { fingerprint: Buffer }>(
    'select fingerprint, answer as output from idempotency_key where user_id = $1 and key = $2',
    [use.userId, use.key],
  );
  if (!known) return null;
  if (known.fingerprint.toString('hex') !== use.fingerprint) throw new DomainError('idempotency_conflict');
  return { output: known.output };
}

/** SQL: whether a request of the user of this column committed under the key of this text. */
export const isKeyUsed = (user: string, key: string): string =>
  `exists (select from idempotency_key used where used.user_id = ${user} and used.key = ${key})`;

/**
 * Runs work at most once per user and key. The key's row commits in the same transaction as the effect, so a repeated
 * request either finds the output or waits for the first to finish; a rejected call leaves no row and may be tried again.
 * Journals of the transaction are checked as those of the request.
 * `at` is Unix ms.
 */
export async function withIdempotency<T>(tx: Transaction, use: KeyUse, at: number, work: () => Promise<T>): Promise<T> {
  const { userId, key, callId, fingerprint } = use;
  postsFor(tx, use);
  const [claimed] = await tx.query(
    `insert into idempotency_key (user_id, key, call, fingerprint, at)
     values ($1, $2, $3, $4, $5) on conflict do nothing returning 1 as claimed`,
    [userId, key, callId, Buffer.from(fingerprint, 'hex'), new Date(at)],
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

/**
 * Deletes keys that no client asks for any more: of long ago, and older than every open session of their user, because
 * a page keeps a request of unknown outcome as long as its session. Returns the number of deleted keys.
 */
export async function pruneKeys(sql: Sql, now: number, batch = BATCH): Promise<number> {
  let deleted = 0;
  for (;;) {
    const rows = await sql.query(
      `delete from idempotency_key where (user_id, key) in (
         select k.user_id, k.key from idempotency_key k
          where k.at < $1
            and not exists (select from session s
                             where s.user_id = k.user_id and s.created_at <= k.at
                               and s.ended_at is null and s.expires_at > $2)
          limit $3)
       returning 1 as one`,
      [new Date(now - KEPT), new Date(now), batch],
    );
    deleted += rows.length;
    if (rows.length < batch) return deleted;
  }
}

/** Keeps the table of keys as large as what clients may ask for. */
export const idempotency: DomainFactory = ({ database, now }) => ({
  name: 'idempotency',
  userData: { idempotency_key: { leftOut: 'outputs of calls again, kept so that a repeated one is the same' } },
  jobs: [
    {
      name: 'idempotency-clean-up',
      every: HOUR,
      exclusive: true,
      whole: 'it deletes by time alone',
      run: async () => void (await pruneKeys(database, now())),
    },
  ],
});
