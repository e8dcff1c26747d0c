import type { Output } from '@tessera/api/contract';
import type { Localised } from '@tessera/api/kit/localised';
import { countedOf, priceStep, settlementPrice } from '@tessera/api/options/rules';
import { boundsOf, chancesOf, hidesAt, type RoundTimes, type TickTerms } from '@tessera/api/quiz/rules';
import type { LanguageCode } from '@tessera/api/rules';
import { mul, sub, sum } from '@tessera/money';
import { type CatalogueSnapshot, countriesWithout } from '../../platform/catalogue/catalogue.ts';
import type { BetWithRound, RoundWithPools, StoredRound } from './store.ts';

export const timesOf = ({
  opens_at,
  closes_at,
  decides_at,
}: Pick<StoredRound, 'opens_at' | 'closes_at' | 'decides_at'>): RoundTimes => ({
  opensAt: opens_at,
  closesAt: closes_at,
  decidesAt: decides_at,
});

/** A round that recorded prices decide. */
export type PricedRound = StoredRound & {
  readonly symbol: string;
  readonly entry_at: number;
  readonly max_age: number;
  readonly tick: string;
};

/** A round with the stakes that are shown of it at a time. */
type Shown = Omit<RoundWithPools, 'pools' | 'shown_pools' | 'staked'> & {
  readonly shown: { readonly pools: readonly string[]; readonly staked: string };
};

/** Stakes of a round that are shown at a time, Unix ms. */
export const poolsAt = (
  round: Pick<RoundWithPools, 'pools' | 'shown_pools' | 'opens_at' | 'closes_at'>,
  now: number,
): readonly string[] =>
  now < round.closes_at && now >= hidesAt({ opensAt: round.opens_at, closesAt: round.closes_at })
    ? round.shown_pools
    : round.pools;

function shownAt(round: RoundWithPools, now: number): Shown {
  const { pools: _all, shown_pools: _shown, staked: _staked, ...rest } = round;
  const pools = poolsAt(round, now);
  return { ...rest, shown: { pools, staked: sum(pools) } };
}

export const isPriced = (round: StoredRound): round is PricedRound => round.symbol !== null;

/** What decides the outcome of a round. */
export const termsOf = ({ rules, ranges, entry_at, decides_at, max_age, offsets }: PricedRound): TickTerms => ({
  rules,
  ranges,
  entryAt: entry_at,
  decidesAt: decides_at,
  maxAgeMs: max_age,
  offsets,
});

/** How far apart prices of a round are at least; null of a question. */
const stepOf = ({ tick, rules }: Pick<StoredRound, 'tick' | 'rules'>): string | null => tick && priceStep(tick, rules);

type WireRound = Output<'GET /quiz/rounds'>['list'][number];
type WireOutcome = WireRound['outcomes'][number];

function outcomesOf(round: Shown, language: LanguageCode): WireOutcome[] {
  const { outcomes, shown, labels, offsets, strike } = round;
  const { pools } = shown;
  const chances = chancesOf(pools);
  const bounds = offsets && strike !== null ? boundsOf(Number(strike), offsets, round) : [];
  const step = stepOf(round);
  const boundAt = (place: number): string | null => {
    const bound = bounds[place];
    return bound === undefined || step === null ? null : mul(String(bound), step);
  };
  return Array.from({ length: outcomes }, (_, place) => ({
    outcome: place + 1,
    label: labels?.[place]?.[language] ?? null,
    from: boundAt(place - 1),
    to: boundAt(place),
    from_offset: offsets?.[place - 1] ?? null,
    to_offset: offsets?.[place] ?? null,
    staked: pools[place] ?? '0',
    chance: chances?.[place] ?? null,
  }));
}

const indexesOf = ({ settlement_prices }: Pick<StoredRound, 'settlement_prices'>): readonly number[] =>
  settlement_prices?.map(Number) ?? [];
const textOf = (texts: Localised | null, language: LanguageCode): string | null => texts?.[language] ?? null;

