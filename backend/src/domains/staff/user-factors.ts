import type { Output, ReadInput } from '@tessera/api/contract';
import type { Database, Sql, Transaction } from '../../platform/db/database.ts';
import { removeAllFactors } from '../../platform/factor/reset.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { endSessions } from '../../platform/session/sessions.ts';
import type { By } from '../../platform/staff-command.ts';
import { contactsOfUser, forgetOtherDevices, pauseWithdrawals, sendNotice, userById } from '../identity/index.ts';
import { isOwnAccount } from './own-account.ts';

/* The removal of the second factors of a user who lost them and the recovery codes; its steps are in factor-removal.ts. */

type Row = {
  readonly id: string;
  readonly disabled: boolean;
  readonly level: number;
  readonly factors: boolean;
  readonly reachable: boolean;
};

/**
 * The id of a user whose factors may be removed, locked. There has to be a verified identity to compare the caller with:
 * without one, password and mailbox would be all that it takes. And a contact that the notice with the link reaches.
 */
export async function lockSubject(tx: Transaction, uid: string, staffId: string): Promise<string> {
  const [user] = await tx.query<Row>(
    `select id, disabled, verification_level as level, email is not null or mobile is not null as reachable,
            exists (select from authenticator where holder = 'user:' || u.id)
              or exists (select from passkey where holder = 'user:' || u.id) as factors
       from user_account u where uid = $1 for update`,
    [uid],
  );
  if (!user) throw new DomainError('not_found', { field: 'uid' });
  if (await isOwnAccount(tx, uid, staffId)) throw new DomainError('own_request');
  if (user.disabled) throw new DomainError('account_disabled');
  if (user.level < 1) throw new DomainError('removal_unverified', { field: 'uid' });
  if (!user.factors) throw new DomainError('factor_missing');
  if (!user.reachable) throw new DomainError('contact_missing', { field: 'uid' });
  return user.id;
}

/** What takes effect: as after a new password, and a longer pause of what leaves the account. */
export async function removeUserFactors(
  database: Database,
  { uid }: ReadInput<'POST /staff/users/remove_factors'>,
  { staffId, at }: By,
  pauseMs: number,
): Promise<void> {
  await database.transaction(async (tx) => {
    const id = await lockSubject(tx, uid, staffId);
    await removeAllFactors(tx, { kind: 'user', id });
    await endSessions(tx, id, { except: null }, at);
    await forgetOtherDevices(tx, { kind: 'user', id }, null, at);
    const until = await pauseWithdrawals(tx, id, at, pauseMs);
    tx.notify(id, { kind: 'profile' });
    await sendNotice(tx, id, { kind: 'removal_done', at, until }, contactsOfUser(await userById(tx, id)));
  });
}

type Listed = Output<'GET /staff/users/factors'>['list'][number];

export async function usersWithRemoval(sql: Sql): Promise<Output<'GET /staff/users/factors'>> {
  const list = await sql.query<Listed>(
    `select u.uid, u.nickname as name, 'level ' || u.verification_level as verified,
            (select count(*)::int from authenticator where holder = 'user:' || u.id) as authenticator,
            (select count(*)::int from passkey where holder = 'user:' || u.id) as passkeys,
            (select count(*)::int from recovery_code
              where holder = 'user:' || u.id and used_at is null) as recovery_codes
       from factor_removal r join user_account u on u.id = r.user_id
      where r.closed_at is null order by r.change_id limit 1000`,
  );
  return { list };
}
