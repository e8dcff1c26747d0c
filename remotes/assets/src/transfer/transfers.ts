import { type Answer, api } from '@tessera/api';
import { cmp, type DecimalString } from '@tessera/money';
import { PAGE_SIZE, pageAfter, rowsOf, useInfiniteQuery } from '@tessera/query';
import type { AccountName, Holding, Wallets } from '../wallets/wallets.ts';

export type Transfer = Answer<'GET /wallet/hzhistory'>['list'][number];

export function useTransfers() {
  const query = useInfiniteQuery({
    queryKey: ['account', 'transfers'],
    queryFn: ({ pageParam, signal }) => api('GET /wallet/hzhistory', { page: pageParam, limit: PAGE_SIZE }, { signal }),
    initialPageParam: 1,
    getNextPageParam: pageAfter,
  });
  return { ...query, rows: query.data && rowsOf(query.data.pages) };
}

export type Plan = {
  readonly from: AccountName;
  readonly to: AccountName;
  readonly currencyId: number;
  /** '' while there is no number. */
  readonly amount: DecimalString | '';
};

/** A plan with one of its accounts changed; choosing the other account swaps the two. */
export function withAccount(plan: Plan, end: 'from' | 'to', account: AccountName): Plan {
  const other = end === 'from' ? 'to' : 'from';
  return plan[other] === account ? { ...plan, [end]: account, [other]: plan[end] } : { ...plan, [end]: account };
}

export const swapped = (plan: Plan): Plan => ({ ...plan, from: plan.to, to: plan.from });

/** What the account of origin holds of the currency. */
export const holdingOf = (wallets: Wallets, { from, currencyId }: Plan): Holding | undefined =>
  wallets.accounts.find(({ type }) => type === from)?.currencies.find(({ currency_id }) => currency_id === currencyId);

/** Whether the plan can be carried out, as far as the page knows; the server decides. */
export const isPossible = ({ amount, from, to }: Plan, available: DecimalString): boolean =>
  from !== to && amount !== '' && cmp(amount, '0') > 0 && cmp(amount, available) <= 0;
