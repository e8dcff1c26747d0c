import type { Input, Output } from '../../kit/contract.ts';
import type { StaffOutcome } from '../staff/proposed.ts';
import type { InstrumentsContract } from './contract.ts';

export type { Bar, Instrument, InstrumentsContract, Quote } from './contract.ts';
export { openingText } from './opening.ts';
export * from './queries.ts';
export type StaffInstruments = Output<InstrumentsContract['GET /staff/instruments']>;
export type StaffInstrument = StaffInstruments['list'][number];
export type StaffInstrumentChange = Input<InstrumentsContract['POST /staff/instruments/change']>;
/** A change, a halt or the end of one. */
export type StaffInstrumentOutcome<K extends 'change' | 'halt' | 'resume'> = StaffOutcome<
  InstrumentsContract[`POST /staff/instruments/${K}`]
>;
export type StaffHalt = Input<InstrumentsContract['POST /staff/instruments/halt']>;
export { instrumentsRoutes } from './routes.ts';
export * from './rules.ts';
