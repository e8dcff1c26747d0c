import { type ReleaseRight, releaseActions, rightsOfRole } from '@tessera/api/kit/rights';
import type { Sql, Transaction } from '../../platform/db/database.ts';
import { StaffAccountError } from './members.ts';

type Row = {
  readonly id: string;
  readonly account: string;
  readonly action: ReleaseRight['action'];
  readonly remote: string;
  readonly environment: string;
  readonly percent: string | null;
  readonly from: number | null;
  readonly until: number | null;
};

/** A right that was granted, with its id and its member. */
export type GrantedRight = ReleaseRight & { readonly id: string; readonly account: string };

const grantedOf = ({ percent, ...row }: Row): GrantedRight => ({
  ...row,
  percent: percent === null ? null : Number(percent),
});

/** The rights that were granted, those of another time included; of all members, or of one. */
export async function grantedRights(sql: Sql, staffId: string | null): Promise<readonly GrantedRight[]> {
  const rows = await sql.query<Row>(
    `select r.id, m.account, r.action, r.remote, r.environment, r.percent,
            r.valid_from as "from", r.valid_until as "until"
       from release_right r join staff_member m on m.id = r.staff_id
      where r.ended_at is null and ($1::bigint is null or r.staff_id = $1)
      order by m.account, r.id`,
    [staffId],
  );
  return rows.map(grantedOf);
}

/** What a member may release: by the role, and by what was granted. */
export async function releaseRightsOf(
  sql: Sql,
  { id, role }: { readonly id: string; readonly role: string },
): Promise<ReleaseRight[]> {
  const granted = await grantedRights(sql, id);
  return [...rightsOfRole(role), ...granted.map(({ id: _id, account: _account, ...right }) => right)];
}

const NAME = /^(\*|[a-z][a-z0-9-]{0,39})$/;

/** Why a right could not be granted; null if it can. */
function faultOf({ action, remote, environment, percent, from, until }: ReleaseRight): string | null {
  if (!releaseActions.includes(action)) return `a right is one of ${releaseActions.join(', ')}`;
  if (!NAME.test(remote)) return 'which remote? Give its name, host, or * for all remotes';
  if (!NAME.test(environment)) return 'in which environment? Give its name, or * for all: --environment';
  if (action === 'ramp' && !(percent !== null && percent > 0 && percent <= 100))
    return 'up to how many percent? --percent';
  if (action !== 'ramp' && percent !== null) return '--percent belongs to ramp';
  if (from !== null && until !== null && until <= from) return '--until is after --from';
  return null;
}

/** Who grants, and why. */
type Decision = { readonly by: string; readonly reason: string };

const record = (tx: Transaction, action: string, subject: string, { by, reason }: Decision, now: number) =>
  tx.query('insert into staff_action (staff_id, action, subject, reason, at) values ($1, $2, $3, $4, $5)', [
    by,
    action,
    subject,
    reason,
    new Date(now),
  ]);

const dateOf = (at: number | null): Date | null => (at === null ? null : new Date(at));

/** Grants a right to a member; returns its id. Rejects with StaffAccountError. */
export async function grantRight(
  tx: Transaction,
  staffId: string,
  right: ReleaseRight,
  decision: Decision,
  now: number,
): Promise<string> {
  const fault = faultOf(right);
  if (fault) throw new StaffAccountError(fault);
  const { action, remote, environment, percent, from, until } = right;
  const [row] = await tx.query<{ id: string }>(
    `insert into release_right (staff_id, action, remote, environment, percent, valid_from, valid_until, granted_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
    [staffId, action, remote, environment, percent, dateOf(from), dateOf(until), new Date(now)],
  );
  if (!row) throw new Error('the right has no id');
  await record(tx, `right.grant ${action} ${remote} ${environment}`, `member:${staffId}`, decision, now);
  return row.id;
}

/** Ends a right at once. Rejects with StaffAccountError for one that does not exist or was ended. */
export async function endRight(tx: Transaction, id: string, decision: Decision, now: number): Promise<void> {
  const [ended] = await tx.query<{ staff_id: string }>(
    'update release_right set ended_at = $2 where id = $1 and ended_at is null returning staff_id',
    [id, new Date(now)],
  );
  if (!ended) throw new StaffAccountError(`there is no right #${id}`);
  await record(tx, `right.end ${id}`, `member:${ended.staff_id}`, decision, now);
}
