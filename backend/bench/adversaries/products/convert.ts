import { convert, type Leg, QUOTE_LASTS, QUOTE_RESTS, quoteProblem, withSpread } from '@tessera/api/convert/rules';
import { House } from '../../../src/platform/market/house.ts';
import type { MarketTerms } from '../../../src/platform/market/terms.ts';
import { computed, type Effort, measured, type Played, type Plays, type Terms } from '../cell.ts';
import { episodes, indexAt, type Lead, type LeadPath, leadPath, listedTerms, STEP } from '../venue-lead.ts';

const SCALE = 12;
const USDT: Leg = { code: 'USDT', scale: SCALE, bid: '1', ask: '1', index: '1' };
/** Coins against USDT, by which the house converts. */
const pairs = (): readonly MarketTerms[] =>
  listedTerms('spot').flatMap(({ terms }) => (terms.symbol.endsWith('/USDT') ? [terms] : []));

export type Conversions = Terms['conversion'];

/** What a coin is worth at a step, as the house converts it: at its ladder and the index of that moment. */
function legs({ house, tick, symbol }: MarketTerms, path: LeadPath, spread: string): (step: number) => Leg {
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
    const leg = { code: symbol, scale: SCALE, ...withSpread(prices, spread) };
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
    ...lead
  }: Lead & {
    readonly seed: string;
    readonly steps: number;
    /** `worth`: of 1 in the source, what the quote yields by the venue; `moved`: by the index over the last second. */
    readonly uses: (seen: { readonly worth: number; readonly moved: number }) => boolean;
  },
): number[] {
  const path = leadPath(terms, seed, steps, lead);
  const legAt = legs(terms, path, spread);
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
        const price = (path.venue[step] as number) * tick;
        return Number(receive) * (sells ? 1 / price : price);
      };
      for (let step = made; step < made + lasts - path.held; step++) {
        const moved = (indexAt(path, step) / indexAt(path, step - rests) - 1) * (sells ? -1 : 1);
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
  for (const terms of pairs()) {
    for (const [strategy, uses] of strategies) {
      for (const lead of leads) {
        const gains = playQuotes(terms, conversion, { seed, steps, uses, ...lead });
        const term = lead.lead === 0 ? '10 s' : `leads ${lead.lead / 1_000} s`;
        if (gains.length > 1) yield { instrument: terms.symbol, term, strategy, ...measured(gains) };
      }
    }
  }
}

/** Uses a quote where the venue makes it worth more than was paid. */
export const PAYS: Parameters<typeof playQuotes>[2]['uses'] = ({ worth }) => worth > 1;

/** Around USDT and two coins, at the quotes of the moment: what is left less what was put in. */
function* circles({ conversion: { spread, fee } }: Terms, { seed }: Effort): Generator<Played> {
  const coins = pairs();
  const legOf = (terms: MarketTerms) => legs(terms, leadPath(terms, seed, 1, AT_ONCE), spread)(0);
  for (const [place, terms] of coins.entries()) {
    const round = [USDT, legOf(terms), legOf(coins[(place + 1) % coins.length] as MarketTerms)];
    let held = '1';
    for (const [step, from] of round.entries()) held = convert(held, from, round[(step + 1) % 3] as Leg, fee).receive;
    yield { instrument: terms.symbol, term: '10 s', strategy: 'around a circle', ...computed(Number(held) - 1) };
  }
}

export const convertPlays: Plays = {
  predictor: {
    cells: (terms, effort) =>
      quoted(terms, effort, [
        ['uses a quote that the trend favours', ({ moved }) => moved > 0],
        ['uses a quote that the trend disfavours', ({ moved }) => moved < 0],
      ]),
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
