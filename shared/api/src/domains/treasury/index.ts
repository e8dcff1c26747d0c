import type { Input, Output } from '../../kit/contract.ts';
import type { TreasuryContract } from './contract.ts';

export type { TreasuryContract } from './contract.ts';
export { treasuryRoutes } from './routes.ts';
export type StaffTreasuryCall = keyof TreasuryContract;
export type StaffTreasuryInput<K extends StaffTreasuryCall> = Input<TreasuryContract[K]>;
export type StaffTreasuryOutput<K extends StaffTreasuryCall> = Output<TreasuryContract[K]>;
