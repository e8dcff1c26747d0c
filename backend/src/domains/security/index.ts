import { securityContract } from '@tessera/api/security/contract';
import { db, execute, time } from '../../platform/db/kysely.ts';
import { defineDomain } from '../../platform/domain.ts';
import { cleanUpFactors } from '../../platform/factor/clean-up.ts';
import { createFactors } from '../../platform/factor/factors.ts';
import { resealJob } from '../../platform/factor/reseal.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { countryOfAddress } from '../../platform/http/place.ts';
import { requireOpenSession } from '../../platform/session/open-session.ts';
import { endSessions } from '../../platform/session/sessions.ts';
import { contactOfUser, limitsOfUser, sendCode, userById } from '../identity/index.ts';
import { setAntiPhishing } from './anti-phishing.ts';
import { approve, beginApprove } from './approval.ts';
import { boundTo } from './bound-codes.ts';
import { beginChange } from './changes.ts';
import { changeContact } from './contact.ts';
import {
  addPasskey,
  beginConfirm,
  beginNewPasskey,
  beginTotp,
  changePasskeyName,
  confirm,
  confirmTotp,
  deletePasskey,
  keepFactors,
  keepFactorsByLink,
  removeTotp,
  replaceRecoveryCodes,
  requireConfirmedUser,
  secondFactors,
} from './factors.ts';
import { logIns } from './log-ins.ts';
import { changePassword, setPayPassword } from './passwords.ts';
import { requirePayPassword } from './pay-password.ts';
import { takeOutFactors } from './take-out.ts';

export { approve, beginApprove } from './approval.ts';
export { requireCurrentPassword } from './current-password.ts';

/** ms between two deletions of challenges that expired. */
const CLEAN_UP_EVERY = 10 * 60_000;

/** What protects an account: passwords, the payment password, codes for changes, devices. */
export const security = defineDomain(securityContract, (dependencies) => {
  const { database, now, ports, settings } = dependencies;
  const factors = createFactors(dependencies);
  return {
    name: 'security',
    userData: {
      authenticator: { rows: `holder = 'user:' || $1`, without: ['secret', 'last_counter'] },
      authenticator_enrolment: { leftOut: 'a secret that is shown once and ends within minutes' },
      passkey: { rows: `holder = 'user:' || $1`, without: ['public_key'] },
      passkey_challenge: { leftOut: 'random bytes that end within minutes' },
      recovery_code: { rows: `holder = 'user:' || $1`, without: ['code_hash', 'salt'] },
    },
    jobs: [
      resealJob(factors),
      {
        name: 'security-clean-up',
        every: CLEAN_UP_EVERY,
        exclusive: true,
        whole: 'it deletes by time alone',
        run: () => cleanUpFactors(database, now()),
      },
    ],
    takeOut: takeOutFactors,
    payPassword: {
      setBy: 'POST /safe/pay_password',
      require: (payer, payPassword, at) => requirePayPassword(database, payer, payPassword, at),
    },
    approval: {
      begin: (user, approvable, shown) => beginApprove(factors, user, approvable, shown),
      approve: (user, approvable, proof) => approve(factors, user, approvable, proof),
    },
    calls: {
      'POST /sms_send': async ({ language, user }, asked) => {
        const { scene, loginActive } = asked;
        const owner = await userById(database, user.id);
        const contact = contactOfUser(owner, loginActive);
        if (!contact) throw new DomainError('contact_missing', { field: 'loginActive' });
        const limits = limitsOfUser(user.id);
        const phrase = owner.anti_phishing;
        return sendCode(dependencies, {
          contact,
          scene,
          terms: boundTo(factors, user, asked),
          language,
          now: now(),
          deliver: true,
          place: 'owner',
          limits,
          phrase,
          origin: null,
        });
      },
      'POST /safe/update_password': ({ user, device }, payload) =>
        changePassword({ database, ports }, { ...user, device }, payload, now()),
      'POST /safe/mobile': ({ user }, payload) => changeContact(database, user, payload, now()),
      'POST /safe/anti_phishing': ({ user }, payload) => setAntiPhishing(database, user, payload, now()),
      'POST /safe/pay_password': ({ user }, payload) => setPayPassword({ factors, ports }, user, payload),
      'GET /safe/sessions': async ({ user }) => {
        const rows = await execute(
          database,
          db
            .selectFrom('session')
            .select(['id', 'device', 'address', 'created_at', 'last_seen_at'])
            .where('user_id', '=', user.id)
            .where('ended_at', 'is', null)
            .where('expires_at', '>', time(now()))
            .where('last_seen_at', '>', time(now() - settings.sessionIdleMs))
            .orderBy('last_seen_at', 'desc')
            .limit(100),
        );
        return {
          list: rows.map((row) => ({
            ...row,
            country: countryOfAddress(row.address),
            current: row.id === user.sessionId,
          })),
        };
      },
      'GET /safe/log_ins': async ({ user }, page) => {
        const { list, total } = await logIns(database, user, page);
        return { list, ...page, total };
      },
      'POST /safe/sessions/revoke_others': async ({ user }) => {
        await requireConfirmedUser(factors, user);
        const ended = await database.transaction(async (tx) => {
          await requireOpenSession(tx, user);
          return endSessions(tx, user.id, { except: user.sessionId }, now());
        });
        return { sessions_ended: ended };
      },
      'POST /safe/sessions/revoke': async ({ user }, { id }) => {
        await requireConfirmedUser(factors, user);
        const ended = await database.transaction(async (tx) => {
          await requireOpenSession(tx, user);
          return endSessions(tx, user.id, { only: id }, now());
        });
        if (ended === 0) throw new DomainError('not_found', { field: 'id' });
        return {};
      },
      'GET /safe/factors': ({ user }) => secondFactors(factors, user),
      'POST /safe/factors/keep': async ({ user }) => {
        await keepFactors(factors, user);
        return {};
      },
      'POST /user/factors/keep': async (_, payload) => {
        await keepFactorsByLink(factors, payload);
        return {};
      },
      'POST /safe/confirm/begin': ({ user }) => beginConfirm(factors, user),
      'POST /safe/confirm': ({ user }, payload) => confirm(factors, user, payload),
      'POST /safe/change/begin': ({ user }, payload) => beginChange(factors, user, payload),
      'POST /safe/totp/begin': ({ user }) => beginTotp(factors, user),
      'POST /safe/totp/confirm': ({ user }, payload) => confirmTotp(factors, user, payload),
      'POST /safe/totp/remove': ({ user }, payload) => removeTotp(factors, user, payload),
      'POST /safe/recovery_codes': ({ user }, payload) => replaceRecoveryCodes(factors, user, payload),
      'POST /safe/passkey/begin': ({ user }) => beginNewPasskey(factors, user),
      'POST /safe/passkey/add': ({ user }, payload) => addPasskey(factors, user, payload),
      'POST /safe/passkey/rename': async ({ user }, payload) => {
        await changePasskeyName(factors, user, payload);
        return {};
      },
      'POST /safe/passkey/remove': async ({ user }, payload) => {
        await deletePasskey(factors, user, payload);
        return {};
      },
    },
  };
});
