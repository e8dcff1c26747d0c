import * as z from 'zod/mini';
import { defineContract } from '../../kit/contract.ts';
import { many, noInput, optional, symbol, wholeListOf } from '../../kit/fields.ts';
import { chartsRoutes } from './routes.ts';
import { drawingFrom, INDICATORS, indicatorFrom, MOST_DRAWINGS } from './rules.ts';

const drawing = z.string().check(
  z.maxLength(160),
  z.refine((line) => drawingFrom(line) !== null),
);
const indicator = z.string().check(
  z.maxLength(40),
  z.refine((line) => indicatorFrom(line) !== null),
);
const lines = wholeListOf(z.string());

export const chartsContract = defineContract(chartsRoutes, {
  'GET /charts/drawings': {
    input: z.object({ symbol }),
    output: lines,
    summary: 'What the user has drawn on the chart of an instrument, a line of text each',
  },
  'POST /charts/drawings': {
    /** All drawings of the chart, `segment 1732300000000,63000.5 1732300900000,63100`; none to erase them. */
    input: z.object({ symbol, list: optional(many(drawing, MOST_DRAWINGS)) }),
    output: lines,
    errors: ['instrument_unknown'],
    summary: 'Replace the drawings on the chart of an instrument',
  },
  'GET /charts/indicators': {
    input: noInput,
    output: lines,
    summary: 'Periods and colours of the indicators that the user has changed',
  },
  'POST /charts/indicators': {
    /** `MA 5,10,30 0,1,2`: periods, and places of the lines in the palette. None: all as at first. */
    input: z.object({ list: optional(many(indicator, Object.keys(INDICATORS).length)) }),
    output: lines,
    summary: 'Replace the indicator settings of all charts',
  },
});
export type ChartsContract = typeof chartsContract;
