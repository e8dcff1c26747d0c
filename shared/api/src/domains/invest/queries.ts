// The kit by its package name: a relative import would bundle a second copy of it, with a second client.
import { callsOf } from '@tessera/api';
import type { InvestContract } from './contract.ts';
import { investRoutes } from './routes.ts';

const { command, query, list } = callsOf<InvestContract>(investRoutes);

/** Products of a section, or of all. */
export const useInvestProducts = query('GET /dual/index', { quiet: true });

/** One product, with its description. */
export const useInvestProduct = query('GET /dual/detail', { quiet: true });

/** Buys whole shares; after silence it offers to repeat exactly that purchase. */
export const useBuyShares = command('POST /dual/buyDual');

/** Puts an amount into a demand deposit. */
export const useBuyDemand = command('POST /dual/buyDemand');

/** Redeems an investment; its subject is the order's id. */
export const useRedeem = command('POST /dual/order_sh');

/** Turns the renewal of a fixed deposit on or off. */
export const useRenewal = command('POST /dual/renew');

/** Investments page by page, newest first. */
export const useInvestments = list('POST /dual/dual_list', { quiet: true });

/** One investment. */
export const useInvestment = query('GET /dual/order', { quiet: true });

/** What each day of a demand deposit paid, newest first. */
export const useAccruals = list('GET /dual/accruals', { quiet: true });

/** How a dual product was settled. */
export const useDualSettlement = query('GET /dual/proof', { quiet: true });
