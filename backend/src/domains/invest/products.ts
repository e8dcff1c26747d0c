import type { Output, ReadInput } from '@tessera/api/contract';
import { averagedHour, saleEndsAt } from '@tessera/api/invest/rules';
import { readLocalised } from '@tessera/api/kit/localised';
import { cmp, mul } from '@tessera/money';
import { spansBetween } from '../../platform/calendar/calendar.ts';
import type { CatalogueSnapshot } from '../../platform/catalogue/catalogue.ts';
import type { Database, Sql, Transaction } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { houseBalance } from '../../platform/ledger/index.ts';
import type { By } from '../../platform/staff-command.ts';
import { dayAfter, dayOf } from './days.ts';
import { holdsAt, type InvestMarket, requireLive } from './offer.ts';
import {
  currentProducts,
  insertProduct,
  lockProduct,
  type NewProduct,
  needs,
  type StoredProduct,
  setRate,
  updateProduct,
} from './store.ts';
import { productView } from './view.ts';

/*
 * What staff change about products. It is read with each order, on every node, and holds for what is bought later; nothing
 * of it reaches an order. The rate of a demand deposit changes from the next day on. Each change is recorded with its reason.
 */

type Change = ReadInput<'POST /staff/invest/product'>;

function requireField<Value>(value: Value | null | undefined, field: string): Value {
  if (value === undefined || value === null) throw new DomainError('field_required', { field });
  return value;
}

/** Rejects a maturity in whose hour the instrument does not trade all the time: there would be no price. */
export function isOpenHour(catalogue: CatalogueSnapshot, symbol: string, maturesAt: number): boolean {
  const instrument = catalogue.instrument(symbol);
  if (!instrument) return false;
  const [from, to] = averagedHour(maturesAt);
  const spans = spansBetween(catalogue.calendarOf(instrument), from, to);
  return spans.length === 1 && spans[0]?.[0] === from && spans[0][1] === to;
}

/** What a dual product on an instrument is invested and paid in. */
function currenciesOf(
  catalogue: CatalogueSnapshot,
  { section, side, symbol }: Pick<StoredProduct, 'section' | 'side'> & { readonly symbol: string },
): { readonly currency: string; readonly other_currency: string | null } {
  const instrument = catalogue.instrument(symbol);
  const [category, trades] = section === 'metals' ? (['metals', null] as const) : (['digital', 'spot'] as const);
  const fits = instrument && (trades === null ? instrument.category === category : instrument.trades.includes(trades));
  if (!instrument || !fits) throw new DomainError('instrument_unknown', { field: 'symbol' });
  if (section === 'metals') return { currency: 'USDT', other_currency: null };
  const { base, quote } = instrument;
  return side === 'sell_high' ? { currency: base, other_currency: quote } : { currency: quote, other_currency: base };
}

/** A year. Nothing else judges the rate of a deposit; duals and metals are held against their option too. */
const MOST_DEPOSIT_RATE = '0.5';
const MOST_OPTION_RATE = '5';

/** Judges the terms of a product. Throws where they could not be kept, or would give money away. */
function requireSound(product: NewProduct & { readonly sold?: string }, market: InvestMarket): void {
  const { section, symbol, days, matures_at, closes_at, opens_at, share_size, total_shares, min_shares } = product;
  const { catalogue, now } = market;
  const currency = catalogue.currencyByCode(product.currency);
  if (!currency?.open) throw new DomainError('currency_unknown', { field: 'currency' });
  const most = section === 'demand' || section === 'fixed' ? MOST_DEPOSIT_RATE : MOST_OPTION_RATE;
  if (cmp(product.annual_rate, most) > 0) {
    throw new DomainError('field_too_large', { field: 'annual_rate', params: { max: most } });
  }
  if (product.max_shares !== null && product.max_shares < min_shares) {
    throw new DomainError('field_too_small', { field: 'max_shares', params: { min: min_shares } });
  }
  if (cmp(mul(share_size, String(total_shares)), product.sold ?? '0') < 0) {
    throw new DomainError('field_too_small', { field: 'total_shares', params: { min: product.sold ?? '0' } });
  }
  if (closes_at !== null && closes_at <= opens_at) throw new DomainError('invalid_field', { field: 'closes_at' });
  if (section === 'demand') return;
  if (cmp(product.penalty_ratio, '1') >= 0) {
    throw new DomainError('field_too_large', { field: 'penalty_ratio', params: { max: '0.99' } });
  }
  if (symbol === null || matures_at === null || days === null || closes_at === null) return;
  if (closes_at > saleEndsAt(matures_at, days)) throw new DomainError('invalid_field', { field: 'closes_at' });
  if (matures_at % 86_400_000 !== 28_800_000) throw new DomainError('invalid_field', { field: 'matures_at' });
  if (!isOpenHour(catalogue, symbol, matures_at)) throw new DomainError('market_closed', { field: 'matures_at' });
  const from = Math.max(now(), opens_at);
  if (!holdsAt(market, product, requireLive(market, symbol), from)) {
    throw new DomainError('field_too_large', { field: 'annual_rate', params: { max: product.annual_rate } });
  }
}

