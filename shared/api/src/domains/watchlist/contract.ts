import * as z from 'zod/mini';
import { defineContract } from '../../kit/contract.ts';
import { noInput, symbol, wholeListOf } from '../../kit/fields.ts';
import { watchlistRoutes } from './routes.ts';

export const watchlistContract = defineContract(watchlistRoutes, {
  'GET /optional/list': {
    input: noInput,
    output: wholeListOf(z.string()),
    summary: 'Symbols of the watchlist, in the user’s order',
  },
  'POST /optional/add': {
    input: z.object({ symbol }),
    output: wholeListOf(z.string()),
    errors: ['instrument_unknown'],
    summary: 'Put an instrument on the watchlist; returns the list',
  },
  'POST /optional/del': {
    input: z.object({ symbol }),
    output: wholeListOf(z.string()),
    summary: 'Take an instrument off the watchlist; returns the list',
  },
});
export type WatchlistContract = typeof watchlistContract;
