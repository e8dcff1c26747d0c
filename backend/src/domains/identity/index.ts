import type { DomainFactory } from '../../platform/domain.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { endSessions } from '../../platform/session/sessions.ts';
import { levels } from '../kyc/levels.ts';
import { requestVerification, verificationState } from '../kyc/verification.ts';
import { readConfiguration } from '../site/configuration.ts';
import { checkCode, giveTryBack, sendCode } from './codes.ts';
import { contactOf } from './contact.ts';
import { seedDemoUser } from './demo-user.ts';
import { startForgetting } from './forgetting.ts';
import { logIn } from './log-in.ts';
import { changePassword, resetPassword, setPayPassword } from './passwords.ts';
import { editProfile, keepPreferences, useAvatar } from './profile.ts';
import { signUp } from './sign-up.ts';
import { userByContact, userById } from './users.ts';
import { contactOfUser, userInfo } from './wire.ts';

/** Users: opening an account, signing in, codes, passwords, devices, profile. */
export const identity: DomainFactory = (dependencies) => {
  const { database, courier, now, settings, accountEvents } = dependencies;
  return {
    name: 'identity',
    start: () => startForgetting(dependencies),
    seed: async () => {
      if (settings.demoUser) await seedDemoUser(database, now());
    },
    calls: {
      'POST /sms_mail': async ({ language, user }, { user_string, area_code, scene }) => {
        const contact = contactOf(user_string, area_code);
        const owner = await userByContact(database, contact);
        // Signing up needs an address that is free, everything else one that is known; the answer does not tell which.
        const deliver = scene === 'register' || user !== null ? true : owner !== null;
        return sendCode(database, courier, { contact, scene, language, now: now(), deliver });
      },
      'POST /sms_send': async ({ language, user }, { scene, loginActive }) => {
        const contact = contactOfUser(await userById(database, user.id), loginActive);
        if (!contact) throw new Refusal('contact_missing', { field: 'loginActive' });
        return sendCode(database, courier, { contact, scene, language, now: now(), deliver: true });
      },
      'POST /user/check_email': async (_, { user_string, scene, code }) => {
        const contact = contactOf(user_string);
        const { id, expiresAt } = await checkCode(database, { contact, scene, code, now: now() });
        await giveTryBack(database, id);
        return { user_string: contact.value, expires_at: expiresAt };
      },
      'POST /user/register': (context, payload) => signUp(database, payload, context, now()),
      'POST /user/login': (context, payload) => logIn(database, payload, context, now()),
      'POST /user/forget': async (_, payload) => {
        await resetPassword(database, payload, now());
        return {};
      },
      'GET /user/logout': async ({ user }) => {
        await endSessions(database, user.id, { only: user.sessionId }, now());
        return {};
      },
      'GET /user/info': async ({ user }) => userInfo(await userById(database, user.id)),
      'GET /user/levellist': async () => levels(await readConfiguration(database)),
      'GET /real/state': ({ user }) => verificationState(database, user.id),
      'POST /user/real': ({ user }, payload) => requestVerification(database, user.id, payload, now()),
      'POST /user/editNickname': ({ user }, payload) => editProfile(database, user.id, payload, accountEvents),
      'POST /user/uploadHeadPortrait': ({ user }, { avatar }) => useAvatar(database, user.id, avatar, accountEvents),
      'POST /user/preferences': ({ user }, payload) => keepPreferences(database, user.id, payload),
      'POST /safe/update_password': ({ user }, payload) => changePassword(database, user, payload, now()),
      'POST /safe/pay_password': async ({ user }, payload) => {
        await setPayPassword(database, user, payload, now());
        accountEvents.emit(user.id, { kind: 'profile' });
        return {};
      },
      'GET /safe/sessions': async ({ user }) => {
        const rows = await database.query<{
          id: string;
          device: string;
          address: string;
          created_at: number;
          last_seen_at: number;
        }>(
          `select id, device, address, (extract(epoch from created_at) * 1000)::double precision as created_at,
                (extract(epoch from last_seen_at) * 1000)::double precision as last_seen_at
           from session where user_id = $1 and ended_at is null and expires_at > to_timestamp($2::double precision / 1000)
          order by last_seen_at desc limit 100`,
          [user.id, now()],
        );
        return {
          list: rows.map((row) => ({
            ...row,
            created_at: Math.trunc(row.created_at),
            last_seen_at: Math.trunc(row.last_seen_at),
            current: row.id === user.sessionId,
          })),
        };
      },
      'POST /safe/sessions/revoke': async ({ user }, { id }) => {
        if ((await endSessions(database, user.id, { only: id }, now())) === 0)
          throw new Refusal('not_found', { field: 'id' });
        return {};
      },
    },
  };
};
