import { api } from '@tessera/api';
import { useQuery } from '@tessera/query';

/** The spot coins with their latest quotes; the live ones come over the realtime connection. */
export const useCoins = () =>
  useQuery({
    queryKey: ['host', 'coins'],
    queryFn: ({ signal }) => api('GET /currency/quotation_new', { category: 'crypto' }, { signal }),
    refetchInterval: 60_000,
  });
