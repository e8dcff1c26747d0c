import { afterVolume, leastVolume, MOST_FEE_DISCOUNT, shareOf, volumeAfter } from '@tessera/api/coupons/rules';
import { type LoanTerms, liquidate } from '@tessera/api/loans/rules';
import { MOST_RATES, rebateOf } from '@tessera/api/referral/rules';
import { countedVolume, discountedRates } from '@tessera/api/vip/rules';
import { add, cmp, mul, quantize } from '@tessera/money';
import { seededCatalogue } from '../../src/domains/instruments/index.ts';
import { readTerms } from '../../src/domains/loans/terms.ts';
import { optionInstruments } from '../../src/domains/options/option-instruments.ts';
import { allTerms } from '../../src/domains/options/terms.ts';
import type { Sql } from '../../src/platform/db/database.ts';
import { priceProcess } from '../../src/platform/market/price-process.ts';
import { type Random, seededRandom } from '../../src/platform/market/random.ts';
import { playRings, significance } from './leverage-rings.ts';
import { type PlayedTerm, playOptions } from './option-players.ts';

/*
 * Every instrument × term of a product against a strategy. Instruments come from the catalogue and terms from the
 * database, so that a new one of either is played without being named here.
 */

export type Cell = {
  readonly product: string;
  readonly instrument: string;
  readonly term: string;
  readonly strategy: string;
  /** Expected, of a stake or a notional value of 1. */
  readonly gain: number;
  /** Standard error; 0 where the gain is computed and does not vary. */
  readonly error: number;
  /** Infinite where the gain does not vary. */
  readonly t: number;
  readonly samples: number;
};

type Effort = {
  readonly seed: string;
  /** Seconds of each instrument with options. */
  readonly optionSeconds: number;
  /** Paths of each instrument with leverage, and of each currency that secures loans. */
  readonly ringPaths: number;
  readonly loanPaths: number;
};

/** What is played with: the terms that hold in a database. */
export type Terms = {
  readonly options: readonly PlayedTerm[];
  readonly loans: LoanTerms;
  /** Lowest interest a day of a loan, a ratio. */
  readonly dayRate: string;
  readonly levels: readonly { readonly level: number; readonly discount: string }[];
};

export async function playedTerms(sql: Sql): Promise<Terms> {
  const levels = await sql.query<{ level: number; discount: string }>(
    'select level, fee_discount::text as discount from vip_level order by level',
  );
  const rows = await sql.query<{ rate: string }>(
    `select min(rate)::text as rate from (select loan_day_rate as rate from vip_level
       union all (select maker_day_rate from loan_terms order by version desc limit 1)) rates`,
  );
  return {
    options: await allTerms(sql),
    loans: await readTerms(sql),
    dayRate: rows[0]?.rate ?? '0',
    levels: [{ level: 0, discount: '0' }, ...levels.filter(({ level }) => level > 0)],
  };
}

/** A gain above zero that chance does not explain. */
export const earns = ({ gain, t }: Cell): boolean => gain > 0 && t > 4;

const computed = (gain: number): Pick<Cell, 'gain' | 'error' | 't' | 'samples'> => ({
  gain,
  error: 0,
  t: gain === 0 ? 0 : Math.sign(gain) * Number.POSITIVE_INFINITY,
  samples: 1,
});

function measured(gains: readonly number[]): Pick<Cell, 'gain' | 'error' | 't' | 'samples'> {
  const { mean, t } = significance(gains);
  return t === 0
    ? { ...computed(mean), samples: gains.length }
    : { gain: mean, error: mean / t, t, samples: gains.length };
}

/** Buyers of options who know the recorded index and the ladder. */
function* optionCells({ options }: Terms, { seed, optionSeconds }: Effort): Generator<Cell> {
  const listed = new Set(optionInstruments(seededCatalogue).map(({ symbol }) => symbol));
  for (const instrument of seededCatalogue.marketTerms().filter(({ symbol }) => listed.has(symbol))) {
    const random = seededRandom(`${seed} options ${instrument.symbol}`);
    for (const found of playOptions({ instrument, terms: options, seconds: optionSeconds, every: 5, random })) {
      const { symbol, seconds, player, options: samples, gain, t } = found;
      const error = Number.isFinite(t) && t !== 0 ? gain / t : 0;
      yield { product: 'options', instrument: symbol, term: `${seconds} s`, strategy: player, gain, error, t, samples };
    }
  }
}

/** Two rings on both sides of a contract. */
function* ringCells({ seed, ringPaths }: Effort): Generator<Cell> {
  for (const instrument of seededCatalogue.instruments.filter(({ trades }) => trades.includes('lever'))) {
    const random = seededRandom(`${seed} leverage ${instrument.symbol}`);
    for (const { multiple, notional, gains } of playRings(instrument, { random, paths: ringPaths, hours: 12 })) {
      const of = { product: 'leverage', instrument: instrument.symbol, term: `${multiple}×`, strategy: 'ring of two' };
      yield { ...of, ...measured(gains.map((gain) => gain / Math.max(1, notional))) };
    }
  }
}

