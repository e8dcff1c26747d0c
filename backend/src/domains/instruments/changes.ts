import type { ReadInput } from '@tessera/api/contract';
import { cmp } from '@tessera/money';
import { DAY } from '../../platform/calendar/timezone.ts';
import type { Catalogue, Currency, Instrument, LeverageTier, TradeKind } from '../../platform/catalogue/catalogue.ts';
import { tradeKinds } from '../../platform/catalogue/catalogue.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { changeGrid } from '../../platform/market/grid.ts';
import type { Ports } from '../../platform/ports.ts';
import { tellStop } from '../../platform/staff-changes/tell-stop.ts';
import type { By } from '../../platform/staff-command.ts';
import { refuseNonsense, refuseOffGrid } from './instrument-problems.ts';
import { BY_RULE, partsOf } from './seed/listing.ts';
import { type CalendarRow, instrumentOf } from './snapshot.ts';
import { changeable } from './staff-wire.ts';
import {
  calendarRow,
  currencyRow,
  freeId,
  haltedSince,
  insertChange,
  insertCurrencies,
  insertInstruments,
  insertStaffAction,
  instrumentRow,
  isHeld,
  nextVersion,
  readKnown,
  updateCalendar,
  updateCurrency,
  updateInstrument,
} from './store.ts';

/*
 * What staff change. A change is one transaction: the row, its version, the entry of the history and the audit record.
 * One that leads to what is there already changes nothing, so a request that is sent twice counts once.
 */

export type Changing = {
  readonly database: Database;
  readonly catalogue: Catalogue;
  readonly ports: Pick<Ports, 'openOrders' | 'judgeInstrument' | 'changeLot'>;
  /** Unix ms. */
  readonly now: () => number;
  /** Tells other nodes of a new version. */
  readonly announce: (version: number) => void;
};

type Effect = {
  readonly subject: string;
  readonly action: string;
  readonly reason: string;
  /** Fields by their names on the wire; null where nothing was there. */
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>>;
};

/** The fields of `after` that `before` has otherwise. */
function differing({ before, after }: Pick<Effect, 'before' | 'after'>) {
  if (!before) return { before, after };
  const fields = Object.keys(after).filter((name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]));
  const pick = (from: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(fields.map((name) => [name, from[name] ?? null]));
  return { before: pick(before), after: pick(after) };
}

/** Ends a transaction that turned out to change nothing. */
class Unchanged extends Error {
  override name = 'Unchanged';
}

/**
 * Runs a change in its transaction. `work` throws Unchanged, or writes the rows with the
 * version that it gets.
 */
async function commit(
  { database, now }: Pick<Changing, 'database' | 'now'>,
  by: By,
  work: (tx: Transaction, version: number) => Promise<Effect>,
): Promise<void> {
  try {
    await database.transaction(async (tx) => {
      const version = await nextVersion(tx);
      const { subject, action, reason, ...fields } = await work(tx, version);
      const change = { version, at: now(), staffId: by.staffId, subject, action, reason, ...differing(fields) };
      await insertChange(tx, change);
      await insertStaffAction(tx, change);
    });
  } catch (error) {
    if (!(error instanceof Unchanged)) throw error;
  }
}

/** Has every node follow a change that is committed. */
export async function follow({ catalogue, announce }: Pick<Changing, 'catalogue' | 'announce'>): Promise<void> {
  await catalogue.refresh();
  announce(catalogue.current().version);
}

const sameFields = (before: object, after: object): boolean => JSON.stringify(before) === JSON.stringify(after);

const listOf = (text: string): string[] => (text === 'none' ? [] : [...new Set(text.split(','))]);

const tradesOf = (text: string): TradeKind[] => {
  const given = listOf(text);
  return tradeKinds.filter((kind) => given.includes(kind));
};

const multiplesOf = (text: string): number[] =>
  listOf(text)
    .map(Number)
    .toSorted((a, b) => a - b);

const tiersOf = (text: string): LeverageTier[] =>
  listOf(text)
    .map((tier) => tier.split(':'))
    .map(([limit = '', multiple = '']) => ({ limit, multiple: Number(multiple) }))
    .toSorted((a, b) => cmp(a.limit, b.limit));

