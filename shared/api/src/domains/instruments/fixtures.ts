import type { Output } from '../../kit/contract.ts';
import type { Instrument, InstrumentsContract, Quote } from './contract.ts';

type Changes = Partial<Omit<Instrument, 'latest'>> & { readonly latest?: Partial<Quote> | null };

/** BTC/USDT at 63,000; the age of a price matters to screens, so `at` is theirs to change. */
export function bitcoin({ latest, ...changes }: Changes = {}): Instrument {
  return {
    symbol: 'BTC/USDT',
    name: 'Bitcoin',
    category: 'crypto',
    base: 'BTC',
    quote: 'USDT',
    currency_id: 1,
    legal_id: 3,
    tick: '0.01',
    lot: '0.00001',
    min_amount: '0.00001',
    min_total: '5',
    price_scale: 2,
    amount_scale: 5,
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
    rank: 1,
    source: 'simulated',
    halt: null,
    latest:
      latest === null
        ? null
        : {
            last: '63000',
            bid: '62999.99',
            ask: '63000.01',
            index: '63000',
            mark: '63000',
            change_24h: '0.0123',
            high_24h: '64000',
            low_24h: '62000',
            volume_24h: '1000',
            turnover_24h: '63000000',
            at: Date.UTC(2026, 10, 20, 15),
            ...latest,
          },
    ...changes,
  };
}

/** Apple, traded with leverage on weekdays. */
export const apple = (changes: Changes = {}): Instrument =>
  bitcoin({
    symbol: 'AAPL',
    name: 'Apple',
    category: 'stocks',
    base: 'AAPL',
    quote: 'USD',
    currency_id: null,
    trades: ['lever'],
    multiples: [1, 2, 5],
    timezone: 'America/New_York',
    rank: 40,
    ...changes,
  });

/** A listing as the exchange sends it. */
export const listing = (
  ...list: readonly Instrument[]
): Output<InstrumentsContract['GET /currency/quotation_new']> => ({
  list: [...list],
  feed: 'simulated',
  now: Date.UTC(2026, 10, 20, 15),
});

/** The calls that the app makes: those of staff are made by the console. */
type ForPages = Exclude<keyof InstrumentsContract, `${string} /staff/${string}`>;

export const instrumentsFixtures = {
  'GET /currency/list': {
    list: [
      {
        id: 3,
        code: 'USDT',
        name: 'Tether',
        scale: 6,
        kind: 'crypto',
        image: null,
        deposits_open: true,
        withdrawals_open: true,
      },
    ],
  },
  'GET /currency/quotation_new': listing(bitcoin(), apple()),
  'GET /currency/sparklines': { list: [{ symbol: 'BTC/USDT', points: [0, 40, 100] }], at: Date.UTC(2026, 10, 20, 15) },
  'GET /currency/listed': { list: [] },
  'GET /currency/new_timeshar': {
    symbol: 'BTC/USDT',
    interval: '1m',
    bars: [[Date.UTC(2026, 10, 20, 15), '62990', '63010', '62980', '63000', '1.5']],
  },
  'GET /market/heads': {
    key: 'ab'.repeat(32),
    list: [
      {
        at: Date.UTC(2026, 10, 20, 15, 1),
        heads: { 'BTC/USDT': [301, 'cd'.repeat(32)] },
        key: 'ab'.repeat(32),
        signature: 'A'.repeat(86),
      },
    ],
  },
  'GET /market/ticks': {
    symbol: 'BTC/USDT',
    tick: '0.01',
    lot: '0.00001',
    start: { at: Date.UTC(2026, 10, 20, 15), number: 300, link: 'ef'.repeat(32) },
    end: { at: Date.UTC(2026, 10, 20, 15, 1), number: 301, link: 'cd'.repeat(32) },
    ticks: [[Date.UTC(2026, 10, 20, 15), 6_299_999, 6_300_001, 6_300_000, 6_300_000, 6_300_000, 120, 6_300_000]],
  },
} satisfies { readonly [K in ForPages]: Output<InstrumentsContract[K]> };