const MINUTE = 60_000;
const DAY_MINUTES = 1_440;

/** What a borrower of 1 who leaves the collateral behind gains where the price falls by a gap from a ratio, fee included. */
export function walkAway(terms: LoanTerms, ratio: number, gap: number): number {
  const owed = '1000000';
  const collateral = quantize(String(Number(owed) * ratio), 8, 'up');
  const price = (1 - gap).toFixed(12);
  const { shortfall, fee } = liquidate({
    ...{ collateral, scale: 8, price, owed, owedScale: 8, feeRate: terms.liquidation_fee },
  });
  return (Number(shortfall) - Number(fee)) / Number(owed);
}

/** The fall at once, a ratio, from just above liquidation at which a borrower who walks away begins to gain. */
export function turningGap(terms: LoanTerms): number {
  let [low, high] = [0, 1];
  for (let round = 0; round < 40; round++) {
    const middle = (low + high) / 2;
    if (walkAway(terms, Number(terms.liquidation_ratio), middle) > 0) high = middle;
    else low = middle;
  }
  return high;
}

/** Loans that stand a thousandth above liquidation, for a day of prices that are looked at each minute. */
function loanGains(symbol: string, terms: Terms, random: Random, paths: number): number[] {
  const found = seededCatalogue.marketTerms().find((each) => each.symbol === symbol);
  if (!found) throw new Error(`${symbol} is not listed`);
  const { parts } = found.simulation;
  const [liquidation, interest] = [Number(terms.loans.liquidation_ratio), Number(terms.dayRate)];
  const ratio = liquidation * 1.001;
  return Array.from({ length: paths }, () => {
    const volatility = Object.fromEntries(
      parts.map(({ key }) => [key, [0.4, 0.35, 0.5, 0.4].map((deviation) => deviation * random.normal())]),
    );
    const process = priceProcess([{ symbol, parts }], random, () => 0, { volatility, log: {} });
    for (let minute = 1; minute <= DAY_MINUTES; minute++) {
      process.step(Date.UTC(2026, 10, 23) + minute * MINUTE, MINUTE, () => true);
      const gap = 1 - Math.exp(process.log(0));
      if (ratio * (1 - gap) < liquidation) return walkAway(terms.loans, ratio, gap) - interest;
    }
    return -interest;
  });
}

function* loanCells(terms: Terms, { seed, loanPaths }: Effort): Generator<Cell> {
  const listed = seededCatalogue.marketTerms().map(({ symbol }) => symbol);
  for (const currency of ['BTC', 'ETH', 'USDC']) {
    const symbol = `${currency}/USDT`;
    if (!listed.includes(symbol)) continue;
    const random = seededRandom(`${seed} loans ${currency}`);
    const of = { product: 'loans', instrument: symbol, term: '1 day', strategy: 'walks away at a gap' };
    yield { ...of, ...measured(loanGains(symbol, terms, random, loanPaths)) };
  }
}

const NOTIONAL = '1000000';
const SCALE = 8;

/**
 * Referred accounts of one person trade with each other: the fees of both sides, less what a coupon, the highest rebates and
 * cash for the volume give back. Part of a notional value.
 */
function ringOfReferrals(
  rates: { readonly makerFeeRate: string; readonly takerFeeRate: string },
  discount: string,
): number {
  const own = discountedRates(rates, discount);
  let gain = '0';
  for (const rate of [own.makerFeeRate, own.takerFeeRate]) {
    const fee = mul(NOTIONAL, rate);
    const coupon = shareOf(fee, { rate: MOST_FEE_DISCOUNT, amount: fee, paid: '0' }, SCALE);
    // Cash of 1 for each least volume of it, as if a campaign had no end.
    const volume = volumeAfter(countedVolume(NOTIONAL, rate), MOST_FEE_DISCOUNT);
    const { traded } = afterVolume({ traded: '0', volume: null }, volume);
    const cash = Number(traded) / Number(leastVolume('1'));
    gain = add(gain, add(add(coupon, rebateOf(fee, MOST_RATES, SCALE)), add(cash.toFixed(SCALE), mul(fee, '-1'))));
  }
  return Number(gain) / Number(NOTIONAL);
}

function* referralCells({ levels }: Terms): Generator<Cell> {
  for (const { symbol, makerFeeRate, takerFeeRate } of seededCatalogue.instruments) {
    if (cmp(makerFeeRate, '0') <= 0 && cmp(takerFeeRate, '0') <= 0) continue;
    for (const { level, discount } of levels) {
      const of = { product: 'referral', instrument: symbol, term: `VIP ${level}`, strategy: 'ring of own referrals' };
      yield { ...of, ...computed(ringOfReferrals({ makerFeeRate, takerFeeRate }, discount)) };
    }
  }
}

export function* cells(terms: Terms, effort: Effort): Generator<Cell> {
  yield* optionCells(terms, effort);
  yield* ringCells(effort);
  yield* loanCells(terms, effort);
  yield* referralCells(terms);
}