/** `rule` is null; what is not sent stays. */
const limitOf = (text: string | undefined, before: number | null): number | null => {
  if (text === undefined) return before;
  return text === 'rule' ? null : Number(text);
};

type Changes = Omit<ReadInput<'POST /staff/instruments/change'>, 'symbol' | 'version' | 'reason'>;

const applied = (before: Instrument, changes: Changes): Instrument =>
  instrumentOf({
    ...before,
    name: changes.name ?? before.name,
    tick: changes.tick ?? before.tick,
    lot: changes.lot ?? before.lot,
    minAmount: changes.min_amount ?? before.minAmount,
    minTotal: changes.min_total ?? before.minTotal,
    makerFeeRate: changes.maker_fee_rate ?? before.makerFeeRate,
    takerFeeRate: changes.taker_fee_rate ?? before.takerFeeRate,
    trades: changes.trades === undefined ? before.trades : tradesOf(changes.trades),
    multiples: changes.multiples === undefined ? before.multiples : multiplesOf(changes.multiples),
    tiers: changes.tiers === undefined ? before.tiers : tiersOf(changes.tiers),
    liquidationThreshold: changes.liquidation_threshold ?? before.liquidationThreshold,
    overnightRate: changes.overnight_rate ?? before.overnightRate,
    exposureCap:
      changes.exposure_cap === undefined
        ? before.exposureCap
        : changes.exposure_cap === 'rule'
          ? null
          : changes.exposure_cap,
    calendar: changes.calendar ?? before.calendar,
    rank: changes.rank ?? before.rank,
    maxPriceAgeMs: changes.max_price_age_ms ?? before.maxPriceAgeMs,
    spread: changes.spread === undefined ? before.spread : Number(changes.spread),
    limits: {
      houseDepth: limitOf(changes.house_depth, before.limits.houseDepth),
      houseCap: limitOf(changes.house_cap, before.limits.houseCap),
      breakerJump: limitOf(changes.breaker_jump, before.limits.breakerJump),
      breakerSpread: limitOf(changes.breaker_spread, before.limits.breakerSpread),
      insuranceShare: limitOf(changes.insurance_share, before.limits.insuranceShare),
      insuranceCap: limitOf(changes.insurance_cap, before.limits.insuranceCap),
      openInterestCap: limitOf(changes.open_interest_cap, before.limits.openInterestCap),
    },
    countries: changes.countries === undefined ? before.countries : listOf(changes.countries).toSorted(),
    simulation: {
      ...before.simulation,
      dailyTurnover:
        changes.daily_turnover === undefined ? before.simulation.dailyTurnover : Number(changes.daily_turnover),
    },
  });

const subjectOf = (symbol: string): string => `instrument:${symbol}`;

async function storedInstrument(tx: Transaction, symbol: string): Promise<Instrument> {
  const row = await instrumentRow(tx, symbol);
  if (!row) throw new DomainError('instrument_unknown', { field: 'symbol' });
  return instrumentOf(row);
}

/** Rejects with `changed_meanwhile` where another change was faster. */
function requireVersion(row: { readonly version: number }, version: number): void {
  if (row.version !== version) throw new DomainError('changed_meanwhile', { field: 'version' });
}

export async function changeInstrument(
  changing: Changing,
  by: By,
  { symbol, version: known, reason, ...changes }: ReadInput<'POST /staff/instruments/change'>,
): Promise<void> {
  await commit(changing, by, async (tx, version) => {
    const before = await storedInstrument(tx, symbol);
    const after = applied(before, changes);
    const subject = subjectOf(symbol);
    if (sameFields(changeable(before), changeable(after))) throw new Unchanged();
    requireVersion(before, known);
    refuseNonsense(after, await readKnown(tx));
    const since = before.halt === null ? null : await haltedSince(tx, subject);
    refuseOffGrid(before, after, {
      openOrders: await changing.ports.openOrders(tx, symbol),
      haltedFor: since === null ? null : changing.now() - since,
    });
    await changing.ports.judgeInstrument(tx, after);
    if (before.lot !== after.lot) await changing.ports.changeLot(tx, { symbol, before: before.lot, after: after.lot });
    if (before.tick !== after.tick || before.lot !== after.lot) await changeGrid(tx, symbol, before, after);
    await updateInstrument(tx, after, version);
    return { subject, action: 'change', reason, before: changeable(before), after: changeable(after) };
  });
}

