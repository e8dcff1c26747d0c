export type { ConvertContract } from './contract.ts';
export { convertRoutes } from './routes.ts';
