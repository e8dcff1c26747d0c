import { type Instrument, type QuoteRow, TICKS_A_SECOND } from './shapes.ts';

/** As many as the platform lists. */
const LISTED = 200;
const NOW = Date.UTC(2026, 10, 20, 12);

/** Mulberry32: the same prices in every run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const ticker = (index: number): string =>
  [index % 26, Math.floor(index / 26) % 26, (index * 7) % 26].map((at) => String.fromCharCode(65 + at)).join('');

export type MarketFeed = {
  readonly instruments: readonly Instrument[];
  /** Changes every price and returns the changed rows. */
  tick(): readonly QuoteRow[];
};

/** A market of coins in which every price moves with every tick. */
export function createFeed(seed = 20_261_120, count = LISTED): MarketFeed {
  const random = randomFrom(seed);
  const prices = Array.from({ length: count }, () => 10 ** (random() * 4));
  const opened = [...prices];
  const symbols = prices.map((_, index) => `${ticker(index)}${index}/USDT`);
  let ticks = 0;

  const rowOf = (index: number): QuoteRow => {
    const price = prices[index] ?? 1;
    const change = price / (opened[index] ?? 1) - 1;
    const last = price.toFixed(4);
    const turnover = (price * 1e5).toFixed(2);
    const at = NOW + Math.round((ticks * 1000) / TICKS_A_SECOND);
    return [symbols[index] ?? '', last, last, last, change.toFixed(6), last, last, '100000', turnover, at, 1];
  };

  const instrumentOf = (symbol: string, index: number): Instrument => {
    const [, last, bid, ask, change_24h, high_24h, low_24h, volume_24h, turnover_24h, at] = rowOf(index);
    return {
      symbol,
      name: `Coin ${index + 1}`,
      category: 'crypto',
      base: symbol.split('/')[0] ?? '',
      quote: 'USDT',
      currency_id: index + 10,
      legal_id: 3,
      tick: '0.0001',
      lot: '0.01',
      min_amount: '0.01',
      min_total: '1',
      price_scale: 4,
      amount_scale: 2,
      maker_fee_rate: '0.001',
      taker_fee_rate: '0.001',
      trades: ['spot'],
      multiples: [],
      open: true,
      next_open: null,
      next_close: null,
      timezone: 'UTC',
      countries: [],
      icon: null,
      rank: index + 1,
      source: 'simulated',
      halt: null,
      latest: { last, bid, ask, index: last, mark: last, change_24h, high_24h, low_24h, volume_24h, turnover_24h, at },
    };
  };

  return {
    instruments: symbols.map(instrumentOf),
    tick() {
      ticks += 1;
      for (const [index, price] of prices.entries()) prices[index] = price * (1 + (random() - 0.5) * 0.004);
      return symbols.map((_, index) => rowOf(index));
    },
  };
}
