import type { Output } from '@tessera/api/contract';
import { cmp, mul, neg, quantize, sub, sum } from '@tessera/money';
import type { CatalogueSnapshot } from '../../../platform/catalogue/catalogue.ts';
import type { Database, Sql } from '../../../platform/db/database.ts';
import type { Feed } from '../../../platform/feed/feed.ts';
import { fiatRateMap } from '../../fiat/index.ts';
import { valueInUsdt } from '../../instruments/index.ts';
import { averageOf, type Change, positionsOf } from './cost.ts';
import { priceAt } from './price-at.ts';

const MINUTE = 60_000;
const SHOWN = 8;
const UNIT = 'USDT';

/** What each journal changed of all of a user's accounts together, oldest first. */
const changesOf = (sql: Sql, userId: string): Promise<Change[]> =>
  sql.query<Change>(
    `select e.journal_id as journal, j.kind, j.at, j.reference, e.currency, sum(e.amount) as amount
       from ledger_account a
       join ledger_entry e on e.account_id = a.id
       join journal j on j.id = e.journal_id
      where a.owner_kind = 'user' and a.user_id = $1
      group by e.journal_id, j.kind, j.at, j.reference, e.currency having sum(e.amount) <> 0
      order by e.journal_id, e.currency`,
    [userId],
  );

/** Average cost, realised and unrealised profit of each currency that a user has held, in USDT. */
export async function pnl(
  { database, feed, userId }: { readonly database: Database; readonly feed: Feed; readonly userId: string },
  catalogue: Pick<CatalogueSnapshot, 'heldCurrency'>,
): Promise<Output<'GET /wallet/pnl'>> {
  const [changes, rates] = await Promise.all([changesOf(database, userId), fiatRateMap(database)]);
  const keyOf = (currency: string, at: number) => `${currency} ${Math.floor(at / MINUTE)}`;
  const prices = new Map<string, string>();
  for (const { currency, at } of changes) {
    const key = keyOf(currency, at);
    if (prices.has(key)) continue;
    const end = (Math.floor(at / MINUTE) + 1) * MINUTE;
    prices.set(key, currency === UNIT ? '1' : ((await priceAt(feed, currency, end, rates)) ?? '0'));
  }
  const positions = positionsOf(changes, (currency, amount, at) => mul(amount, prices.get(keyOf(currency, at)) ?? '0'));
  const shown = (value: string) => quantize(value, SHOWN, 'down');
  const list = [...positions].map(([currency, { amount, cost, realised }]) => {
    const value =
      cmp(amount, '0') < 0
        ? neg(valueInUsdt(feed, currency, neg(amount), rates) ?? '0')
        : valueInUsdt(feed, currency, amount, rates);
    const average = averageOf({ amount, cost });
    return {
      currency,
      scale: catalogue.heldCurrency(currency).scale,
      amount,
      average_cost: average && shown(average),
      cost: shown(cost),
      value: value === null ? null : shown(value),
      realised: shown(realised),
      unrealised: value === null ? null : shown(sub(value, cost)),
    };
  });
  list.sort((one, other) => cmp(other.value ?? '0', one.value ?? '0'));
  return {
    list,
    realised: sum(list.map(({ realised }) => realised)),
    unrealised: sum(list.map(({ unrealised }) => unrealised ?? '0')),
  };
}
