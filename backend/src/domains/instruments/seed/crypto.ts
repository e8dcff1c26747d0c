import { type CoinRow, coins, crosses, perpetuals } from './coins.ts';
import {
  BY_RULE,
  type Listing,
  lotDigits,
  MAX_PRICE_AGE_MS,
  merged,
  type Parts,
  partsOf,
  priceDigits,
  stepOf,
  tiersOf,
} from './listing.ts';

const MILLION = 1e6;
/** Coins follow the market more than they follow themselves. */
const SHARED = 0.8;
const MULTIPLES = [1, 2, 3, 5, 10, 20, 25, 50, 75, 100, 125];

const byCode = new Map(coins.map((row) => [row[0], row]));

function coin(code: string): CoinRow {
  const row = byCode.get(code);
  if (!row) throw new Error(`no coin ${code} in the catalogue`);
  return row;
}

/** A dollar coin moves by itself, within its peg. */
const movement = ([code, , , volatility]: CoinRow): Parts =>
  volatility < 0.1 ? [{ key: `asset:${code}`, weight: volatility }] : partsOf(code, volatility, 'crypto', SHARED);

const spreadOf = (turnover: number): number => (turnover > 1_000 ? 0.00002 : turnover > 100 ? 0.0001 : 0.0003);

const spot = (row: CoinRow, index: number): Listing => {
  const [code, name, anchor, , turnover] = row;
  return {
    id: 1001 + index,
    symbol: `${code}/USDT`,
    name,
    category: 'crypto',
    base: code,
    quote: 'USDT',
    settlement: 'USDT',
    tick: stepOf(priceDigits(anchor)),
    lot: stepOf(lotDigits(anchor)),
    minAmount: stepOf(lotDigits(anchor)),
    minTotal: '5',
    makerFeeRate: '0.001',
    takerFeeRate: '0.001',
    trades: index < 20 ? ['spot', 'micro'] : ['spot'],
    multiples: [],
    tiers: [],
    liquidationThreshold: '0.5',
    overnightRate: '0',
    exposureCap: null,
    calendar: 'crypto',
    rank: index + 1,
    maxPriceAgeMs: MAX_PRICE_AGE_MS,
    spread: spreadOf(turnover),
    limits: BY_RULE,
    countries: [],
    halt: null,
    simulation: { start: anchor, parts: movement(row), dailyTurnover: turnover * MILLION },
  };
};

const cross = ([base, quote, turnover]: (typeof crosses)[number], index: number): Listing => {
  const above = coin(base);
  const below = coin(quote);
  const anchor = above[2] / below[2];
  const priceScale = Math.max(2, 4 - Math.floor(Math.log10(anchor)));
  const amountScale = lotDigits(above[2]);
  const parts = merged([...movement(above), ...movement(below).map(({ key, weight }) => ({ key, weight: -weight }))]);
  return {
    ...spot(above, 0),
    id: 1801 + index,
    symbol: `${base}/${quote}`,
    quote,
    settlement: quote,
    tick: stepOf(priceScale),
    lot: stepOf(amountScale),
    minAmount: stepOf(amountScale),
    minTotal: quote === 'BTC' ? '0.0001' : '0.001',
    trades: ['spot'],
    rank: coins.length + index + 1,
    spread: 0.0001,
    simulation: { start: anchor, parts, dailyTurnover: (turnover * MILLION) / below[2] },
  };
};

const perpetual = ([base, maxMultiple, turnover]: (typeof perpetuals)[number], index: number): Listing => {
  const row = coin(base);
  const ofSpot = spot(row, 0);
  const multiples = MULTIPLES.filter((multiple) => multiple <= maxMultiple);
  return {
    ...ofSpot,
    id: 2001 + index,
    symbol: `${base}/USDT-PERP`,
    name: `${row[1]} Perpetual`,
    category: 'futures',
    makerFeeRate: '0.0002',
    takerFeeRate: '0.0005',
    trades: ['lever'],
    multiples,
    tiers: tiersOf(multiples, turnover * MILLION),
    rank: index + 1,
    spread: spreadOf(turnover),
    simulation: {
      ...ofSpot.simulation,
      // The basis: a contract strays from its coin by some hundredths of a per cent.
      parts: [...ofSpot.simulation.parts, { key: `basis:${base}`, weight: 0.004 }],
      dailyTurnover: turnover * MILLION,
    },
  };
};

export const cryptoListings: readonly Listing[] = [
  ...coins.map(spot),
  ...crosses.map(cross),
  ...perpetuals.map(perpetual),
];
