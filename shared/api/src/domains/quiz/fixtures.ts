import type { Output } from '../../kit/contract.ts';
import { countedOf, settlementPrice } from '../options/rules.ts';
import type { QuizContract } from './contract.ts';
import { chancesOf, DAY_MS, dailySchedule, hidesAt, realtimeSchedule } from './rules.ts';

type Round = Output<QuizContract['GET /quiz/rounds']>['list'][number];
type RoundDetail = Output<QuizContract['GET /quiz/bet']>['round'];
type Bet = Output<QuizContract['GET /quiz/bets']>['list'][number];

/** Friday, 20 November 2026, 15:02 UTC. */
export const QUIZ_NOW = Date.UTC(2026, 10, 20, 15, 2);

const outcomesOf = (pools: readonly string[], labels: readonly (string | null)[] = []): Round['outcomes'] => {
  const chances = chancesOf(pools);
  return pools.map((staked, place) => ({
    outcome: place + 1,
    label: labels[place] ?? null,
    from: null,
    to: null,
    from_offset: null,
    to_offset: null,
    staked,
    chance: chances?.[place] ?? null,
  }));
};

const limits = { min_number: '1', max_number: '1000', user_cap: '2000', pool_cap: '100000', rake: '0' };

/** BTC in five minutes, taking bets until 15:05: 300 USDT up, 100 down. */
export function round(changes: Partial<Round> = {}): Round {
  const { opensAt, closesAt, entryAt, decidesAt } = realtimeSchedule(QUIZ_NOW + 3 * 60_000);
  const times = { opensAt: changes.opens_at ?? opensAt, closesAt: changes.closes_at ?? closesAt };
  return {
    id: '71',
    kind: 'realtime',
    symbol: 'BTC/USDT',
    countries: [],
    title: null,
    currency_id: 3,
    currency: 'USDT',
    scale: 8,
    rules: 2,
    tick: '0.01',
    outcomes: outcomesOf(['300', '100']),
    ...limits,
    pool: '400',
    participants: 12,
    opens_at: opensAt,
    hides_at: hidesAt(times),
    closes_at: closesAt,
    entry_at: entryAt,
    decides_at: decidesAt,
    state: 'open',
    open_price: null,
    close_price: null,
    outcome: null,
    reason: null,
    ...changes,
  };
}

/** The round before it, whose strike is known. */
export function runningRound(changes: Partial<Round> = {}): Round {
  const { opensAt, closesAt, entryAt, decidesAt } = realtimeSchedule(QUIZ_NOW - 2 * 60_000);
  return round({
    id: '70',
    opens_at: opensAt,
    closes_at: closesAt,
    entry_at: entryAt,
    decides_at: decidesAt,
    open_price: '63000',
    ...changes,
  });
}

const PRICES = Array.from({ length: 25 }, (_, place) => 6_300_000 + (place % 7) * 40);

/** One that is over: up. */
export function overRound(changes: Partial<Round> = {}): Round {
  const { opensAt, closesAt, entryAt, decidesAt } = realtimeSchedule(QUIZ_NOW - 7 * 60_000);
  return round({
    id: '69',
    opens_at: opensAt,
    closes_at: closesAt,
    entry_at: entryAt,
    decides_at: decidesAt,
    state: 'over',
    open_price: '63000',
    close_price: settlementPrice(PRICES, '0.01'),
    outcome: 1,
    ...changes,
  });
}

/** The day of BTC with four ranges, around a price that follows its guesses. */
export function dailyRound(changes: Partial<Round> = {}): Round {
  const { opensAt, closesAt, entryAt, decidesAt } = dailySchedule(Date.UTC(2026, 10, 22));
  const offsets = ['-0.01', '0', '0.01'];
  const ranged = outcomesOf(['50', '150', '200', '100']).map((each, place) => ({
    ...each,
    from_offset: offsets[place - 1] ?? null,
    to_offset: offsets[place] ?? null,
  }));
  return round({
    id: '60',
    kind: 'daily',
    outcomes: ranged,
    pool: '500',
    participants: 31,
    opens_at: opensAt - DAY_MS,
    closes_at: closesAt,
    entry_at: entryAt,
    decides_at: decidesAt,
    ...changes,
  });
}

/** A question of staff. */
export const questionRound = (changes: Partial<Round> = {}): Round =>
  round({
    id: '55',
    kind: 'question',
    symbol: null,
    tick: null,
    title: 'Will the Federal Reserve cut its rate in December?',
    outcomes: outcomesOf(['620', '380'], ['Yes', 'No']),
    pool: '1000',
    participants: 87,
    opens_at: QUIZ_NOW - 5 * DAY_MS,
    closes_at: QUIZ_NOW + 15 * DAY_MS,
    entry_at: null,
    decides_at: QUIZ_NOW + 20 * DAY_MS,
    ...changes,
  });

