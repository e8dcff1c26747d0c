import type { Input, Output } from '../../kit/contract.ts';
import type { StaffContract } from './contract.ts';

export type { ListedChange, QueueItem, StaffChange, StaffContract } from './contract.ts';
export { isProposed, type Proposed, type StaffOutcome } from './proposed.ts';
export { staffRoutes } from './routes.ts';
export type StaffLogin = Input<StaffContract['POST /staff/login']>;
export type StaffSignedIn = Output<StaffContract['POST /staff/login']>;
export type StaffMember = Output<StaffContract['GET /staff/me']>;
export type StaffEnrolment = Output<StaffContract['POST /staff/factor/begin']>;
export type StaffEnrolled = Output<StaffContract['POST /staff/factor/confirm']>;
export type StaffConfirmation = Input<StaffContract['POST /staff/confirm']>;
export type StaffFirstFactor = Input<StaffContract['POST /staff/factor/confirm']>;
/** Calls about review queues. */
export type StaffQueueCall = Extract<keyof StaffContract, `${string} /staff/queue/${string}`>;
export type StaffQueueInput<K extends StaffQueueCall> = Input<StaffContract[K]>;
export type StaffQueueOutput<K extends StaffQueueCall> = Output<StaffContract[K]>;
/** Calls about the own log-in of a member. */
export type StaffOwnCall = Extract<
  keyof StaffContract,
  'GET /staff/factors' | 'POST /staff/password' | 'POST /staff/recovery_codes' | `POST /staff/passkey/new${string}`
>;
export type StaffOwnInput<K extends StaffOwnCall> = Input<StaffContract[K]>;
export type StaffOwnOutput<K extends StaffOwnCall> = Output<StaffContract[K]>;
/** Calls about tokens of machines. */
export type StaffMachineCall = Exclude<
  Extract<keyof StaffContract, `${string} /staff/machines${string}`>,
  'POST /staff/machines/check'
>;
export type StaffMachineInput<K extends StaffMachineCall> = Input<StaffContract[K]>;
export type StaffMachineOutput<K extends StaffMachineCall> = Output<StaffContract[K]>;
/** Calls about changes that take two members. */
export type StaffChangeCall = Extract<
  keyof StaffContract,
  `${string} /staff/changes${string}` | 'POST /staff/users/remove_factors'
>;
export type StaffChangeInput<K extends StaffChangeCall> = Input<StaffContract[K]>;
export type StaffChangeOutput<K extends StaffChangeCall> = Output<StaffContract[K]>;
