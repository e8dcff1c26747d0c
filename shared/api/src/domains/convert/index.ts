export type { ConvertContract } from './contract.ts';
export * from './queries.ts';
export { convertRoutes } from './routes.ts';
export {
  conversionProblem,
  QUOTE_LASTS,
} from './rules.ts';
