import type { Output, ReadInput } from '@tessera/api/contract';
import { type Localised, readLocalised } from '@tessera/api/kit/localised';
import { interestInAll } from '@tessera/api/mining/rules';
import type { LanguageCode } from '@tessera/api/rules';
import { add, cmp, div, mul, quantize, scaleOf, sum } from '@tessera/money';
import type { CatalogueSnapshot } from '../../platform/catalogue/catalogue.ts';
import type { Database, Sql, Transaction } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { By } from '../../platform/staff-command.ts';

/*
 * Products and the versions of their terms. A change is a new version: positions keep the one that they were made with, and
 * what is renewed late finds the one of its time.
 */

export type Terms = {
  readonly id: number;
  readonly product: string;
  readonly currency: string;
  readonly demonstration: boolean;
  readonly version: number;
  readonly valid_from: number;
  readonly names: Localised;
  readonly descriptions: Localised;
  readonly day_rates: readonly string[];
  readonly min_amount: string;
  readonly purchase_limit: string | null;
  readonly penalty_ratio: string;
  readonly open: boolean;
  readonly opens_at: number;
  readonly closes_at: number | null;
};

/** How long a product that ended is listed, ms. */
const LISTED_AFTER = 14 * 86_400_000;

const TERMS = `select distinct on (p.id) p.id, p.product, p.currency, p.demonstration, t.version, t.valid_from, t.names,
                      t.descriptions, t.day_rates, t.min_amount, t.purchase_limit, t.penalty_ratio, t.open, t.opens_at,
                      t.closes_at
                 from mining_product p join mining_terms t on t.product_id = p.id and t.valid_from <= $1`;

/** The terms of all products as of a time, Unix ms. */
export const termsAt = (sql: Sql, at: number): Promise<Terms[]> =>
  sql.query<Terms>(`${TERMS} order by p.id, t.version desc`, [new Date(at)]);

/** Those of one product; null where there was none. */
export async function productTermsAt(sql: Sql, id: number, at: number): Promise<Terms | null> {
  const [terms] = await sql.query<Terms>(`${TERMS} where p.id = $2 order by p.id, t.version desc`, [new Date(at), id]);
  return terms ?? null;
}

/** Whether a product is sold at a time, Unix ms. */
export const isSold = ({ open, opens_at, closes_at }: Terms, at: number): boolean =>
  open && opens_at <= at && (closes_at === null || at < closes_at);

type ProductView = Output<'GET /lh/deposit/config'>['list'][number];

const ORDER: readonly ProductView['status'][] = ['open', 'upcoming', 'sold_out', 'ended'];

function statusOf(terms: Terms, scale: number, free: string, at: number): ProductView['status'] {
  if (terms.closes_at !== null && terms.closes_at <= at) return 'ended';
  if (terms.opens_at > at) return 'upcoming';
  const least = interestInAll({ amount: terms.min_amount, rates: terms.day_rates, scale });
  return cmp(free, least) < 0 ? 'sold_out' : 'open';
}

type Shown = {
  readonly catalogue: CatalogueSnapshot;
  readonly language: LanguageCode;
  readonly at: number;
  /** What new positions may promise in a currency. */
  readonly free: (currency: string) => Promise<string>;
  /** What the reader has locked, by product. */
  readonly locked: ReadonlyMap<number, string>;
};

/** What is sold, will be, or ended lately. */
export async function productViews(
  sql: Sql,
  { catalogue, language, at, free, locked }: Shown,
): Promise<Output<'GET /lh/deposit/config'>> {
  const listed = (await termsAt(sql, at)).filter(
    ({ open, closes_at }) => open && (closes_at === null || closes_at > at - LISTED_AFTER),
  );
  const views = listed.map(async (terms): Promise<ProductView> => {
    const { id: currency_id, scale } = catalogue.heldCurrency(terms.currency);
    return {
      id: terms.id,
      version: terms.version,
      name: terms.names[language],
      description: terms.descriptions[language],
      currency: terms.currency,
      currency_id,
      scale,
      day_rates: [...terms.day_rates],
      lock_days: terms.day_rates.length,
      min_amount: terms.min_amount,
      purchase_limit: terms.purchase_limit,
      locked: locked.get(terms.id) ?? '0',
      penalty_ratio: terms.penalty_ratio,
      status: statusOf(terms, scale, await free(terms.currency), at),
      opens_at: terms.opens_at,
      closes_at: terms.closes_at,
    };
  });
  const list = (await Promise.all(views)).sort((a, b) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status));
  return { list };
}

