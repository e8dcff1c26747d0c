import type { Input } from '../../kit/contract.ts';
import type { StaffOutcome } from '../staff/proposed.ts';
import type { SiteContract } from './contract.ts';

export type { SiteConfig, SiteContract } from './contract.ts';
export * from './queries.ts';
export { siteRoutes } from './routes.ts';
/** Calls about services that can be paused. */
export type StaffServiceCall = Extract<keyof SiteContract, `${string} /staff/services${string}`>;
export type StaffServiceInput<K extends StaffServiceCall> = Input<SiteContract[K]>;
export type StaffServiceOutput<K extends StaffServiceCall> = StaffOutcome<SiteContract[K]>;
