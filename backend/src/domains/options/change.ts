import type { Output, ReadInput } from '@tessera/api/contract';
import { add, cmp, mul } from '@tessera/money';
import type { Database, Sql, Transaction } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { writeSettings } from '../site/index.ts';
import { type OfferParts, pauseWhereCalm } from './offers.ts';
import { allTerms, type OptionTerm, readLimits, writeTerm } from './terms.ts';
import { resumeSelling } from './watch.ts';

/*
 * What staff change about options. It is read from the database with each option that is opened, on every node, and holds
 * from the next one on; nothing of it reaches an option that is open. Each change is recorded with its reason.
 */

type TermChange = ReadInput<'POST /staff/options/term'>;
type LimitsChange = ReadInput<'POST /staff/options/limits'>;
type By = { readonly staffId: string; readonly at: number };

const record = (
  tx: Transaction,
  { staffId, at }: By,
  { subject, reason, was }: { readonly subject: string; readonly reason: string; readonly was: object | null },
): Promise<unknown> =>
  tx.query(
    `insert into staff_action (staff_id, action, subject, reason, at) values ($1, 'options.change', $2, $3, $4)`,
    [staffId, subject, `${reason} (before: ${was === null ? 'none' : JSON.stringify(was)})`, new Date(at)],
  );

const wireTerm = ({ seconds, ratio, open, ...term }: OptionTerm) => ({
  seconds,
  profit_ratio: ratio,
  fee_rate: term.fee_rate,
  min_number: term.min_stake,
  max_number: term.max_stake,
  open,
});

/** What staff change about options. */
export async function termsAndLimits(sql: Sql): Promise<Omit<Output<'GET /staff/options'>, 'paused'>> {
  const [terms, limits] = await Promise.all([allTerms(sql), readLimits(sql)]);
  return {
    terms: terms.map(wireTerm),
    countries: [...limits.countries],
    capacity_expiry: limits.perExpiry,
    capacity_symbol: limits.perSymbol,
    capacity: limits.inAll,
    max_open: limits.maxOpen,
  };
}

function requireField<Value>(value: Value | undefined, field: string): Value {
  if (value === undefined) throw new DomainError('field_required', { field });
  return value;
}

/** Rejects a term on which who guesses wins: even odds must not come out above the stake and its fee. */
function refuseGift({ ratio, fee_rate, min_stake, max_stake }: OptionTerm): void {
  const most = add('1', mul('2', fee_rate));
  if (cmp(ratio, most) >= 0) throw new DomainError('field_too_large', { field: 'profit_ratio', params: { max: most } });
  if (cmp(max_stake, min_stake) < 0) {
    throw new DomainError('field_too_small', { field: 'max_number', params: { min: min_stake } });
  }
}

/** Changes a term, or adds one; what is not sent stays. One that opens is paused where it would move too little. */
export const changeTerm = (database: Database, change: TermChange, by: By, offers: OfferParts): Promise<void> =>
  database.transaction(async (tx) => {
    const { seconds, reason } = change;
    const before = (await allTerms(tx, true)).find((term) => term.seconds === seconds) ?? null;
    const after: OptionTerm = {
      seconds,
      ratio: requireField(change.profit_ratio ?? before?.ratio, 'profit_ratio'),
      fee_rate: change.fee_rate ?? before?.fee_rate ?? '0',
      min_stake: requireField(change.min_number ?? before?.min_stake, 'min_number'),
      max_stake: requireField(change.max_number ?? before?.max_stake, 'max_number'),
      open: change.open ?? before?.open ?? true,
    };
    refuseGift(after);
    await writeTerm(tx, after);
    if (after.open && !before?.open) await pauseWhereCalm(tx, seconds, by.at, offers);
    await record(tx, by, { subject: `option_term:${seconds}`, reason, was: before && wireTerm(before) });
  });

/** Changes capacities, the most open options of a user, and the countries; what is not sent stays. */
export const changeLimits = (database: Database, change: LimitsChange, by: By): Promise<void> =>
  database.transaction(async (tx) => {
    const { reason, countries, capacity_expiry, capacity_symbol, capacity, max_open } = change;
    const before = await termsAndLimits(tx);
    await writeSettings(tx, {
      ...(countries !== undefined && { options_countries: countries === 'none' ? '' : countries.toUpperCase() }),
      ...(capacity_expiry !== undefined && { options_capacity_expiry: capacity_expiry }),
      ...(capacity_symbol !== undefined && { options_capacity_symbol: capacity_symbol }),
      ...(capacity !== undefined && { options_capacity: capacity }),
      ...(max_open !== undefined && { options_max_open: String(max_open) }),
    });
    const { terms: _, ...was } = before;
    await record(tx, by, { subject: 'options', reason, was });
  });

/** Sells a term on an instrument again; staff have looked at why more won than chance allows. */
export const resumeTerm = (
  database: Database,
  { symbol, seconds, reason }: ReadInput<'POST /staff/options/resume'>,
  by: By,
): Promise<void> =>
  database.transaction(async (tx) => {
    if (!(await resumeSelling(tx, symbol, seconds))) throw new DomainError('not_found', { field: 'symbol' });
    await record(tx, by, { subject: `option_pause:${symbol}:${seconds}`, reason, was: { paused: true } });
  });
