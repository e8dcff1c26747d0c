import { conversionProblem } from '@tessera/api/convert';
import type { RuleFailure } from '@tessera/api/rules';
import type { AccountBalance } from '@tessera/api/wallet';
import { defineForm } from '@tessera/form';
import { cmp, type DecimalString } from '@tessera/money';

export type Balances = readonly AccountBalance[];

type Entries = { readonly from: number; readonly to: number; readonly amount: DecimalString | '' };

type Change =
  | { readonly type: 'from' | 'to'; readonly currencyId: number }
  | { readonly type: 'swap' }
  | { readonly type: 'amount'; readonly amount: DecimalString | '' }
  /** So much was converted. */
  | { readonly type: 'done'; readonly amount: DecimalString };

/** A currency of the conversion, with what the exchange account holds of it. */
export type Side = {
  readonly id: number;
  readonly code: string;
  readonly scale: number;
  readonly available: DecimalString;
};

export const sideOf = (balances: Balances, id: number): Side => {
  const { currency = '', scale = 0, available = '0' } = balances.find(({ currency_id }) => currency_id === id) ?? {};
  return { id, code: currency, scale, available };
};

function reduce(entries: Entries, change: Change): Entries {
  switch (change.type) {
    case 'from':
      // An amount counts in the currency that it was entered in.
      return { ...entries, from: change.currencyId, amount: '' };
    case 'to':
      return { ...entries, to: change.currencyId };
    case 'swap':
      return { from: entries.to, to: entries.from, amount: '' };
    case 'amount':
      return { ...entries, amount: change.amount };
    case 'done':
      // A number typed meanwhile stays.
      return entries.amount === change.amount ? { ...entries, amount: '' } : entries;
  }
}

type Start = { readonly balances: Balances; readonly wanted: number | undefined };

/** A conversion between two currencies of the exchange account. */
export const convertForm = defineForm({
  initial({ balances: [first, second], wanted }: Start): Entries {
    const from = wanted ?? first?.currency_id ?? 0;
    return { from, to: (from === second?.currency_id ? first : second)?.currency_id ?? 0, amount: '' };
  },
  reduce,
  derive: (entries, balances: Balances) => ({
    from: sideOf(balances, entries.from),
    to: sideOf(balances, entries.to),
  }),
  problems({ amount }, { from, to }): readonly RuleFailure[] {
    const problem = amount === '' ? null : conversionProblem(amount, from, to);
    if (problem) return [problem];
    return amount !== '' && cmp(amount, from.available) > 0 ? [{ code: 'insufficient_balance' }] : [];
  },
});
