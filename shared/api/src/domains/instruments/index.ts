export type { Bar, Instrument, InstrumentsContract, Quote } from './contract.ts';
export { openingText } from './opening.ts';
export * from './queries.ts';
export { instrumentsRoutes } from './routes.ts';
export * from './rules.ts';
