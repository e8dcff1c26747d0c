import { add, cmp, type DecimalString, div, isZero, max, mul, quantize, scaleOf, sub } from '@tessera/money';
import { cpf } from 'cpf-cnpj-validator';
import type { RuleFailure } from '../../kit/rules/failure.ts';
import { checkEmail, checkMobile, checkPlainText } from '../../kit/rules/person.ts';

export { isSameName } from './names.ts';

/*
 * Buying coins with money from a bank, a card or a wallet of another provider: what may be bought, what it costs, who may
 * pay. Form and backend decide by these.
 */

/** Countries from which coins are bought, ISO 3166-1 alpha-2, in the order of the form. */
export const BUY_COUNTRIES = ['US', 'NG', 'TH', 'ID', 'BR', 'IN', 'VN', 'MX', 'PH'] as const;
export type BuyCountry = (typeof BUY_COUNTRIES)[number];

export const isBuyCountry = (code: string): code is BuyCountry => BUY_COUNTRIES.some((each) => each === code);

/** Ways to pay, in the order of the form. */
export const BUY_METHODS = ['bank_transfer', 'online_bank', 'qr', 'direct_bank', 'card', 'wallet'] as const;
export type BuyMethod = (typeof BUY_METHODS)[number];

export const BUY_STATUSES = [
  'to_be_paid',
  'under_review',
  'successful',
  'cancelled',
  'rejected',
  'refunding',
  'refunded',
] as const;
export type BuyStatus = (typeof BUY_STATUSES)[number];

/** ms that a quote holds. */
export const BUY_QUOTE_LASTS = 60_000;
/** ms after the pay-by time for which a user may still send the proof of a late bank transfer. */
export const LATE_PROOF_LASTS = 30 * 86_400_000;

/** Fraction digits of USDT, in which fee and worth of an order count. */
const USDT_SCALE = 6;
/** Digits of an amount of coins that is only an estimate. */
const PRICE_SCALE = 18;

/** What names the payer: two fields where banks keep them apart, else the whole name. */
const FULL_NAME: readonly BuyCountry[] = ['TH', 'ID', 'BR', 'IN', 'VN'];

export const PAYER_FIELDS = ['first_name', 'last_name', 'full_name', 'email', 'phone', 'tax_id'] as const;
export type PayerField = (typeof PAYER_FIELDS)[number];
export type Payer = { readonly [K in PayerField]?: string | undefined };

/** The fields of the payer's form in a country. The tax id is Brazil's CPF. */
export const payerFields = (country: BuyCountry): readonly PayerField[] => [
  ...(FULL_NAME.includes(country) ? (['full_name'] as const) : (['first_name', 'last_name'] as const)),
  'email',
  'phone',
  ...(country === 'BR' ? (['tax_id'] as const) : []),
];

/** A CPF, with or without its separators, by its two check digits (Receita Federal, Instrução Normativa 1548/2015). */
export const checkTaxId = (text: string): RuleFailure | null =>
  /^[\d.\- ]+$/.test(text) && cpf.isValid(text) ? null : { code: 'tax_id_invalid' };

/** A CPF as it is written: `529.982.247-25`. */
export const shownTaxId = (text: string): string => cpf.format(text);

const CHECKS: Readonly<Record<PayerField, (text: string) => RuleFailure | null>> = {
  first_name: checkPlainText,
  last_name: checkPlainText,
  full_name: checkPlainText,
  email: checkEmail,
  phone: checkMobile,
  tax_id: checkTaxId,
};

/** The first fault of a payer's form; null if it is complete. Fields that the country does not ask for do not count. */
export function payerProblem(country: BuyCountry, payer: Payer): (RuleFailure & { readonly field: PayerField }) | null {
  for (const field of payerFields(country)) {
    const value = payer[field]?.trim() ?? '';
    const failure: RuleFailure | null = value === '' ? { code: 'field_required' } : CHECKS[field](value);
    if (failure) return { ...failure, field };
  }
  return null;
}

export const payerName = ({ full_name, first_name, last_name }: Payer): string =>
  (full_name ?? [first_name, last_name].filter(Boolean).join(' ')).trim().replace(/\s+/g, ' ');

export type BuyLimits = {
  /** Code of the fiat currency, for the text. */
  readonly fiat: string;
  /** Whole amounts of the fiat currency. */
  readonly min: DecimalString;
  readonly max: DecimalString;
};

