import { type Listing, listContracts, merged, type Parts, partsOf } from './listing.ts';

const BILLION = 1e9;
const SHARED = 0.7;

/** Currencies in US dollars: value on the anchor day and volatility. */
const values: Readonly<Record<string, readonly [usd: number, volatility: number]>> = {
  EUR: [1.1642, 0.22],
  GBP: [1.3318, 0.25],
  AUD: [0.6571, 0.32],
  NZD: [0.5734, 0.33],
  CAD: [1 / 1.3986, 0.2],
  CHF: [1 / 0.8017, 0.25],
  JPY: [1 / 152.84, 0.3],
  CNH: [1 / 7.0842, 0.09],
  HKD: [1 / 7.7826, 0.012],
  SGD: [1 / 1.2974, 0.15],
  MXN: [1 / 18.426, 0.4],
  ZAR: [1 / 17.218, 0.45],
  TRY: [1 / 43.86, 0.2],
};

const worth = (code: string): number => (code === 'USD' ? 1 : (values[code]?.[0] ?? Number.NaN));

/** All of them move against the dollar together, and each by itself. */
const movement = (code: string): Parts =>
  code === 'USD' ? [] : partsOf(code, values[code]?.[1] ?? 0, 'dollar', SHARED);

const inverse = (parts: Parts): Parts => parts.map(({ key, weight }) => ({ key, weight: -weight }));

const pairs: readonly (readonly [base: string, quote: string, digits: number, turnover: number])[] = [
  ['EUR', 'USD', 5, 48],
  ['USD', 'JPY', 3, 37],
  ['GBP', 'USD', 5, 26],
  ['AUD', 'USD', 5, 14],
  ['USD', 'CAD', 5, 12],
  ['USD', 'CHF', 5, 10],
  ['NZD', 'USD', 5, 5],
  ['EUR', 'GBP', 5, 8],
  ['EUR', 'JPY', 3, 9],
  ['GBP', 'JPY', 3, 8],
  ['AUD', 'JPY', 3, 4],
  ['EUR', 'CHF', 5, 4],
  ['EUR', 'AUD', 5, 3],
  ['GBP', 'CHF', 5, 2],
  ['CHF', 'JPY', 3, 2],
  ['USD', 'CNH', 4, 11],
  ['USD', 'HKD', 4, 5],
  ['USD', 'SGD', 5, 4],
  ['USD', 'MXN', 4, 3],
  ['USD', 'ZAR', 4, 2],
  ['USD', 'TRY', 4, 1],
];

const forexRules = {
  category: 'forex',
  firstId: 4001,
  lot: '1000',
  fee: '0.00005',
  multiples: [1, 5, 10, 20, 30, 50, 100, 200],
  trades: ['lever', 'micro'],
  overnightRate: '0.03',
  spread: 0.00006,
  shared: SHARED,
} as const;

export const forexListings: readonly Listing[] = listContracts(
  forexRules,
  pairs.map(([base, quote, digits, turnover]) => [
    `${base}/${quote}`,
    `${base} / ${quote}`,
    'forex',
    quote,
    worth(base) / worth(quote),
    `0.${'0'.repeat(digits - 1)}1`,
    0,
    'dollar',
    (turnover * BILLION) / worth(quote),
  ]),
).map((listing) => ({
  ...listing,
  simulation: {
    ...listing.simulation,
    // Cross rates follow from the dollar rates of both.
    parts: merged([...movement(listing.base), ...inverse(movement(listing.quote))]),
  },
}));

export const metalListings: readonly Listing[] = listContracts(
  {
    category: 'metals',
    firstId: 5001,
    lot: '0.1',
    fee: '0.0001',
    multiples: [1, 5, 10, 20, 50, 100],
    trades: ['lever', 'micro'],
    overnightRate: '0.04',
    spread: 0.00008,
    shared: 0.75,
  },
  [
    ['XAU/USD', 'Gold', 'metals', 'USD', 4_086.4, '0.01', 0.6, 'metal', 62 * BILLION],
    ['XAG/USD', 'Silver', 'metals', 'USD', 49.36, '0.001', 1, 'metal', 9 * BILLION],
    ['XPT/USD', 'Platinum', 'metals', 'USD', 1_562.8, '0.01', 0.9, 'metal', 1.4 * BILLION],
    ['XPD/USD', 'Palladium', 'metals', 'USD', 1_418.5, '0.01', 1.1, 'metal', 0.8 * BILLION],
    ['XCU/USD', 'Copper', 'metals', 'USD', 5.084, '0.0001', 0.75, 'metal', 2.1 * BILLION],
    ['XAL/USD', 'Aluminium', 'metals', 'USD', 1.307, '0.0001', 0.6, 'metal', 0.9 * BILLION],
  ],
);
