import { securityContract } from '@tessera/api/security/contract';
import { db, execute, time } from '../../platform/db/kysely.ts';
import { defineDomain } from '../../platform/domain.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { endSessions } from '../../platform/session/sessions.ts';
import { contactOfUser, limitsOfUser, sendCode, userById } from '../identity/index.ts';
import { changePassword, setPayPassword } from './passwords.ts';
import { requirePayPassword } from './pay-password.ts';

/** What protects an account: passwords, the payment password, codes for changes, devices. */
export const security = defineDomain(securityContract, ({ database, now, ports }) => ({
  name: 'security',
  payPassword: {
    setBy: 'POST /safe/pay_password',
    require: (userId, payPassword, at) => requirePayPassword(database, userId, payPassword, at),
  },
  calls: {
    'POST /sms_send': async ({ language, user }, { scene, loginActive }) => {
      const contact = contactOfUser(await userById(database, user.id), loginActive);
      if (!contact) throw new DomainError('contact_missing', { field: 'loginActive' });
      const limits = limitsOfUser(user.id);
      return sendCode(database, { contact, scene, language, now: now(), deliver: true, limits });
    },
    'POST /safe/update_password': ({ user }, payload) => changePassword({ database, ports }, user, payload, now()),
    'POST /safe/pay_password': ({ user }, payload) => setPayPassword({ database, ports }, user, payload, now()),
    'GET /safe/sessions': async ({ user }) => {
      const rows = await execute(
        database,
        db
          .selectFrom('session')
          .select(['id', 'device', 'address', 'created_at', 'last_seen_at'])
          .where('user_id', '=', user.id)
          .where('ended_at', 'is', null)
          .where('expires_at', '>', time(now()))
          .orderBy('last_seen_at', 'desc')
          .limit(100),
      );
      return { list: rows.map((row) => ({ ...row, current: row.id === user.sessionId })) };
    },
    'POST /safe/sessions/revoke': async ({ user }, { id }) => {
      const ended = await database.transaction((tx) => endSessions(tx, user.id, { only: id }, now()));
      if (ended === 0) throw new DomainError('not_found', { field: 'id' });
      return {};
    },
  },
}));
