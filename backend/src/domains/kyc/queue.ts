import { isSameName } from '@tessera/api/quickbuy/rules';
import {
  type ApplicationTable,
  applicationsShown,
  decideApplication,
  REVIEWER_RIGHTS,
} from '../../platform/applications.ts';
import type { Sql, Transaction } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { QueueWarning, StaffQueue } from '../../platform/queues.ts';
import { sendNotice } from '../identity/index.ts';

export const requestTable: ApplicationTable = {
  table: 'verification_request',
  state: 'state',
  states: { pending: ['under_review'], approved: ['verified'], rejected: ['failed'] },
  madeAt: 'submitted_at',
  pictures: ['front_pic', 'reverse_pic'],
};

type Request = {
  readonly real_type: 1 | 2;
  readonly id_type: string;
  readonly country: string | null;
  readonly name: string;
  readonly card_id: string;
};

/** By request, the requests of other users that state the same document and were not refused. */
async function sameDocuments(sql: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, readonly QueueWarning[]>> {
  const rows = await sql.query<{ id: string; others: string[] }>(
    `select r.id, array_agg(o.id::text order by o.id) as others
       from verification_request r join verification_request o
         on document_number(o.card_id) = document_number(r.card_id) and o.user_id <> r.user_id and o.state <> 'failed'
      where r.id = any($1) and r.state <> 'failed' group by r.id`,
    [ids],
  );
  return new Map(rows.map(({ id, others }) => [id, [{ code: 'same_document', items: others }]]));
}

/**
 * By request, what verified the same user before under another name: who holds a session would be whom staff compare the
 * owner with from then on.
 */
async function otherNames(sql: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, QueueWarning>> {
  const rows = await sql.query<{ id: string; name: string; before: string; before_id: string }>(
    `select r.id, r.name, b.name as before, b.id as before_id
       from verification_request r
       join lateral (select id, name from verification_request
                      where user_id = r.user_id and state = 'verified' and id < r.id order by id desc limit 1) b on true
      where r.id = any($1) and r.state = 'under_review'`,
    [ids],
  );
  return new Map(
    rows.flatMap(({ id, name, before, before_id }) =>
      isSameName(before, name) ? [] : [[id, { code: 'other_name', items: [before_id] }] as const],
    ),
  );
}

async function warningsOf(sql: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, readonly QueueWarning[]>> {
  const [documents, names] = [await sameDocuments(sql, ids), await otherNames(sql, ids)];
  return new Map(
    ids.map((id) => {
      const name = names.get(id);
      return [id, [...(documents.get(id) ?? []), ...(name ? [name] : [])]];
    }),
  );
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

/** Requests for verification. An approval raises the user's level, none lowers it; the document's country becomes theirs. */
export const identityQueue: StaffQueue = {
  name: 'identity',
  rights: REVIEWER_RIGHTS,
  takesAmount: false,
  ...applicationsShown<Request>(requestTable, {
    columns: 'a.real_type, a.id_type, a.country, a.name, a.card_id',
    details: ({ real_type, id_type, country, name, card_id }) => [
      { name: 'level', value: String(real_type) },
      { name: 'name', value: name },
      { name: 'id_type', value: id_type },
      ...(country === null ? [] : [{ name: 'country', value: country }]),
      { name: 'card_id', value: card_id },
    ],
    warnings: warningsOf,
  }),
  async approve(tx, id, { reason = null, reviewerId, at }) {
    const userId = await decideApplication(tx, requestTable, id, { status: 'approved', reason, reviewerId, at });
    await refuseUsedDocument(tx, id);
    await tx.query(
      `update user_account u
          set verification_level = greatest(u.verification_level, r.real_type),
              document_country = coalesce(r.country, u.document_country)
         from verification_request r where r.id = $1 and u.id = r.user_id`,
      [id],
    );
    await sendNotice(tx, userId, { kind: 'limits_changed', at });
  },
  async reject(tx, id, { reason, reviewerId, at }) {
    await decideApplication(tx, requestTable, id, { status: 'rejected', reason, reviewerId, at });
  },
};
