import type { Input, Output } from '../../kit/contract.ts';
import type { WithdrawalsContract } from './contract.ts';

export type { WithdrawalsContract } from './contract.ts';
export * from './queries.ts';
export { withdrawalsRoutes } from './routes.ts';
export * from './rules.ts';
/** Calls about payments by the signer. */
export type StaffPayoutCall = Extract<keyof WithdrawalsContract, `${string} /staff/payout${string}`>;
export type StaffPayoutInput<K extends StaffPayoutCall> = Input<WithdrawalsContract[K]>;
export type StaffPayoutOutput<K extends StaffPayoutCall> = Output<WithdrawalsContract[K]>;
