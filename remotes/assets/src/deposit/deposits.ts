import { type Answer, api } from '@tessera/api';
import { PAGE_SIZE, pageAfter, rowsOf, useInfiniteQuery, useQuery } from '@tessera/query';
import { useLanguage } from '@tessera/session';

export type DepositCoin = Answer<'GET /currency/lists_deposit'>['list'][number];
export type DepositAddress = Answer<'GET /currency/lists_deposit_detail'>;
export type DepositClaim = Answer<'GET /recharge/log'>['list'][number];

/** A coin on a network: USDT comes once for each of its networks. */
export const keyOf = ({ id, subName }: Pick<DepositCoin, 'id' | 'subName'>): string => `${id}:${subName}`;

export const useDepositCoins = () =>
  useQuery({
    queryKey: ['assets', 'deposit-coins'],
    queryFn: ({ signal }) => api('GET /currency/lists_deposit', {}, { signal }),
    staleTime: 60_000,
  });

/** The user's own address for a coin on a network. */
export function useDepositAddress(coin: DepositCoin | undefined) {
  const { code } = useLanguage();
  return useQuery({
    queryKey: ['account', 'deposit-address', coin && keyOf(coin), code],
    queryFn: ({ signal }) =>
      api(
        'GET /currency/lists_deposit_detail',
        { id: coin?.id ?? 0, ...(coin && { subName: coin.subName }) },
        { signal },
      ),
    enabled: coin?.status === 'open',
  });
}

export function useDepositClaims() {
  const query = useInfiniteQuery({
    queryKey: ['account', 'deposit-claims'],
    queryFn: ({ pageParam, signal }) => api('GET /recharge/log', { page: pageParam, limit: PAGE_SIZE }, { signal }),
    initialPageParam: 1,
    getNextPageParam: pageAfter,
  });
  return { ...query, rows: query.data && rowsOf(query.data.pages) };
}
