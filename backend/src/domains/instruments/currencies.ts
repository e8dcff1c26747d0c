import { fiatCodes } from '@tessera/api/rules';
import { coins } from './catalogue/coins.ts';

/** A currency that can be held. */
export type Currency = {
  /** Stable: stored nowhere but known to clients. */
  readonly id: number;
  readonly code: string;
  readonly name: string;
  /** Fraction digits that balances are kept and shown with. */
  readonly scale: number;
  readonly kind: 'crypto' | 'fiat';
};

const COIN_SCALE = 8;
const FIRST_COIN_ID = 11;
const FIRST_FIAT_ID = 1_001;

const majors: readonly Currency[] = [
  { id: 1, code: 'BTC', name: 'Bitcoin', scale: COIN_SCALE, kind: 'crypto' },
  { id: 2, code: 'ETH', name: 'Ethereum', scale: COIN_SCALE, kind: 'crypto' },
  { id: 3, code: 'USDT', name: 'Tether', scale: 6, kind: 'crypto' },
];

const fiatNames: Readonly<Record<(typeof fiatCodes)[number], string>> = {
  USD: 'US Dollar',
  CNY: 'Chinese Yuan',
  GBP: 'Pound Sterling',
  HKD: 'Hong Kong Dollar',
  JPY: 'Japanese Yen',
  EUR: 'Euro',
  AED: 'UAE Dirham',
  THB: 'Thai Baht',
  PHP: 'Philippine Peso',
  SGD: 'Singapore Dollar',
  VND: 'Vietnamese Dong',
};

const WITHOUT_CENTS: ReadonlySet<string> = new Set(['JPY', 'VND']);

/** Every currency, the majors first. Ids follow the position of a coin in the catalogue, which is appended to only. */
export const currencies: readonly Currency[] = [
  ...majors,
  ...coins.flatMap(([code, name], index): Currency[] =>
    majors.some((major) => major.code === code)
      ? []
      : [{ id: FIRST_COIN_ID + index, code, name, scale: COIN_SCALE, kind: 'crypto' }],
  ),
  ...fiatCodes.map(
    (code, index): Currency => ({
      id: FIRST_FIAT_ID + index,
      code,
      name: fiatNames[code],
      scale: WITHOUT_CENTS.has(code) ? 0 : 2,
      kind: 'fiat',
    }),
  ),
];

const byId = new Map(currencies.map((currency) => [currency.id, currency]));
const byCode = new Map(currencies.map((currency) => [currency.code, currency]));

export const currencyById = (id: number): Currency | null => byId.get(id) ?? null;

/** Null for what is no currency: a ticker, the base of a contract. */
export const currencyByCode = (code: string): Currency | null => byCode.get(code) ?? null;

/** The currency of money that is in the ledger. */
export function heldCurrency(code: string): Currency {
  const currency = byCode.get(code);
  if (!currency) throw new Error(`the ledger holds ${code}, which is no currency`);
  return currency;
}
