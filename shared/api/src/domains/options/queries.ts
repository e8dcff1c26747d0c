// The kit by its package name: a relative import would bundle a second copy of it, with a second client.
import { callsOf } from '@tessera/api';
import type { OptionsContract } from './contract.ts';
import { optionsRoutes } from './routes.ts';
import { optionFromWire, placementToWire } from './wire.ts';

const { command, query, list } = callsOf<OptionsContract>(optionsRoutes);

/** Terms, what they pay, and the instruments with options. */
export const useOptionTerms = query('GET /microtrade/seconds', { quiet: true });

/** What may be staked, with what is available of it. */
export const usePayableCurrencies = query('GET /microtrade/payable_currencies', { quiet: true });

/** Opens an option; after silence it offers to repeat exactly that one. */
export const useOpenOption = command('POST /microtrade/submit', { write: placementToWire, read: optionFromWire });

/** Options page by page, newest first: `useOptions({ status: 'open', symbol })`. */
export const useOptions = list('GET /microtrade/lists', { quiet: true, read: optionFromWire });

/** One option with the prices that it was settled by. */
export const useOption = query('GET /microtrade/get_result', { quiet: true, read: optionFromWire });

/** What options paid and what the house kept, by day. */
export const useHouseDays = query('GET /microtrade/house', { quiet: true });

/** What proves a settlement. */
export const useSettlementProof = query('GET /microtrade/proof', { quiet: true });
