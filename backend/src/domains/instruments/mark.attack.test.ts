import { describe, expect, it } from 'vitest';
import { samples } from '../../../test/samples.ts';
import { ALWAYS_OPEN, scriptedMarket } from '../../../test/scripted-market.ts';
import type { Instrument } from '../../platform/catalogue/catalogue.ts';
import { refuseMarkReach } from './instrument-problems.ts';
import { houseTermsOf, marketTermsOf, markReachOf } from './market-terms.ts';
import { seededCatalogue } from './seeded.ts';

/* What rests in the book moves no mark near a liquidation: every listed instrument, while its index stands still. */

const { instruments } = seededCatalogue;
const STEPS = samples(200, 400);
/** Lots that take whatever stands. */
const ALL = 2 ** 40;

const ticksOf = ({ simulation, tick }: Instrument): number => Math.round(simulation.start / Number(tick));

/** All instruments at their first prices, in one engine. */
function listed(of: readonly Instrument[]) {
  const market = scriptedMarket(
    of.map((instrument) => marketTermsOf(instrument, ALWAYS_OPEN)),
    { overallCap: 1e15 },
  );
  for (const instrument of of) market.source.set(instrument.symbol, ticksOf(instrument));
  market.step(200);
  return market;
}

type Market = ReturnType<typeof listed>;

/** The largest move of the mark from the index, up or down as the sign says; whole ticks. */
const movedOf = ({ engine }: Market, symbol: string, sign: 1 | -1): number => {
  const prices = engine.prices(symbol);
  return sign * ((prices?.mark ?? 0) - (prices?.index ?? 0));
};

type Attack = (market: Market, instrument: Instrument, sign: 1 | -1, step: number) => void;

/** Three orders: one lot far away on one side, and all that the house sells on the other, resting near its reach. */
const resting: Attack = (market, instrument, sign, step) => {
  if (step > 0) return;
  const index = ticksOf(instrument);
  const { breaker } = marketTermsOf(instrument, ALWAYS_OPEN);
  const across = Math.round(index * (1 + sign * Math.min(0.0098, breaker.jump * 0.9)));
  const near = Math.round(index * (1 + sign * 0.0022));
  const [buy, sell] = sign > 0 ? (['buy', 'sell'] as const) : (['sell', 'buy'] as const);
  market.place(instrument.symbol, { userId: 'friend', side: sell, price: across, lots: 1 });
  market.place(instrument.symbol, { userId: 'rich', side: buy, price: near, lots: ALL });
};

/** Sweeps what comes back, and keeps one lot as the best price of each side. */
const sweeping: Attack = (market, instrument, sign, step) => {
  const { symbol } = instrument;
  const index = ticksOf(instrument);
  const [buy, sell] = sign > 0 ? (['buy', 'sell'] as const) : (['sell', 'buy'] as const);
  const at = (share: number) => Math.round(index * (1 + sign * share));
  market.place(symbol, { userId: 'me', side: buy, price: at(0.0035), lots: ALL, timeInForce: 'IOC' });
  if (step % 50 !== 0) return;
  market.place(symbol, { userId: 'me2', side: sell, price: at(0.0095), lots: 1 });
  market.place(symbol, { userId: 'me', side: buy, price: at(0.0085), lots: 1 });
};

function attacked(attack: Attack, sign: 1 | -1): ReadonlyMap<string, number> {
  const market = listed(instruments);
  const worst = new Map<string, number>();
  for (let step = 0; step < STEPS; step++) {
    for (const instrument of instruments) attack(market, instrument, sign, step);
    market.step();
    for (const { symbol } of instruments) {
      worst.set(symbol, Math.max(worst.get(symbol) ?? 0, movedOf(market, symbol, sign)));
    }
  }
  return worst;
}

