import { cmp, isOnStep, scaleOf } from '@tessera/money';
import { getCountries } from 'libphonenumber-js/max';
import type { Instrument } from '../../platform/catalogue/catalogue.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { checkTerms } from '../../platform/market/house.ts';
import { MOST_LOTS } from '../../platform/market/order-book.ts';
import { houseTermsOf, lowerFee, markReachOf, mostInsuranceShare } from './market-terms.ts';
import type { CatalogueRows } from './snapshot.ts';

/* What no instrument may be, each with the field that is to blame. */

const COUNTRIES: ReadonlySet<string> = new Set(getCountries());
/** Digits that a price × an amount may have. */
const MOST_DIGITS = 18;
/** A price of fewer ticks moves by more than 5 % with one of them. */
const LEAST_TICKS = 20;
/** Prices of more ticks are no exact numbers for the market any more. */
const MOST_TICKS = 1e12;
const LEAST_CAP = 1.5;
const LEAST_JUMP = 0.005;

/** ms in which every node follows a change, with a margin. */
export const FOLLOWED_WITHIN = 5_000;

type Known = Pick<CatalogueRows, 'currencies' | 'calendars'>;

function refuseSteps({ tick, lot, minAmount, simulation }: Instrument): void {
  const digits = scaleOf(tick) + scaleOf(lot);
  if (digits > MOST_DIGITS) {
    throw new DomainError('field_too_precise', { field: 'lot', params: { scale: MOST_DIGITS - scaleOf(tick) } });
  }
  if (Number(tick) * LEAST_TICKS >= simulation.start) {
    throw new DomainError('field_too_large', {
      field: 'tick',
      params: { max: String(simulation.start / LEAST_TICKS) },
    });
  }
  if (Number(tick) * MOST_TICKS < simulation.start) {
    throw new DomainError('field_too_small', { field: 'tick', params: { min: String(simulation.start / MOST_TICKS) } });
  }
  if (!isOnStep(minAmount, lot)) throw new DomainError('invalid_field', { field: 'min_amount' });
}

/** Coins are exchanged for each other: both have to be held here, as finely as they are traded. */
function refuseSpot({ trades, base, quote, settlement, lot }: Instrument, { currencies }: Known): void {
  if (!trades.includes('spot')) return;
  const [sold, paid] = [base, quote].map((code) => currencies.find((currency) => currency.code === code));
  if (!sold) throw new DomainError('currency_unknown', { field: 'base' });
  if (!paid) throw new DomainError('currency_unknown', { field: 'quote' });
  if (settlement !== quote) throw new DomainError('invalid_field', { field: 'settlement' });
  if (scaleOf(lot) > sold.scale) {
    throw new DomainError('field_too_precise', { field: 'lot', params: { scale: sold.scale } });
  }
}

function refuseLimits(instrument: Instrument): void {
  const { limits, spread } = instrument;
  const { depth, cap } = houseTermsOf(instrument);
  if (depth * cap > MOST_LOTS) {
    const byRule = limits.houseDepth === null;
    const max = byRule ? (instrument.simulation.dailyTurnover * MOST_LOTS) / (depth * cap) : MOST_LOTS / cap;
    throw new DomainError('field_too_large', {
      field: byRule ? 'daily_turnover' : 'house_depth',
      params: { max: Math.floor(max) },
    });
  }
  const least = (field: string, value: number | null, min: number): void => {
    if (value !== null && value < min) throw new DomainError('field_too_small', { field, params: { min } });
  };
  least('house_depth', limits.houseDepth, 1);
  if (limits.houseDepth !== null && !Number.isInteger(limits.houseDepth)) {
    throw new DomainError('field_not_whole', { field: 'house_depth' });
  }
  least('house_cap', limits.houseCap, LEAST_CAP);
  least('breaker_jump', limits.breakerJump, LEAST_JUMP);
  const share = mostInsuranceShare(instrument);
  if (limits.insuranceShare !== null && limits.insuranceShare > share) {
    throw new DomainError('field_too_large', { field: 'insurance_share', params: { max: share } });
  }
  // A source quotes about as wide as the house.
  least('breaker_spread', limits.breakerSpread, 2 * spread);
}

/** Fraction digits of a percentage in a message. */
const PERCENT_DIGITS = 4;

/** Rejects multiples whose liquidation is so near that what rests in the book could cause it while the index stands still. */
export function refuseMarkReach(instrument: Instrument): void {
  const found = markReachOf(instrument);
  if (!found || found.reach <= found.limit) return;
  const percent = (ratio: number) => Number((ratio * 100).toFixed(PERCENT_DIGITS));
  throw new DomainError('mark_reach', {
    field: 'multiples',
    params: { multiple: Math.max(...instrument.multiples), reach: percent(found.reach), limit: percent(found.limit) },
  });
}

/** Rejects terms that a trader could earn by, and what the listing, the wallet or the market could not work with. */
export function refuseNonsense(instrument: Instrument, known: Known): void {
  if (!known.calendars.some(({ id }) => id === instrument.calendar)) {
    throw new DomainError('field_unknown_choice', { field: 'calendar' });
  }
  if (!known.currencies.some(({ code }) => code === instrument.settlement)) {
    throw new DomainError('currency_unknown', { field: 'settlement' });
  }
  const unknown = instrument.countries.some((country) => !COUNTRIES.has(country));
  if (unknown) throw new DomainError('field_unknown_choice', { field: 'countries' });
  if (instrument.trades.includes('lever') && instrument.multiples.length === 0) {
    throw new DomainError('field_required', { field: 'multiples' });
  }
  for (const { multiple } of instrument.tiers) {
    if (!instrument.multiples.includes(multiple)) throw new DomainError('field_unknown_choice', { field: 'tiers' });
  }
  refuseSteps(instrument);
  refuseSpot(instrument, known);
  refuseLimits(instrument);
  try {
    checkTerms(houseTermsOf(instrument), lowerFee(instrument));
  } catch (cause) {
    const field = instrument.limits.houseDepth === null ? 'spread' : 'house_depth';
    throw new DomainError('terms_rejected', { field, cause });
  }
  refuseMarkReach(instrument);
}

/**
 * Rejects steps that what exists does not stand on: lots of the house's inventory, prices of open orders. `haltedFor`
 * is how long staff have halted the instrument, ms; null while it trades.
 */
export function refuseOffGrid(
  before: Instrument,
  after: Instrument,
  { openOrders, haltedFor }: { readonly openOrders: number; readonly haltedFor: number | null },
): void {
  // Every node has followed by then, and none takes an order by the former terms.
  const requireHalt = (field: string): void => {
    if (haltedFor === null || haltedFor < FOLLOWED_WITHIN) throw new DomainError('halt_required', { field });
  };
  if (before.trades.includes('spot') && !after.trades.includes('spot')) {
    requireHalt('trades');
    if (openOrders > 0) throw new DomainError('orders_resting', { field: 'trades' });
  }
  for (const field of ['tick', 'lot'] as const) {
    if (cmp(before[field], after[field]) === 0) continue;
    requireHalt(field);
    if (isOnStep(before[field], after[field])) continue;
    if (field === 'lot') throw new DomainError('invalid_field', { field });
    if (openOrders > 0) throw new DomainError('orders_resting', { field });
  }
}
