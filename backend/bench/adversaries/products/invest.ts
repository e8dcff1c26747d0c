import {
  cautiousVolatility,
  type DualSide,
  dayInterest,
  fairYield,
  fixedInterest,
  isCovered,
  penaltyOf,
  realisedVolatility,
} from '@tessera/api/invest/rules';
import { APART, DEMAND, DUAL, DUAL_DAYS, FIXED, MOST, OFFERED } from '../../../src/domains/invest/demonstration.ts';
import type { MarketTerms } from '../../../src/platform/market/terms.ts';
import { computed, type Effort, measured, type Played, type Plays, type Terms } from '../cell.ts';
import { drawsOf } from '../draws.ts';
import { dualPath } from '../dual-paths.ts';
import { episodes, indexAt, type Lead, leadPath, listedAs } from '../venue-lead.ts';

const DAY = 86_400_000;

function* products(): Generator<{
  readonly terms: MarketTerms;
  readonly side: DualSide | null;
  readonly days: number;
}> {
  for (const { symbol, side } of DUAL) {
    const terms = listedAs(symbol);
    for (const days of DUAL_DAYS) yield { terms, side, days };
  }
}

type Days = (typeof DUAL_DAYS)[number];

/** The pegged price as the job of demonstrations sets it. */
const peggedAt = (side: DualSide | null, days: number, live: number, volatility: number): string => {
  const apart = APART[days as Days] * volatility * Math.sqrt((days + 1) / 365);
  return (live * (side === 'sell_high' ? 1 + apart : 1 - apart)).toFixed(8);
};

/** Below this part of the volatility of two weeks, that of the last day foretells a calm time. */
const CALM = 0.8;

/** Buyers who choose the hours by what the last ones were like; the option is worth what its volatility will have been. */
function* calm(_: Terms, { seed, paths }: Effort): Generator<Played> {
  for (const { terms, side, days } of products()) {
    const always: number[] = [];
    const chosen: number[] = [];
    for (let path = 0; path < paths; path++) {
      const { hours, coming } = dualPath(terms, drawsOf(`${seed} dual ${terms.symbol} ${path}`), [days]);
      const slow = Number(realisedVolatility(hours));
      const cautious = cautiousVolatility(hours);
      const live = hours.at(-1)?.price as string;
      const price = peggedAt(side, days, Number(live), slow);
      const yieldAt = (volatility: string) => Number(fairYield({ side, price, live, volatility, left: days * DAY }));
      const gain = Number(OFFERED) * yieldAt(cautious ?? '0') - yieldAt(coming.get(days) as string);
      always.push(gain);
      if (Number(realisedVolatility(hours.slice(-25))) < CALM * slow) chosen.push(gain);
    }
    const of = { instrument: `${terms.symbol} ${side ?? 'index'}`, term: `${days} d` };
    yield { ...of, strategy: 'buys at any hour', ...measured(always) };
    if (chosen.length > 1) yield { ...of, strategy: 'buys in calm hours', ...measured(chosen) };
  }
}

/** Buys on seeing at the venue that the option has become worth less than the product pays, at the most that a job leaves. */
export function leadDual(
  { terms, side, days }: { readonly terms: MarketTerms; readonly side: DualSide | null; readonly days: number },
  { seed, steps, ...lead }: Lead & { readonly seed: string; readonly steps: number },
): number[] {
  const path = leadPath(terms, seed, steps, lead);
  const volatility = '0.5';
  const tick = Number(terms.tick);
  const left = days * DAY;
  const samples = episodes();
  const worth = (price: string, live: number) =>
    Number(fairYield({ side, price, live: (live * tick).toFixed(10), volatility, left }));
  // Each is priced by the index of ten seconds before.
  for (let step = 50; step + path.held < steps; step++) {
    const price = peggedAt(side, days, indexAt(path, step - 50) * tick, Number(volatility));
    const pays = Number(MOST) * worth(price, indexAt(path, step - 50));
    if (worth(price, path.venue[step] as number) >= pays) continue;
    const acts = step + path.held;
    const live = (indexAt(path, acts) * tick).toFixed(10);
    const annualRate = ((pays * 365) / days).toFixed(10);
    if (!isCovered(annualRate, days, { side, price, live, volatility, left })) continue;
    samples.add(step, pays - worth(price, path.venue[acts] as number), 1);
  }
  return samples.gains();
}

function* leaders(_: Terms, { seed, leadSteps, leads }: Effort): Generator<Played> {
  for (const product of products()) {
    for (const lead of leads) {
      const gains = leadDual(product, { seed, steps: leadSteps, lead, hold: lead });
      if (gains.length < 2) continue;
      const of = { instrument: `${product.terms.symbol} ${product.side ?? 'index'}`, term: `${product.days} d` };
      yield { ...of, strategy: `sees the venue ${lead / 1_000} s ahead`, ...measured(gains) };
    }
  }
}

const ALL = '1000000';
const DIGITS = 8;

/**
 * Deposits with a yield: broken off on each day, which pays no interest and costs the penalty, against the demand deposit of
 * the same currency that would have paid for those days; and money that comes for less than a day.
 */
function* deposits(): Generator<Played> {
  for (const { currency, days, rate, penalty } of FIXED) {
    const demand = DEMAND.find((each) => each.currency === currency)?.rate ?? '0';
    const gains = Array.from({ length: days }, (_, day) => {
      const kept = -Number(penaltyOf(ALL, penalty, DIGITS));
      return (kept - Number(fixedInterest(ALL, demand, day, DIGITS))) / Number(ALL);
    });
    yield {
      instrument: currency,
      term: `${days} d at ${rate}`,
      strategy: 'ends early',
      ...computed(Math.max(...gains)),
    };
  }
  for (const { currency, rate } of DEMAND) {
    // Money that is not there all day has a lowest balance of nothing.
    const gain = Number(dayInterest('0', rate, DIGITS));
    yield { instrument: currency, term: 'demand', strategy: 'pays in for a part of a day', ...computed(gain) };
  }
}

export const investPlays: Plays = {
  predictor: {
    *cells(terms, effort) {
      yield* calm(terms, effort);
      yield* deposits();
    },
  },
  ring: { none: 'each side and term is played alone: own accounts on several of them earn where one of them does' },
  friend: { none: 'the house alone is across, at terms that no user sets' },
  leader: { cells: leaders },
};
