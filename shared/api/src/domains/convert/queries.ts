import { callsOf } from '@tessera/api';
import type { ConvertContract } from './contract.ts';
import { convertRoutes } from './routes.ts';

const { query } = callsOf<ConvertContract>(convertRoutes);

/** ms between two looks at an offer that is on screen. */
const OFFER_EVERY = 5_000;

/** What a conversion would yield now, kept fresh while it is on screen. */
export const useConversionOffer = query('POST /user/getTransferFee', {
  refetchInterval: OFFER_EVERY,
  staleTime: 0,
  keepPrevious: true,
  quiet: true,
});
