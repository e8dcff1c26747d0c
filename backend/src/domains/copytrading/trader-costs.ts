import { type CopyCosts, costsTooMuch } from '@tessera/api/copytrading/rules';
import { add, cmp, div, quantize, sub } from '@tessera/money';
import type { Database, Sql } from '../../platform/db/database.ts';
import type { JobItems } from '../../platform/jobs/items.ts';
import { dayOf } from './costs.ts';
import { personsAmong } from './linked.ts';
import { raiseCosts, suspend } from './suspensions.ts';

/*
 * What copies of a trader cost over 30 and 90 days: it stands beside the trader's figures, and suspends the trader whose
 * copies cost more than those that take all of the house's ladder: another user takes its best levels before them. Where that is
 * so by the copies of one person alone, staff decide.
 */

const DAY = 86_400_000;
/** Fraction digits of a ratio. */
const SCALE = 8;
const NARROW = 30;
const WIDE = 90;

/** What copies cost of what was traded; null of nothing. */
const rateOf = ({ notional, slippage }: Pick<CopyCosts, 'notional' | 'slippage'>): string | null =>
  cmp(notional, '0') <= 0 ? null : quantize(div(slippage, notional), SCALE, 'up');

type TraderCosts = {
  readonly trader_user_id: string;
  readonly narrow: CopyCosts;
  readonly wide: CopyCosts;
  /** Of the narrow ones those since staff last took a suspension back. */
  readonly judged: CopyCosts;
};

export type Costing = {
  readonly database: Database;
  readonly now: () => number;
  readonly fence: (tx: Sql) => Promise<void>;
  readonly items: JobItems;
};

/** The sums of the days after one, as JSON whose numbers are text. */
const sumsAfter = (day: string): string =>
  `jsonb_build_object(${['notional', 'slippage', 'bound']
    .map((name) => `'${name}', coalesce(sum(c.${name}) filter (where c.day > ${day}), 0)::text`)
    .join(', ')})`;

/** Traders with costs since yesterday, and those whose sums are of another day, with their sums. */
export const dueCosts = (sql: Sql, at: number): Promise<TraderCosts[]> =>
  sql.query<TraderCosts>(
    `select t.user_id as trader_user_id, s.narrow, s.wide, s.judged
       from (select user_id from copy_trader where costs_day < $3::date
             union
             select trader_user_id from copy_cost where day >= $3::date - 1) due
            join copy_trader t on t.user_id = due.user_id
            cross join lateral (
              select ${sumsAfter('$1::date')} as narrow, ${sumsAfter('$2::date')} as wide,
                     ${sumsAfter('greatest($1::date, t.costs_since)')} as judged
                from copy_cost c where c.trader_user_id = t.user_id and c.day > $2::date) s
      order by t.user_id`,
    [dayOf(at - NARROW * DAY), dayOf(at - WIDE * DAY), dayOf(at)],
  );

const NOTHING: CopyCosts = { notional: '0', slippage: '0', bound: '0' };
const excessOf = ({ slippage, bound }: CopyCosts): string => sub(slippage, bound);

/**
 * What copies of a trader cost as `judged`, without those of the person whose copies are furthest above the bound: with a
 * wide limit, and orders of their own ahead of it, one follower alone would have a trader suspended.
 */
async function withoutCostliest(sql: Sql, traderId: string, at: number): Promise<CopyCosts> {
  const rows = await sql.query<CopyCosts & { user_id: string }>(
    `select f.user_id, sum(c.notional) as notional, sum(c.slippage) as slippage, sum(c.bound) as bound
       from copy_cost c join copy_follow f on f.id = c.follow_id join copy_trader t on t.user_id = c.trader_user_id
      where c.trader_user_id = $1 and c.day > greatest($2::date, t.costs_since) group by f.user_id`,
    [traderId, dayOf(at - NARROW * DAY)],
  );
  const persons = await personsAmong(
    sql,
    rows.map(({ user_id }) => user_id),
  );
  const plus = (one: CopyCosts, other: CopyCosts): CopyCosts => ({
    notional: add(one.notional, other.notional),
    slippage: add(one.slippage, other.slippage),
    bound: add(one.bound, other.bound),
  });
  const byPerson = new Map<string, CopyCosts>();
  for (const row of rows) {
    const person = persons.get(row.user_id) ?? row.user_id;
    byPerson.set(person, plus(byPerson.get(person) ?? NOTHING, row));
  }
  const [, ...others] = [...byPerson.values()].toSorted((one, other) => cmp(excessOf(other), excessOf(one)));
  return others.reduce(plus, NOTHING);
}

/** Keeps what the copies of each trader cost, and suspends traders whose copies cost too much, or has staff look at them. */
export async function refreshCosts({ database, now, fence, items }: Costing): Promise<void> {
  const at = now();
  const traders = await dueCosts(database, at);
  const idOf = (trader: TraderCosts) => trader.trader_user_id;
  await items.each('trader', traders, idOf, ({ trader_user_id: userId, narrow, wide, judged }) =>
    database.transaction(async (tx) => {
      await fence(tx);
      const [trader] = await tx.query<{ ended: string | null }>(
        `update copy_trader set cost_30 = $2, cost_90 = $3, cost_bound = $4, costs_day = $5 where user_id = $1
         returning ended`,
        [userId, rateOf(narrow), rateOf(wide), rateOf({ ...narrow, slippage: narrow.bound }), dayOf(at)],
      );
      if (trader?.ended !== null || !costsTooMuch(judged)) return;
      const id = await raiseCosts(tx, userId, judged, at);
      if (costsTooMuch(await withoutCostliest(tx, userId, at))) await suspend(tx, { id, userId }, at);
    }),
  );
}
