import { followLimits, type Side, stopReached } from '@tessera/api/copytrading/rules';
import { add, min, mul, quantize, sub, sum } from '@tessera/money';
import type { Sql, Transaction } from '../../platform/db/database.ts';
import { shownName } from '../identity/index.ts';
import { tellUser } from '../messages/index.ts';
import { dayOf } from './costs.ts';
import type { Market } from './follow-market.ts';
import { markPrice, openResult, type Prices } from './prices.ts';
import { averageOf, CURRENCY, openOf } from './read-events.ts';

type OpenCopyRow = {
  readonly follow_id: string;
  readonly symbol: string;
  readonly side: Side;
  readonly rate: string;
  readonly opened: string;
  readonly opened_exact: string;
  readonly closed: string;
};

/** What a copy that is open would come to at the price of the moment; zero before it is filled or without a price. */
export function openProfitOf(prices: Prices, copy: Omit<OpenCopyRow, 'follow_id'>): string {
  const openPrice = averageOf(copy.opened_exact, copy.opened);
  const price = markPrice(prices, copy.symbol);
  if (openPrice === null || price === null) return '0';
  return openResult({ side: copy.side, openPrice, quantity: openOf(copy), rate: copy.rate }, price);
}

/** What copies of a trader that are open have lost at the price of the moment, all together; zero for a gain. At most 0. */
export async function openLossOf(
  sql: Sql,
  prices: Prices,
  { userId, traderId }: { readonly userId: string; readonly traderId: string },
): Promise<string> {
  const copies = await sql.query<OpenCopyRow & { readonly margin: string }>(
    `select follow_id, symbol, side, rate, opened, opened_exact, closed, margin from copy_trade
      where user_id = $1 and trader_user_id = $2 and status = 'open'`,
    [userId, traderId],
  );
  // Without a price all of the margin may be lost.
  const results = copies.map((copy) =>
    markPrice(prices, copy.symbol) === null ? sub('0', copy.margin) : openProfitOf(prices, copy),
  );
  return min('0', sum(results));
}

/** Open results of follows, by follow. */
export async function openProfits(sql: Sql, prices: Prices, followIds: readonly string[]) {
  const copies = await sql.query<OpenCopyRow>(
    `select follow_id, symbol, side, rate, opened, opened_exact, closed from copy_trade
      where follow_id = any($1) and status = 'open'`,
    [followIds],
  );
  const byFollow = new Map<string, string>();
  for (const copy of copies) {
    byFollow.set(copy.follow_id, add(byFollow.get(copy.follow_id) ?? '0', openProfitOf(prices, copy)));
  }
  return byFollow;
}

/** Ends a follow; its copies are closed where `close` names the cause, and follow their source to its end otherwise. */
export async function endFollow(
  tx: Transaction,
  id: string,
  {
    ended,
    at,
    close,
  }: {
    readonly ended: 'user' | 'stop_loss' | 'trader' | 'cost' | 'idle';
    readonly at: number;
    readonly close: boolean;
  },
): Promise<boolean> {
  const [follow] = await tx.query<{ user_id: string }>(
    `update copy_follow set status = 'cancelled', ended = $2, ended_at = $3
      where id = $1 and status = 'following' returning user_id`,
    [id, ended, new Date(at)],
  );
  if (!follow) return false;
  if (close) {
    await tx.query(
      `update copy_trade set target_lots = 0, target_cause = $2, tried_at = null
        where follow_id = $1 and status in ('planned', 'submitted', 'open')`,
      [id, `stop-${id}`],
    );
  }
  tx.notify(follow.user_id, { kind: 'order', id });
  return true;
}

/**
 * SQL: whether a follow `f` takes a place of its trader at a time, which is SQL too: a copy of it is open, one has ended in the
 * last seven days, or its user has the least that copies are made with. Accounts without money cost nothing, and would take
 * all places; so would those that had some once.
 */
export const takesPlace = (at: string): string => `(
  exists (select from copy_trade c where c.follow_id = f.id and c.status in ('submitted', 'open'))
  or exists (select from copy_trade c
              where c.follow_id = f.id and c.peak_margin > 0 and c.closed_at > ${at} - interval '7 days')
  or exists (select from ledger_account a
              where a.owner_kind = 'user' and a.user_id = f.user_id and a.name = 'lever' and a.currency = '${CURRENCY}'
                and a.balance >= ${followLimits.amount.min}))`;

