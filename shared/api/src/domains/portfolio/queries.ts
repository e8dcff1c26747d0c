// The kit by its package name: a relative import would bundle a second copy of it, with a second client.
import { callsOf } from '@tessera/api';
import type { Output } from '../../kit/contract.ts';
import type { PortfolioContract } from './contract.ts';
import { portfolioRoutes } from './routes.ts';

const { query } = callsOf<PortfolioContract>(portfolioRoutes);

/** What the user holds in financial products. */
export const usePortfolio = query('GET /finance/portfolio', { quiet: true });

export type Portfolio = Output<PortfolioContract['GET /finance/portfolio']>;
