import type { Output } from '@tessera/api/contract';
import { cmp, neg, quantize, sub, sum } from '@tessera/money';
import type { CatalogueSnapshot } from '../../../platform/catalogue/catalogue.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Feed } from '../../../platform/feed/feed.ts';
import { fiatRateMap } from '../../fiat/index.ts';
import { valueInUsdt } from '../../instruments/index.ts';
import { averageOf, UNIT } from './cost.ts';
import { currentPositions } from './cost-state.ts';
import { priceAt } from './price-at.ts';

const SHOWN = 8;

type Context = {
  readonly database: Database;
  readonly feed: Feed;
  readonly userId: string;
  /** Unix ms. */
  readonly now: number;
};

/** Average cost, realised and unrealised profit of each currency that a user has held, in USDT. */
export async function pnl(
  { database, feed, userId, now }: Context,
  catalogue: Pick<CatalogueSnapshot, 'heldCurrency'>,
): Promise<Output<'GET /wallet/pnl'>> {
  const rates = await fiatRateMap(database);
  const positions = await currentPositions({
    database,
    userId,
    now,
    price: (code, at) => priceAt(feed, code, at, rates),
  });
  const shown = (value: string) => quantize(value, SHOWN, 'down');
  const list = [...positions]
    .filter(([currency]) => currency !== UNIT)
    .map(([currency, { amount, cost, realised }]) => {
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
