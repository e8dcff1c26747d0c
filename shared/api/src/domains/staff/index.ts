import type { Input, Output } from '../../kit/contract.ts';
import type { StaffContract } from './contract.ts';

export type { QueueItem, StaffContract } from './contract.ts';
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
