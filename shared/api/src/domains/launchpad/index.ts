export type { LaunchpadContract } from './contract.ts';
export * from './queries.ts';
export { launchpadRoutes } from './routes.ts';
export * from './rules.ts';
