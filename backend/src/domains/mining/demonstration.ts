import { join } from 'node:path';
import type { Localised } from '@tessera/api/kit/localised';
import { byLanguage } from '@tessera/api/rules';
import { add, div, mul, quantize } from '@tessera/money';
import type { Database } from '../../platform/db/database.ts';
import type { RecurringJob } from '../../platform/jobs/job.ts';
import { textsByKey, textsIn } from '../../platform/texts.ts';
import { addProduct, lowerRates } from './products.ts';
import en from './texts/en.json' with { type: 'json' };

/*
 * Products of a demonstration. Most are always sold; each week one more opens on Monday and closes on Friday, 00:00 UTC, and
 * is announced a week before, so that every state can be seen at any time.
 */

const DAY = 86_400_000;
const WEEK = 7 * DAY;
/** Monday, 1970-01-05. */
const FIRST_MONDAY = 4 * DAY;
const EVERY = 60_000;

const {
  name: NAMES,
  weekly: WEEKLY,
  description: DESCRIPTIONS,
} = textsByKey(textsIn(join(import.meta.dirname, 'texts'), en));

const fill = (texts: Localised, currency: string, days: number): Localised =>
  byLanguage((code) => texts[code].replace('{currency}', currency).replace('{days}', String(days)));

type Offer = {
  readonly currency: string;
  readonly days: number;
  /** Ratios of the first and the last day; those between rise evenly. */
  readonly first: string;
  readonly last: string;
  readonly min: string;
  readonly limit: string | null;
  readonly penalty: string;
};

/** A year of a coin pays more the longer it is locked, and what deposits of the same term pay: see `demonstration.test.ts`. */
export const OFFERS: readonly Offer[] = [
  { currency: 'USDT', days: 5, first: '0.00008', last: '0.00012', min: '100', limit: '50000', penalty: '0.001' },
  { currency: 'USDT', days: 30, first: '0.00012', last: '0.00018', min: '500', limit: '100000', penalty: '0.003' },
  { currency: 'BTC', days: 7, first: '0.00002', last: '0.000024', min: '0.001', limit: '1', penalty: '0.0005' },
  { currency: 'ETH', days: 14, first: '0.00004', last: '0.00006', min: '0.01', limit: '20', penalty: '0.001' },
];
export const WEEKLY_OFFER: Offer = {
  currency: 'USDT',
  days: 7,
  first: '0.00011',
  last: '0.00013',
  min: '100',
  limit: '5000',
  penalty: '0.001',
};

export const dayRatesOf = ({ days, first, last }: Offer): readonly string[] =>
  Array.from({ length: days }, (_, index) =>
    quantize(add(first, mul(add(last, `-${first}`), div(String(index), String(Math.max(1, days - 1))))), 8, 'down'),
  );

function productOf(offer: Offer, names: Localised, opens: number, closes: number | null) {
  return {
    currency: offer.currency,
    demonstration: true,
    names: fill(names, offer.currency, offer.days),
    descriptions: fill(DESCRIPTIONS, offer.currency, offer.days),
    day_rates: dayRatesOf(offer),
    min_amount: offer.min,
    purchase_limit: offer.limit,
    penalty_ratio: offer.penalty,
    open: true,
    opens_at: opens,
    closes_at: closes,
  };
}

/**
 * Sees to it that the products of the demonstration are there, once each, and pays no more than `MOST_OFFERED`:
 * those of former versions paid more, and go on so for positions that are open. `at` is Unix ms.
 */
export const rollProducts = (database: Database, at: number): Promise<void> =>
  database.transaction(async (tx) => {
    for (const offer of OFFERS) {
      const product = `demo-${offer.currency.toLowerCase()}-${offer.days}`;
      const offered = { product, ...productOf(offer, NAMES, at, null) };
      await addProduct(tx, offered, at);
      await lowerRates(tx, offered, at);
    }
    const monday = FIRST_MONDAY + Math.floor((at - FIRST_MONDAY) / WEEK) * WEEK;
    for (const opens of [monday - WEEK, monday, monday + WEEK]) {
      const product = `demo-week-${new Date(opens).toISOString().slice(0, 10)}`;
      const offered = { product, ...productOf(WEEKLY_OFFER, WEEKLY, opens, opens + 4 * DAY) };
      await addProduct(tx, offered, at);
      await lowerRates(tx, offered, at);
    }
  });

export const demonstrationJob = (database: Database, now: () => number): RecurringJob => ({
  name: 'mining.demonstration',
  every: EVERY,
  exclusive: true,
  whole: 'accounts and terms of the demonstration',
  run: () => rollProducts(database, now()),
});
