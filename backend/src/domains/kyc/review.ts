import type { Sql, Transaction } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { Reviewer } from '../deposits/review.ts';

export type IdentityRequest = {
  readonly id: string;
  readonly uid: string;
  readonly real_type: 1 | 2;
  readonly id_type: string;
  readonly name: string;
  readonly card_id: string;
  readonly front_pic: string | null;
  readonly reverse_pic: string | null;
  readonly submitted_at: Date;
};

export const openIdentityRequests = (sql: Sql): Promise<IdentityRequest[]> =>
  sql.query<IdentityRequest>(
    `select r.id, u.uid, r.real_type, r.id_type, r.name, r.card_id, r.front_pic, r.reverse_pic, r.submitted_at
       from verification_request r join user_account u on u.id = r.user_id
      where r.state = 'under_review' order by r.id limit 200`,
  );

export async function identityRequestsSince(sql: Sql, before: number): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `select id from verification_request
      where state = 'under_review' and submitted_at <= to_timestamp($1::double precision / 1000) order by id limit 100`,
    [before],
  );
  return rows.map(({ id }) => id);
}

export type IdentityDecision = { readonly verify: true } | { readonly verify: false; readonly reason: string };

/** Decides an identity request, once. A verified one raises the user's level; none lowers it. */
export async function reviewIdentity(
  tx: Transaction,
  id: string,
  decision: IdentityDecision,
  reviewer: Reviewer,
  now: number,
): Promise<void> {
  const [request] = await tx.query<{ user_id: string; real_type: number; state: string }>(
    'select user_id, real_type, state from verification_request where id = $1 for update',
    [id],
  );
  if (!request) throw new DomainError('not_found', { field: 'id' });
  if (request.state !== 'under_review') throw new DomainError('already_reviewed');
  const reason = decision.verify ? null : decision.reason;
  await tx.query(
    `update verification_request set state = $2, reason = $3, reviewed_at = to_timestamp($4::double precision / 1000)
      where id = $1`,
    [id, decision.verify ? 'verified' : 'failed', reason, now],
  );
  if (decision.verify) {
    await tx.query('update user_account set verification_level = greatest(verification_level, $2) where id = $1', [
      request.user_id,
      request.real_type,
    ]);
  }
  await tx.query(
    `insert into staff_action (staff_id, action, subject, reason, at)
     values ($1, $2, $3, $4, to_timestamp($5::double precision / 1000))`,
    [reviewer.id, decision.verify ? 'identity.verify' : 'identity.fail', `verification:${id}`, reason, now],
  );
  tx.notify(request.user_id, { kind: 'profile' });
}
