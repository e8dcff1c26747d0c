import { useAccountBalances, useSpendingRefusal } from '@tessera/api/wallet';
import { ruleText, text } from '@tessera/i18n';
import { cmp, type DecimalString, formatAmount } from '@tessera/money';
import type { AmountInputProps } from '../amount-input/AmountInput.tsx';
import { type ApprovalOf, type ApprovalOptions, useApproval } from '../approval/use-approval.ts';
import { type Entries, useEntries } from '../entries/use-entries.ts';
import { useLocale } from '../locale.ts';

/** Why an amount is rejected, as the rules of the domains say it. */
export type PurchaseFailure = {
  readonly code: string;
  readonly params?: Readonly<Record<string, string | number>> | undefined;
};

type Entered = { readonly amount: DecimalString | '' };

export type PurchaseTerms = {
  /** What pays. */
  readonly currency: string;
  /** Fraction digits of what is typed. */
  readonly scale: number;
  /** Of what is typed, where it is not what pays. */
  readonly unit?: string | undefined;
  /** Bounds of what is typed. */
  readonly min?: DecimalString | undefined;
  readonly max?: DecimalString | undefined;
  /** Of what pays, where it is not in the spot account; undefined until it is known. */
  readonly available?: DecimalString | undefined;
};

export type PurchaseDefinition<Offer, E extends Entered> = {
  /** What the form begins with. */
  readonly start: () => E;
  readonly terms: (offer: Offer, entered: E) => PurchaseTerms;
  /** Why an amount that is there is not sold, apart from the balance. */
  readonly problem: (entered: E & { readonly amount: DecimalString }, offer: Offer) => PurchaseFailure | null;
  /** What it takes of what pays; the amount itself where this is left out. */
  readonly cost?: (entered: E & { readonly amount: DecimalString }, offer: Offer) => DecimalString;
};

/**
 * What of the user's limits holds for it, as `useSpendingRefusal` of the wallet takes it: the types that remotes are checked
 * against name no domain.
 */
type SpendingLimits = {
  /** Of what is compared with them, where that is not what pays. */
  readonly currency?: string;
  /** Where not the cost is compared. */
  readonly amount?: DecimalString | null;
  readonly keeps?: boolean;
  readonly braked?: boolean;
  readonly limited?: boolean;
};

type EntryOptions<Offer, E extends Entered> = {
  readonly offer: Offer;
  /** Entries that the page shows elsewhere too; the form has its own otherwise. */
  readonly form?: Entries<E>;
  readonly spending?: SpendingLimits;
  /** Why it is not sold to this user now, whatever the amount. */
  readonly closed?: string | null | undefined;
  /** Texts of this product's own rules. */
  readonly wording?: (failure: PurchaseFailure, available: DecimalString | undefined) => string | undefined;
};

export type PurchaseEntry<E extends Entered> = Pick<Entries<E>, 'values' | 'set' | 'judge' | 'reset'> & {
  /** What was entered as a number; 0 while nothing is. */
  readonly amount: DecimalString;
  /** Null while nothing is entered. */
  readonly cost: DecimalString | null;
  readonly terms: PurchaseTerms;
  /** Of what pays; undefined until it is known. */
  readonly available: DecimalString | undefined;
  /** More than there is. */
  readonly short: boolean;
  readonly problem: PurchaseFailure | null;
  /** Nothing that is known speaks against this amount; the exchange judges it all the same. */
  readonly ready: boolean;
  /** Why it cannot be bought, whatever the amount. */
  readonly refusal: string | null;
  /** To spread on the `AmountInput`. */
  readonly field: Pick<AmountInputProps, 'value' | 'onChange' | 'unit' | 'scale' | 'error' | 'min' | 'balance'>;
};

/** What is being approved: the entries and the terms of the moment when the sheet opened. */
export type AskedPurchase<Offer, E> = { readonly offer: Offer; readonly entered: E };

export type Purchase<Offer, E extends Entered, I> = PurchaseEntry<E> &
  ApprovalOf<AskedPurchase<Offer, E>, I> & {
    /** Opens the sheet if nothing is wrong, else shows what is. */
    readonly submit: (further?: Partial<E>) => void;
  };

const BOUNDS: Readonly<Record<string, 'min' | 'max'>> = {
  amount_too_small: 'min',
  field_too_small: 'min',
  bid_too_low: 'min',
  amount_too_large: 'max',
  field_too_large: 'max',
  quantity_limit: 'max',
  quiz_user_cap: 'max',
  sold_out: 'max',
  bid_too_high: 'max',
};

