import type { Output } from '@tessera/api/contract';
import type { CatalogueSnapshot, Currency, Instrument } from '../../platform/catalogue/catalogue.ts';
import { marketTermsOf } from './market-terms.ts';
import type { CalendarRow } from './snapshot.ts';

type WireInstrument = Output<'GET /staff/instruments'>['list'][number];
type WireCalendar = Output<'GET /staff/calendars'>['list'][number];

/** What staff change of an instrument, by the names of the wire. */
export const changeable = (instrument: Instrument) => ({
  name: instrument.name,
  tick: instrument.tick,
  lot: instrument.lot,
  min_amount: instrument.minAmount,
  min_total: instrument.minTotal,
  maker_fee_rate: instrument.makerFeeRate,
  taker_fee_rate: instrument.takerFeeRate,
  trades: [...instrument.trades],
  multiples: [...instrument.multiples],
  tiers: instrument.tiers.map(({ limit, multiple }) => ({ limit, multiple })),
  liquidation_threshold: instrument.liquidationThreshold,
  overnight_rate: instrument.overnightRate,
  exposure_cap: instrument.exposureCap,
  calendar: instrument.calendar,
  rank: instrument.rank,
  max_price_age_ms: instrument.maxPriceAgeMs,
  spread: instrument.spread,
  daily_turnover: instrument.simulation.dailyTurnover,
  house_depth: instrument.limits.houseDepth,
  house_cap: instrument.limits.houseCap,
  breaker_jump: instrument.limits.breakerJump,
  breaker_spread: instrument.limits.breakerSpread,
  insurance_share: instrument.limits.insuranceShare,
  insurance_cap: instrument.limits.insuranceCap,
  open_interest_cap: instrument.limits.openInterestCap,
  countries: [...instrument.countries],
  halt: instrument.halt,
});

export function wireInstrument(catalogue: CatalogueSnapshot, instrument: Instrument): WireInstrument {
  const { house, breaker } = marketTermsOf(instrument, catalogue.calendarOf(instrument));
  const { symbol, id, category, base, quote, settlement, version } = instrument;
  if (category === 'options') throw new Error(`${symbol} is of a class that nothing is listed in`);
  return {
    symbol,
    id,
    category,
    base,
    quote,
    settlement,
    ...changeable(instrument),
    effective: {
      half_spread: house.halfSpread,
      width: house.width,
      skew: house.skew,
      depth: house.depth,
      cap: house.cap,
      jump: breaker.jump,
      source_spread: breaker.spread,
      pause_ms: breaker.pause,
    },
    version,
  };
}

export const wireCalendar = (
  { instruments }: CatalogueSnapshot,
  { id, timezone, sessions, weekdays, coveredUntil, holidays, version }: CalendarRow,
): WireCalendar => ({
  id,
  timezone,
  sessions: sessions.map(([from, to]) => [from, to]),
  weekdays: [...weekdays],
  covered_until: coveredUntil,
  holidays: holidays.map(({ day, closeMinute }) => ({ day, close_minute: closeMinute })),
  instruments: instruments.filter(({ calendar }) => calendar === id).length,
  version,
});

export const wireStaffCurrency = ({ id, code, name, scale, kind, open, version }: Currency) => ({
  id,
  code,
  name,
  scale,
  kind,
  open,
  version,
});
