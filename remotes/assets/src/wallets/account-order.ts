import type { AccountName } from '@tessera/api/wallet';

/** The accounts in the order in which users look for them. */
export const ACCOUNT_ORDER: readonly AccountName[] = ['change', 'legal', 'lever', 'micro'];
