import { add, cmp, mul } from '@tessera/money';
import { faultOf } from '../instruments/verify.ts';
import { averagedHour, dualPayout, LEAST_TICKS, type Mean, meanPrice } from './rules.ts';
import { type DualProof, dualTermsOf } from './wire.ts';

/*
 * Verifies the settlement of a dual product in a page, in a tool or in any program: that the prices of its hour are those
 * that were signed, all of them, and that nothing but them and the terms of the order made what it paid.
 */

/**
 * `unsigned`: its ticks are not signed yet. `span`: the record does not cover the hour without a gap. `ticks`, `heads`,
 * `signature`: see `faultOf` of the record. `key`: a head is not signed by the expected key. `settlement`, `result`,
 * `payout`: not what follows from the ticks.
 */
export type DualFault =
  | 'unsigned'
  | 'span'
  | 'ticks'
  | 'heads'
  | 'signature'
  | 'key'
  | 'settlement'
  | 'result'
  | 'payout';

type Span = NonNullable<DualProof['record']>['spans'][number];

/** Whether the spans reach over the hour, each beginning where the one before ended or earlier. */
function isCovering(spans: readonly Span[], symbol: string, [from, to]: readonly [number, number]): boolean {
  const [first, last] = [spans[0], spans.at(-1)];
  if (!first || !last || spans.some((span) => span.symbol !== symbol)) return false;
  if ((first.start.at ?? 0) > from || (last.end.at ?? 0) < to) return false;
  return spans.slice(1).every(({ start }, place) => start.number <= (spans[place]?.end.number ?? 0));
}

/** Sum and count of the prices of the hour, each once; with the numbers of the first and the last. */
export function hourOf(spans: readonly Span[], [from, to]: readonly [number, number]) {
  let reached = 0;
  let numbers: { readonly first: number; readonly last: number } | null = null;
  let count = 0;
  const totals = new Map<string, bigint>();
  for (const { start, tick, earlier = [], ticks } of spans) {
    ticks.forEach(([at, , , , , , , index], place) => {
      const number = start.number + 1 + place;
      if (number <= reached) return;
      reached = number;
      if (at < from || at >= to) return;
      numbers = { first: numbers?.first ?? number, last: number };
      count++;
      // Where staff changed the tick within the hour, each price counts in its own.
      const own = earlier.find(({ until }) => number <= until)?.tick ?? tick;
      totals.set(own, (totals.get(own) ?? 0n) + BigInt(index));
    });
  }
  const total = [...totals].map(([tick, sum]) => mul(String(sum), tick));
  return { count, total, numbers: numbers as { readonly first: number; readonly last: number } | null };
}

/**
 * What is wrong with a settlement, null where it is what had to be. `key` is the one that the platform is known by,
 * hexadecimal; without one the signatures are checked against the keys that the heads name. Rejects where the program has
 * no Ed25519.
 */
export async function dualFault({ order, settlement, record }: DualProof, key?: string): Promise<DualFault | null> {
  if (!record || !settlement) return 'unsigned';
  const { spans, heads } = record;
  const terms = dualTermsOf(order, order.amount);
  if (!terms || settlement.symbol !== order.symbol || settlement.at !== order.matures_at) return 'result';
  const hour = averagedHour(settlement.at);
  if (!isCovering(spans, settlement.symbol, hour)) return 'span';
  if (key !== undefined && heads.some((head) => head.key !== key)) return 'key';
  for (const span of spans) {
    const of = heads.find(({ at }) => at === span.end.at)?.key ?? record.key;
    const fault = await faultOf(span, heads, of);
    if (fault) return fault;
  }
  const { count, total, numbers } = hourOf(spans, hour);
  if (count !== settlement.ticks) return 'settlement';
  if (numbers?.first !== (settlement.first_number ?? undefined)) return 'settlement';
  if (numbers?.last !== (settlement.last_number ?? undefined)) return 'settlement';
  if (count < LEAST_TICKS) {
    if (settlement.total !== null || order.status !== 'failed') return 'result';
    return order.paid_currency === order.currency && cmp(order.paid ?? '0', order.amount) === 0 ? null : 'payout';
  }
  const mean: Mean = { total: total.reduce((sum, each) => add(sum, each), '0'), count };
  if (settlement.total === null || cmp(settlement.total, mean.total) !== 0) return 'settlement';
  if (order.status !== 'completed') return 'result';
  const shown = meanPrice(mean, settlement.tick);
  if (order.settlement_price === null || cmp(order.settlement_price, shown) !== 0) return 'settlement';
  const paid = dualPayout(terms, mean);
  return order.paid_currency === paid.currency && cmp(order.paid ?? '0', paid.amount) === 0 ? null : 'payout';
}
