import type { Answer } from '../../../shared/api/src/index.ts';
import type { QuoteRow as Row } from '../../../shared/api/src/realtime/index.ts';

/** How often the platform sends prices. */
export const TICKS_A_SECOND = 5;

export type Instrument = Answer<'GET /currency/quotation_new'>['list'][number];
export type QuoteRow = Row;
