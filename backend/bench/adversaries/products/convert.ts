import {
  convert,
  inversePrices,
  type Leg,
  QUOTE_LASTS,
  QUOTE_RESTS,
  quoteProblem,
  withSpread,
} from '@tessera/api/convert/rules';
import { add } from '@tessera/money';
import { symbolOf } from '../../../src/domains/convert/index.ts';
import { agedSpread } from '../../../src/domains/fiat/index.ts';
import { seededCatalogue } from '../../../src/domains/instruments/index.ts';
import { configurationDefaults } from '../../../src/domains/site/configuration.ts';
import { House } from '../../../src/platform/market/house.ts';
import type { MarketTerms } from '../../../src/platform/market/terms.ts';
import { computed, type Effort, measured, type Played, type Plays, type Terms } from '../cell.ts';
import { tableMoves } from '../table-moves.ts';
import { episodes, indexAt, type Lead, type LeadPath, leadPath, listedAs, STEP } from '../venue-lead.ts';

const SCALE = 12;
const USDT: Leg = { code: 'USDT', scale: SCALE, bid: '1', ask: '1', index: '1' };

/** A market by which the house converts a currency against USDT; `inverse` where the currency is its quote. */
type Pair = { readonly terms: MarketTerms; readonly inverse: boolean };

/** All currencies but USDT and the dollar, which counts as one, that have a market. Others are sold by a daily table. */
const pairs = (): readonly Pair[] =>
  seededCatalogue.currencies.flatMap(({ code }) => {
    const found = code === 'USDT' || code === 'USD' ? null : symbolOf({ catalogue: seededCatalogue }, code);
    return found ? [{ terms: listedAs(found.symbol), inverse: found.inverse }] : [];
  });

export type Conversions = Terms['conversion'];

/** What a currency is worth at a step, as the house converts it: at its ladder and the index of that moment. */
function legs({ terms, inverse }: Pair, path: LeadPath, spread: string): (step: number) => Leg {
  const { house, tick, symbol } = terms;
  const full = new House(house);
  const priceOf = (ticks: number): string => (ticks * Number(tick)).toFixed(SCALE);
  const known = new Map<number, Leg>();
  return (step) => {
    const before = known.get(step);
    if (before) return before;
    const index = indexAt(path, step);
    full.fill(index);
    const prices = {
      bid: priceOf(full.best('buy')?.price ?? index),
      ask: priceOf(full.best('sell')?.price ?? index),
      index: priceOf(index),
    };
    const leg = { code: symbol, scale: SCALE, ...withSpread(inverse ? inversePrices(prices) : prices, spread) };
    known.set(step, leg);
    return leg;
  };
}

/** A quote both ways each ten seconds, used at the first moment at which `uses` says so, which acts after the hold. */
export function playQuotes(
  terms: MarketTerms,
  { spread, fee }: Conversions,
  {
    seed,
    steps,
    uses,
    inverse = false,
    ...lead
  }: Lead & {
    readonly seed: string;
    readonly steps: number;
    readonly inverse?: boolean;
    /** `worth`: of 1 in the source, what the quote yields by the venue; `moved`: by the index over the last second. */
    readonly uses: (seen: { readonly worth: number; readonly moved: number }) => boolean;
  },
): number[] {
  const path = leadPath(terms, seed, steps, lead);
  const legAt = legs({ terms, inverse }, path, spread);
  const samples = episodes();
  const [rests, lasts] = [QUOTE_RESTS / STEP, QUOTE_LASTS / STEP];
  const tick = Number(terms.tick);
  for (let made = path.behind + rests; made + lasts + path.held < steps; made += lasts) {
    for (const sells of [true, false]) {
      const sides = (step: number) => {
        const coin = legAt(step);
        return sells ? { from: coin, to: USDT } : { from: USDT, to: coin };
      };
      const { rate, receive } = convert('1', sides(made).from, sides(made).to, fee);
      const worthAt = (step: number): number => {
        const quoted = (path.venue[step] as number) * tick;
        const price = inverse ? 1 / quoted : quoted;
        return Number(receive) * (sells ? 1 / price : price);
      };
      for (let step = made; step < made + lasts - path.held; step++) {
        const moved = (indexAt(path, step) / indexAt(path, step - rests) - 1) * (sells === inverse ? 1 : -1);
        const acts = step + path.held;
        if (acts < made + rests || !uses({ worth: worthAt(step), moved })) continue;
        const moment = { ...sides(acts), now: acts * STEP };
        if (quoteProblem({ rate, madeAt: made * STEP }, moment)) continue;
        samples.add(made, worthAt(acts) - 1, 1);
        break;
      }
    }
  }
  return samples.gains();
}

