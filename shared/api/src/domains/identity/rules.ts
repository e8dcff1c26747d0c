import { cmp } from '@tessera/money';

/**
 * USDT by the index. An account whose balances are together worth less can be closed with them, where its user gives them
 * up: less can be neither withdrawn nor traded.
 */
export const CLOSING_DUST_LIMIT = '1';

/** Whether what stands in the way of closing an account is only dust. */
export const isDust = ({ worth }: { readonly worth: string | null }): boolean =>
  worth !== null && cmp(worth, CLOSING_DUST_LIMIT) < 0;
