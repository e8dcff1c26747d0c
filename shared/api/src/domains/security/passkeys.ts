/* Passkeys in the browser. Their library is fetched with the first use; where it cannot be, calls reject with an `ApiError`. */

import { codeOf } from '../../kit/client/code.ts';

const load = () => codeOf(import(/* webpackChunkName: "webauthn" */ '@simplewebauthn/browser'));

/** Whether this browser has passkeys on this origin. */
export const hasPasskeys = (): boolean => typeof globalThis.PublicKeyCredential === 'function';

/** Creates a passkey by the options of the server. Returns the response to send; rejects where the user cancels. */
export async function createPasskey(options: string): Promise<string> {
  const { startRegistration } = await load();
  return JSON.stringify(await startRegistration({ optionsJSON: JSON.parse(options) }));
}

/** Signs a challenge of the server. Returns the response to send; rejects where the user cancels. */
export async function signWithPasskey(options: string): Promise<string> {
  const { startAuthentication } = await load();
  return JSON.stringify(await startAuthentication({ optionsJSON: JSON.parse(options) }));
}
