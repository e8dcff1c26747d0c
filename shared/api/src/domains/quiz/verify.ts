import { cmp } from '@tessera/money';
import type { Output } from '../../kit/contract.ts';
import { faultOf } from '../instruments/verify.ts';
import { pricesOf } from '../options/verify.ts';
import type { QuizContract } from './contract.ts';
import { leftOverOf, payoutOf, prizeOf, type TickTerms, verdictOf, windowOf } from './rules.ts';

/*
 * Verifies the settlement of a round in a page, in a tool or in any program: that the ticks are those that were signed, that
 * nothing but them and the terms of the round made its outcome, and that the pool was paid out to the last unit.
 */

export type RoundProof = Output<QuizContract['GET /quiz/proof']>;
type Recorded = NonNullable<RoundProof['record']>;

/**
 * `unsigned`: its ticks are not signed yet. `span`: the record does not cover the entry and the minute before the end.
 * `ticks`, `heads`, `signature`: see `faultOf` of the record. `key`: a head is not signed by the expected key.
 * `strike`, `settlement`, `result`, `pool`, `payout`: not what follows from the ticks and the bets.
 */
export type RoundFault =
  | 'unsigned'
  | 'span'
  | 'ticks'
  | 'heads'
  | 'signature'
  | 'key'
  | 'strike'
  | 'settlement'
  | 'result'
  | 'pool'
  | 'payout';

/** Null of a question, which no price decides. */
export function termsOf({ round }: Pick<RoundProof, 'round'>): TickTerms | null {
  // Files of former versions name no rules and no ranges: those of the first version.
  const { entry_at: entryAt, decides_at: decidesAt, max_age: maxAgeMs, offsets, rules = 1, ranges = 1 } = round;
  return entryAt === null || maxAgeMs === null ? null : { rules, ranges, entryAt, decidesAt, maxAgeMs, offsets };
}

function isCovered({ symbol, strike_number }: RoundProof['round'], terms: TickTerms, record: Recorded): boolean {
  const { entry, settlement } = record;
  const [from, to] = windowOf(terms);
  const reached =
    strike_number === null ? (entry.end.at ?? 0) > terms.entryAt + terms.maxAgeMs : entry.end.number >= strike_number;
  return (
    [entry, settlement].every((span) => span.symbol === symbol) &&
    (entry.start.at ?? 0) <= terms.entryAt &&
    reached &&
    (settlement.start.at ?? 0) <= from &&
    (settlement.end.at ?? 0) > to
  );
}

async function recordFault(
  round: RoundProof['round'],
  terms: TickTerms,
  record: Recorded,
  key: string | undefined,
): Promise<RoundFault | null> {
  if (!isCovered(round, terms, record)) return 'span';
  const { heads } = record;
  if (key !== undefined && heads.some((head) => head.key !== key)) return 'key';
  for (const span of [record.entry, record.settlement]) {
    const of = heads.find(({ at }) => at === span.end.at)?.key ?? record.key;
    const fault = await faultOf(span, heads, of);
    if (fault) return fault;
  }
  const verdict = verdictOf(terms, pricesOf(record.entry, terms.rules), pricesOf(record.settlement, terms.rules));
  if ((verdict.strike?.number ?? null) !== round.strike_number) return 'strike';
  if ((verdict.ticks.at(-1)?.number ?? null) !== round.settlement_number) return 'settlement';
  if (verdict.outcome !== round.outcome) return 'result';
  return verdict.outcome === null && verdict.reason !== round.reason ? 'result' : null;
}

/** Whether the pool was divided as the rule says, and all of it. */
export function poolFault({ round, bets }: RoundProof): 'pool' | 'payout' | null {
  const { outcome, scale, pools, rake, left_over: leftOver } = round;
  const verdict = outcome === null ? null : prizeOf(pools, outcome, rake, scale);
  if (verdict) {
    const { prize, winning, rake: kept } = verdict;
    const said = [round.prize ?? '0', round.winning ?? '0', round.rake_paid ?? '0'];
    if ([prize, winning, kept].some((each, place) => cmp(each, said[place] as string) !== 0)) return 'pool';
    if (round.reason !== verdict.returned) return 'pool';
  }
  if (!bets) return null;
  const staked = pools.map((_, place) => bets.filter(([, of]) => of === place + 1).map(([, , stake]) => stake));
  if (bets.some(([place], index) => place !== index + 1)) return 'pool';
  const units = 10n ** BigInt(scale);
  const exact = (amount: string): bigint => {
    const [whole = '0', fraction = ''] = amount.split('.');
    return BigInt(whole) * units + BigInt(fraction.padEnd(scale, '0').slice(0, scale) || '0');
  };
  const total = (amounts: readonly string[]) => amounts.reduce((sum, each) => sum + exact(each), 0n);
  if (pools.some((pool, place) => total(staked[place] ?? []) !== exact(pool))) return 'pool';
  if (!verdict || verdict.returned) {
    return bets.every(([, , stake, payout]) => payout !== null && cmp(stake, payout) === 0) ? null : 'payout';
  }
  const division = { prize: verdict.prize, winning: verdict.winning, scale };
  const winners = bets.flatMap(([, of, stake]) => (of === outcome ? [{ stake }] : []));
  if (bets.length > 0 && leftOverOf(winners, division) !== leftOver) return 'payout';
  let rank = 0;
  for (const [, of, stake, payout] of bets) {
    const due = of === outcome ? payoutOf(stake, ++rank, { ...division, leftOver: leftOver ?? 0 }) : '0';
    if (payout === null || cmp(payout, due) !== 0) return 'payout';
  }
  return null;
}

/**
 * What is wrong with the settlement of a round, null where it is what had to be. `key` is the one that the platform is known
 * by, hexadecimal; without one the signatures are checked against the keys that the heads name. The outcome of a question
 * is what its source says: of it only the pool is checked. Rejects where the browser has no Ed25519.
 */
export async function roundFault(proof: RoundProof, key?: string): Promise<RoundFault | null> {
  const { round, record } = proof;
  const terms = termsOf(proof);
  if (terms) {
    if (!record) return 'unsigned';
    const fault = await recordFault(round, terms, record, key);
    if (fault) return fault;
  }
  return round.state === 'over' || round.state === 'void' ? poolFault(proof) : 'result';
}
