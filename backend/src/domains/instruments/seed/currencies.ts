import { fiatCodes } from '@tessera/api/rules';
import type { Currency } from '../../../platform/catalogue/catalogue.ts';
import { coins } from './coins.ts';

const COIN_SCALE = 8;
const FIRST_COIN_ID = 11;
const FIRST_FIAT_ID = 1_001;

type SeededCurrency = Omit<Currency, 'version'>;

const majors: readonly SeededCurrency[] = [
  { id: 1, code: 'BTC', name: 'Bitcoin', scale: COIN_SCALE, kind: 'crypto', open: true },
  { id: 2, code: 'ETH', name: 'Ethereum', scale: COIN_SCALE, kind: 'crypto', open: true },
  { id: 3, code: 'USDT', name: 'Tether', scale: 6, kind: 'crypto', open: true },
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

/** Every currency, the majors first. Ids follow the position of a coin in the list, which is appended to only. */
export const seededCurrencies: readonly SeededCurrency[] = [
  ...majors,
  ...coins.flatMap(([code, name], index): SeededCurrency[] =>
    majors.some((major) => major.code === code)
      ? []
      : [{ id: FIRST_COIN_ID + index, code, name, scale: COIN_SCALE, kind: 'crypto', open: true }],
  ),
  ...fiatCodes.map(
    (code, index): SeededCurrency => ({
      id: FIRST_FIAT_ID + index,
      code,
      name: fiatNames[code],
      scale: WITHOUT_CENTS.has(code) ? 0 : 2,
      kind: 'fiat',
      open: true,
    }),
  ),
];
