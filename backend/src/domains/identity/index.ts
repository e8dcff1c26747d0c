import { join } from 'node:path';
import { identityContract } from '@tessera/api/identity/contract';
import { defineDomain } from '../../platform/domain.ts';
import { createFactors } from '../../platform/factor/factors.ts';
import { factorState } from '../../platform/factor/prove.ts';
import { DomainError, tryingAccount } from '../../platform/http/domain-error.ts';
import { OWN_ROWS } from '../../platform/ports.ts';
import { createProofs } from '../../platform/proof/proof-of-work.ts';
import { endSessionByHash, endSessions } from '../../platform/session/sessions.ts';
import { createVault } from '../../platform/uploads/vault.ts';
import { accountQueue } from './account-requests.ts';
import { cleanUpJob } from './clean-up.ts';
import { closeAccount, closingJob, closingTerms, requestClosing } from './closing.ts';
import {
  admitNetwork,
  type CodeLimit,
  isGuestScene,
  limitsOfBinding,
  limitsOfGuest,
  limitsOfUser,
  refuseOthersScene,
  refuseUnbound,
} from './code-limits.ts';
import { placeOf } from './code-places.ts';
import { checkCode, sendCode } from './codes.ts';
import { contactOf } from './contact.ts';
import { refuseDemoUser, seedDemoUser } from './demo-user.ts';
import {
  clearCopies,
  expireExportsJob,
  exportJob,
  exportLink,
  exportState,
  requestExport,
  serveExport,
} from './export/data-export.ts';
import { freezeAccount, stopFrozenJob, unfreeze, unfreezeAccount } from './freeze.ts';
import { beginPasskeyLogIn, logIn, logInByPasskey } from './log-in.ts';
import { createLogInGuard } from './log-in-guard.ts';
import { sendNotice } from './notices.ts';
import { resetPassword } from './passwords.ts';
import { noticeMoneyOut } from './payout-notices.ts';
import { editProfile, keepPreferences, useAvatar } from './profile.ts';
import { repairMobiles } from './repair-mobiles.ts';
import { signUp } from './sign-up.ts';
import { userByContact, userById } from './users.ts';
import { userInfo } from './wire.ts';
import { pauseWithdrawals, requireMoneyOut } from './withdrawal-pause.ts';

export { checkPassword } from './check-password.ts';
export { limitsOfUser } from './code-limits.ts';
export { type BoundTo, checkCode, sendCode, spendCode } from './codes.ts';
export { type Contact, contactOf, maskContact } from './contact.ts';
export { endDemoUser } from './demo-user.ts';
export { forgetOtherDevices, keepDevice, knownDeviceId } from './devices.ts';
export { createLogInGuard, forgetWrongLogIns, type LogInGuard } from './log-in-guard.ts';
export { isMobile } from './mobile.ts';
export { likenessOf } from './names/confusables.ts';
export { hasLink } from './names/links.ts';
export { HOUSE_NAME, shownName } from './names/public-name.ts';
export type { NoticeKind, PayoutNoticeKind } from './notice-texts.ts';
export { noticeText, sendNotice } from './notices.ts';
export { hashSecret, isSecret, wasteTime } from './password.ts';
export { knownOf, rejectCommon, rejectPersonal, replacePassword } from './passwords.ts';
export { mailUser, payoutText, sendPayoutNotice } from './payout-notices.ts';
export { maskName, maskUid, type Recipient, recipientById, recipientOf } from './recipient.ts';
export { ContactTaken, createUser, replaceContact, residenceOf, userById } from './users.ts';
export { isCommon, isPersonal } from './weak-password.ts';
export { contactOfUser, contactsOfUser, countryOf, creditFacts } from './wire.ts';
export { isFrozen, pauseWithdrawals, requireNotFrozen } from './withdrawal-pause.ts';

