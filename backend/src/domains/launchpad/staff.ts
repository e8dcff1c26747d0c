import type { ReadInput } from '@tessera/api/contract';
import { readLocalised } from '@tessera/api/kit/localised';
import { saleProblem } from '@tessera/api/launchpad/rules';
import { add } from '@tessera/money';
import { getCountries } from 'libphonenumber-js/max';
import type { Catalogue } from '../../platform/catalogue/catalogue.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { By } from '../../platform/staff-command.ts';
import { ensureToken, refuseListing } from '../instruments/index.ts';
import { listingOf } from './list.ts';
import { insertProject, lockProject, setState, type Terms, updateTerms } from './store.ts';

/*
 * What staff do with token sales. Each change is recorded with its reason. Once a window is open nothing about price,
 * supply or cap changes any more: users have paid for what they saw.
 */

type Create = ReadInput<'POST /staff/launchpad/create'>;
type Change = ReadInput<'POST /staff/launchpad/change'>;
type Cancel = ReadInput<'POST /staff/launchpad/cancel'>;
type Fields = Omit<Change, 'id' | 'version' | 'reason'>;

export type Changing = { readonly database: Database; readonly catalogue: Catalogue };

const COUNTRIES: ReadonlySet<string> = new Set(getCountries());
const DEFAULT_SCALE = 4;

const listOf = (text: string): readonly string[] => (text === 'none' ? [] : [...new Set(text.split(','))]);

function required<T>(value: T | undefined | null, field: string): T {
  if (value === undefined || value === null) throw new DomainError('field_required', { field });
  return value;
}

const record = (
  tx: Transaction,
  { staffId, at }: By,
  action: 'create' | 'change' | 'cancel',
  id: number,
  text: string,
): Promise<unknown> =>
  tx.query(`insert into staff_action (staff_id, action, subject, reason, at) values ($1, $2, $3, $4, $5)`, [
    staffId,
    `launchpad.${action}`,
    `launch_project:${id}`,
    text,
    new Date(at),
  ]);

/** Fields of an input over what there is. */
function termsOf(input: Fields, before: Terms | null): Terms {
  const decimalOf = (given: string | undefined, known: string | undefined, field: string): string =>
    add(required(given ?? known, field), '0');
  return {
    name: required(input.name ?? before?.name, 'name'),
    descriptions: required(readLocalised(input, 'description', before?.descriptions ?? null), 'description_en'),
    website: input.website ?? before?.website ?? null,
    whitepaper: input.whitepaper ?? before?.whitepaper ?? null,
    price: decimalOf(input.price, before?.price, 'price'),
    pay_currencies: required(
      input.pay_currencies === undefined ? before?.pay_currencies : listOf(input.pay_currencies),
      'pay_currencies',
    ),
    supply: decimalOf(input.total_issuance, before?.supply, 'total_issuance'),
    user_cap: decimalOf(input.user_cap, before?.user_cap, 'user_cap'),
    least: decimalOf(input.min_amount, before?.least, 'min_amount'),
    start_at: required(input.start_time ?? before?.start_at, 'start_time'),
    end_at: required(input.end_time ?? before?.end_at, 'end_time'),
    listing_at: required(input.listing_time ?? before?.listing_at, 'listing_time'),
    countries: input.countries === undefined ? (before?.countries ?? []) : listOf(input.countries),
  };
}

/** Throws for terms that could not be sold, allotted or listed. */
async function refuse(
  tx: Transaction,
  { catalogue }: Changing,
  terms: Terms,
  token: { readonly currency: string; readonly scale: number },
): Promise<void> {
  const problem = saleProblem({
    supply: terms.supply,
    cap: terms.user_cap,
    least: terms.least,
    scale: token.scale,
    price: terms.price,
    startAt: terms.start_at,
    endAt: terms.end_at,
    listingAt: terms.listing_at,
  });
  if (problem) throw new DomainError(problem.code, problem);
  for (const code of terms.pay_currencies) {
    const currency = catalogue.current().currencyByCode(code);
    const quoted = code === 'USDT' || catalogue.current().instrument(`${code}/USDT`);
    if (currency?.kind !== 'crypto' || !quoted || code === token.currency) {
      throw new DomainError('currency_unknown', { field: 'pay_currencies' });
    }
  }
  if (terms.pay_currencies.length === 0) throw new DomainError('field_required', { field: 'pay_currencies' });
  if (terms.countries.some((country) => !COUNTRIES.has(country))) {
    throw new DomainError('field_unknown_choice', { field: 'countries' });
  }
  await refuseListing(tx, listingOf({ ...terms, ...token }, terms.supply));
}

