export type { LaunchpadContract } from './contract.ts';
export { launchpadRoutes } from './routes.ts';
