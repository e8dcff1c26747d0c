import { api } from '@tessera/api';
import { useQuery } from '@tessera/query';
import { useLanguage } from '@tessera/session';

const HOUR = 3_600_000;

/** `c_id` of the content that home shows. */
const NEWS = 4;
const BANNERS = 5;

export const useSite = () =>
  useQuery({
    queryKey: ['host', 'site'],
    queryFn: ({ signal }) => api('GET /getSiteConfig', {}, { signal }),
    staleTime: HOUR,
  });

export function useMenu() {
  const { code } = useLanguage();
  return useQuery({
    queryKey: ['host', 'menu', code],
    queryFn: ({ signal }) => api('GET /menu', {}, { signal }),
    staleTime: HOUR,
  });
}

function useContent(category: typeof NEWS | typeof BANNERS, limit: number) {
  const { code } = useLanguage();
  return useQuery({
    queryKey: ['host', 'content', category, code],
    queryFn: ({ signal }) => api('POST /news/list', { c_id: category, page: 1, limit }, { signal }),
    staleTime: HOUR,
  });
}

export const useNews = () => useContent(NEWS, 5);
export const useBanners = () => useContent(BANNERS, 5);

/** The spot coins with their latest quotes; the live ones come over the realtime connection. */
export const useCoins = () =>
  useQuery({
    queryKey: ['host', 'coins'],
    queryFn: ({ signal }) => api('GET /currency/quotation_new', { category: 'crypto' }, { signal }),
    refetchInterval: 60_000,
  });

export const useWallets = () =>
  useQuery({ queryKey: ['account', 'wallets'], queryFn: ({ signal }) => api('POST /wallet/list', {}, { signal }) });
