import type { AccountName, Holding, TransferPlan, Wallets } from '@tessera/api/wallet';

export type Plan = TransferPlan & { readonly currencyId: number };

/** A plan with one of its accounts changed; choosing the other account swaps the two. */
export function withAccount(plan: Plan, end: 'from' | 'to', account: AccountName): Plan {
  const other = end === 'from' ? 'to' : 'from';
  return plan[other] === account ? { ...plan, [end]: account, [other]: plan[end] } : { ...plan, [end]: account };
}

export const swapped = (plan: Plan): Plan => ({ ...plan, from: plan.to, to: plan.from });

/** What an account holds of a currency. */
export const holdingOf = (wallets: Wallets, account: AccountName, currencyId: number): Holding | undefined =>
  wallets.accounts
    .find(({ type }) => type === account)
    ?.currencies.find(({ currency_id }) => currency_id === currencyId);
