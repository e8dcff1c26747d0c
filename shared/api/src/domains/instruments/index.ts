export type { Instrument, InstrumentsContract, Quote } from './contract.ts';
export { instrumentsRoutes } from './routes.ts';
