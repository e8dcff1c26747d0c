import type { StaffTreasuryOutput } from '@tessera/api/treasury';
import type { StaffPayoutOutput } from '@tessera/api/withdrawals';
import { useReading } from '../app/calls.ts';

/** ms between reads: payments and movements go on by themselves. */
const REFRESH = { refetchInterval: 10_000 } as const;

export const TREASURY = 'GET /staff/treasury';
export const PAYOUTS = 'GET /staff/payouts';

export type Treasury = StaffTreasuryOutput<typeof TREASURY>;
export type Payout = StaffPayoutOutput<typeof PAYOUTS>['list'][number];

export const useTreasury = () => useReading(TREASURY, {}, REFRESH);
export const usePayouts = () => useReading(PAYOUTS, {}, REFRESH);
