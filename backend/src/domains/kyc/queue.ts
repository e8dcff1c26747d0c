import type { Sql, Transaction } from '../../platform/db/database.ts';
import { pageOf } from '../../platform/db/page.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { QueueItem, QueuePage, QueueStatus, StaffQueue } from '../../platform/queues.ts';
import { sendNotice } from '../identity/index.ts';

type RequestState = 'under_review' | 'verified' | 'failed';

const STATES = { pending: 'under_review', approved: 'verified', rejected: 'failed' } as const satisfies Readonly<
  Record<QueueStatus, RequestState>
>;
const STATUSES = { under_review: 'pending', verified: 'approved', failed: 'rejected' } as const satisfies Readonly<
  Record<RequestState, QueueStatus>
>;

type RequestRow = {
  readonly id: string;
  readonly real_type: 1 | 2;
  readonly id_type: string;
  readonly country: string | null;
  readonly name: string;
  readonly card_id: string;
  readonly front_pic: string | null;
  readonly reverse_pic: string | null;
  readonly state: RequestState;
  readonly reason: string | null;
  readonly uid: string;
  readonly account_name: string;
  readonly reviewer: string | null;
  /** Unix ms. */
  readonly submitted_at: number;
  readonly reviewed_at: number | null;
};

const COLUMNS = `r.id, r.real_type, r.id_type, r.country, r.name, r.card_id, r.front_pic, r.reverse_pic, r.state, r.reason,
  r.submitted_at, r.reviewed_at, u.uid, coalesce(u.email, '+' || coalesce(u.mobile, u.shared_mobile), u.uid) as account_name, s.name as reviewer`;
const REQUESTS = `verification_request r join user_account u on u.id = r.user_id
  left join staff_member s on s.id = r.reviewer_id`;

const itemOf = (request: RequestRow, sameDocument: readonly string[]): QueueItem => ({
  id: request.id,
  status: STATUSES[request.state],
  user: { uid: request.uid, accountName: request.account_name },
  details: [
    { name: 'level', value: String(request.real_type) },
    { name: 'name', value: request.name },
    { name: 'id_type', value: request.id_type },
    ...(request.country === null ? [] : [{ name: 'country', value: request.country }]),
    { name: 'card_id', value: request.card_id },
  ],
  warnings: sameDocument.length === 0 ? [] : [{ code: 'same_document', items: sameDocument }],
  pictures: [request.front_pic, request.reverse_pic].flatMap((name) => (name === null ? [] : `/api/uploads/${name}`)),
  reason: request.reason,
  reviewer: request.reviewer,
  createdAt: request.submitted_at,
  reviewedAt: request.reviewed_at,
});

/** By request, the requests of other users that state the same document and were not refused. */
async function sameDocuments(sql: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await sql.query<{ id: string; others: string[] }>(
    `select r.id, array_agg(o.id::text order by o.id) as others
       from verification_request r join verification_request o
         on document_number(o.card_id) = document_number(r.card_id) and o.user_id <> r.user_id and o.state <> 'failed'
      where r.id = any($1) and r.state <> 'failed' group by r.id`,
    [ids],
  );
  return new Map(rows.map(({ id, others }) => [id, others]));
}

async function itemsOf(sql: Sql, requests: readonly RequestRow[]): Promise<QueueItem[]> {
  const same = await sameDocuments(
    sql,
    requests.map(({ id }) => id),
  );
  return requests.map((request) => itemOf(request, same.get(request.id) ?? []));
}

/**
 * Rejects with `document_used` where the document verifies another account: one identity, one account. Locks the number, so
 * that two requests with it are not approved at once.
 */
async function refuseUsedDocument(tx: Transaction, id: string): Promise<void> {
  await tx.query(
    `select pg_advisory_xact_lock(hashtextextended('document:' || document_number(card_id), 0))
       from verification_request where id = $1`,
    [id],
  );
  const [used] = await tx.query(
    `select 1 from verification_request r join verification_request o
         on document_number(o.card_id) = document_number(r.card_id) and o.user_id <> r.user_id and o.state = 'verified'
        and o.id_type = r.id_type and (o.country = r.country or o.country is null or r.country is null)
      where r.id = $1 limit 1`,
    [id],
  );
  if (used) throw new DomainError('document_used');
}

async function list(sql: Sql, { status, page, limit }: QueuePage) {
  const { rows, total } = await pageOf<RequestRow>(sql, {
    select: COLUMNS,
    from: `${REQUESTS} where ($1::text is null or r.state = $1)`,
    order: `(r.state = 'under_review') desc, case when r.state = 'under_review' then r.id end, r.id desc`,
    values: [status ? STATES[status] : null],
    page,
    limit,
  });
  return { items: await itemsOf(sql, rows), total };
}

type Pending = Pick<RequestRow, 'real_type' | 'country'> & { readonly user_id: string };

/** The request, locked for its decision. */
async function lockPending(tx: Transaction, id: string): Promise<Pending> {
  const [request] = await tx.query<Pending & { state: RequestState }>(
    'select user_id, real_type, country, state from verification_request where id = $1 for update',
    [id],
  );
  if (!request) throw new DomainError('not_found', { field: 'id' });
  if (request.state !== 'under_review') throw new DomainError('already_reviewed');
  return request;
}

type Outcome = {
  readonly state: 'verified' | 'failed';
  readonly reason: string | null;
  readonly reviewerId: string;
  readonly at: number;
};

const settle = (tx: Transaction, id: string, { state, reason, reviewerId, at }: Outcome) =>
  tx.query(
    `update verification_request
        set state = $2, reason = $3, reviewer_id = $4, reviewed_at = $5
      where id = $1`,
    [id, state, reason, reviewerId, new Date(at)],
  );

/** Requests for verification. An approval raises the user's level, none lowers it; the document's country becomes theirs. */
export const identityQueue: StaffQueue = {
  name: 'identity',
  rights: {
    read: ['support', 'reviewer', 'admin'],
    claim: ['reviewer', 'admin'],
    approve: ['reviewer', 'admin'],
    confirm: ['reviewer', 'admin'],
    reject: ['reviewer', 'admin'],
  },
  takesAmount: false,
  list,
  async show(sql, id) {
    const [request] = await sql.query<RequestRow>(`select ${COLUMNS} from ${REQUESTS} where r.id = $1`, [id]);
    return request ? ((await itemsOf(sql, [request]))[0] ?? null) : null;
  },
  async itemWith(sql, upload) {
    const [request] = await sql.query<{ id: string }>(
      `select id from verification_request where state = 'under_review' and $1 in (front_pic, reverse_pic)`,
      [upload],
    );
    return request?.id ?? null;
  },
  async approve(tx, id, { reason, reviewerId, at }) {
    const { user_id, real_type, country } = await lockPending(tx, id);
    await refuseUsedDocument(tx, id);
    await settle(tx, id, { state: 'verified', reason: reason ?? null, reviewerId, at });
    await tx.query(
      `update user_account set verification_level = greatest(verification_level, $2),
              document_country = coalesce($3, document_country)
        where id = $1`,
      [user_id, real_type, country],
    );
    tx.notify(user_id, { kind: 'profile' });
    await sendNotice(tx, user_id, { kind: 'limits_changed', at });
  },
  async reject(tx, id, { reason, reviewerId, at }) {
    const { user_id } = await lockPending(tx, id);
    await settle(tx, id, { state: 'failed', reason, reviewerId, at });
    tx.notify(user_id, { kind: 'profile' });
  },
};
