import type { Output } from '@tessera/api/contract';
import { accountIds, accountNames } from '@tessera/api/rules';
import { add, div, isZero, quantize, sum } from '@tessera/money';
import type { CatalogueSnapshot, Currency } from '../../platform/catalogue/catalogue.ts';
import type { Database, Sql } from '../../platform/db/database.ts';
import { gathered } from '../../platform/db/gathered.ts';
import type { Feed } from '../../platform/feed/feed.ts';
import { EncodedOutput } from '../../platform/http/encoded.ts';
import { type Funds, userBalances, userFunds } from '../../platform/ledger/index.ts';
import type { Ports, Reserve } from '../../platform/ports.ts';
import { fiatRateMap } from '../fiat/index.ts';
import { indexValueInUsdt, priceInUsdt, valueInUsdt } from '../instruments/index.ts';
import { earningsOf, valuedIncome } from './earnings.ts';
import { accountOf, holdingOf, inProducts, inReserves, type Valuer } from './holdings.ts';

const BTC_SCALE = 8;

type Context = {
  readonly sql: Sql;
  readonly catalogue: CatalogueSnapshot;
  readonly feed: Feed;
  readonly ports: Pick<Ports, 'currencyUses'>;
  readonly userId: string;
};

/** Values these currencies; the rates of fiat are read where one of them has no price in the market. */
async function valuer(sql: Sql, feed: Feed, codes: readonly string[]): Promise<Valuer> {
  const rates = codes.every((code) => priceInUsdt(feed, code) !== null) ? undefined : await fiatRateMap(sql);
  return (code, amount) => (amount === '0' ? '0' : (valueInUsdt(feed, code, amount, rates) ?? '0'));
}

/**
 * What a user holds is worth in USDT by the index; null where some of it is frozen or in a product, or has no price: then
 * it is nothing that the user could give up.
 */
export async function worthOfFree(sql: Sql, feed: Feed, userId: string): Promise<string | null> {
  const held = (await userBalances(sql, userId)).filter(
    ({ available, frozen }) => !isZero(available) || !isZero(frozen),
  );
  if (held.some(({ name, frozen }) => !isZero(frozen) || !accountNames.some((each) => each === name))) return null;
  const rates = held.length === 0 ? undefined : await fiatRateMap(sql);
  const values = held.map(({ currency, available }) => indexValueInUsdt(feed, currency, available, rates));
  return values.every((value) => value !== null) ? sum(values) : null;
}

/** What a user has, as of one instant: `at`, Unix ms. */
type Held = Funds & { readonly reserves: readonly Reserve[]; readonly at: number };

/** Reads what a user has: in one round trip for all users who ask at once. */
export const heldReader = (
  database: Database,
  ports: Pick<Ports, 'reserves'>,
  now: () => number,
): ((userId: string) => Promise<Held>) =>
  gathered((userIds) => {
    const at = now();
    return database.together(async (sql) => {
      const [fundsOf, reserves] = await Promise.all([userFunds(sql, userIds, at), ports.reserves(sql, userIds)]);
      const reservesOf = Map.groupBy(reserves, ({ userId }) => userId);
      return (userId) => ({ ...fundsOf(userId), reserves: reservesOf.get(userId) ?? [], at });
    });
  });

/** All funds of a user: the four accounts, and amounts in orders and products. */
export async function walletOverview(
  { sql, catalogue, feed }: Pick<Context, 'sql' | 'catalogue' | 'feed'>,
  { balances, income, reserves, at }: Held,
): Promise<EncodedOutput<Output<'POST /wallet/list'>>> {
  const held = [...balances, ...reserves].map(({ currency }) => currency);
  const value = await valuer(sql, feed, held);
  const earned = valuedIncome(income, value);
  const accounts = accountNames.map((name) => accountOf(catalogue, name, balances, earningsOf(earned, name), value));
  const products = inProducts(catalogue, balances, value);
  const total = sum([...accounts.map((account) => account.total), ...products.map(({ equivalent }) => equivalent)]);
  const bitcoin = priceInUsdt(feed, 'BTC');
  const earnings = earningsOf(earned);
  const overview: Omit<Output<'POST /wallet/list'>, 'accounts'> = {
    total,
    total_btc: bitcoin === null ? '0' : quantize(div(total, bitcoin), BTC_SCALE, 'down'),
    yesterday_earnings: earnings.yesterday,
    total_earnings: earnings.total,
    products: [...inReserves(catalogue, reserves, value), ...products],
    at,
  };
  const pieces = accounts.flatMap(({ json }, index) => (index === 0 ? json : [',', ...json]));
  return new EncodedOutput([JSON.stringify(overview).slice(0, -1), ',"accounts":[', ...pieces, ']}'], { packs: false });
}

/** One currency over the four accounts. */
export async function currencyDetail(
  { sql, feed, ports, userId }: Omit<Context, 'catalogue'>,
  currency: Currency,
): Promise<Output<'POST /wallet/detail'>> {
  const { id, code, name, scale } = currency;
  const [value, all, usesOf] = await Promise.all([
    valuer(sql, feed, [code]),
    userBalances(sql, userId),
    ports.currencyUses(sql),
  ]);
  const { deposits, withdrawals, symbols } = usesOf(code);
  const accounts = accountNames.map((type) => {
    const balance = all.find((each) => each.currency === code && each.name === type);
    const { available, frozen, equivalent } = holdingOf(currency, balance, value);
    return { id: accountIds[type], type, available, frozen, equivalent };
  });
  const available = sum(accounts.map((account) => account.available));
  const frozen = sum(accounts.map((account) => account.frozen));
  return {
    currency_id: id,
    currency: code,
    name,
    scale,
    image: null,
    available,
    frozen,
    equivalent: value(code, add(available, frozen)),
    accounts,
    deposits_open: deposits,
    withdrawals_open: withdrawals,
    symbols: [...symbols],
  };
}