const AT_ONCE: Lead = { lead: 0, hold: 0 };

function* quoted(
  { conversion }: Terms,
  { seed, marketSteps }: Effort,
  strategies: readonly (readonly [name: string, uses: Parameters<typeof playQuotes>[2]['uses']])[],
  leads: readonly Lead[] = [AT_ONCE],
  steps = marketSteps * 25,
): Generator<Played> {
  for (const { terms, inverse } of pairs()) {
    for (const [strategy, uses] of strategies) {
      for (const lead of leads) {
        const gains = playQuotes(terms, conversion, { seed, steps, uses, inverse, ...lead });
        const term = lead.lead === 0 ? '10 s' : `leads ${lead.lead / 1_000} s`;
        yield { instrument: terms.symbol, term, strategy, ...measured(gains) };
      }
    }
  }
}

/** Uses a quote where the venue makes it worth more than was paid. */
export const PAYS: Parameters<typeof playQuotes>[2]['uses'] = ({ worth }) => worth > 1;

/** Around USDT and two currencies, at the quotes of the moment: what is left less what was put in. */
function* circles({ conversion: { spread, fee } }: Terms, { seed }: Effort): Generator<Played> {
  const all = pairs();
  const legOf = (pair: Pair) => legs(pair, leadPath(pair.terms, seed, 1, AT_ONCE), spread)(0);
  for (const [place, pair] of all.entries()) {
    const round = [USDT, legOf(pair), legOf(all[(place + 1) % all.length] as Pair)];
    let held = '1';
    for (const [step, from] of round.entries()) held = convert(held, from, round[(step + 1) % 3] as Leg, fee).receive;
    yield { instrument: pair.terms.symbol, term: '10 s', strategy: 'around a circle', ...computed(Number(held) - 1) };
  }
}

/**
 * Converts at a table of up to two days before, one way or the other, where the currency has moved by more than the spread
 * since: what was got is worth more than what was given.
 */
function* tables({ conversion: { fee } }: Terms, { seed, paths }: Effort): Generator<Played> {
  const { conversion_daily_rate_spread: daily } = configurationDefaults;
  const isTabled = ({ code, kind }: (typeof seededCatalogue.currencies)[number]): boolean =>
    kind === 'fiat' && code !== 'USD' && !symbolOf({ catalogue: seededCatalogue }, code);
  for (const { code } of seededCatalogue.currencies.filter(isTabled)) {
    const gains = tableMoves(code, { seed, paths }).map(({ age, live }) => {
      const spread = add(daily, agedSpread(daily, age));
      const leg: Leg = { code, scale: SCALE, ...withSpread({ bid: '1', ask: '1', index: '1' }, spread) };
      const buys = Number(convert('1', USDT, leg, fee).receive) / live;
      const sells = Number(convert('1', leg, USDT, fee).receive) * live;
      return Math.max(0, buys - 1, sells - 1);
    });
    yield { instrument: code, term: '48 h', strategy: 'converts at the table of before', ...measured(gains) };
  }
}

export const convertPlays: Plays = {
  predictor: {
    *cells(terms, effort) {
      yield* quoted(terms, effort, [
        ['uses a quote that the trend favours', ({ moved }) => moved > 0],
        ['uses a quote that the trend disfavours', ({ moved }) => moved < 0],
      ]);
      yield* tables(terms, effort);
    },
  },
  ring: { cells: circles },
  friend: { none: 'the house alone is across, at the worse of its book and the index' },
  leader: {
    cells: (terms, effort) =>
      quoted(
        terms,
        effort,
        [['uses a quote that the venue has left behind', PAYS]],
        effort.leads.map((lead) => ({ lead, hold: lead })),
        effort.leadSteps,
      ),
  },
};
