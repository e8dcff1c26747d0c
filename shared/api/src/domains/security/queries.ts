import { callsOf } from '@tessera/api';
import type { SecurityContract } from './contract.ts';
import { securityRoutes } from './routes.ts';

const { call, command, list, query } = callsOf<SecurityContract>(securityRoutes);

/** Sends a verification code to the signed-in user's own address or number. */
export const useSendOwnCode = command('POST /sms_send');
export const useChangePassword = command('POST /safe/update_password');
/** Binds an address or number, or replaces the one that there is. */
export const useBindContact = command('POST /safe/mobile');
export const useSetAntiPhishing = command('POST /safe/anti_phishing');
export const useSetPayPassword = command('POST /safe/pay_password');

/** Where the account is signed in. */
export const useDevices = query('GET /safe/sessions');
/** Past log-ins, newest first. */
export const useLogIns = list('GET /safe/log_ins');
export const useRevokeOtherDevices = command('POST /safe/sessions/revoke_others');
export const useRevokeDevice = command('POST /safe/sessions/revoke');

/** Authenticator, passkeys and recovery codes of the account. */
export const useSecondFactors = query('GET /safe/factors');
/** Stops the removal of the factors that staff approved. */
export const useKeepFactors = command('POST /safe/factors/keep');
/** The same by a mailed link, without a session. */
export const useKeepFactorsByLink = command('POST /user/factors/keep');
/** Proves who one is, for some minutes in this session. */
export const useConfirm = command('POST /safe/confirm');
/** Gets the challenge that a passkey signs to confirm. */
export const beginConfirm = call('POST /safe/confirm/begin');

/** Gets what a change of what approves is proven with. */
export const beginChange = call('POST /safe/change/begin');

export const useBeginAuthenticator = command('POST /safe/totp/begin');
export const useConfirmAuthenticator = command('POST /safe/totp/confirm');
export const useRemoveAuthenticator = command('POST /safe/totp/remove');
export const useNewRecoveryCodes = command('POST /safe/recovery_codes');

/** Gets what the browser needs to create a passkey. */
export const beginPasskey = call('POST /safe/passkey/begin');
export const useAddPasskey = command('POST /safe/passkey/add');
export const useRenamePasskey = command('POST /safe/passkey/rename');
export const useRemovePasskey = command('POST /safe/passkey/remove');
