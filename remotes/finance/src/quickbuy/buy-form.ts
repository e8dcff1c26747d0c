import {
  type BuyMethod,
  type BuyTerms,
  bought,
  buyAmountProblem,
  isBuyCountry,
  limitsInFiat,
  type Payer,
  type PayerField,
  payerProblem,
  type QuoteInput,
} from '@tessera/api/quickbuy';
import type { RuleFailure } from '@tessera/api/rules';
import { defineForm } from '@tessera/form';

export type BuyEntries = {
  readonly currencyId: number;
  readonly country: string;
  readonly fiat: string;
  /** '' while there is no number. */
  readonly amount: string;
  readonly method: BuyMethod | null;
  readonly bankId: number | null;
  readonly payer: Payer;
  /** What is missing shows once the user tried to go on. */
  readonly tried: boolean;
};

type Method = BuyTerms['methods'][number];

/** Why a way to pay cannot be chosen; null if it can. */
export function whyNot(method: Method, { country, fiat }: Pick<BuyEntries, 'country' | 'fiat'>) {
  if (method.unavailable !== null) return 'closed' as const;
  return method.countries.includes(country) && method.fiats.includes(fiat) ? null : ('notHere' as const);
}

/** Ways to pay that are set up: one that is not would only promise. */
export const offeredMethods = ({ methods }: Pick<BuyTerms, 'methods'>): readonly Method[] =>
  methods.filter(({ unavailable }) => unavailable !== 'not_configured');

type Problem = RuleFailure & { readonly field: PayerField | 'country' | 'amount' | 'method' | 'bank' };

/** A purchase: what, with which money, in which way, and who pays. */
export const buyForm = defineForm({
  initial: ({ country, countries, currencies, fiats, email }: BuyTerms): BuyEntries => ({
    currencyId: currencies[0]?.currency_id ?? 0,
    country: country ?? countries[0] ?? '',
    fiat: fiats.find(({ fiat }) => fiat === 'USD')?.fiat ?? fiats[0]?.fiat ?? '',
    amount: '',
    method: null,
    bankId: null,
    // The verified name is masked (A***e): it is shown, and cannot be entered for the user.
    payer: email === null ? {} : { email },
    tried: false,
  }),
  reduce(entries: BuyEntries, change: Partial<BuyEntries>): BuyEntries {
    // An amount counts in the currency that it was entered in.
    const other = change.fiat !== undefined && change.fiat !== entries.fiat;
    return { ...entries, ...(other && { amount: '', bankId: null }), ...change };
  },
  derive(entries, { methods, fiats, currencies }: BuyTerms) {
    const usable = methods.filter((each) => whyNot(each, entries) === null);
    // The first that can be used is offered; a choice that became impossible is not replaced unasked.
    const method =
      (entries.method === null ? usable[0] : usable.find(({ method }) => method === entries.method)) ?? null;
    const currency = currencies.find(({ currency_id }) => currency_id === entries.currencyId) ?? null;
    const rate = fiats.find(({ fiat }) => fiat === entries.fiat)?.rate ?? '1';
    const banks = method?.banks.filter(({ fiat }) => fiat === entries.fiat) ?? [];
    const bankId = banks.find(({ bank_id }) => bank_id === entries.bankId)?.bank_id ?? banks[0]?.bank_id ?? null;
    const input: QuoteInput | null = method && {
      currency_id: entries.currencyId,
      fiat: entries.fiat,
      country: entries.country,
      amount: entries.amount,
      method: method.method,
    };
    return {
      method,
      banks,
      bankId,
      currency,
      limits: method && { fiat: entries.fiat, ...limitsInFiat(method, rate) },
      /** What the amount would buy now, in the coin; null while that is not known. */
      estimate:
        method && currency?.price && entries.amount !== ''
          ? bought(entries.amount, { rate, feeRate: method.fee_rate, price: currency.price, scale: currency.scale })
              .receive
          : null,
      input,
    };
  },
  problems({ country, amount, payer }, { method, limits, banks, bankId }): readonly Problem[] {
    if (!isBuyCountry(country)) return [{ code: 'area_unsupported', field: 'country' }];
    if (!method || !limits) return [{ code: 'field_required', field: 'method' }];
    const wrongAmount = buyAmountProblem(amount, limits);
    const wrongPayer = payerProblem(country, payer);
    return [
      ...(wrongAmount ? [wrongAmount] : []),
      ...(banks.length > 0 && bankId === null ? [{ code: 'field_required', field: 'bank' } as const] : []),
      ...(wrongPayer ? [wrongPayer] : []),
    ];
  },
});