/** Fault of an amount of fiat; null if it can be paid. '' means no number. */
export function buyAmountProblem(
  amount: DecimalString | '',
  { fiat, min, max }: BuyLimits,
): (RuleFailure & { readonly field: 'amount' }) | null {
  if (amount === '') return { code: 'field_required', field: 'amount' };
  if (scaleOf(amount) > 0) return { code: 'field_not_whole', field: 'amount' };
  if (cmp(amount, min) < 0) return { code: 'amount_too_small', field: 'amount', params: { min: `${min} ${fiat}` } };
  if (cmp(amount, max) > 0) return { code: 'amount_too_large', field: 'amount', params: { max: `${max} ${fiat}` } };
  return null;
}

/** Whole amounts of fiat for limits in USDT, at `rate` units of fiat for one USDT; never wider than the limits. */
export const limitsInFiat = (
  { min, max }: { readonly min: DecimalString; readonly max: DecimalString },
  rate: DecimalString,
): { readonly min: DecimalString; readonly max: DecimalString } => ({
  min: quantize(mul(min, rate), 0, 'up'),
  max: quantize(mul(max, rate), 0, 'down'),
});

export type BuyPrices = {
  /** Units of fiat for one USDT. */
  readonly rate: DecimalString;
  /** Of the amount; a ratio. */
  readonly feeRate: DecimalString;
  /** USDT for one unit of the coin; 1 of USDT. */
  readonly price: DecimalString;
  /** Fraction digits of the coin. */
  readonly scale: number;
};

/** What an amount of fiat buys. All but `receive` in USDT. */
export type Bought = {
  /** amount / rate, rounded down. */
  readonly gross: DecimalString;
  /** gross × fee rate, rounded up. */
  readonly fee: DecimalString;
  /** gross − fee. */
  readonly net: DecimalString;
  /** net / price in the coin, rounded down. */
  readonly receive: DecimalString;
};

/** Worth, fee and coins of an amount of fiat. Never more coins than the money is worth at these prices. */
export function bought(amount: DecimalString, { rate, feeRate, price, scale }: BuyPrices): Bought {
  const gross = quantize(div(amount, rate), USDT_SCALE, 'down');
  const fee = quantize(mul(gross, feeRate), USDT_SCALE, 'up');
  const net = cmp(fee, gross) > 0 ? '0' : sub(gross, fee);
  return { gross, fee, net, receive: quantize(div(net, price), scale, 'down') };
}

/**
 * How much less than shown a coin other than USDT may come to by the price of the payment, a ratio: a transfer arrives days
 * later. USDT comes to exactly what was shown.
 */
const LESS = { bank: '0.05', checkout: '0.02' } as const;

/** The least coins that an order states for what it shows: a payment that would bring less is sent back. */
export const leastOf = (
  { receive, currency, scale }: { readonly receive: DecimalString; readonly currency: string; readonly scale: number },
  provider: keyof typeof LESS,
): DecimalString => (currency === 'USDT' ? receive : quantize(mul(receive, sub('1', LESS[provider])), scale, 'up'));

type Ordered = BuyPrices & {
  readonly amount: DecimalString;
  /** What the amount was shown to bring. */
  readonly receive: DecimalString;
};

/**
 * The least coins for what came. A part of what was ordered brings its part: the share of the least in what was shown, of
 * what the part buys at the rate and price of the order. It takes the roundings of `bought`, so that a part whose terms
 * have not changed never falls short of it by a unit.
 */
export function leastFor(
  least: DecimalString,
  { amount, receive, paid, ...prices }: Ordered & { readonly paid: DecimalString },
): DecimalString {
  if (cmp(paid, amount) >= 0) return least;
  return quantize(div(mul(least, bought(paid, prices).receive), receive), prices.scale, 'down');
}

/**
 * The rate that is owed to a payment: that of its order, unless the currency has fallen since by more than the fee. The
 * house then sells at what its money costs now. Otherwise an order would be an option that costs nothing: who ordered pays
 * where the money has fallen, and leaves the order elsewhere.
 */
export const owedRate = (ordered: DecimalString, now: DecimalString, feeRate: DecimalString): DecimalString =>
  max(ordered, mul(now, sub('1', feeRate)));

/** What one unit of the coin costs in fiat with the fee; for the screen. */
export const priceInFiat = ({ rate, feeRate, price }: Omit<BuyPrices, 'scale'>): DecimalString =>
  quantize(mul(mul(price, rate), add('1', feeRate)), PRICE_SCALE, 'up');

/** Minor units of a fiat currency, as hosted checkouts count them: of the yen and the dong there are none. */
export function minorUnits(amount: DecimalString, fiat: string): number {
  const digits = fiat === 'JPY' || fiat === 'VND' ? 0 : 2;
  const minor = mul(amount, `1${'0'.repeat(digits)}`);
  if (!isZero(sub(minor, quantize(minor, 0, 'down')))) throw new Error(`${amount} ${fiat} is no whole minor unit`);
  return Number(quantize(minor, 0, 'down'));
}
