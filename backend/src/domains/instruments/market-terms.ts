import { MOST_DISCOUNT } from '@tessera/api/vip/rules';
import type { Calendar } from '../../platform/calendar/calendar.ts';
import type { Instrument } from '../../platform/catalogue/catalogue.ts';
import { type HouseTerms, impactReach } from '../../platform/market/house.ts';
import { WIDEST_BAND } from '../../platform/market/mark.ts';
import type { BreakerTerms, MarketTerms } from '../../platform/market/terms.ts';

/*
 * How the house quotes an instrument and when the instrument halts. The rule is written down in docs/instruments.md; its
 * bounds come from a simulated month of trading strategies against the house (docs/market-data.md).
 */

/** Levels a side; the screens show 20. */
const LEVELS = 20;
/** A full side holds what is traded in this many seconds of an average day. */
const DEPTH_SECONDS = 20;
/** The least depth: the first of 20 levels then holds two lots. */
const LEAST_DEPTH = 4 * LEVELS;
/** Inventory cap in depths. */
const CAP = 3;
const LEAST_HALF_SPREAD = 0.0001;
const LEAST_WIDTH = 0.002;
/** A ladder of a coarse tick spans at least this many. */
const LEAST_TICKS = 8;
const MOST_SKEW = 0.001;
const REFILL_MS = 10_000;
const DAY_SECONDS = 86_400;

const MINUTE = 60_000;

/** By class: the largest move within a minute, the widest spread of the source, and how long a halt lasts at least. */
const BREAKERS: Readonly<Record<string, Omit<BreakerTerms, 'age'>>> = {
  crypto: { jump: 0.1, spread: 0.02, pause: 2 * MINUTE },
  stocks: { jump: 0.07, spread: 0.02, pause: 5 * MINUTE },
  futures: { jump: 0.07, spread: 0.01, pause: 5 * MINUTE },
  intl_futures: { jump: 0.07, spread: 0.01, pause: 5 * MINUTE },
  metals: { jump: 0.05, spread: 0.01, pause: 5 * MINUTE },
  forex: { jump: 0.03, spread: 0.01, pause: 5 * MINUTE },
};

/** Perpetual contracts move with their coins, and halt with them. */
const assetClassOf = ({ category, calendar }: Instrument): string => (calendar === 'crypto' ? 'crypto' : category);

/** Depth of a full side in lots, unless staff set it. */
function depthOf({ limits, lot, simulation: { start, dailyTurnover } }: Instrument): number {
  const lots = ((dailyTurnover / DAY_SECONDS) * DEPTH_SECONDS) / (start * Number(lot));
  return limits.houseDepth ?? Math.max(LEAST_DEPTH, Math.round(lots));
}

/** The lowest fee that users pay, a ratio: the house's terms hold against makers and takers of every VIP level. */
export const lowerFee = ({ makerFeeRate, takerFeeRate }: Instrument): number =>
  Math.min(Number(makerFeeRate), Number(takerFeeRate)) * (1 - Number(MOST_DISCOUNT));

export function houseTermsOf(instrument: Instrument): HouseTerms {
  const tick = Number(instrument.tick) / instrument.simulation.start;
  const halfSpread = Math.max(LEAST_HALF_SPREAD, instrument.spread / 2, tick);
  return {
    halfSpread,
    width: Math.max(LEAST_WIDTH, LEAST_TICKS * tick),
    levels: LEVELS,
    depth: depthOf(instrument),
    cap: instrument.limits.houseCap ?? CAP,
    skew: Math.min(MOST_SKEW, lowerFee(instrument) + halfSpread),
    refill: REFILL_MS,
  };
}

function breakerTermsOf(instrument: Instrument): BreakerTerms {
  const terms = BREAKERS[assetClassOf(instrument)];
  if (!terms) throw new Error(`no breakers are known for ${assetClassOf(instrument)}`);
  const { limits, simulation } = instrument;
  const tick = Number(instrument.tick) / simulation.start;
  return {
    jump: limits.breakerJump ?? terms.jump,
    // No source quotes closer than a tick.
    spread: limits.breakerSpread ?? Math.max(terms.spread, 4 * tick),
    age: instrument.maxPriceAgeMs,
    pause: terms.pause,
  };
}

/** Of the smallest distance to a liquidation that is offered, what the mark may be away from the index at most. */
const BAND_SHARE = 1 / 5;

/**
 * How far the price is from the liquidation of a new position at the highest multiple offered, in parts of the price: `limit`
 * is the share of it that the mark may move by what rests in the book, `reach` what it can move by. Null without leverage.
 */
export function markReachOf(instrument: Instrument): { readonly reach: number; readonly limit: number } | null {
  if (instrument.multiples.length === 0) return null;
  const distance =
    (1 - Number(instrument.liquidationThreshold)) / Math.max(...instrument.multiples) - Number(instrument.takerFeeRate);
  return { reach: impactReach(houseTermsOf(instrument)), limit: distance * BAND_SHARE };
}

/** Terms that a former version accepted may reach further than they are allowed to now: the band holds for them too. */
function markBandOf(instrument: Instrument): number {
  const found = markReachOf(instrument);
  const reach = Math.min(WIDEST_BAND, impactReach(houseTermsOf(instrument)));
  return found ? Math.max(0, Math.min(reach, found.limit)) : reach;
}

/** ms in which the house has to take what one side is liquidated of. */
const ABSORBED_WITHIN = 60_000;
/** Of what it takes, what insurance pays in a day before nothing more is opened. */
const INSURED = 0.01;
/** Fraction digits of a ratio. */
const RATIO_DIGITS = 10;

/**
 * What insurance may pay of a liquidation before positions across are reduced, a ratio of its notional value. Two who trade
 * with each other have paid at least twice the lower fee for opening: insurance gives them no more back.
 */
export const insuranceShareOf = (instrument: Instrument): string =>
  (instrument.limits.insuranceShare ?? lowerFee(instrument)).toFixed(RATIO_DIGITS);

/** The most that this share may be. */
export const mostInsuranceShare = (instrument: Instrument): number => 2 * lowerFee(instrument);

/**
 * What one side of an instrument may hold at the highest multiple, in the settlement currency: what the house takes from it
 * in a minute. `unit` is the price of one unit of the base in that currency.
 */
export function openInterestOf(instrument: Instrument, unit: number): number {
  const { depth, cap, refill } = houseTermsOf(instrument);
  const lots = depth * Math.min(cap, 1 + ABSORBED_WITHIN / refill);
  return instrument.limits.openInterestCap ?? lots * Number(instrument.lot) * unit;
}

/** What insurance pays for an instrument in a day before nothing more is opened, in the settlement currency. */
export const insuranceCapOf = (instrument: Instrument, unit: number): number =>
  instrument.limits.insuranceCap ?? openInterestOf(instrument, unit) * INSURED;

export const marketTermsOf = (instrument: Instrument, calendar: Calendar): MarketTerms => ({
  symbol: instrument.symbol,
  assetClass: assetClassOf(instrument),
  quote: instrument.quote,
  tick: instrument.tick,
  lot: instrument.lot,
  calendar,
  halted: instrument.halt !== null,
  house: houseTermsOf(instrument),
  breaker: breakerTermsOf(instrument),
  markBand: markBandOf(instrument),
  simulation: instrument.simulation,
});
