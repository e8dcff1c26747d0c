export type { UploadsContract } from './contract.ts';
export { uploadsRoutes } from './routes.ts';