/** The public part of a round. */
export function roundView(
  stored: RoundWithPools,
  language: LanguageCode,
  catalogue: CatalogueSnapshot,
  now: number,
): WireRound {
  const round = shownAt(stored, now);
  const { tick, strike, rules } = round;
  const step = stepOf(round);
  const indexes = indexesOf(round);
  return {
    id: round.id,
    kind: round.kind,
    symbol: round.symbol,
    countries: [...countriesWithout(catalogue, round.symbol)],
    title: textOf(round.title, language),
    currency_id: catalogue.heldCurrency(round.currency).id,
    currency: round.currency,
    scale: round.scale,
    rules,
    tick,
    outcomes: outcomesOf(round, language),
    min_number: round.min_stake,
    max_number: round.max_stake,
    user_cap: round.user_cap,
    pool_cap: round.pool_cap,
    rake: round.rake,
    pool: round.shown.staked,
    participants: round.users,
    opens_at: round.opens_at,
    hides_at: hidesAt(timesOf(round)),
    closes_at: round.closes_at,
    entry_at: round.entry_at,
    decides_at: round.decides_at,
    state: round.state,
    open_price: strike === null || step === null ? null : mul(strike, step),
    close_price: indexes.length === 0 || step === null ? null : settlementPrice(indexes, step),
    outcome: round.outcome,
    reason: round.reason,
  };
}

type WireDetail = Output<'GET /quiz/bet'>['round'];

/** The same with the prices that decided it, and its question. */
export function detailView(
  round: RoundWithPools,
  question: WireDetail['question'],
  language: LanguageCode,
  catalogue: CatalogueSnapshot,
  now: number,
): WireDetail {
  const { strike, strike_at } = round;
  const step = stepOf(round);
  const indexes = indexesOf(round);
  const counted = countedOf(indexes);
  const first = Number(round.settlement_number) - indexes.length + 1;
  return {
    ...roundView(round, language, catalogue, now),
    strike:
      strike === null || strike_at === null || step === null
        ? null
        : { number: Number(round.strike_number), price: mul(strike, step), at: strike_at },
    ticks: indexes.map((index, place) => ({
      number: first + place,
      price: mul(String(index), step ?? '1'),
      at: round.settlement_times?.[place] ?? 0,
      counts: counted[place] ?? false,
    })),
    bets: round.bets,
    prize: round.prize,
    winning: round.winning,
    rake_paid: round.rake_paid,
    question,
  };
}

/** A bet as its owner sees it. */
export function betView(
  { round, ...bet }: BetWithRound,
  language: LanguageCode,
  catalogue: CatalogueSnapshot,
  now: number,
): Output<'POST /quiz/bet'> {
  const { outcomes, ...seen } = roundView(round, language, catalogue, now);
  return {
    id: bet.id,
    round_id: round.id,
    kind: round.kind,
    symbol: round.symbol,
    title: seen.title,
    currency: round.currency,
    scale: round.scale,
    place: bet.place,
    outcome: outcomes[bet.outcome - 1] as WireOutcome,
    number: bet.stake,
    status: bet.status,
    payout: bet.payout,
    profit: bet.payout === null ? null : sub(bet.payout, bet.stake),
    opens_at: round.opens_at,
    closes_at: round.closes_at,
    decides_at: round.decides_at,
    state: round.state,
    created_at: bet.accepted_at,
  };
}

/** The part of a proof that is the round. */
export const provedOf = (round: RoundWithPools, now: number): Output<'GET /quiz/proof'>['round'] => ({
  id: round.id,
  kind: round.kind,
  symbol: round.symbol,
  currency: round.currency,
  scale: round.scale,
  outcomes: round.outcomes,
  rake: round.rake,
  closes_at: round.closes_at,
  entry_at: round.entry_at,
  decides_at: round.decides_at,
  max_age: round.max_age,
  rules: round.rules,
  ranges: round.ranges,
  tick: round.tick,
  offsets: round.offsets === null ? null : [...round.offsets],
  state: round.state,
  outcome: round.outcome,
  reason: round.reason,
  strike_number: round.strike_number === null ? null : Number(round.strike_number),
  settlement_number: round.settlement_number === null ? null : Number(round.settlement_number),
  pools: [...poolsAt(round, now)],
  prize: round.prize,
  winning: round.winning,
  rake_paid: round.rake_paid,
  left_over: round.left_over,
});