/** A round with the prices that decided it. */
export function roundDetail(of: Round, changes: Partial<RoundDetail> = {}): RoundDetail {
  const counted = countedOf(PRICES);
  const decided = of.close_price !== null;
  return {
    ...of,
    strike: of.open_price === null ? null : { number: 900, price: of.open_price, at: (of.entry_at ?? 0) + 80 },
    ticks: decided
      ? PRICES.map((price, place) => ({
          number: 1_176 + place,
          price: (price / 100).toFixed(2),
          at: of.decides_at - (PRICES.length - 1 - place) * 200,
          counts: counted[place] ?? false,
        }))
      : [],
    bets: 14,
    prize: decided ? of.pool : null,
    winning: decided ? (of.outcomes[(of.outcome ?? 1) - 1]?.staked ?? null) : null,
    rake_paid: decided ? '0' : null,
    question:
      of.kind === 'question'
        ? {
            description: 'Counts the decision that the committee publishes on 9 December 2026.',
            source_name: 'Federal Reserve',
            source_url: 'https://www.federalreserve.gov/monetarypolicy.htm',
            asked_at: of.opens_at - DAY_MS,
            approved_at: of.opens_at - DAY_MS / 2,
            proposal: null,
            confirmed_at: null,
          }
        : null,
    ...changes,
  };
}

/** 30 USDT on up in the round that takes bets. */
export function bet(of: Round = round(), changes: Partial<Bet> = {}): Bet {
  return {
    id: '501',
    round_id: of.id,
    kind: of.kind,
    symbol: of.symbol,
    title: of.title,
    currency: of.currency,
    scale: of.scale,
    place: 9,
    outcome: of.outcomes[0] as Round['outcomes'][number],
    number: '30',
    status: 'open',
    payout: null,
    profit: null,
    opens_at: of.opens_at,
    closes_at: of.closes_at,
    decides_at: of.decides_at,
    state: of.state,
    created_at: of.opens_at + 60_000,
    ...changes,
  };
}

/** The same, guessed right: 40 of 400 for 30 of 300. */
export const wonBet = (changes: Partial<Bet> = {}): Bet =>
  bet(overRound(), { id: '500', status: 'won', payout: '40', profit: '10', ...changes });

type Fixtures = { readonly [K in keyof QuizContract]?: Output<QuizContract[K]> };

const series = [
  {
    id: 1,
    kind: 'realtime' as const,
    symbol: 'BTC/USDT',
    currency: 'USDT',
    offsets: null,
    ...limits,
    open: true,
  },
  {
    id: 4,
    kind: 'daily' as const,
    symbol: 'BTC/USDT',
    currency: 'USDT',
    offsets: ['-0.01', '0', '0.01'],
    ...limits,
    open: true,
  },
];

const staffQuiz = {
  series,
  countries: ['US'],
  max_open: 100,
  questions: [],
};

export const quizFixtures = {
  'GET /quiz/rounds': { list: [round(), runningRound(), overRound()], page: 1, limit: 10, total: 3, now: QUIZ_NOW },
  'GET /quiz/round': { ...roundDetail(round()), now: QUIZ_NOW },
  'GET /quiz/proof': {
    version: 2,
    round: {
      id: '69',
      kind: 'realtime',
      symbol: 'BTC/USDT',
      currency: 'USDT',
      scale: 8,
      outcomes: 2,
      rake: '0',
      closes_at: overRound().closes_at,
      entry_at: overRound().entry_at,
      decides_at: overRound().decides_at,
      max_age: 5_000,
      rules: 2,
      ranges: 2,
      tick: '0.01',
      offsets: null,
      state: 'over',
      outcome: 1,
      reason: null,
      strike_number: 900,
      settlement_number: 1_200,
      pools: ['300', '100'],
      prize: '400',
      winning: '300',
      rake_paid: '0',
      left_over: 0,
    },
    bets: [
      [1, 1, '300', '400'],
      [2, 2, '100', '0'],
    ],
    record: null,
  },
  'GET /quiz/terms': { list: series },
  'GET /quiz/permission': {},
  'POST /quiz/bet': bet(),
  'GET /quiz/bets': { list: [bet()], page: 1, limit: 10, total: 1 },
  'GET /quiz/bet': { ...wonBet(), round: roundDetail(overRound()), disputed: false },
  'POST /quiz/dispute': { disputable_until: QUIZ_NOW + DAY_MS },
  'GET /staff/quiz': staffQuiz,
} satisfies Fixtures;