type Sums = { readonly product_id: number; readonly positions: string; readonly locked: string; readonly owed: string };

/** All products for staff, as of a time, Unix ms. */
export async function staffView(sql: Sql, at: number): Promise<Output<'GET /staff/mining'>> {
  const sums = await sql.query<Sums>(
    `select product_id, count(*) as positions, sum(amount) as locked, sum(interest_total - interest_paid) as owed
       from mining_order where status = 'in_progress' group by product_id`,
  );
  return {
    list: (await termsAt(sql, at)).map(({ names, descriptions: _, demonstration: __, day_rates, ...terms }) => {
      const own = sums.find(({ product_id }) => product_id === terms.id);
      return {
        ...terms,
        name: names.en,
        day_rates: day_rates.join(' '),
        positions: Number(own?.positions ?? 0),
        locked: own?.locked ?? '0',
        owed: own?.owed ?? '0',
      };
    }),
  };
}

type NewTerms = Omit<Terms, 'id' | 'version' | 'valid_from' | 'demonstration' | 'product' | 'currency'>;

async function writeTerms(tx: Transaction, productId: number, version: number, terms: NewTerms, at: number) {
  await tx.query(
    `insert into mining_terms (product_id, version, valid_from, names, descriptions, day_rates, min_amount,
                               purchase_limit, penalty_ratio, open, opens_at, closes_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      productId,
      version,
      new Date(at),
      JSON.stringify(terms.names),
      JSON.stringify(terms.descriptions),
      terms.day_rates,
      terms.min_amount,
      terms.purchase_limit,
      terms.penalty_ratio,
      terms.open,
      new Date(terms.opens_at),
      terms.closes_at === null ? null : new Date(terms.closes_at),
    ],
  );
}

type Added = NewTerms & Pick<Terms, 'product' | 'currency' | 'demonstration'>;

/** Adds a product unless there is one of this name. `at` is Unix ms. */
export async function addProduct(tx: Transaction, added: Added, at: number): Promise<void> {
  const [row] = await tx.query<{ id: number }>(
    `insert into mining_product (product, currency, demonstration) values ($1, $2, $3)
     on conflict (product) do nothing returning id`,
    [added.product, added.currency, added.demonstration],
  );
  if (!row) return;
  requireRates(added.day_rates);
  await writeTerms(tx, row.id, 1, added, at);
}

const required = <Value>(value: Value | null | undefined, field: string): Value => {
  if (value === undefined || value === null) throw new DomainError('field_required', { field });
  return value;
};

type Change = ReadInput<'POST /staff/mining/product'>;

/** Of the mean day, in a year. */
const MOST_YEAR_RATE = '0.5';

/** The same of a demonstration: what such products pay where they are sold. */
export const MOST_OFFERED = '0.15';

const yearRate = (rates: readonly string[]): string => div(mul(sum(rates), '365'), String(rates.length));

function requireRates(rates: readonly string[]): void {
  if (cmp(yearRate(rates), MOST_YEAR_RATE) > 0) {
    const max = quantize(div(MOST_YEAR_RATE, '365'), 6, 'down');
    throw new DomainError('field_too_large', { field: 'day_rates', params: { max } });
  }
}

function requireSound(terms: NewTerms, scale: number): void {
  if (cmp(terms.penalty_ratio, '1') > 0) {
    throw new DomainError('field_too_large', { field: 'penalty_ratio', params: { max: '1' } });
  }
  for (const field of ['min_amount', 'purchase_limit'] as const) {
    if (scaleOf(terms[field] ?? '0') > scale) {
      throw new DomainError('field_too_precise', { field, params: { scale } });
    }
  }
  if (terms.purchase_limit !== null && cmp(terms.purchase_limit, terms.min_amount) < 0) {
    throw new DomainError('field_too_small', { field: 'purchase_limit', params: { min: terms.min_amount } });
  }
  if (terms.closes_at !== null && terms.closes_at <= terms.opens_at) {
    throw new DomainError('field_too_small', { field: 'closes_at', params: { min: terms.opens_at } });
  }
}

/** The terms after a change: what is not sent stays. */
function changed(change: Change, before: Terms | null, at: number): NewTerms {
  const limit = change.purchase_limit;
  return {
    names: required(readLocalised(change, 'name', before?.names ?? null), 'name_en'),
    descriptions: required(readLocalised(change, 'description', before?.descriptions ?? null), 'description_en'),
    day_rates: required(change.day_rates?.split(/[\s,]+/) ?? before?.day_rates, 'day_rates'),
    min_amount: required(change.min_amount ?? before?.min_amount, 'min_amount'),
    purchase_limit: limit === undefined ? (before?.purchase_limit ?? null) : cmp(limit, '0') === 0 ? null : limit,
    penalty_ratio: required(change.penalty_ratio ?? before?.penalty_ratio, 'penalty_ratio'),
    open: change.open ?? before?.open ?? true,
    opens_at: change.opens_at ?? before?.opens_at ?? at,
    closes_at: change.closes_at ?? before?.closes_at ?? null,
  };
}

/** Gives a product of a demonstration that pays too much, as former versions did, the terms of `offered` for later positions. */
export async function lowerRates(
  tx: Transaction,
  { product, day_rates, penalty_ratio }: Pick<Added, 'product' | 'day_rates' | 'penalty_ratio'>,
  at: number,
): Promise<void> {
  const tooHigh = async () =>
    (await termsAt(tx, at)).find(
      (terms) => terms.product === product && terms.demonstration && cmp(yearRate(terms.day_rates), MOST_OFFERED) > 0,
    );
  if (!(await tooHigh())) return;
  // Those who change products wait for each other.
  await tx.query('lock table mining_product in share row exclusive mode');
  const before = await tooHigh();
  if (before) await writeTerms(tx, before.id, before.version + 1, { ...before, day_rates, penalty_ratio }, at);
}

/** Changes the terms of a product, or adds one. */
export const changeProduct = (
  database: Database,
  catalogue: CatalogueSnapshot,
  change: Change,
  { staffId, at }: By,
): Promise<void> =>
  database.transaction(async (tx) => {
    // Those who change products wait for each other.
    await tx.query('lock table mining_product in share row exclusive mode');
    const before = (await termsAt(tx, at)).find(({ product }) => product === change.product) ?? null;
    const currency = catalogue.currencyByCode(required(change.currency ?? before?.currency, 'currency'));
    // Positions are in the currency of their product.
    if (!currency || (before && before.currency !== currency.code)) {
      throw new DomainError('currency_unknown', { field: 'currency' });
    }
    const terms = changed(change, before, at);
    // Those of a product stay with it; new ones are bounded.
    if (change.day_rates !== undefined) requireRates(terms.day_rates);
    requireSound(terms, currency.scale);
    if (before) await writeTerms(tx, before.id, before.version + 1, terms, at);
    else {
      await addProduct(tx, { ...terms, product: change.product, currency: currency.code, demonstration: false }, at);
    }
    const was = before && { ...before, names: before.names.en, descriptions: before.descriptions.en };
    await tx.query(
      `insert into staff_action (staff_id, action, subject, reason, at) values ($1, 'mining.change', $2, $3, $4)`,
      [staffId, `mining:${change.product}`, `${change.reason} (before: ${JSON.stringify(was)})`, new Date(at)],
    );
  });

/** By product: what a user has locked. */
export async function lockedOf(sql: Sql, userId: string): Promise<ReadonlyMap<number, string>> {
  const rows = await sql.query<{ product_id: number; amount: string }>(
    `select product_id, amount from mining_order where user_id = $1 and status = 'in_progress'`,
    [userId],
  );
  const locked = new Map<number, string>();
  for (const { product_id, amount } of rows) locked.set(product_id, add(locked.get(product_id) ?? '0', amount));
  return locked;
}
