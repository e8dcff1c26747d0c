import type { Output, ReadInput } from '@tessera/api/contract';
import { rightText } from '@tessera/api/kit/rights';
import type { Sql, Transaction } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { sendMessage } from '../../platform/mail/messages.ts';
import { requireOpenStaffSession } from '../../platform/session/open-session.ts';
import type { StaffMember } from '../../platform/session/read-session.ts';
import { newToken, tokenHash } from '../../platform/session/token.ts';
import { type Claims, type IdentityToken, matches, readClaims } from './identity-token.ts';
import { type Actor, grantedTo, LISTED, PREFIX, type StoredRight } from './machines.ts';

/** ms for which what a token was exchanged for is good. */
const LIFE = 10 * 60_000;
/** Exchanges of one binding within that time at most. */
const MOST = 30;
/** Bindings of one member in force at most. */
const MOST_BINDINGS = 100;

const record = (tx: Transaction, action: string, id: string, by: string, reason: string | null, now: number) =>
  tx.query('insert into staff_action (staff_id, action, subject, reason, at) values ($1, $2, $3, $4, $5)', [
    by,
    action,
    `binding:${id}`,
    reason,
    new Date(now),
  ]);

/** Lets runs of a build server, which the claims of its tokens name, do what the member may do now. */
export async function createBinding(
  tx: Transaction,
  by: StaffMember,
  input: ReadInput<'POST /staff/machines/bindings/create'>,
  issuers: ReadonlyMap<string, string>,
  now: number,
): Promise<Output<'POST /staff/machines/bindings/create'>> {
  await requireOpenStaffSession(tx, by);
  const { name, issuer, audience } = input;
  if (!issuers.has(issuer)) throw new DomainError('invalid_field', { field: 'issuer' });
  const claims = readClaims(input.claims);
  if (!claims) throw new DomainError('invalid_field', { field: 'claims' });
  const rights = await grantedTo(tx, by, input.rights, now);
  const [member] = await tx.query<{ account: string }>('select account from staff_member where id = $1', [by.id]);
  if (!member) throw new Error(`member ${by.id} is gone`);
  const [count] = await tx.query<{ bindings: number }>(
    'select count(*)::int as bindings from ci_binding where staff_id = $1 and revoked_at is null',
    [by.id],
  );
  if ((count?.bindings ?? 0) >= MOST_BINDINGS) throw new DomainError('forbidden');
  const [row] = await tx.query<{ id: string }>(
    `insert into ci_binding (staff_id, name, issuer, audience, claims, rights, created_at)
     values ($1, $2, $3, $4, $5, $6, $7) returning id`,
    [by.id, name, issuer, audience, JSON.stringify(claims), JSON.stringify(rights), new Date(now)],
  );
  if (!row) throw new Error('the binding has no id');
  const named = Object.entries(claims).map(([claim, value]) => `${claim} = ${value}`);
  await record(tx, 'binding.create', row.id, by.id, `${name}: ${issuer} ${named.join(', ')}`.slice(0, 300), now);
  await sendMessage(tx, {
    id: `staff-binding-${row.id}`,
    to: member.account,
    channel: 'mail',
    subject: 'A build server was bound to your staff account',
    body: `${name}: runs of ${issuer} with\n\n${named.join('\n')}\n\nmay:\n\n${rights.map((right) => rightText(right)).join('\n')}\n\nIf you did not make it, revoke it under Machines and tell an admin.`,
  });
  return { id: row.id };
}

/** Ends a binding, and what was exchanged by it, at once: one of the member's own, or any for an admin. */
export async function revokeBinding(
  tx: Transaction,
  by: Actor,
  { id, reason }: ReadInput<'POST /staff/machines/bindings/revoke'>,
  now: number,
): Promise<void> {
  const revoked = await tx.query(
    `update ci_binding set revoked_at = $3
      where id = $1 and revoked_at is null and (staff_id = $2 or $4) returning id`,
    [id, by.id, new Date(now), by.role === 'admin'],
  );
  if (revoked.length === 0) throw new DomainError('not_found', { field: 'id' });
  await tx.query('update machine_token set revoked_at = $2 where binding_id = $1 and revoked_at is null', [
    id,
    new Date(now),
  ]);
  await record(tx, 'binding.revoke', id, by.id, reason, now);
}