const FACTORS: Readonly<Record<string, string>> = {
  crypto: 'crypto',
  stocks: 'us',
  futures: 'us',
  intl_futures: 'energy',
  forex: 'dollar',
  metals: 'metal',
};
/** The part of the volatility of an instrument that comes from its class. */
const SHARED = 0.7;

export async function addInstrument(
  changing: Changing,
  by: By,
  input: ReadInput<'POST /staff/instruments/add'>,
): Promise<void> {
  const { symbol, reason, category, base, quote, settlement, start, volatility, ...changes } = input;
  await commit(changing, by, async (tx, version) => {
    const parts = partsOf(symbol, Number(volatility), FACTORS[category] ?? category, SHARED);
    const blank: Instrument = {
      id: await freeId(tx, 'instrument'),
      symbol,
      name: changes.name,
      category,
      base,
      quote,
      settlement,
      tick: changes.tick,
      lot: changes.lot,
      minAmount: changes.lot,
      minTotal: '0',
      priceScale: 0,
      amountScale: 0,
      makerFeeRate: changes.maker_fee_rate,
      takerFeeRate: changes.taker_fee_rate,
      trades: [],
      multiples: [],
      tiers: [],
      liquidationThreshold: '0.5',
      overnightRate: '0',
      exposureCap: null,
      calendar: changes.calendar,
      rank: 1_000,
      maxPriceAgeMs: 5_000,
      spread: Number(changes.spread),
      limits: BY_RULE,
      countries: [],
      halt: `new: ${reason}`,
      simulation: { start: Number(start), parts, dailyTurnover: Number(changes.daily_turnover) },
      version,
    };
    const after = applied(blank, changes);
    const former = await instrumentRow(tx, symbol);
    if (former) {
      const known = { ...changeable(instrumentOf(former)), halt: null };
      if (sameFields(known, { ...changeable(after), halt: null })) throw new Unchanged();
      throw new DomainError('symbol_taken', { field: 'symbol' });
    }
    refuseNonsense(after, await readKnown(tx));
    await changing.ports.judgeInstrument(tx, after);
    await insertInstruments(tx, [after], version);
    return {
      subject: subjectOf(symbol),
      action: 'add',
      reason,
      before: null,
      after: { category, base, quote, settlement, ...changeable(after), simulation: after.simulation },
    };
  });
}

/** Stops trading at once. No confirmation: a minute lost costs more than a halt that was not needed. */
export async function haltInstrument(
  changing: Changing,
  by: By,
  { symbol, reason }: ReadInput<'POST /staff/instruments/halt'>,
): Promise<void> {
  await setHalt(changing, by, symbol, { action: 'halt', reason, halt: reason });
}

export async function resumeInstrument(
  changing: Changing,
  by: By,
  { symbol, reason }: ReadInput<'POST /staff/instruments/resume'>,
): Promise<void> {
  await setHalt(changing, by, symbol, { action: 'resume', reason, halt: null });
}

const setHalt = (
  changing: Changing,
  by: By,
  symbol: string,
  { action, reason, halt }: { readonly action: string; readonly reason: string; readonly halt: string | null },
): Promise<void> =>
  commit(changing, by, async (tx, version) => {
    const before = await storedInstrument(tx, symbol);
    // The reason of the first halt stays.
    if ((before.halt === null) === (halt === null)) throw new Unchanged();
    await updateInstrument(tx, { ...before, halt }, version);
    if (halt !== null) {
      await tellStop(tx, { id: `catalogue-${version}`, what: `Trading of ${symbol}`, reason, staffId: by.staffId });
    }
    return { subject: subjectOf(symbol), action, reason, before: { halt: before.halt }, after: { halt } };
  });

/** A day as the calendar has it; rejects `2027-02-30`. */
function dayOf(text: string, field: string): string {
  const at = Date.parse(`${text}T00:00:00Z`);
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text) {
    throw new DomainError('invalid_field', { field });
  }
  return text;
}

