import { bankruptcyPrice, fillOf, liquidationPrice, mostMultiple, mostNotional } from '@tessera/api/leverage/rules';
import { insuranceShareOf, openInterestOf } from '../../src/domains/instruments/index.ts';
import { houseTermsOf, lowerFee } from '../../src/domains/instruments/market-terms.ts';
import type { Instrument } from '../../src/platform/catalogue/catalogue.ts';
import { priceProcess } from '../../src/platform/market/price-process.ts';
import type { Random } from '../../src/platform/market/random.ts';

/*
 * Two rings trade with each other at one multiple, as much as the exchange lets them, and leave the book to the house when
 * one of them is liquidated. They pay the lowest fee there is. Prices are drawn by the market's own process and count in
 * units of the entry price, money in units of the notional value of one side.
 */

/** Standard deviations of the terms of log volatility: where a path begins. */
const DEVIATIONS = [0.4, 0.35, 0.5, 0.4] as const;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Accounts of a ring. */
const ACCOUNTS = 15;

export type RingRules = {
  /** Positions across are reduced at the loser's bankruptcy price; without, insurance pays what the loser does not have. */
  readonly deleverages: boolean;
  /** Open interest of a side is bounded. */
  readonly bounded: boolean;
};

export const RULES: RingRules = { deleverages: true, bounded: true };

export type RingPlay = {
  readonly multiple: number;
  /** Notional value of each side, in the quote currency. */
  readonly notional: number;
  /** What both rings have together at the end of each path, in the quote currency. */
  readonly gains: readonly number[];
};

/** Notional value that a side of two rings may hold at a multiple, in the quote currency at the first price. */
function mostOf(instrument: Instrument, multiple: number, bounded: boolean): number {
  const tier = Number(mostNotional(instrument.tiers, multiple) ?? '0') * ACCOUNTS;
  if (!bounded) return tier;
  const side = openInterestOf(instrument, instrument.simulation.start);
  const fits = (notional: number): boolean =>
    (mostMultiple(instrument.multiples, fillOf(notional * multiple, instrument.multiples, side)) ?? 0) >= multiple;
  let [low, high] = [0, tier];
  for (let turn = 0; turn < 40; turn++) {
    const middle = (low + high) / 2;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low;
}

type Terms = {
  readonly multiple: number;
  /** Moves of the price, as ratios, at which a side is liquidated and its funds end. */
  readonly liquidation: number;
  readonly bankruptcy: number;
  /** Of a side, what the house takes before its inventory is full, and what it costs to trade with it; ratios. */
  readonly absorbed: number;
  readonly cost: number;
  readonly fee: number;
  /** What insurance pays of a part that the house takes beyond the bankruptcy price. */
  readonly share: number;
};

function termsOf(instrument: Instrument, multiple: number, notional: number): Terms {
  const { halfSpread, width, depth, cap } = houseTermsOf(instrument);
  const common = { side: 'long', multiple, threshold: instrument.liquidationThreshold } as const;
  const liquidation = 1 - Number(liquidationPrice({ ...common, entry: '1', feeRate: instrument.takerFeeRate }));
  const end = bankruptcyPrice({ side: 'long', from: '1', quantity: '1', funds: String(1 / multiple) });
  const house = depth * cap * Number(instrument.lot) * instrument.simulation.start;
  return {
    multiple,
    liquidation,
    bankruptcy: 1 - Number(end ?? '0'),
    absorbed: Math.min(1, house / notional),
    cost: halfSpread + width / 2,
    fee: lowerFee(instrument),
    share: Number(insuranceShareOf(instrument)),
  };
}

/** What both rings have at the end, per notional value of a side; `move` is the price less the entry price over time. */
function gainOf(terms: Terms, moves: readonly number[], { deleverages }: RingRules): number {
  const { liquidation, bankruptcy, absorbed, cost, fee, share } = terms;
  let gain = -2 * fee;
  const reached = moves.findIndex((move) => Math.abs(move) >= liquidation);
  const end = moves.at(-1) ?? 0;
  // Nothing is liquidated: what the one side loses the other gains, and both close with each other.
  if (reached < 0) return gain - 2 * fee;
  const sign = Math.sign(moves[reached] as number);
  const against = (move: number): number => move * sign;
  // What the house takes is paid for to the end of the funds, and beyond it by the share; the other side closes with it.
  const first = against(moves[reached] as number);
  const taken = first + cost <= bankruptcy + share ? absorbed : 0;
  gain -= taken * (2 * cost + fee - Math.max(0, Math.min(share, first + cost - bankruptcy)));
  const rest = 1 - taken;
  const beyond = moves.slice(reached).some((move) => against(move) >= bankruptcy);
  if (rest === 0) return gain - taken * fee;
  if (beyond && deleverages) return gain;
  // The loser has no more than its margin; what the winner has at the end beyond it insurance pays.
  return gain - rest * 2 * fee + rest * Math.max(0, against(end) - bankruptcy);
}

/** Plays rings at each multiple of an instrument on the same paths. */
export function playRings(
  instrument: Instrument,
  {
    random,
    paths,
    hours,
    rules = RULES,
  }: { readonly random: Random; readonly paths: number; readonly hours: number; readonly rules?: RingRules },
): readonly RingPlay[] {
  const plays = instrument.multiples
    .filter((multiple) => multiple > 1)
    .map((multiple) => {
      const notional = mostOf(instrument, multiple, rules.bounded);
      return { multiple, notional, terms: termsOf(instrument, multiple, Math.max(1, notional)), gains: [] as number[] };
    });
  const { symbol, simulation } = instrument;
  for (let path = 0; path < paths; path++) {
    const volatility = Object.fromEntries(
      simulation.parts.map(({ key }) => [key, DEVIATIONS.map((deviation) => deviation * random.normal())]),
    );
    const moving = [{ symbol, parts: simulation.parts }];
    const process = priceProcess(moving, random, () => 0, { volatility, log: {} });
    const moves: number[] = [];
    let at = Date.UTC(2026, 10, 23) + Math.floor(random.unit() * 24) * HOUR;
    for (let minute = 0; minute < hours * 60; minute++) {
      at += MINUTE;
      process.step(at, MINUTE, () => true);
      moves.push(Math.exp(process.log(0)) - 1);
    }
    for (const { terms, notional, gains } of plays) gains.push(notional * gainOf(terms, moves, rules));
  }
  return plays.map(({ multiple, notional, gains }) => ({ multiple, notional, gains }));
}

/** Mean and t of gains; t is 0 where they do not vary. */
export function significance(gains: readonly number[]): { readonly mean: number; readonly t: number } {
  const mean = gains.reduce((sum, gain) => sum + gain, 0) / gains.length;
  const variance = gains.reduce((sum, gain) => sum + (gain - mean) ** 2, 0) / (gains.length - 1);
  return { mean, t: variance > 0 ? mean / Math.sqrt(variance / gains.length) : 0 };
}
