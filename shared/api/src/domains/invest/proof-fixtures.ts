import { proofKey, signedTicks, tickAt } from '../instruments/proof-fixtures.ts';
import { settled, settledInvestment } from './fixtures.ts';
import { averagedHour, dualPayout, meanPrice, settlementOf } from './rules.ts';
import { hourOf } from './verify.ts';
import { type DualProof, dualTermsOf } from './wire.ts';

/* A signed hour before a maturity, for tests of those who verify it. */

const MATURITY = Date.UTC(2026, 10, 24, 8);
const [FROM] = averagedHour(MATURITY);
const MINUTE = 60_000;

/**
 * The proof of the investment of the fixtures, over signed minutes from one before the hour to one after it: `perMinute`
 * prices each, in spans of ten minutes.
 */
export function dualProofOf(perMinute = 12, indexAt = (place: number) => 6_100_000 + place): DualProof {
  const ends = Array.from({ length: (MATURITY - FROM) / MINUTE + 2 }, (_, place) => FROM + place * MINUTE);
  const { ticks, heads, spanOf } = signedTicks(ends, (end, count) =>
    Array.from({ length: perMinute }, (_, step) =>
      tickAt(end - MINUTE + Math.trunc((step * MINUTE) / perMinute), indexAt(count + step)),
    ),
  );
  const spans = Array.from({ length: 6 }, (_, place) =>
    spanOf(FROM + place * 10 * MINUTE, FROM + (place + 1) * 10 * MINUTE),
  );
  const inHour = ticks.filter(([at]) => at >= FROM && at < MATURITY);
  const mean = settlementOf(
    inHour.map(([, , , , , , , index]) => index),
    '0.01',
  );
  const order = settledInvestment();
  const terms = dualTermsOf(order, order.amount);
  if (!terms) throw new Error('it is a dual product');
  const payout = mean ? dualPayout(terms, mean) : { amount: order.amount, currency: order.currency };
  const { first, last } = hourOf(spans, [FROM, MATURITY]).numbers ?? { first: null, last: null };
  const of = settled({
    ...order,
    status: mean ? 'completed' : 'failed',
    settlement_price: mean && meanPrice(mean, '0.01'),
    settlement_ticks: inHour.length,
    paid: payout.amount,
    paid_currency: payout.currency,
  });
  return {
    ...of,
    settlement: of.settlement && {
      ...of.settlement,
      ticks: inHour.length,
      total: mean?.total ?? null,
      first_number: first,
      last_number: last,
    },
    record: { spans, heads, key: proofKey },
  };
}