/** A purchase as pure functions: what is wrong with the entries, and what they cost. */
export function judgePurchase<Offer, E extends Entered>(
  { problem, cost }: PurchaseDefinition<Offer, E>,
  entered: E,
  offer: Offer,
  available: DecimalString | undefined,
): { readonly cost: DecimalString | null; readonly short: boolean; readonly problem: PurchaseFailure | null } {
  const { amount } = entered;
  if (amount === '') return { cost: null, short: false, problem: { code: 'field_required' } };
  const whole = { ...entered, amount };
  const costs = cost ? cost(whole, offer) : amount;
  const short = available !== undefined && cmp(costs, available) > 0;
  return {
    cost: costs,
    short,
    problem: problem(whole, offer) ?? (short ? { code: 'insufficient_balance' } : null),
  };
}

/**
 * Defines what is bought by an amount: its limits, what is wrong with an amount, and what it costs, by pure functions. Its
 * hooks add balance, the user's own limits, and the approval of the command.
 */
export function definePurchase<Offer, E extends Entered>(definition: PurchaseDefinition<Offer, E>) {
  const useForm = () => useEntries<E>(definition.start);

  function useEntry({ offer, form, spending = {}, closed = null, wording }: EntryOptions<Offer, E>): PurchaseEntry<E> {
    const locale = useLocale();
    const own = useForm();
    const { values, set, judged, judge, reset } = form ?? own;
    const terms = definition.terms(offer, values);
    const { currency, scale, unit = currency, min, max } = terms;
    const elsewhere = 'available' in terms;
    const balances = useAccountBalances(elsewhere ? null : { account: 'change' });
    const available = elsewhere
      ? terms.available
      : balances.data?.list.find((each) => each.currency === currency)?.available;
    const { cost, short, problem } = judgePurchase(definition, values, offer, available);
    const limits = useSpendingRefusal(spending.currency ?? currency, { amount: cost, ...spending });
    const { amount } = values;
    const below = amount !== '' && min !== undefined && cmp(amount, min) < 0;
    const shown = (value: string | number | undefined) =>
      `${formatAmount(String(value ?? '0'), scale, locale, { zeros: 'trimmed' })} ${unit}`;
    const wordsOf = (failure: PurchaseFailure): string => {
      const special = wording?.(failure, available);
      if (special !== undefined) return special;
      if (failure.code === 'insufficient_balance') return text('common:ui.tooMuch');
      if (failure.code === 'field_required') return text('common:ui.enterAmount');
      const bound = BOUNDS[failure.code];
      if (bound === 'min')
        return ruleText({ code: 'field_too_small', params: { min: shown(failure.params?.min ?? min) } });
      if (bound === 'max')
        return ruleText({ code: 'field_too_large', params: { max: shown(failure.params?.max ?? max) } });
      return ruleText({ code: failure.code, ...(failure.params && { params: failure.params }) });
    };
    // A number that is still typed is not too small yet: the field says so by itself once it is left.
    const tells = problem !== null && (judged || (amount !== '' && !below));
    return {
      values,
      set,
      judge,
      reset,
      amount: amount === '' ? '0' : amount,
      cost,
      terms,
      available,
      short,
      problem,
      ready: problem === null && limits.overLimit === null,
      refusal: closed ?? limits.refused,
      field: {
        value: amount,
        onChange: (typed) => set({ amount: typed } as Partial<E>),
        unit,
        scale,
        min,
        error: tells ? wordsOf(problem) : amount === '' || below ? null : limits.overLimit,
        ...(available !== undefined && !definition.cost && { balance: available }),
      },
    };
  }

  function usePurchase<I extends object, O>({
    offer,
    form,
    spending,
    closed,
    wording,
    onDone,
    ...approval
  }: EntryOptions<Offer, E> &
    ApprovalOptions<AskedPurchase<Offer, E>, NoInfer<I>, O> & {
      readonly command: ApprovalOptions<AskedPurchase<Offer, E>, I, O>['command'];
    }): Purchase<Offer, E, I> {
    const entry = useEntry({
      offer,
      ...(form && { form }),
      ...(spending && { spending }),
      closed,
      ...(wording && { wording }),
    });
    const approved = useApproval<AskedPurchase<Offer, E>, I, O>({
      repeats: true,
      ...approval,
      onDone(output, input) {
        entry.reset();
        onDone?.(output, input);
      },
    });
    return {
      ...entry,
      ...approved,
      submit(further) {
        entry.judge();
        if (entry.ready) approved.ask({ offer, entered: { ...entry.values, ...further } });
      },
    };
  }

  return { ...definition, useForm, useEntry, usePurchase };
}
