import { type Listing, listContracts, partsOf, tiersOf } from './listing.ts';

const BILLION = 1e9;

/** Futures on metals that have a spot price here, and what moves that one. */
const TRACKED: Readonly<Record<string, { readonly asset: string; readonly volatility: number }>> = {
  GC: { asset: 'XAU/USD', volatility: 0.6 },
  SI: { asset: 'XAG/USD', volatility: 1 },
  HG: { asset: 'XCU/USD', volatility: 0.75 },
  PL: { asset: 'XPT/USD', volatility: 0.9 },
};

const rules = {
  lot: '1',
  fee: '0.0002',
  multiples: [1, 2, 5, 10, 20, 50],
  trades: ['lever'],
  overnightRate: '0.03',
  spread: 0.00006,
  shared: 0.8,
} as const;

/** A tick of a future that is coarse for its price moves the mark too far for the highest multiples. */
function withMost(listing: Listing, most: number): Listing {
  const multiples = listing.multiples.filter((multiple) => multiple <= most);
  return { ...listing, multiples, tiers: tiersOf(multiples, listing.simulation.dailyTurnover) };
}

/** Index, rate and currency futures. */
export const indexListings: readonly Listing[] = listContracts({ ...rules, category: 'futures', firstId: 6001 }, [
  ['ES', 'E-mini S&P 500', 'us_futures', 'USD', 6_846, '0.25', 0.5, 'us', 380 * BILLION],
  ['NQ', 'E-mini Nasdaq 100', 'us_futures', 'USD', 25_312, '0.25', 0.65, 'us', 240 * BILLION],
  ['YM', 'E-mini Dow', 'us_futures', 'USD', 47_680, '1', 0.45, 'us', 38 * BILLION],
  ['RTY', 'E-mini Russell 2000', 'us_futures', 'USD', 2_468.5, '0.1', 0.7, 'us', 26 * BILLION],
  ['VX', 'VIX Futures', 'us_futures', 'USD', 18.65, '0.05', 2.2, 'fear', 3 * BILLION],
  ['NKD', 'Nikkei 225 (USD)', 'us_futures', 'USD', 50_420, '5', 0.7, 'us', 2 * BILLION],
  ['HSI', 'Hang Seng Index Futures', 'hk_futures', 'HKD', 26_180, '1', 0.75, 'hk', 95 * BILLION],
  ['HHI', 'Hang Seng China Enterprises Futures', 'hk_futures', 'HKD', 9_284, '1', 0.8, 'hk', 42 * BILLION],
  ['HTI', 'Hang Seng TECH Futures', 'hk_futures', 'HKD', 5_763, '1', 1.05, 'hk', 36 * BILLION],
  ['FDAX', 'DAX Futures', 'eurex', 'EUR', 24_036, '1', 0.6, 'us', 31 * BILLION],
  ['FESX', 'Euro Stoxx 50 Futures', 'eurex', 'EUR', 5_674, '1', 0.55, 'us', 44 * BILLION],
  ['FGBL', 'Euro-Bund Futures', 'eurex', 'EUR', 129.14, '0.01', 0.2, 'rates', 110 * BILLION],
  ['ZN', '10-Year T-Note', 'us_futures', 'USD', 112.64, '0.01', 0.18, 'rates', 190 * BILLION],
  ['ZB', '30-Year T-Bond', 'us_futures', 'USD', 117.22, '0.01', 0.32, 'rates', 52 * BILLION],
  ['DX', 'US Dollar Index', 'us_futures', 'USD', 99.48, '0.005', 0.22, 'dollar-index', 2 * BILLION],
]).map((listing) => ({ ...(listing.symbol === 'VX' ? withMost(listing, 20) : listing), rank: 100 + listing.rank }));

/** Energy, metals and agriculture. */
export const commodityListings: readonly Listing[] = listContracts(
  { ...rules, category: 'intl_futures', firstId: 7001, spread: 0.0002 },
  [
    ['CL', 'Crude Oil WTI', 'us_futures', 'USD', 61.24, '0.01', 1, 'energy', 24 * BILLION],
    ['BZ', 'Brent Crude', 'ice_europe', 'USD', 65.38, '0.01', 0.95, 'energy', 27 * BILLION],
    ['NG', 'Natural Gas', 'us_futures', 'USD', 4.124, '0.001', 1.9, 'energy', 8 * BILLION],
    ['RB', 'RBOB Gasoline', 'us_futures', 'USD', 1.9648, '0.0001', 1.1, 'energy', 4 * BILLION],
    ['HO', 'Heating Oil', 'us_futures', 'USD', 2.4382, '0.0001', 1.1, 'energy', 4 * BILLION],
    ['GC', 'Gold Futures', 'us_futures', 'USD', 4_103.8, '0.1', 0.6, 'metal', 58 * BILLION],
    ['SI', 'Silver Futures', 'us_futures', 'USD', 49.62, '0.005', 1, 'metal', 14 * BILLION],
    ['HG', 'Copper Futures', 'us_futures', 'USD', 5.1035, '0.0005', 0.75, 'metal', 9 * BILLION],
    ['PL', 'Platinum Futures', 'us_futures', 'USD', 1_571.4, '0.1', 0.9, 'metal', 1.3 * BILLION],
    ['ZC', 'Corn', 'us_grains', 'USD', 434.25, '0.25', 0.75, 'grain', 5 * BILLION],
    ['ZW', 'Wheat', 'us_grains', 'USD', 538.5, '0.25', 0.85, 'grain', 3 * BILLION],
    ['ZS', 'Soybeans', 'us_grains', 'USD', 1_128.75, '0.25', 0.65, 'grain', 8 * BILLION],
    ['KC', 'Coffee', 'us_softs', 'USD', 376.4, '0.05', 1.2, 'soft', 2.6 * BILLION],
    ['SB', 'Sugar No. 11', 'us_softs', 'USD', 14.72, '0.01', 0.85, 'soft', 1.9 * BILLION],
    ['CC', 'Cocoa', 'us_softs', 'USD', 5_284, '1', 1.5, 'soft', 1.4 * BILLION],
  ],
).map((listing) => {
  const spot = TRACKED[listing.symbol];
  if (!spot) return listing;
  // A metal's future strays from its spot price by the cost of carry only.
  const parts = [
    ...partsOf(spot.asset, spot.volatility, 'metal', 0.75),
    { key: `basis:${listing.symbol}`, weight: 0.01 },
  ];
  return { ...listing, simulation: { ...listing.simulation, parts } };
});