/** Users: opening an account, signing in, codes, profile. */
export const identity = defineDomain(identityContract, (dependencies) => {
  const { database, now, ports, settings } = dependencies;
  const factors = createFactors(dependencies);
  const proofs = createProofs(dependencies);
  const guard = createLogInGuard({ ...dependencies, proofs });
  const copies = { database, now, ports, vault: createVault(settings), folder: join(settings.dataDir, 'copies') };
  return {
    name: 'identity',
    jobs: [
      cleanUpJob(dependencies),
      closingJob(dependencies),
      stopFrozenJob(dependencies),
      exportJob(copies),
      expireExportsJob(copies),
    ],
    routes: (app, limiter) => serveExport(app, limiter, copies),
    queues: [
      accountQueue('unfreeze', (tx, userId, _, at) => unfreezeAccount(tx, userId, at)),
      accountQueue('close', (tx, userId, requestId, at) => closeAccount(ports, tx, { userId, requestId, at })),
    ],
    moneyOut: (tx, { userId, at }) => requireMoneyOut(tx, userId, at),
    onMoneyOut: noticeMoneyOut,
    // The demo user's grant, and what is left in an account that is closed.
    recordKinds: ['reward', 'dust'],
    async onTakenOut(tx, userId, at) {
      const until = await pauseWithdrawals(tx, userId, at, 24 * 3_600_000);
      tx.notify(userId, { kind: 'profile' });
      await sendNotice(tx, userId, { kind: 'taken_out', at, until });
    },
    userData: {
      user_account: {
        rows: 'id = $1',
        without: ['password_hash', 'pay_password_hash', 'pay_password_set_at', 'demonstration'],
      },
      session: { rows: 'user_id = $1', without: ['token_hash', 'browser_hash'] },
      known_device: { rows: 'user_id = $1', without: ['token_hash', 'staff_id'] },
      account_request: { rows: 'user_id = $1', without: ['reviewer_id'] },
      user_consent: OWN_ROWS,
      data_export: { rows: 'user_id = $1', without: ['link_hash', 'link_session_id', 'name'] },
    },
    seed: async () => {
      await clearCopies(copies);
      await repairMobiles(database, now());
      if (settings.realMoney !== null) await refuseDemoUser(database, settings.realMoney);
      if (settings.demoUser) await seedDemoUser(database, now());
    },
    calls: {
      'POST /sms_mail': async ({ language, user, device, address }, { user_string, area_code, scene, proof }) => {
        if (!user && !isGuestScene(scene)) throw new DomainError('session_invalid');
        const contact = contactOf(user_string, area_code);
        const owner = await userByContact(database, contact);
        if (user) refuseOthersScene(scene, user.id, owner);
        refuseUnbound(scene);
        // Signing up and binding need a free address, everything else a known one; the response does not reveal which.
        const deliver = owner !== null || scene === 'register' || !isGuestScene(scene);
        const place = await placeOf(database, owner, { user, device, address }, { scene, now: now() });
        let limits: readonly CodeLimit[];
        if (!user) {
          const network = await admitNetwork({ database, proofs, now: now() }, { address, contact, proof });
          limits = [network, ...limitsOfGuest(contact, owner, place)];
        } else limits = user.id === owner?.id ? limitsOfUser(user.id) : limitsOfBinding(user.id, contact, scene);
        const [origin = null] = settings.publicOrigins;
        const phrase = owner?.anti_phishing ?? null;
        return sendCode(dependencies, { contact, scene, language, now: now(), deliver, place, limits, phrase, origin });
      },
      'POST /user/check_email': async (caller, { user_string, scene, code }) => {
        const contact = contactOf(user_string);
        const owner = await userByContact(database, contact);
        const place = await placeOf(database, owner, caller, { scene, now: now() });
        const { expiresAt } = await tryingAccount(owner && `user:${owner.id}`, () =>
          checkCode(database, { contact, scene, code, terms: 'any', place, now: now() }),
        );
        return { user_string: contact.value, expires_at: expiresAt };
      },
      'POST /user/register': (context, payload) => signUp(database, payload, context, now()),
      'POST /user/login': (context, payload) => logIn({ factors, guard }, payload, context),
      'POST /user/passkey/begin': () => beginPasskeyLogIn(factors),
      'POST /user/passkey/login': (context, payload) => logInByPasskey(factors, payload, context),
      'POST /user/forget': async (caller, payload) => {
        await resetPassword(dependencies, payload, caller, now());
        return {};
      },
      'GET /user/logout': async ({ user }) => {
        await database.transaction((tx) => endSessions(tx, user.id, { only: user.sessionId }, now()));
        return {};
      },
      'POST /user/logout/late': async (_, { session }) => {
        await database.transaction((tx) => endSessionByHash(tx, Buffer.from(session, 'hex'), now()));
        return {};
      },
      'POST /user/freeze': async ({ user }) => {
        await database.transaction((tx) => freezeAccount(tx, user.id, now()));
        return {};
      },
      'POST /user/unfreeze': (context, payload) => unfreeze({ factors, guard }, payload, context),
      'GET /user/export': ({ user }) => exportState(copies, user.id),
      'POST /user/export': ({ user }) => requestExport(copies, user),
      'POST /user/export/link': ({ user }) => exportLink(copies, user),
      'GET /user/closing': ({ user }) => closingTerms({ database, ports }, user.id),
      'POST /user/close': ({ user }, payload) => requestClosing({ database, ports }, user, payload, now()),
      'GET /user/info': async ({ user }) =>
        userInfo(
          await userById(database, user.id),
          await factorState(database, { kind: 'user', id: user.id }),
          await ports.repayments(database, user.id),
          now(),
        ),
      'POST /user/editNickname': ({ user }, payload) => editProfile(database, user.id, payload),
      'POST /user/uploadHeadPortrait': ({ user }, { avatar }) => useAvatar(database, user.id, avatar),
      'POST /user/preferences': ({ user }, payload) => keepPreferences(database, user.id, payload),
    },
  };
});
