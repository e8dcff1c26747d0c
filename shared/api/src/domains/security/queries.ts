import { callsOf } from '@tessera/api';
import type { SecurityContract } from './contract.ts';
import { securityRoutes } from './routes.ts';

const { command, query } = callsOf<SecurityContract>(securityRoutes);

/** Sends a verification code to the signed-in user's own address or number. */
export const useSendOwnCode = command('POST /sms_send');
export const useChangePassword = command('POST /safe/update_password');
export const useSetPayPassword = command('POST /safe/pay_password');

/** Where the account is signed in. */
export const useDevices = query('GET /safe/sessions');
export const useRevokeDevice = command('POST /safe/sessions/revoke');
