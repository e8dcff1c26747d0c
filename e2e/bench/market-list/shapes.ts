import type { Output } from '../../../shared/api/src/contract.ts';
import type { QuoteRow as Row } from '../../../shared/api/src/kit/realtime/index.ts';

/** How often the platform sends prices. */
export const TICKS_A_SECOND = 5;

export type Instrument = Output<'GET /currency/quotation_new'>['list'][number];
export type QuoteRow = Row;
