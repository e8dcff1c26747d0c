import { type Answer, api } from '@tessera/api';
import { useQuery } from '@tessera/query';
import { useSession } from '@tessera/session';

export type Wallets = Answer<'POST /wallet/list'>;
export type Account = Wallets['accounts'][number];
export type Holding = Account['currencies'][number];
export type AccountName = Account['type'];

/** The accounts in the order that people look for them. */
export const ACCOUNT_ORDER: readonly AccountName[] = ['change', 'legal', 'lever', 'micro'];

export function useWallets() {
  const signedIn = useSession() !== null;
  return useQuery({
    queryKey: ['account', 'wallets'],
    queryFn: ({ signal }) => api('POST /wallet/list', {}, { signal }),
    enabled: signedIn,
  });
}

export const useCurrency = (currencyId: number) =>
  useQuery({
    queryKey: ['account', 'wallet', currencyId],
    queryFn: ({ signal }) => api('POST /wallet/detail', { currency_id: currencyId }, { signal }),
    enabled: currencyId > 0,
  });
