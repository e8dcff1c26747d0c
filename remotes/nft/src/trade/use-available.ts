import { useAccountBalances } from '@tessera/api/wallet';

/** What is available in the account that works are paid from; undefined until it is known. */
export function useAvailable(currency: string): string | undefined {
  const balances = useAccountBalances();
  return balances.data?.list.find((account) => account.currency === currency)?.available;
}
