import { ratesOf } from '@tessera/api/mining/rules';
import { cmp } from '@tessera/money';
import { expect, it } from 'vitest';
import { DEMAND, FIXED } from '../invest/demonstration.ts';
import { dayRatesOf, OFFERS, WEEKLY_OFFER } from './demonstration.ts';
import { MOST_OFFERED } from './products.ts';

type Offered = { readonly currency: string; readonly days: number; readonly year: string; readonly penalty: string };

/** Everything that pays interest for a term, flexible ones as one of no days. */
const OFFERED: readonly Offered[] = [
  ...DEMAND.map(({ currency, rate }) => ({ currency, days: 0, year: rate, penalty: '0' })),
  ...FIXED.map(({ currency, days, rate, penalty }) => ({ currency, days, year: rate, penalty })),
  ...[...OFFERS, WEEKLY_OFFER].map((offer) => ({ ...offer, year: ratesOf(dayRatesOf(offer)).year })),
];

it('no product of a demonstration pays more than such products do', () => {
  expect(OFFERED.filter(({ year }) => cmp(year, MOST_OFFERED) > 0)).toEqual([]);
});

it('a longer term of a coin pays more, whichever product it is', () => {
  const broken = OFFERED.flatMap((short) =>
    OFFERED.filter(
      (long) => long.currency === short.currency && long.days > short.days && cmp(long.year, short.year) <= 0,
    ).map((long) => `${short.currency}: ${short.days} days at ${short.year}, ${long.days} at ${long.year}`),
  );
  expect(broken).toEqual([]);
});

it('leaving early costs no more than a twentieth of the principal, and every coin has a flexible term', () => {
  expect(OFFERED.filter(({ penalty }) => cmp(penalty, '0.05') > 0)).toEqual([]);
  const flexible = new Set(OFFERED.flatMap(({ days, currency }) => (days === 0 ? [currency] : [])));
  expect(OFFERED.filter(({ currency }) => !flexible.has(currency))).toEqual([]);
});