/** A product of what a change says, all that it needs. */
function newProduct(change: Change, catalogue: CatalogueSnapshot, now: number): NewProduct {
  const section = requireField(change.section, 'section');
  const dual = section === 'metals' || section === 'blockchain';
  const side = section === 'blockchain' ? requireField(change.side, 'side') : null;
  const symbol = dual ? requireField(change.symbol, 'symbol') : null;
  const days = section === 'demand' ? null : requireField(change.days, 'days');
  const matures_at = dual ? requireField(change.matures_at, 'matures_at') : null;
  const currencies = symbol
    ? currenciesOf(catalogue, { section, side, symbol })
    : { currency: requireField(change.currency, 'currency'), other_currency: null };
  return {
    code: requireField(change.code, 'code'),
    rolled: false,
    section,
    side,
    symbol,
    ...currencies,
    name: readLocalised(change, 'name', null),
    description: readLocalised(change, 'description', null),
    price: dual ? requireField(change.price, 'price') : null,
    annual_rate: requireField(change.annual_rate, 'annual_rate'),
    penalty_ratio: section === 'fixed' ? (change.penalty_ratio ?? '0') : '0',
    days,
    matures_at,
    volatility: dual ? requireField(change.volatility, 'volatility') : null,
    share_size: requireField(change.share_size, 'share_size'),
    total_shares: requireField(change.total_shares, 'total_shares'),
    min_shares: change.min_shares ?? 1,
    max_shares: change.max_shares ?? null,
    opens_at: change.opens_at ?? now,
    closes_at: change.closes_at ?? (matures_at === null || days === null ? null : saleEndsAt(matures_at, days)),
    open: change.open ?? true,
    created_at: now,
  };
}

/** What may change of a product later: not what it is, nor when it matures. */
const changed = (before: StoredProduct, change: Change): StoredProduct => ({
  ...before,
  name: readLocalised(change, 'name', before.name),
  description: readLocalised(change, 'description', before.description),
  price: before.price === null ? null : (change.price ?? before.price),
  annual_rate: change.annual_rate ?? before.annual_rate,
  penalty_ratio: before.section === 'fixed' ? (change.penalty_ratio ?? before.penalty_ratio) : before.penalty_ratio,
  volatility: before.volatility === null ? null : (change.volatility ?? before.volatility),
  total_shares: change.total_shares ?? before.total_shares,
  min_shares: change.min_shares ?? before.min_shares,
  max_shares: change.max_shares ?? before.max_shares,
  opens_at: change.opens_at ?? before.opens_at,
  closes_at: change.closes_at ?? before.closes_at,
  open: change.open ?? before.open,
});

const record = (
  tx: Transaction,
  { staffId, at }: By,
  { subject, reason, was }: { readonly subject: string; readonly reason: string; readonly was: object | null },
): Promise<unknown> =>
  tx.query(
    `insert into staff_action (staff_id, action, subject, reason, at) values ($1, 'invest.change', $2, $3, $4)`,
    [staffId, subject, `${reason} (before: ${was === null ? 'none' : JSON.stringify(was)})`, new Date(at)],
  );

/** Fields that a change of a product may not carry: its orders were sold under them. */
const FIXED_FIELDS = ['code', 'section', 'side', 'symbol', 'currency', 'days', 'matures_at', 'share_size'] as const;

/** Adds a product, or changes one; what is not sent stays. */
export const changeProduct = (database: Database, change: Change, market: InvestMarket, by: By): Promise<void> =>
  database.transaction(async (tx) => {
    const { id, reason } = change;
    if (id === undefined) {
      const product = newProduct(change, market.catalogue, by.at);
      requireSound(product, market);
      const added = await insertProduct(tx, product);
      if (!added) throw new DomainError('invalid_field', { field: 'code' });
      if (added.section === 'demand') await setRate(tx, added.id, dayOf(by.at), added.annual_rate);
      await record(tx, by, { subject: `invest_product:${added.id}`, reason, was: null });
      return;
    }
    const before = await lockProduct(tx, id);
    if (!before) throw new DomainError('not_found', { field: 'id' });
    const fixed = FIXED_FIELDS.find((field) => change[field] !== undefined);
    if (fixed) throw new DomainError('invalid_field', { field: fixed });
    const after = changed(before, change);
    // What only closes a sale is never refused.
    if (after.open) requireSound(after, market);
    await updateProduct(tx, after);
    if (after.section === 'demand' && cmp(after.annual_rate, before.annual_rate) !== 0) {
      await setRate(tx, id, dayAfter(dayOf(by.at)), after.annual_rate);
    }
    await record(tx, by, { subject: `invest_product:${id}`, reason, was: before });
  });

/** Everything that staff see of investments. */
export async function staffView(sql: Sql, market: InvestMarket): Promise<Output<'GET /staff/invest'>> {
  const [products, needed] = await Promise.all([currentProducts(sql, market.now()), needs(sql)]);
  const currencies = await sql.query<{ currency: string }>(
    `select currency from ledger_account where owner_kind = 'house' and name = 'dual' order by currency`,
  );
  return {
    products: products.map((product) => ({
      ...productView(product, market, 'en'),
      volatility: product.volatility,
      sold: product.sold,
      open: product.open,
      holders: product.holders,
    })),
    house: await Promise.all(
      currencies.map(async ({ currency }) => ({
        currency,
        balance: await houseBalance(sql, 'dual', currency),
        needed: needed.get(currency) ?? '0',
      })),
    ),
  };
}
