export type { HouseContract } from './contract.ts';
export { houseRoutes } from './routes.ts';
