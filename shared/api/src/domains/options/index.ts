export type { OptionsContract } from './contract.ts';
export { optionsRoutes } from './routes.ts';
