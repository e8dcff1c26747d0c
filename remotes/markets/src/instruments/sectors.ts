import type { Instrument } from '@tessera/api/instruments';

/** Sectors of coins and stocks, in the order of their chips. */
export const SECTORS = [
  'layer1',
  'layer2',
  'defi',
  'meme',
  'ai',
  'payments',
  'gaming',
  'infrastructure',
  'tech',
  'chips',
  'finance',
  'consumer',
  'health',
  'industry',
] as const;
export type Sector = (typeof SECTORS)[number];

/** By base currency or ticker. What is listed later and not named here is in no sector. */
const MEMBERS: Readonly<Record<Sector, string>> = {
  layer1:
    'BTC ETH BNB SOL ADA TRX AVAX SUI HBAR TON DOT NEAR APT ICP ETC KAS ATOM ALGO SEI INJ TIA XTZ EGLD NEO CFX KSM FLOW IOTA VET',
  layer2: 'POL ARB OP STX IMX',
  defi: 'LINK UNI AAVE ONDO LDO CRV JUP DYDX RUNE CAKE COMP SKY PENDLE 1INCH ENA INJ JTO PYTH',
  meme: 'DOGE SHIB PEPE BONK FLOKI',
  ai: 'TAO RENDER FET WLD NEAR ICP GRT',
  payments: 'XRP XLM BCH LTC XMR DASH ZEC USDC QNT',
  gaming: 'SAND MANA GALA AXS IMX FLOW CHZ',
  infrastructure: 'FIL AR GRT THETA ENS BAT LINK PYTH QNT',
  tech: 'AAPL MSFT GOOGL AMZN META ORCL NFLX PLTR MSTR BABA 0700.HK 9988.HK 3690.HK 1810.HK 0941.HK',
  chips: 'NVDA AVGO AMD INTC 0981.HK',
  finance: 'BRK.B JPM V COIN 0005.HK 1299.HK 0388.HK 0939.HK 2318.HK 1398.HK 3988.HK',
  consumer: 'TSLA WMT COST DIS KO 1211.HK 9618.HK',
  health: 'LLY UNH',
  industry: 'XOM BA 0883.HK 0857.HK',
};

const sectorsOfBase = new Map<string, Set<Sector>>();
for (const sector of SECTORS)
  for (const base of MEMBERS[sector].split(' ')) {
    const known = sectorsOfBase.get(base) ?? new Set();
    sectorsOfBase.set(base, known.add(sector));
  }

export const isIn = (sector: Sector, { base }: Pick<Instrument, 'base'>): boolean =>
  sectorsOfBase.get(base)?.has(sector) === true;

/** Sectors with at least two of the instruments. */
export const sectorsAmong = (instruments: readonly Pick<Instrument, 'base'>[]): readonly Sector[] =>
  SECTORS.filter((sector) => instruments.filter((each) => isIn(sector, each)).length > 1);
