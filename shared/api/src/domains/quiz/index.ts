export { priceStep } from '../options/rules.ts';
export type { QuizContract } from './contract.ts';
export * from './queries.ts';
export { quizRoutes } from './routes.ts';
export * from './rules.ts';
export type { LivePools } from './wire.ts';
