import { costBound, type Ladder, type Side, slippageOf } from '@tessera/api/copytrading/rules';
import { add, max, mul, quantize } from '@tessera/money';
import type { CatalogueSnapshot } from '../../platform/catalogue/catalogue.ts';
import type { Sql } from '../../platform/db/database.ts';
import type { PositionEvent } from './positions.ts';

/* What copies of a follow cost in a day: Σ fill − index, and fees. */

/** Fraction digits of the sums. */
const SCALE = 8;

/** The day of a time in UTC. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

const ladders = new WeakMap<CatalogueSnapshot, ReadonlyMap<string, Ladder>>();

/** The house's ladder of an instrument, in ratios of the index; null where it has none. */
function ladderOf(catalogue: CatalogueSnapshot, symbol: string): Ladder | null {
  const known =
    ladders.get(catalogue) ??
    new Map(
      catalogue.marketTerms().map(({ symbol: name, house: { halfSpread, width } }) => {
        return [name, { halfSpread: halfSpread.toFixed(SCALE), width: width.toFixed(SCALE) }] as const;
      }),
    );
  ladders.set(catalogue, known);
  return known.get(symbol) ?? null;
}

/** What each of these follows has cost on the day of a time, Unix ms. */
export async function costsOfDay(
  sql: Sql,
  followIds: readonly string[],
  at: number,
): Promise<ReadonlyMap<string, string>> {
  const rows = await sql.query<{ follow_id: string; cost: string }>(
    'select follow_id, slippage + fees as cost from copy_cost where follow_id = any($1) and day = $2',
    [followIds, dayOf(at)],
  );
  return new Map(rows.map(({ follow_id, cost }) => [follow_id, cost]));
}

/** Fees of the copies of these users on a day, by user; what they closed by hand is not in it. */
export async function copiedFees(
  sql: Sql,
  userIds: readonly string[],
  day: string,
): Promise<ReadonlyMap<string, string>> {
  const rows = await sql.query<{ user_id: string; fees: string }>(
    `select f.user_id, sum(c.fees) as fees from copy_follow f join copy_cost c on c.follow_id = f.id
      where f.user_id = any($1) and c.day = $2 group by f.user_id`,
    [userIds, day],
  );
  return new Map(rows.map(({ user_id, fees }) => [user_id, fees]));
}

export type CostOwner = {
  readonly follow_id: string;
  readonly trader_user_id: string;
  readonly side: Side;
  /** What a unit of the quote currency is worth in USDT. */
  readonly rate: string;
};

/**
 * Books what an event of a copy cost. What its owner closed by hand costs what its owner chose; of auto-deleveraging only
 * the fee counts, since its price is that at which the funds of the position across end. A liquidation that is filled better
 * than the index, where a gap has used up its funds, takes nothing off what others cost.
 */
export async function addCost(
  tx: Sql,
  catalogue: CatalogueSnapshot,
  { follow_id, trader_user_id, side, rate }: CostOwner,
  event: PositionEvent,
): Promise<void> {
  const { symbol, kind, price, index, quantity, fee, closer, at } = event;
  if (closer === 'owner' || price === null || index === null) return;
  const opens = kind === 'opened' || kind === 'increased';
  const usdt = (amount: string) => quantize(mul(amount, rate), SCALE, 'down');
  const filled = closer === 'deleveraging' ? '0' : quantity;
  const notional = usdt(mul(index, filled));
  const paid = usdt(slippageOf((side === 'long') === opens, { price, index, quantity: filled }));
  const slippage = closer === 'liquidation' ? max('0', paid) : paid;
  const ladder = ladderOf(catalogue, symbol);
  // Prices of blocks are whole ticks, rounded to the house's side.
  const rounding = mul(mul(catalogue.instrument(symbol)?.tick ?? '0', filled), rate);
  const bound = ladder ? quantize(add(mul(notional, costBound(ladder)), rounding), SCALE, 'up') : '0';
  await tx.query(
    `insert into copy_cost as c (follow_id, day, trader_user_id, notional, slippage, bound, fees)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (follow_id, day) do update
       set notional = c.notional + excluded.notional, slippage = c.slippage + excluded.slippage,
           bound = c.bound + excluded.bound, fees = c.fees + excluded.fees`,
    [follow_id, dayOf(at), trader_user_id, notional, slippage, bound, fee],
  );
  await markCostly(tx, follow_id, at);
}

/** Marks a follow whose copies have cost more than they may on the day of a time: the next turn of the job ends it. */
export const markCostly = (tx: Sql, followId: string, at: number): Promise<unknown> =>
  tx.query(
    `update copy_follow f set costly = true from copy_cost c
      where f.id = $1 and c.follow_id = f.id and c.day = $2 and f.status = 'following' and not f.costly
        and c.slippage + c.fees > f.day_cost * f.max_amount`,
    [followId, dayOf(at)],
  );
