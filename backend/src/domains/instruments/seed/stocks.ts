import { type ContractRow, type Listing, listContracts } from './listing.ts';

const us = (symbol: string, name: string, anchor: number, volatility: number, turnover: number): ContractRow => [
  ...([symbol, name, 'us_equity', 'USD', anchor, '0.01', volatility, 'us'] as const),
  turnover * 1e6,
];

const hk = (
  symbol: string,
  name: string,
  anchor: number,
  tick: string,
  volatility: number,
  turnover: number,
): ContractRow => [...([symbol, name, 'hk_equity', 'HKD', anchor, tick, volatility, 'hk'] as const), turnover * 1e6];

/** Anchor in USD, volatility, daily turnover in millions of USD. */
const american: readonly ContractRow[] = [
  us('AAPL', 'Apple', 278.4, 0.7, 12_400),
  us('MSFT', 'Microsoft', 534.2, 0.65, 10_900),
  us('NVDA', 'NVIDIA', 204.6, 1.2, 34_500),
  us('GOOGL', 'Alphabet', 296.8, 0.85, 9_800),
  us('AMZN', 'Amazon', 248.3, 0.85, 10_200),
  us('META', 'Meta Platforms', 688.5, 0.95, 9_400),
  us('TSLA', 'Tesla', 432.7, 1.7, 31_800),
  us('AVGO', 'Broadcom', 368.9, 1.2, 7_600),
  us('BRK.B', 'Berkshire Hathaway', 512.6, 0.45, 2_300),
  us('JPM', 'JPMorgan Chase', 318.2, 0.6, 2_900),
  us('V', 'Visa', 352.4, 0.5, 2_200),
  us('LLY', 'Eli Lilly', 892.3, 0.9, 3_400),
  us('WMT', 'Walmart', 104.7, 0.5, 1_700),
  us('XOM', 'Exxon Mobil', 117.5, 0.65, 1_900),
  us('UNH', 'UnitedHealth', 348.1, 0.9, 2_600),
  us('COST', 'Costco', 938.6, 0.55, 1_800),
  us('NFLX', 'Netflix', 112.8, 0.95, 4_100),
  us('AMD', 'AMD', 232.5, 1.5, 9_300),
  us('ORCL', 'Oracle', 243.9, 1.2, 4_700),
  us('DIS', 'Walt Disney', 112.3, 0.7, 1_100),
  us('BA', 'Boeing', 207.4, 0.95, 1_500),
  us('INTC', 'Intel', 38.62, 1.3, 3_200),
  us('KO', 'Coca-Cola', 70.84, 0.4, 1_000),
  us('PLTR', 'Palantir', 178.9, 1.8, 11_600),
  us('COIN', 'Coinbase', 312.4, 2, 3_900),
  us('MSTR', 'Strategy', 246.7, 2.2, 3_500),
  us('BABA', 'Alibaba ADR', 162.8, 1.1, 2_700),
];

/** Anchor in HKD; the tick follows the spread table of the exchange. */
const hongKong: readonly ContractRow[] = [
  hk('0700.HK', 'Tencent', 632.5, '0.5', 0.85, 12_300),
  hk('9988.HK', 'Alibaba', 158.6, '0.1', 1.1, 14_800),
  hk('3690.HK', 'Meituan', 102.4, '0.1', 1.2, 5_900),
  hk('1810.HK', 'Xiaomi', 43.18, '0.02', 1.2, 8_200),
  hk('0005.HK', 'HSBC', 108.9, '0.1', 0.55, 2_100),
  hk('1299.HK', 'AIA', 76.35, '0.05', 0.75, 1_900),
  hk('0941.HK', 'China Mobile', 86.7, '0.05', 0.4, 1_300),
  hk('0388.HK', 'Hong Kong Exchanges', 428.4, '0.2', 0.8, 2_400),
  hk('1211.HK', 'BYD', 101.3, '0.1', 1.1, 3_100),
  hk('0939.HK', 'China Construction Bank', 7.84, '0.01', 0.5, 2_000),
  hk('2318.HK', 'Ping An', 57.25, '0.05', 0.8, 1_800),
  hk('9618.HK', 'JD.com', 124.7, '0.1', 1, 2_200),
  hk('0883.HK', 'CNOOC', 20.86, '0.02', 0.75, 1_400),
];

const rules = {
  category: 'stocks',
  lot: '1',
  fee: '0.0005',
  multiples: [1, 2, 3, 5, 10],
  trades: ['lever'],
  overnightRate: '0.06',
  spread: 0.0001,
  shared: 0.65,
} as const;

export const stockListings: readonly Listing[] = [
  ...listContracts({ ...rules, firstId: 3001 }, american),
  ...listContracts({ ...rules, firstId: 3501 }, hongKong).map((listing) => ({
    ...listing,
    rank: american.length + listing.rank,
  })),
];
