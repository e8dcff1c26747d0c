export type { OptionsContract } from './contract.ts';
export * from './queries.ts';
export { optionsRoutes } from './routes.ts';
export * from './rules.ts';
export type { Option, OptionResult, Placement, SettlementProof } from './wire.ts';