/** The bindings of the member, of all members for an admin; those that ended a month ago or more are left out. */
export async function listBindings(
  sql: Sql,
  { id, role }: Actor,
  now: number,
): Promise<Output<'GET /staff/machines/bindings'>> {
  const list = await sql.query<Output<'GET /staff/machines/bindings'>['list'][number]>(
    `select b.id, b.name, m.account as member, b.issuer, b.audience, b.claims, b.rights, b.created_at, b.last_used_at,
            b.revoked_at
       from ci_binding b join staff_member m on m.id = b.staff_id
      where (b.staff_id = $1 or $2) and (b.revoked_at is null or b.revoked_at > $3)
      order by b.id desc`,
    [id, role === 'admin', new Date(now - LISTED)],
  );
  return { list };
}

type Bound = {
  readonly id: string;
  readonly staff_id: string;
  readonly name: string;
  readonly issuer: string;
  readonly audience: string;
  readonly claims: Claims;
  readonly rights: StoredRight[];
};

/** Whom a token is for, as releases name it. */
const workloadOf = ({ claims }: IdentityToken): string =>
  String(claims.repository ?? claims.project_path ?? claims.sub)
    .replaceAll(/[^\w./:@-]/g, '_')
    .slice(0, 120);

/**
 * Exchanges a token of a build server, once, for one of ten minutes with the rights of the binding that it matches; of
 * several, the oldest one that `binding` does not rule out. Rejects with `forbidden` where none does.
 */
export async function exchange(
  tx: Transaction,
  identity: IdentityToken,
  binding: string | undefined,
  now: number,
): Promise<Output<'POST /staff/machines/exchange'>> {
  const bound = await tx.query<Bound>(
    `select b.id, b.staff_id, b.name, b.issuer, b.audience, b.claims, b.rights
       from ci_binding b join staff_member m on m.id = b.staff_id
      where b.issuer = $1 and b.revoked_at is null and not m.disabled and ($2::text is null or b.name = $2)
      order by b.id`,
    [identity.issuer, binding ?? null],
  );
  const found = bound.find((each) => matches(each, identity));
  if (!found) throw new DomainError('forbidden');
  const used = await tx.query(
    'update ci_binding set last_used_at = $2 where id = $1 and revoked_at is null returning id',
    [found.id, new Date(now)],
  );
  if (used.length === 0) throw new DomainError('forbidden');
  const [count] = await tx.query<{ exchanged: number }>(
    'select count(*)::int as exchanged from machine_token where binding_id = $1 and created_at > $2',
    [found.id, new Date(now - LIFE)],
  );
  if ((count?.exchanged ?? 0) >= MOST) throw new DomainError('rate_limited', { params: { seconds: LIFE / 1_000 } });
  const token = `${PREFIX}${newToken()}`;
  const expiresAt = now + LIFE;
  const workload = workloadOf(identity);
  const made = await tx.query<{ id: string }>(
    `insert into machine_token (staff_id, name, token_hash, rights, created_at, expires_at, binding_id, exchanged_hash,
                                workload)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (exchanged_hash) do nothing returning id`,
    [
      found.staff_id,
      found.name,
      tokenHash(token),
      JSON.stringify(found.rights),
      new Date(now),
      new Date(expiresAt),
      found.id,
      identity.hash,
      workload,
    ],
  );
  if (made.length === 0) throw new DomainError('session_invalid');
  await record(tx, 'binding.exchange', found.id, found.staff_id, workload, now);
  return { token, expires_at: expiresAt, workload };
}