/** ms within which who follows a trader for the first time brings money to copy with. */
const FUNDED_WITHIN = 3_600_000;

/**
 * Ends the oldest follows of a trader that take no place, so many that another begins; the row of the trader is locked. Who
 * ends a follow and begins it again has no further time to bring money. False, and none has ended, where there are fewer.
 */
export async function giveUpIdle(
  tx: Transaction,
  traderId: string,
  { places, at }: { readonly places: number; readonly at: number },
): Promise<boolean> {
  const idle = await tx.query<{ id: string }>(
    `select f.id from copy_follow f
      where f.trader_user_id = $1 and f.status = 'following' and not ${takesPlace('$3::timestamptz')}
        and exists (select from copy_follow b
                     where b.user_id = f.user_id and b.trader_user_id = f.trader_user_id and b.started_at < $2)
      order by f.id limit $4 for update of f skip locked`,
    [traderId, new Date(at - FUNDED_WITHIN), new Date(at), places],
  );
  if (idle.length < places) return false;
  for (const { id } of idle) await endFollow(tx, id, { ended: 'idle', at, close: false });
  return true;
}

/** Ends the follows whose results came to their stop-loss, and has their copies closed. */
export async function stopFollows({ database, prices, fence, items }: Market): Promise<void> {
  const follows = await database.query<{ id: string; stop_loss: string; realised: string }>(
    `select f.id, f.stop_loss, f.realised from copy_follow f
      where f.status = 'following' and f.stop_loss is not null
        and (f.realised <= -f.stop_loss
             or exists (select from copy_trade c where c.follow_id = f.id and c.status = 'open'))`,
  );
  const reached: typeof follows = [];
  await items.together('follow', follows, idOf, async (some) => {
    const open = await openProfits(database, prices, some.map(idOf));
    const stopped = some.filter(({ id, stop_loss, realised }) =>
      stopReached(stop_loss, add(realised, open.get(id) ?? '0')),
    );
    for (const follow of stopped) reached.push(follow);
  });
  await items.each('follow', reached, idOf, ({ id }) =>
    database.transaction(async (tx) => {
      await fence(tx);
      await endFollow(tx, id, { ended: 'stop_loss', at: prices.now(), close: true });
    }),
  );
}

const idOf = ({ id }: { readonly id: string }): string => id;

type Costly = {
  readonly id: string;
  readonly user_id: string;
  readonly nickname: string;
  readonly uid: string;
  readonly cost: string;
  readonly max_amount: string;
  readonly day_cost: string;
};

/** Of the follows that a cost or new terms have marked those whose copies have cost more than they may on the day of a time. */
export const costlyFollows = (sql: Sql, at: number): Promise<Costly[]> =>
  sql.query<Costly>(
    `select f.id, f.user_id, u.nickname, u.uid, c.slippage + c.fees as cost, f.max_amount, f.day_cost
       from copy_follow f join copy_cost c on c.follow_id = f.id and c.day = $1
            join user_account u on u.id = f.trader_user_id
      where f.costly and f.status = 'following' and c.slippage + c.fees > f.day_cost * f.max_amount
      order by f.id`,
    [dayOf(at)],
  );

/** Ends the follows whose copies have cost more today than their limit, has the copies closed, and says so. */
export async function endCostlyFollows({ database, prices, fence, items }: Market): Promise<void> {
  const at = prices.now();
  const follows = await costlyFollows(database, at);
  await items.each('costly', follows, idOf, ({ id, user_id, nickname, uid, cost, max_amount, day_cost }) =>
    database.transaction(async (tx) => {
      await fence(tx);
      if (!(await endFollow(tx, id, { ended: 'cost', at, close: true }))) return;
      await tellUser(tx, {
        userId: user_id,
        kind: 'copy_cost_reached',
        named: {
          trader: shownName(nickname, uid),
          cost: `${quantize(cost, 2, 'up')} USDT`,
          limit: `${quantize(mul(day_cost, max_amount), 2, 'down')} USDT`,
        },
        reference: `follow:${id}`,
        at,
        byMail: true,
      });
    }),
  );
}
