import { randomUUID } from 'node:crypto';
import type { Output, ReadInput } from '@tessera/api/contract';
import {
  BUY_COUNTRIES,
  BUY_QUOTE_LASTS,
  type BuyCountry,
  type BuyMethod,
  bought,
  buyAmountProblem,
  isBuyCountry,
  leastOf,
  limitsInFiat,
} from '@tessera/api/quickbuy/rules';
import { add, cmp, div, isPositive, max, mul, quantize, sub } from '@tessera/money';
import type { CatalogueSnapshot, Currency } from '../../platform/catalogue/catalogue.ts';
import type { Sql, Transaction } from '../../platform/db/database.ts';
import type { Feed } from '../../platform/feed/feed.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { SignedIn } from '../../platform/session/read-session.ts';
import { legOf } from '../convert/index.ts';
import { agedSpread } from '../fiat/index.ts';
import { countryOf, maskName, residenceOf, userById } from '../identity/index.ts';
import { verifiedName } from '../kyc/index.ts';
import { readConfiguration } from '../site/index.ts';
import type { PaymentProvider } from './providers/provider.ts';
import { fiatRates, type MethodRow, methodsOf, type RateSource, readBuyConfiguration } from './terms.ts';

const DAY = 86_400_000;

/** What orders are made with. */
export type Shop = {
  readonly catalogue: CatalogueSnapshot;
  readonly feed: Feed;
  readonly providers: Readonly<Record<MethodRow['provider'], PaymentProvider>>;
  readonly source: RateSource;
};

/** The country that the user lives in, where coins may be bought. Rejects with `area_unsupported`; null where it is not known. */
export async function requireBuyer(sql: Sql, userId: string, asked: string): Promise<BuyCountry> {
  const home = countryOf(await residenceOf(sql, userId));
  if (!isBuyCountry(asked)) throw new DomainError('area_unsupported', { field: 'country' });
  if (home !== null && !isBuyCountry(home)) throw new DomainError('area_unsupported', { field: 'country' });
  return asked;
}

/** USDT that a user ordered in 24 hours and that may still be, or was, credited. */
async function orderedToday(sql: Sql, userId: string, now: number): Promise<string> {
  const [row] = await sql.query<{ used: string }>(
    `select coalesce(sum(net + fee), 0) as used from quick_buy_order
      where user_id = $1 and created_at > $2 and status in ('to_be_paid', 'under_review', 'successful')`,
    [userId, new Date(now - DAY)],
  );
  return row?.used ?? '0';
}

async function allowance(sql: Sql, { id, level }: Pick<SignedIn, 'id' | 'level'>, now: number) {
  const { limits } = await readBuyConfiguration(sql);
  const limit = limits[level];
  const left = sub(limit, await orderedToday(sql, id, now));
  return { limit, left: isPositive(left) ? left : '0' };
}

/** Rejects with `buy_limit` what the identity level leaves no room for. The caller has locked the user, or only quotes. */
export async function requireAllowance(sql: Sql, user: SignedIn, gross: string, now: number): Promise<void> {
  const { left } = await allowance(sql, user, now);
  if (cmp(gross, left) > 0) throw new DomainError('buy_limit', { field: 'amount', params: { left } });
}

/** A coin of the form, with its price of now. */
async function soldCurrency(sql: Sql, shop: Shop, currency: Currency) {
  const { id, code, scale } = currency;
  const price = await priceOf(sql, shop, currency).catch((error: unknown) => {
    if (error instanceof DomainError) return null;
    throw error;
  });
  return { currency_id: id, currency: code, scale, price };
}

