import type { Output } from '@tessera/api/contract';
import { accountIds, accountNames } from '@tessera/api/rules';
import { add, div, quantize, sum } from '@tessera/money';
import type { Sql } from '../../platform/db/database.ts';
import type { Feed } from '../../platform/feed/feed.ts';
import { userBalances } from '../../platform/ledger/index.ts';
import { depositNetworks } from '../deposits/networks.ts';
import { fiatRateMap } from '../fiat/rates.ts';
import type { Currency } from '../instruments/currencies.ts';
import { spotSymbolsOf } from '../spot/listing.ts';
import { openReserves } from '../spot/orders.ts';
import { earningsOf, readIncome } from './earnings.ts';
import { accountOf, holdingOf, inProducts, inSpotOrders, type Valuer } from './holdings.ts';
import { priceInUsdt, valueInUsdt } from './valuation.ts';

const BTC_SCALE = 8;

type Context = { readonly sql: Sql; readonly feed: Feed; readonly userId: string; readonly now: number };

async function valuer(sql: Sql, feed: Feed): Promise<Valuer> {
  const rates = await fiatRateMap(sql);
  return (code, amount) => valueInUsdt(feed, code, amount, rates) ?? '0';
}

/** All that a user owns: the four accounts, and what orders and products hold. */
export async function walletOverview({ sql, feed, userId, now }: Context): Promise<Output<'POST /wallet/list'>> {
  const [value, balances, reserves, income] = await Promise.all([
    valuer(sql, feed),
    userBalances(sql, userId),
    openReserves(sql, userId),
    readIncome(sql, userId, now),
  ]);
  const accounts = accountNames.map((name) => accountOf(name, balances, earningsOf(income, value, name), value));
  const products = inProducts(balances, value);
  const total = sum([...accounts.map((account) => account.total), ...products.map(({ equivalent }) => equivalent)]);
  const bitcoin = priceInUsdt(feed, 'BTC');
  const earnings = earningsOf(income, value);
  return {
    total,
    total_btc: bitcoin === null ? '0' : quantize(div(total, bitcoin), BTC_SCALE, 'down'),
    yesterday_earnings: earnings.yesterday,
    total_earnings: earnings.total,
    accounts,
    products: [...inSpotOrders(reserves, value), ...products],
    at: now,
  };
}

const takesDeposits = async (sql: Sql, code: string): Promise<boolean> =>
  (await depositNetworks(sql)).some(({ currency, open }) => open && currency.code === code);

/** One currency over the four accounts. */
export async function currencyDetail(
  { sql, feed, userId }: Omit<Context, 'now'>,
  currency: Currency,
): Promise<Output<'POST /wallet/detail'>> {
  const { id, code, name, scale } = currency;
  const [value, all, depositsOpen] = await Promise.all([
    valuer(sql, feed),
    userBalances(sql, userId),
    takesDeposits(sql, code),
  ]);
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
    deposits_open: depositsOpen,
    withdrawals_open: false,
    symbols: [...spotSymbolsOf(code)],
  };
}