function closeOf(text: string): { readonly day: string; readonly closeMinute: number } {
  const [day = '', time = ''] = text.split('@');
  const [hours, minutes] = time.split(':').map(Number);
  const closeMinute = Number(hours) * 60 + Number(minutes);
  if (!(Number(minutes) < 60 && closeMinute >= 1 && closeMinute < DAY / 60_000)) {
    throw new DomainError('invalid_field', { field: 'early' });
  }
  return { day: dayOf(day, 'early'), closeMinute };
}

type HolidayInput = ReadInput<'POST /staff/calendars/change'>;

function withHolidays(before: CalendarRow, { closed, early, open, covered_until }: HolidayInput): CalendarRow {
  const days = new Map(before.holidays.map(({ day, closeMinute }) => [day, closeMinute]));
  for (const each of listOf(open ?? 'none')) days.delete(dayOf(each, 'open'));
  for (const each of listOf(closed ?? 'none')) days.set(dayOf(each, 'closed'), null);
  for (const each of listOf(early ?? 'none')) {
    const { day, closeMinute } = closeOf(each);
    days.set(day, closeMinute);
  }
  const coveredUntil = covered_until === undefined ? before.coveredUntil : dayOf(covered_until, 'covered_until');
  return {
    ...before,
    coveredUntil,
    holidays: [...days]
      .map(([day, closeMinute]) => ({ day, closeMinute }))
      .toSorted((a, b) => a.day.localeCompare(b.day)),
  };
}

const holidaysOf = ({ coveredUntil, holidays }: CalendarRow) => ({
  covered_until: coveredUntil,
  holidays: holidays.map(({ day, closeMinute }) => ({ day, closeMinute })),
});

export async function changeCalendar(changing: Changing, by: By, input: HolidayInput): Promise<void> {
  await commit(changing, by, async (tx, version) => {
    const before = await calendarRow(tx, input.calendar);
    if (!before) throw new DomainError('not_found', { field: 'calendar' });
    const after = withHolidays(before, input);
    if (sameFields(holidaysOf(before), holidaysOf(after))) throw new Unchanged();
    requireVersion(before, input.version);
    await updateCalendar(tx, after, version);
    return {
      subject: `calendar:${after.id}`,
      action: 'change',
      reason: input.reason,
      before: holidaysOf(before),
      after: holidaysOf(after),
    };
  });
}

const fieldsOf = ({ name, scale, open }: Pick<Currency, 'name' | 'scale' | 'open'>) => ({ name, scale, open });

export async function changeCurrency(
  changing: Changing,
  by: By,
  { code, version: known, reason, name, scale, open }: ReadInput<'POST /staff/currencies/change'>,
): Promise<void> {
  await commit(changing, by, async (tx, version) => {
    const before = await currencyRow(tx, code);
    if (!before) throw new DomainError('currency_unknown', { field: 'code' });
    const after = {
      ...before,
      name: name ?? before.name,
      scale: scale ?? before.scale,
      open: open ?? before.open,
    };
    if (sameFields(fieldsOf(before), fieldsOf(after))) throw new Unchanged();
    requireVersion(before, known);
    // Balances were rounded to the scale that they were booked with.
    if (after.scale !== before.scale && (await isHeld(tx, code))) {
      throw new DomainError('scale_in_use', { field: 'scale' });
    }
    await updateCurrency(tx, after, version);
    return { subject: `currency:${code}`, action: 'change', reason, before: fieldsOf(before), after: fieldsOf(after) };
  });
}

export async function addCurrency(
  changing: Changing,
  by: By,
  { code, name, scale, kind, reason }: ReadInput<'POST /staff/currencies/add'>,
): Promise<void> {
  await commit(changing, by, async (tx, version) => {
    const former = await currencyRow(tx, code);
    if (former) {
      if (former.kind === kind && sameFields(fieldsOf(former), { name, scale, open: true })) throw new Unchanged();
      throw new DomainError('symbol_taken', { field: 'code' });
    }
    const id = await freeId(tx, 'currency');
    await insertCurrencies(tx, [{ id, code, name, scale, kind, open: true }], version);
    return { subject: `currency:${code}`, action: 'add', reason, before: null, after: { id, name, scale, kind } };
  });
}