/** Everything that the form chooses from. */
export async function termsOf(sql: Sql, user: SignedIn, shop: Shop): Promise<Output<'GET /quickbuy/terms'>> {
  const { catalogue, providers, source } = shop;
  const [{ currencies }, methods, { at, rates }, home, name, { email }] = await Promise.all([
    readBuyConfiguration(sql),
    methodsOf(sql),
    ratesOf(sql, shop),
    residenceOf(sql, user.id),
    verifiedName(sql, user.id),
    userById(sql, user.id),
  ]);
  const { limit, left } = await allowance(sql, user, source.now);
  return {
    country: countryOf(home),
    countries: [...BUY_COUNTRIES],
    currencies: await Promise.all(
      currencies.flatMap((code) => {
        const currency = catalogue.currencyByCode(code);
        return currency?.open ? [soldCurrency(sql, shop, currency)] : [];
      }),
    ),
    fiats: [...rates].map(([fiat, { sold }]) => ({ fiat, rate: sold, rate_at: fiat === 'USD' ? source.now : at })),
    methods: await Promise.all(
      methods.map(async ({ provider, open, ...row }) => {
        const { accounts, configured } = providers[provider];
        const banks = await accounts(sql);
        const unavailable = !(await configured(sql)) ? 'not_configured' : open ? null : 'closed';
        return {
          method: row.method,
          unavailable,
          countries: [...row.countries],
          fiats: row.fiats.filter((fiat) => rates.has(fiat) && (!banks || banks.some((bank) => bank.fiat === fiat))),
          fee_rate: row.fee_rate,
          min: row.min,
          max: row.max,
          pay_within: row.pay_within,
          banks: (banks ?? []).map(({ id, bank_name, fiat }) => ({ bank_id: id, bank_name, fiat })),
        } as const;
      }),
    ),
    limit: isPositive(limit) ? limit : null,
    left,
    verified_name: name && maskName(name),
    email,
  };
}

/** USDT for one unit of the coin, with the spread of a conversion; 1 of USDT. Rejects without a price to sell at. */
export async function priceOf(sql: Sql, { catalogue, feed, source }: Shop, currency: Currency): Promise<string> {
  const { conversionSpreads } = await readConfiguration(sql);
  return (await legOf(sql, { catalogue, feed, now: source.now }, currency, conversionSpreads)).ask;
}

/** Fraction digits of a rate of the market. */
const RATE_SCALE = 8;

type FiatRate = {
  /** By the daily table, or by the market where the currency has fallen since. */
  readonly known: string;
  /** What coins are sold at. */
  readonly sold: string;
};

/**
 * Units of each fiat currency for one USDT. What the table says of yesterday is no price for who sees the market of today:
 * where no market here says what the currency is worth now, it is sold at a rate that gets worse with each hour that the
 * table is old, by the spread of a conversion after a day. A market that is closed has the last word until it opens.
 */
async function ratesOf(sql: Sql, { catalogue, feed, source }: Shop) {
  const [{ at, rates }, { conversionSpreads }] = await Promise.all([fiatRates(sql, source), readConfiguration(sql)]);
  // A demonstration has the built-in table, of whatever age.
  const aged = add('1', source.demonstration ? '0' : agedSpread(conversionSpreads.daily, source.now - at));
  function rateOf(fiat: string, table: string): FiatRate {
    if (fiat === 'USD') return { known: table, sold: table };
    const symbol = [`${fiat}/USD`, `USD/${fiat}`].find((each) => feed.quote(each));
    const quote = symbol === undefined ? undefined : feed.quote(symbol);
    if (!symbol || !quote) return { known: table, sold: quantize(mul(table, aged), RATE_SCALE, 'up') };
    const live = quantize(symbol.startsWith('USD/') ? quote.index : div('1', quote.index), RATE_SCALE, 'up');
    const known = max(table, live);
    const most = catalogue.instrument(symbol)?.maxPriceAgeMs ?? 0;
    const isCurrent = !quote.open || (quote.halt === null && source.now - quote.at <= most);
    return { known, sold: isCurrent ? known : max(quantize(mul(table, aged), RATE_SCALE, 'up'), live) };
  }
  return { at, rates: new Map([...rates].map(([fiat, table]) => [fiat, rateOf(fiat, table)])) };
}

async function rateIn(sql: Sql, shop: Shop, fiat: string): Promise<FiatRate> {
  const rate = (await ratesOf(sql, shop)).rates.get(fiat);
  if (rate === undefined) throw new DomainError('stale_price', { field: 'fiat' });
  return rate;
}

/** Units of a fiat currency for one USDT that coins are sold at. Rejects with `stale_price` where there is no table. */
export const buyRate = async (sql: Sql, shop: Shop, fiat: string): Promise<string> =>
  (await rateIn(sql, shop, fiat)).sold;

/**
 * What a payment is worth when it is confirmed, by all that is known: the age of the table is no reason to credit less than
 * was shown. Rejects with `stale_price` where there is no table.
 */
