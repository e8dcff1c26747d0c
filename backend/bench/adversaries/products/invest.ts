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
import { APART, MOST, OFFERED } from '../../../src/domains/invest/demonstration.ts';
import type { MarketTerms } from '../../../src/platform/market/terms.ts';
import { computed, type Effort, measured, type Played, type Plays, type Terms } from '../cell.ts';
import { drawsOf } from '../draws.ts';
import { dualPath } from '../dual-paths.ts';
import { episodes, indexAt, type Lead, leadPath, listedAs } from '../venue-lead.ts';

const DAY = 86_400_000;

type Dual = { readonly terms: MarketTerms; readonly side: DualSide | null; readonly days: number };

const dualsOf = ({ duals }: Terms): readonly Dual[] =>
  duals.map(({ symbol, side, days }) => ({ terms: listedAs(symbol), side, days }));

/** In standard deviations, as the job of demonstrations has it; a term that it does not offer is as far as its long one. */
const apartOf = (days: number): number => APART[days === 1 ? 1 : 7];

/** The pegged price as the job of demonstrations sets it. */
const peggedAt = (side: DualSide | null, days: number, live: number, volatility: number): string => {
  const apart = apartOf(days) * volatility * Math.sqrt((days + 1) / 365);
  return (live * (side === 'sell_high' ? 1 + apart : 1 - apart)).toFixed(8);
};

/** Below this part of the volatility of two weeks, that of the last day foretells a calm time. */
const CALM = 0.8;

/** Buyers who choose the hours by what the last ones were like; the option is worth what its volatility will have been. */
function* calm(terms: Terms, { seed, paths }: Effort): Generator<Played> {
  for (const [symbol, products] of Map.groupBy(terms.duals, (each) => each.symbol)) {
    const known = Array.from({ length: paths }, (_, path) => {
      const random = drawsOf(`${seed} dual ${symbol} ${path}`);
      const { hours, coming } = dualPath(listedAs(symbol), random, [...new Set(products.map(({ days }) => days))]);
      const slow = Number(realisedVolatility(hours));
      const isCalm = Number(realisedVolatility(hours.slice(-25))) < CALM * slow;
      return { coming, slow, isCalm, cautious: cautiousVolatility(hours), live: hours.at(-1)?.price as string };
    });
    for (const { side, days } of products) {
      const bought = known.map(({ coming, slow, isCalm, cautious, live }) => {
        const price = peggedAt(side, days, Number(live), slow);
        const yieldAt = (volatility: string) => Number(fairYield({ side, price, live, volatility, left: days * DAY }));
        return { isCalm, gain: Number(OFFERED) * yieldAt(cautious ?? '0') - yieldAt(coming.get(days) as string) };
      });
      const gains = (all: typeof bought) => measured(all.map(({ gain }) => gain));
      const of = { instrument: `${symbol} ${side ?? 'index'}`, term: `${days} d` };
      yield { ...of, strategy: 'buys at any hour', ...gains(bought) };
      yield { ...of, strategy: 'buys in calm hours', ...gains(bought.filter((each) => each.isCalm)) };
    }
  }
}

/** Buys on seeing at the venue that the option has become worth less than the product pays, at the most that a job leaves. */
export function leadDual(
  { terms, side, days }: Dual,
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

function* leaders(terms: Terms, { seed, leadSteps, leads }: Effort): Generator<Played> {
  for (const product of dualsOf(terms)) {
    for (const lead of leads) {
      const gains = leadDual(product, { seed, steps: leadSteps, lead, hold: lead });
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
function* deposits({ deposits: offered }: Terms): Generator<Played> {
  for (const { currency, days, rate, penalty } of offered) {
    if (days === null) {
      // Money that is not there all day has a lowest balance of nothing.
      const gain = Number(dayInterest('0', rate, DIGITS));
      yield { instrument: currency, term: 'demand', strategy: 'pays in for a part of a day', ...computed(gain) };
      continue;
    }
    const demand = offered.find((each) => each.days === null && each.currency === currency)?.rate ?? '0';
    const gains = Array.from({ length: days }, (_, day) => {
      const kept = -Number(penaltyOf(ALL, penalty, DIGITS));
      return (kept - Number(fixedInterest(ALL, demand, day, DIGITS))) / Number(ALL);
    });
    yield {
      ...{ instrument: currency, term: `${days} d at ${rate}`, strategy: 'ends early' },
      ...computed(Math.max(...gains)),
    };
  }
}

export const investPlays: Plays = {
  predictor: {
    *cells(terms, effort) {
      yield* calm(terms, effort);
      yield* deposits(terms);
    },
  },
  ring: { none: 'each side and term is played alone: own accounts on several of them earn where one of them does' },
  friend: { none: 'the house alone is across, at terms that no user sets' },
  leader: { cells: leaders },
};
