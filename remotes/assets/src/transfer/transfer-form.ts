import {
  type AccountName,
  type Holding,
  type TransferInput,
  type TransferPlan,
  transferProblem,
  type Wallets,
} from '@tessera/api/wallet';
import { defineForm } from '@tessera/form';
import { type DecimalString, min } from '@tessera/money';

export type TransferEntries = TransferPlan & { readonly currencyId: number };

export type TransferChange =
  | { readonly type: 'account'; readonly end: 'from' | 'to'; readonly account: AccountName }
  | { readonly type: 'swap' }
  | { readonly type: 'currency'; readonly currencyId: number }
  | { readonly type: 'amount'; readonly amount: DecimalString | '' }
  /** A transfer of this amount was carried out. */
  | { readonly type: 'done'; readonly amount: DecimalString };

type Start = {
  readonly wallets: Wallets;
  readonly currencyId?: number | undefined;
  /** The accounts to begin with. */
  readonly from?: AccountName | undefined;
  readonly to?: AccountName | undefined;
};

/** Decimal places while those of a currency are not known. */
export const USUAL_SCALE = 8;

/** What an account holds of a currency. */
export const holdingOf = (wallets: Wallets, account: AccountName, currencyId: number): Holding | undefined =>
  wallets.accounts
    .find(({ type }) => type === account)
    ?.currencies.find(({ currency_id }) => currency_id === currencyId);

/** Choosing the other account for one end swaps the two. */
function withAccount(entries: TransferEntries, end: 'from' | 'to', account: AccountName): TransferEntries {
  const other = end === 'from' ? 'to' : 'from';
  const changed = { ...entries, [end]: account };
  return entries[other] === account ? { ...changed, [other]: entries[end] } : changed;
}

function reduce(entries: TransferEntries, change: TransferChange): TransferEntries {
  switch (change.type) {
    case 'account':
      return withAccount(entries, change.end, change.account);
    case 'swap':
      return { ...entries, from: entries.to, to: entries.from };
    case 'currency':
      return { ...entries, currencyId: change.currencyId, amount: '' };
    case 'amount':
      return { ...entries, amount: change.amount };
    case 'done':
      // A number typed meanwhile stays.
      return entries.amount === change.amount ? { ...entries, amount: '' } : entries;
  }
}

/** What the form is judged by. `transferable` is what may leave the source account, where that is less than is available. */
type Conditions = { readonly wallets: Wallets; readonly transferable?: DecimalString | undefined };

function derive({ currencyId, from, to, amount }: TransferEntries, { wallets, transferable }: Conditions) {
  const { currency = '', available: held = '0', scale = USUAL_SCALE } = holdingOf(wallets, from, currencyId) ?? {};
  const available = transferable === undefined ? held : min(held, transferable);
  const currencies = wallets.accounts.find(({ type }) => type === from)?.currencies ?? [];
  const input: TransferInput | null = amount === '' ? null : { currency_id: currencyId, from, to, amount };
  return { currency, available, scale, currencies, input };
}

/** A transfer between two accounts of the user. */
export const transferForm = defineForm({
  // Deposits arrive in the spot account, and what is traded most besides are contracts.
  initial: ({ wallets, currencyId, from = 'change', to = 'lever' }: Start): TransferEntries => ({
    from: from === to ? (to === 'change' ? 'lever' : 'change') : from,
    to,
    currencyId: currencyId || (wallets.accounts[0]?.currencies[0]?.currency_id ?? 0),
    amount: '',
  }),
  reduce,
  derive,
  problems(entries, { scale, available }) {
    const problem = transferProblem(entries, { scale, available });
    return problem ? [problem] : [];
  },
});
