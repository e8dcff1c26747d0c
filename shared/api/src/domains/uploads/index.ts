export type { UploadsContract } from './contract.ts';
export * from './queries.ts';
export { uploadsRoutes } from './routes.ts';