/** Creates a sale in a transaction; its token becomes a currency. Returns the id; null where it was created before. */
export async function create(
  tx: Transaction,
  changing: Changing,
  input: Omit<Create, 'reason' | 'demonstration'>,
  at: number,
  turn: number | null = null,
): Promise<number | null> {
  const terms = termsOf(input, null);
  if (input.currency === 'USDT') throw new DomainError('currency_unknown', { field: 'currency' });
  const token = { code: input.currency, name: terms.name, scale: input.scale ?? DEFAULT_SCALE };
  const scale = await ensureToken(tx, token, at);
  if (scale === null) throw new DomainError('currency_unknown', { field: 'currency' });
  await refuse(tx, changing, terms, { currency: input.currency, scale });
  return insertProject(tx, { ...terms, currency: input.currency, scale, created_at: at, turn });
}

/** Creates a sale for staff, whose window lies in the future. */
export async function createProject(changing: Changing, { reason, ...input }: Create, by: By): Promise<void> {
  if (input.start_time !== undefined && input.start_time <= by.at) {
    throw new DomainError('invalid_field', { field: 'start_time' });
  }
  await changing.database.transaction(async (tx) => {
    const id = await create(tx, changing, input, by.at);
    if (id === null) throw new DomainError('symbol_taken', { field: 'start_time' });
    await record(tx, by, 'create', id, reason);
  });
  await changing.catalogue.refresh();
}

/** What may change once the window is open: texts, and the listing to a later time. */
const FREE: readonly string[] = ['website', 'whitepaper', 'listing_time', 'version', 'id', 'reason'];

export const changeProject = (changing: Changing, input: Change, by: By): Promise<void> =>
  changing.database.transaction(async (tx) => {
    const project = await lockProject(tx, input.id);
    if (!project) throw new DomainError('not_found', { field: 'id' });
    if (project.version !== input.version) throw new DomainError('changed_meanwhile', { field: 'version' });
    const { state } = project;
    if (state !== 'open' && state !== 'allocating' && state !== 'allotted') {
      throw new DomainError('sale_begun', { field: 'id' });
    }
    const terms = termsOf(input, project);
    if (project.start_at <= by.at || state !== 'open') {
      const held = Object.keys(input).find(
        (name) => !FREE.includes(name) && !name.startsWith('description_') && input[name as keyof Change] !== undefined,
      );
      if (held !== undefined) throw new DomainError('sale_begun', { field: held });
      if (terms.listing_at < project.listing_at) throw new DomainError('sale_begun', { field: 'listing_time' });
    } else if (terms.start_at <= by.at) throw new DomainError('invalid_field', { field: 'start_time' });
    await refuse(tx, changing, terms, project);
    await updateTerms(tx, project.id, terms);
    const { id: _, version: _v, reason, ...changes } = input;
    await record(tx, by, 'change', project.id, `${reason} (${JSON.stringify(changes)})`.slice(0, 2_000));
  });

/** Cancels a sale that was not listed: every payment goes back whole, by the job. */
export const cancelProject = ({ database }: Changing, { id, reason }: Cancel, by: By): Promise<void> =>
  database.transaction(async (tx) => {
    const project = await lockProject(tx, id);
    if (!project) throw new DomainError('not_found', { field: 'id' });
    if (project.state === 'cancelling' || project.state === 'cancelled') return;
    if (project.state !== 'open' && project.state !== 'allotted')
      throw new DomainError('sale_settling', { field: 'id' });
    await setState(tx, id, 'cancelling');
    await record(tx, by, 'cancel', id, reason);
  });
