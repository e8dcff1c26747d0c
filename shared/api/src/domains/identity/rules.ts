import { cmp } from '@tessera/money';

/**
 * Version of the terms of use and the privacy policy: the day from which they apply. A sign-up agrees to it, and the
 * exchange records it. Raised whenever their texts change.
 */
export const TERMS_VERSION = '2026-11-22';

/**
 * USDT by the index. An account whose balances are together worth less can be closed with them, where its user gives them
 * up: less can be neither withdrawn nor traded.
 */
export const CLOSING_DUST_LIMIT = '1';

/** Whether what stands in the way of closing an account is only dust. */
export const isDust = ({ worth }: { readonly worth: string | null }): boolean =>
  worth !== null && cmp(worth, CLOSING_DUST_LIMIT) < 0;
