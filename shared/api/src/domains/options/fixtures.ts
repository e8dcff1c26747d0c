import { readUtcDay } from '@tessera/money';
import type { Output } from '../../kit/contract.ts';
import type { OptionsContract } from './contract.ts';
import { countedOf, settlementPrice } from './rules.ts';
import { type Option, optionToWire } from './wire.ts';

/** 100 USDT on BTC/USDT above its strike of 63,000, in a minute; open. */
export const option = (changes: Partial<Option> = {}): Option => ({
  id: '41',
  match_id: 1,
  symbol: 'BTC/USDT',
  currency_id: 3,
  currency: 'USDT',
  scale: 8,
  direction: 'up',
  seconds: 60,
  stake: '100',
  fee: '0',
  profit_ratio: '0.85',
  rules: 2,
  tick: '0.00001',
  open_price: '63000',
  close_price: null,
  expected_income: '185',
  profit: null,
  status: 'open',
  result: null,
  reason: null,
  created_at: Date.UTC(2026, 10, 20, 15),
  entry_at: Date.UTC(2026, 10, 20, 15, 0, 1),
  expires_at: Date.UTC(2026, 10, 20, 15, 1, 1),
  ...changes,
});

/** The prices that it was settled by, in steps of 0.00001. */
const PRICES = Array.from({ length: 25 }, (_, place) => 6_300_000_000 + (place % 7) * 40_123);

/** The same, won. */
export const wonOption = (changes: Partial<Option> = {}): Option =>
  option({
    id: '40',
    status: 'settled',
    result: 'won',
    close_price: settlementPrice(PRICES, '0.00001'),
    profit: '85',
    ...changes,
  });

/** An option with the prices that it was settled by. */
export function optionResult(of: Option): Output<OptionsContract['GET /microtrade/get_result']> {
  const counted = countedOf(PRICES);
  return {
    ...optionToWire(of),
    strike: of.open_price === null ? null : { number: 900, price: of.open_price, at: of.entry_at + 80 },
    ticks:
      of.status !== 'settled'
        ? []
        : PRICES.map((price, place) => ({
            number: 1_176 + place,
            price: (price / 100_000).toFixed(5),
            at: of.expires_at - (PRICES.length - 1 - place) * 200,
            counts: counted[place] ?? false,
          })),
  };
}

type Fixtures = { readonly [K in keyof OptionsContract]?: Output<OptionsContract[K]> };

const staffOptions = {
  terms: [{ seconds: 60, profit_ratio: '0.85', fee_rate: '0', min_number: '5', max_number: '5000', open: true }],
  countries: ['US'],
  capacity_expiry: '50000',
  capacity_symbol: '200000',
  capacity: '1000000',
  max_open: 50,
  paused: [
    {
      symbol: 'USD/HKD',
      seconds: 30,
      reason: 'calm' as const,
      since: Date.UTC(2026, 10, 20, 15),
      moves: 17.4,
      evidence: null,
    },
  ],
};

export const optionsFixtures = {
  'GET /microtrade/payable_currencies': {
    list: [
      { currency_id: 3, currency: 'USDT', scale: 8, available: '1000', min_number: '5', max_number: '20000' },
      { currency_id: 1, currency: 'BTC', scale: 8, available: '0', min_number: '0.0001', max_number: '0.2' },
    ],
  },
  'GET /microtrade/seconds': {
    list: [
      { seconds: 30, profit_ratio: '0.8', fee_rate: '0', min_number: '5', max_number: '2000' },
      { seconds: 60, profit_ratio: '0.85', fee_rate: '0', min_number: '5', max_number: '5000' },
      { seconds: 300, profit_ratio: '0.9', fee_rate: '0', min_number: '5', max_number: '20000' },
    ],
    matches: [
      { match_id: 1, symbol: 'BTC/USDT' },
      { match_id: 2, symbol: 'ETH/USDT' },
    ],
    paused: [],
  },
  'POST /microtrade/submit': optionToWire(option({ open_price: null })),
  'GET /microtrade/lists': { list: [optionToWire(option())], page: 1, limit: 5, total: 1 },
  'GET /microtrade/get_result': optionResult(wonOption()),
  'GET /microtrade/proof': {
    version: 2,
    option: {
      ...optionToWire(wonOption()),
      max_age: 5_000,
      payout: '185',
      strike_number: 900,
      settlement_number: 1_200,
    },
    record: null,
  },
  'GET /microtrade/house': {
    list: [
      {
        day: readUtcDay('2026-11-20'),
        currency_id: 3,
        currency: 'USDT',
        scale: 8,
        won: 481,
        tied: 9,
        lost: 510,
        returned: 3,
        staked: '100000',
        fees: '0',
        paid: '91000',
        result: '9000',
      },
    ],
  },
  'GET /staff/options': staffOptions,
  'POST /staff/options/term': staffOptions,
  'POST /staff/options/limits': staffOptions,
  'POST /staff/options/resume': staffOptions,
} satisfies Fixtures;
