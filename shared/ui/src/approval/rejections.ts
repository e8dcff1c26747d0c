import { ApiError } from '@tessera/api';
import type { FactorNeeds } from './SecondFactor.tsx';

const startsWith = (error: unknown, start: RegExp): boolean => error instanceof ApiError && start.test(error.code);

/** The payment password was wrong, is locked or is missing: it is asked for again. */
export const isOfPayPassword = (error: unknown): boolean => startsWith(error, /^key_/);

/** No payment password is there, or it has to be set again before it is good for anything. */
export const needsPayPassword = (error: unknown): boolean => startsWith(error, /^key_(?:missing|blocked)$/);

/** The second factor was wrong, or is asked for now. */
export const isOfFactor = (error: unknown): boolean =>
  startsWith(error, /^(?:approval_required|totp_|passkey_|factor_|code_)/);

/** The exchange did not look at it: nothing is wrong with what was entered. */
export const isUnheard = (error: unknown): boolean =>
  error instanceof ApiError && (!error.fromServer || error.code === 'rate_limited');

/** Price or terms are others than were shown. */
export const isMoved = (error: unknown): boolean => startsWith(error, /^(?:price_moved|terms_changed)$/);

/** The field that a rejection names; `proof_totp` is `totp`. */
export const fieldOf = (error: unknown): string | undefined =>
  error instanceof ApiError ? error.field?.replace('proof_', '') : undefined;

const NONE: FactorNeeds = { passkey: null, totp: false, code: null, factor_from: null };

/** The second factor that a rejected log-in asks for; null for any other error. `passkey` asks for a challenge. */
export function neededFactor(error: unknown, passkey: () => Promise<string>): FactorNeeds | null {
  switch (error instanceof ApiError && error.code) {
    case 'totp_required':
      return { ...NONE, totp: true };
    case 'passkey_required':
      return { ...NONE, passkey };
    case 'factor_required':
      return { ...NONE, passkey, totp: true };
    default:
      return null;
  }
}
