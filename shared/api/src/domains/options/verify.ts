import { cmp } from '@tessera/money';
import { faultOf } from '../instruments/verify.ts';
import {
  type IndexTick,
  indexOf,
  type OptionTerms,
  priceStep,
  type RulesVersion,
  settlementPrice,
  type Verdict,
  verdictOf,
  windowOf,
} from './rules.ts';
import { directionOf, type SettlementProof } from './wire.ts';

/*
 * Verifies the settlement of an option in a page, in a tool or in any program: that the ticks are those that were signed,
 * and that nothing but them and the terms of the option made its result.
 */

type Proof = SettlementProof & { readonly record: NonNullable<SettlementProof['record']> };
type Span = Proof['record']['entry'];

/**
 * `unsigned`: its ticks are not signed yet. `span`: the record does not cover the entry and the window before the expiry.
 * `ticks`, `heads`, `signature`: see `faultOf` of the record. `key`: a head is not signed by the expected key.
 * `strike`, `settlement`, `result`, `payout`: not what follows from the ticks.
 */
export type SettlementFault =
  | 'unsigned'
  | 'span'
  | 'ticks'
  | 'heads'
  | 'signature'
  | 'key'
  | 'strike'
  | 'settlement'
  | 'result'
  | 'payout';

/** Files of former versions name no rules: those of the first version. */
const rulesOf = ({ option }: Pick<SettlementProof, 'option'>): RulesVersion => option.rules ?? 1;

export const termsOf = ({ option }: Pick<SettlementProof, 'option'>): OptionTerms => ({
  rules: rulesOf({ option }),
  direction: directionOf(option.type),
  stake: option.number,
  fee: option.fee,
  ratio: option.profit_ratio,
  scale: option.scale,
  entryAt: option.entry_at,
  expiresAt: option.sell_time,
  maxAgeMs: option.max_age,
});

/** The index prices of recorded ticks. */
export const pricesOf = ({ start, ticks }: Span, rules: RulesVersion): readonly IndexTick[] =>
  ticks.map(([at, , , , , , , index, , fraction], place) => ({
    number: start.number + 1 + place,
    at,
    index: indexOf(index, fraction, rules),
  }));

/** What follows from the recorded ticks of a proof. */
export function verdictOfProof(proof: Proof): Verdict {
  const rules = rulesOf(proof);
  const { entry, settlement } = proof.record;
  return verdictOf(termsOf(proof), pricesOf(entry, rules), pricesOf(settlement, rules));
}

/** Whether prices count in steps of the tick that they were recorded in: otherwise they would be other prices. */
function isCountedAlike({ option, record }: Proof): boolean {
  const { settlement } = record;
  return (
    option.status !== 'settled' ||
    cmp(priceStep(tickAt(settlement, option.settlement_number ?? 0), option.rules ?? 1), option.tick) === 0
  );
}

/** In which the tick of this number was recorded. */
const tickAt = ({ tick, earlier = [] }: Span, number: number): string =>
  earlier.find(({ until }) => number <= until)?.tick ?? tick;

/** Whether the spans reach from before the entry to the strike, or to where there is none, and over the whole window. */
function isCovered(proof: Proof): boolean {
  const { option, record } = proof;
  const { entry, settlement } = record;
  const { entry_at, strike_number, max_age } = option;
  const [from, to] = windowOf(termsOf(proof));
  const reached = strike_number === null ? (entry.end.at ?? 0) > entry_at + max_age : entry.end.number >= strike_number;
  return (
    [entry, settlement].every(({ symbol }) => symbol === option.symbol) &&
    (entry.start.at ?? 0) <= entry_at &&
    reached &&
    (settlement.start.at ?? 0) <= from &&
    (settlement.end.at ?? 0) > to
  );
}

/**
 * What is wrong with a settlement, null where it is what had to be. `key` is the one that the platform is known by,
 * hexadecimal; without one the signatures are checked against the keys that the heads name. Rejects where the browser has
 * no Ed25519.
 */
export async function settlementFault(proof: SettlementProof, key?: string): Promise<SettlementFault | null> {
  if (!proof.record) return 'unsigned';
  const whole: Proof = { ...proof, record: proof.record };
  const { option } = whole;
  const { entry, settlement, heads } = whole.record;
  if (!isCovered(whole) || !isCountedAlike(whole)) return 'span';
  for (const span of [entry, settlement]) {
    const of = heads.find(({ at }) => at === span.end.at)?.key ?? whole.record.key;
    if (key !== undefined && heads.some((head) => head.key !== key)) return 'key';
    const fault = await faultOf(span, heads, of);
    if (fault) return fault;
  }
  const verdict = verdictOfProof(whole);
  if ((verdict.strike?.number ?? null) !== option.strike_number) return 'strike';
  if (verdict.status !== option.status) return 'result';
  if (verdict.status === 'settled') {
    if (verdict.ticks.at(-1)?.number !== option.settlement_number) return 'settlement';
    const price = settlementPrice(
      verdict.ticks.map(({ index }) => index),
      option.tick,
    );
    if (option.close_price === null || cmp(price, option.close_price) !== 0) return 'settlement';
    if (verdict.result !== option.result) return 'result';
  } else if (verdict.reason !== option.reason) return 'result';
  return cmp(verdict.payout, option.payout) === 0 ? null : 'payout';
}
