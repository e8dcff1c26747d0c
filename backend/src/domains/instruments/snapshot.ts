import { scaleOf } from '@tessera/money';
import { calendar, type Holiday } from '../../platform/calendar/calendar.ts';
import type { Timezone } from '../../platform/calendar/timezone.ts';
import type { CatalogueSnapshot, Currency, Instrument, NamedCalendar } from '../../platform/catalogue/catalogue.ts';
import type { MarketTerms } from '../../platform/market/terms.ts';
import { marketTermsOf } from './market-terms.ts';

export type CalendarRow = {
  readonly id: string;
  readonly timezone: Timezone;
  readonly sessions: readonly (readonly [number, number])[];
  readonly weekdays: readonly number[];
  readonly coveredUntil: string | null;
  readonly holidays: readonly Holiday[];
  readonly version: number;
};

/** An instrument without what follows from its other fields. */
export type InstrumentRow = Omit<Instrument, 'priceScale' | 'amountScale'>;

export type CatalogueRows = {
  readonly version: number;
  readonly currencies: readonly Currency[];
  readonly calendars: readonly CalendarRow[];
  readonly instruments: readonly InstrumentRow[];
};

export const namedCalendarOf = ({
  id,
  timezone,
  sessions,
  weekdays,
  coveredUntil,
  holidays,
  version,
}: CalendarRow): NamedCalendar => ({
  id,
  calendar: calendar(timezone, sessions, holidays, weekdays),
  coveredUntil,
  holidays,
  version,
});

export const instrumentOf = (row: InstrumentRow): Instrument => ({
  ...row,
  priceScale: scaleOf(row.tick),
  amountScale: scaleOf(row.lot),
});

/** Throws where an instrument names a calendar or a settlement currency that is none. */
export function snapshotOf(rows: CatalogueRows): CatalogueSnapshot {
  const instruments = rows.instruments.map(instrumentOf);
  const calendars = new Map(rows.calendars.map((row) => [row.id, namedCalendarOf(row)]));
  const bySymbol = new Map(instruments.map((instrument) => [instrument.symbol, instrument]));
  const byId = new Map(rows.currencies.map((currency) => [currency.id, currency]));
  const byCode = new Map(rows.currencies.map((currency) => [currency.code, currency]));
  const calendarOf = ({ symbol, calendar: id }: Instrument) => {
    const named = calendars.get(id);
    if (!named) throw new Error(`${symbol} trades by the calendar ${id}, which is none`);
    return named.calendar;
  };
  const terms: readonly MarketTerms[] = instruments.map((instrument) =>
    marketTermsOf(instrument, calendarOf(instrument)),
  );
  return {
    version: rows.version,
    instruments,
    instrument: (symbol) => bySymbol.get(symbol) ?? null,
    currencies: rows.currencies,
    currencyById: (id) => byId.get(id) ?? null,
    currencyByCode: (code) => byCode.get(code) ?? null,
    heldCurrency(code) {
      const currency = byCode.get(code);
      if (!currency) throw new Error(`the ledger holds ${code}, which is no currency`);
      return currency;
    },
    calendars,
    calendarOf,
    marketTerms: () => terms,
  };
}
