import type { Input, Output } from '../../kit/contract.ts';
import type { StaffContract } from './contract.ts';

export type { StaffContract } from './contract.ts';
export { staffRoutes } from './routes.ts';
export type StaffLogin = Input<StaffContract['POST /staff/login']>;
export type StaffSignedIn = Output<StaffContract['POST /staff/login']>;
export type StaffMember = Output<StaffContract['GET /staff/me']>;
export type StaffEnrolment = Output<StaffContract['POST /staff/factor/begin']>;
export type StaffEnrolled = Output<StaffContract['POST /staff/factor/confirm']>;
export type StaffConfirmation = Input<StaffContract['POST /staff/confirm']>;
export type StaffFirstFactor = Input<StaffContract['POST /staff/factor/confirm']>;