describe.each([
  ['three resting orders', resting],
  ['a sweep that is repeated and one lot a side', sweeping],
] as const)('%s', (_, attack) => {
  it.each([1, -1] as const)('move no mark by a fifth of the distance to a liquidation (%d)', (sign) => {
    const worst = attacked(attack, sign);
    for (const instrument of instruments) {
      const index = ticksOf(instrument);
      const moved = (worst.get(instrument.symbol) ?? 0) / index;
      const limit = markReachOf(instrument)?.limit ?? 0.005;
      expect.soft(moved, `${instrument.symbol} ${moved} of ${limit}`).toBeLessThanOrEqual(limit);
    }
    // The attack is one: somewhere the mark moves at all.
    expect(Math.max(...worst.values())).toBeGreaterThan(0);
  });
});

describe('a bid in the middle of the spread', () => {
  const contracts = instruments.filter(({ symbol }) => symbol.endsWith('-PERP'));

  /** Mean premium over a minute, of the price, while each second a bid of these lots is placed anew. */
  function premiums(lotsOf: (instrument: Instrument) => number): ReadonlyMap<string, number> {
    const market = listed(contracts);
    const sums = new Map<string, number>();
    for (let step = 0; step < 300; step++) {
      for (const instrument of contracts) {
        const { symbol } = instrument;
        const lots = lotsOf(instrument);
        if (lots === 0 || step % 5 !== 0) continue;
        const ask = market.engine.prices(symbol)?.ask as number;
        const bid = market.engine.prices(symbol)?.bid as number;
        market.batch(() => market.engine.cancel(symbol, `${symbol} bid`));
        const price = Math.max(bid, ask - 1);
        market.place(symbol, { id: `${symbol} bid`, userId: 'me', side: 'buy', price, lots, timeInForce: 'GTC' });
      }
      market.step();
      for (const { symbol } of contracts) sums.set(symbol, (sums.get(symbol) ?? 0) + movedOf(market, symbol, 1));
    }
    return new Map(contracts.map((each) => [each.symbol, (sums.get(each.symbol) ?? 0) / 300 / ticksOf(each)]));
  }

  it('of the least size lifts no premium of a contract, and so no funding', () => {
    const still = premiums(() => 0);
    const one = premiums(({ minAmount, minTotal, lot, simulation }) =>
      Math.ceil(Math.max(Number(minAmount), Number(minTotal) / simulation.start) / Number(lot)),
    );
    for (const { symbol } of contracts) {
      expect.soft((one.get(symbol) ?? 1) - (still.get(symbol) ?? 0), symbol).toBeLessThan(1e-6);
    }
  });

  it('moves it as far as its size goes, and to the half-spread with a tenth of what the house shows', () => {
    const still = premiums(() => 0);
    const tenth = premiums((each) => Math.ceil(houseTermsOf(each).depth / 10));
    for (const each of contracts) {
      const moved = (tenth.get(each.symbol) ?? 1) - (still.get(each.symbol) ?? 0);
      const { halfSpread, width } = houseTermsOf(each);
      expect.soft(moved, each.symbol).toBeLessThanOrEqual(halfSpread + width / 8 + 1 / ticksOf(each));
    }
  });
});

it('multiples whose liquidation the mark could reach are refused, with both figures', () => {
  const lira = instruments.find(({ symbol }) => symbol === 'USD/TRY') as Instrument;
  expect(() => refuseMarkReach(lira)).not.toThrow();
  expect(() => refuseMarkReach({ ...lira, multiples: [1, 500] })).toThrow(
    expect.objectContaining({
      code: 'mark_reach',
      field: 'multiples',
      params: expect.objectContaining({ multiple: 500, limit: 0.019 }),
    }),
  );
  expect(() => refuseMarkReach({ ...lira, liquidationThreshold: '0.9' })).toThrow('mark_reach');
  expect(() => refuseMarkReach({ ...lira, spread: 0.002 })).toThrow('mark_reach');
  // One that a former version accepted is held within the limit all the same.
  const former = { ...lira, multiples: [1, 500] };
  expect(marketTermsOf(former, ALWAYS_OPEN).markBand).toBe(markReachOf(former)?.limit);
});

it('what a release lists is within it', () => {
  for (const instrument of instruments) expect(() => refuseMarkReach(instrument), instrument.symbol).not.toThrow();
});
