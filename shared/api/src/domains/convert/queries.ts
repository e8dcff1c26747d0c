import { callsOf } from '@tessera/api';
import type { ConvertContract } from './contract.ts';
import { convertRoutes } from './routes.ts';

const { query } = callsOf<ConvertContract>(convertRoutes);

/** Refresh interval of a visible offer, in ms. */
const OFFER_EVERY = 5_000;

/** The current quote of a conversion, refreshed while it is visible. */
export const useConversionOffer = query('POST /user/getTransferFee', {
  refetchInterval: OFFER_EVERY,
  staleTime: 0,
  keepPrevious: true,
  quiet: true,
});