export const creditRate = async (sql: Sql, shop: Shop, fiat: string): Promise<string> =>
  (await rateIn(sql, shop, fiat)).known;

/** The method, as it stands. Rejects with `method_unavailable` and `fiat_unsupported`. */
export async function requireMethod(
  sql: Sql,
  { providers }: Shop,
  { method, country, fiat }: { readonly method: BuyMethod; readonly country: string; readonly fiat: string },
): Promise<MethodRow> {
  const found = (await methodsOf(sql)).find((each) => each.method === method);
  const usable = found?.open && found.countries.includes(country) && (await providers[found.provider].configured(sql));
  if (!found || !usable) throw new DomainError('method_unavailable', { field: 'method' });
  if (!found.fiats.includes(fiat)) throw new DomainError('fiat_unsupported', { field: 'fiat' });
  return found;
}

/** Quotes what an amount buys, in place of the user's last quote. Reserves nothing. */
export async function quoteBuy(
  sql: Sql,
  user: SignedIn,
  { currency_id, fiat, country: asked, amount, method }: ReadInput<'POST /quickbuy/quote'>,
  shop: Shop,
): Promise<Output<'POST /quickbuy/quote'>> {
  const country = await requireBuyer(sql, user.id, asked);
  const currency = shop.catalogue.currencyById(currency_id);
  const { currencies } = await readBuyConfiguration(sql);
  if (!currency || !currencies.includes(currency.code))
    throw new DomainError('currency_unknown', { field: 'currency_id' });
  if (!currency.open) throw new DomainError('currency_closed', { field: 'currency_id' });
  const { fee_rate: feeRate, provider, ...limits } = await requireMethod(sql, shop, { method, country, fiat });
  const rate = await buyRate(sql, shop, fiat);
  const problem = buyAmountProblem(amount, { fiat, ...limitsInFiat(limits, rate) });
  if (problem) throw new DomainError(problem.code, problem);
  const price = await priceOf(sql, shop, currency);
  const { gross, fee, net, receive } = bought(amount, { rate, feeRate, price, scale: currency.scale });
  if (!isPositive(receive)) throw new DomainError('amount_too_small', { field: 'amount', params: { min: limits.min } });
  const { now } = shop.source;
  await requireAllowance(sql, user, gross, now);
  const id = randomUUID();
  await sql.query(
    `insert into quick_buy_quote
       (user_id, id, country, method, currency, fiat, amount, rate, fee_rate, fee, net, price, receive, made_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
     on conflict (user_id) do update
        set id = excluded.id, country = excluded.country, method = excluded.method, currency = excluded.currency,
            fiat = excluded.fiat, amount = excluded.amount, rate = excluded.rate, fee_rate = excluded.fee_rate,
            fee = excluded.fee, net = excluded.net, price = excluded.price, receive = excluded.receive,
            made_at = excluded.made_at`,
    [user.id, id, country, method, currency.code, fiat, amount, rate, feeRate, fee, net, price, receive, new Date(now)],
  );
  return {
    quote_id: id,
    amount,
    rate,
    fee_rate: feeRate,
    fee,
    net,
    price,
    fixed: currency.code === 'USDT',
    receive,
    least: leastOf({ receive, currency: currency.code, scale: currency.scale }, provider),
    at: now,
    valid_until: now + BUY_QUOTE_LASTS,
  };
}

export type Quote = {
  readonly country: BuyCountry;
  readonly method: BuyMethod;
  readonly currency: string;
  readonly fiat: string;
  readonly amount: string;
  readonly rate: string;
  readonly fee_rate: string;
  readonly fee: string;
  readonly net: string;
  readonly price: string;
  readonly receive: string;
};

/** Takes a quote that its user uses, once. Rejects with `quote_expired`. */
export async function takeQuote(tx: Transaction, userId: string, id: string, now: number): Promise<Quote> {
  const [row] = await tx.query<Quote>(
    `delete from quick_buy_quote where user_id = $1 and id = $2 and made_at >= $3
     returning country, method, currency, fiat, amount, rate, fee_rate, fee, net, price, receive`,
    [userId, id, new Date(now - BUY_QUOTE_LASTS)],
  );
  if (!row) throw new DomainError('quote_expired', { field: 'quote_id' });
  return row;
}
