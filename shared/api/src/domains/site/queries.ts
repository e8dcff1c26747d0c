// The kit by its package name: a relative import would bundle a second copy of it, with a second client.
import { callsOf } from '@tessera/api';
import type { SiteContract } from './contract.ts';
import { siteRoutes } from './routes.ts';

const { query } = callsOf<SiteContract>(siteRoutes);

const HOUR_MS = 3_600_000;

/** Name, logos and mode of this site. */
export const useSite = query('GET /getSiteConfig', { staleTime: HOUR_MS });
