import type { ReadInput } from '@tessera/api/contract';
import { AGREEMENT_VERSION, followLimits, shareDue } from '@tessera/api/copytrading/rules';
import type { Follow } from '@tessera/api/copytrading/wire';
import { add, cmp, isPositive, sum } from '@tessera/money';
import type { Database, Sql, Transaction } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { userBalance } from '../../platform/ledger/index.ts';
import type { Ports } from '../../platform/ports.ts';
import { heldOf, requireUnbraked } from '../brakes/index.ts';
import { requireNotFrozen, sendPayoutNotice, shownName } from '../identity/index.ts';
import { costsOfDay, markCostly } from './costs.ts';
import { areLinked } from './linked.ts';
import type { Prices } from './prices.ts';
import { CURRENCY } from './read-events.ts';
import { endFollow, giveUpIdle, openProfits } from './stop-follows.ts';
import { noTrader, requireTrader } from './traders.ts';

type FollowRow = {
  readonly id: string;
  readonly trader_uid: string;
  readonly nickname: string;
  readonly avatar: string | null;
  readonly demonstration: boolean;
  readonly type: Follow['type'];
  readonly number: string;
  readonly max_amount: string;
  readonly stop_loss: string | null;
  readonly slippage: string;
  readonly day_cost: string;
  readonly status: Follow['status'];
  readonly ended: Follow['ended'];
  readonly profit: string;
  readonly in_use: string;
  readonly open_count: number;
  readonly closed_count: number;
  readonly skipped_count: number;
  readonly realised: string;
  readonly high_water: string;
  readonly paid: string;
  readonly rate: string;
  readonly started_at: number;
  readonly ended_at: number | null;
};

/** Follows that a user sees; older ones are in the list of copies. */
const MOST = 200;

const FOLLOWS = `select f.id, u.uid as trader_uid, u.nickname, u.avatar, t.strategy is not null as demonstration, f.type,
    f.number, f.max_amount, f.stop_loss, f.slippage, f.day_cost, f.status, f.ended, f.started_at, f.ended_at,
    f.realised as profit, coalesce(c.in_use, 0) as in_use, coalesce(c.open_count, 0) as open_count,
    coalesce(c.closed_count, 0) as closed_count, coalesce(c.skipped_count, 0) as skipped_count,
    coalesce(a.realised, 0) as realised, coalesce(a.high_water, 0) as high_water, coalesce(a.paid, 0) as paid,
    t.profit_share as rate
  from copy_follow f
  join copy_trader t on t.user_id = f.trader_user_id
  join user_account u on u.id = f.trader_user_id
  left join copy_account a on a.user_id = f.user_id and a.trader_user_id = f.trader_user_id
  left join lateral (
    select sum(margin) filter (where status in ('submitted', 'open')) as in_use,
           (count(*) filter (where status = 'open'))::int as open_count,
           (count(*) filter (where status in ('closed', 'self_held')))::int as closed_count,
           (count(*) filter (where status = 'skipped'))::int as skipped_count
      from copy_trade where follow_id = f.id) c on true`;

async function withOpenProfit(sql: Sql, prices: Prices, rows: readonly FollowRow[]): Promise<Follow[]> {
  const ids = rows.map(({ id }) => id);
  const [open, costs] = await Promise.all([openProfits(sql, prices, ids), costsOfDay(sql, ids, prices.now())]);
  return rows.map(({ trader_uid, nickname, realised, high_water, paid, rate, ...row }) => ({
    ...row,
    nickname: shownName(nickname, trader_uid),
    cost_today: costs.get(row.id) ?? '0',
    trader_user_id: trader_uid,
    open_profit: open.get(row.id) ?? '0',
    share_due: shareDue({ realised, highWater: high_water }, rate),
    share_paid: paid,
  }));
}

async function followById(sql: Sql, prices: Prices, id: string): Promise<Follow> {
  const rows = await sql.query<FollowRow>(`${FOLLOWS} where f.id = $1`, [id]);
  const [follow] = await withOpenProfit(sql, prices, rows);
  if (!follow) throw new Error(`follow ${id} is gone`);
  return follow;
}

/** All that a user copies and copied, with the totals. */
export async function following(sql: Sql, prices: Prices, userId: string) {
  const rows = await sql.query<FollowRow>(
    `${FOLLOWS} where f.user_id = $1 order by (f.status = 'following') desc, f.id desc limit ${MOST}`,
    [userId],
  );
  const list = await withOpenProfit(sql, prices, rows);
  const [own] = await sql.query<{ is_trader: boolean; received: string }>(
    `select exists (select from copy_trader where user_id = $1 and ended is null) as is_trader,
            (select coalesce(sum(paid), 0) from copy_statement where trader_user_id = $1) as received`,
    [userId],
  );
  return {
    is_trader: own?.is_trader ?? false,
    share_received: own?.received ?? '0',
    profit: sum(list.map(({ profit }) => profit)),
    open_profit: sum(list.map(({ open_profit }) => open_profit)),
    in_use: sum(list.map(({ in_use }) => in_use)),
    available: await userBalance(sql, userId, 'lever', CURRENCY),
    list,
  };
}

type Terms = Omit<ReadInput<'POST /follow/follow'>, 'key'>;

/** Rejects what is out of bounds, and lots that are not whole. */
function checkTerms({ type, number, amount, slippage, day_cost }: Terms): void {
  const within = (field: string, value: string, { min, max }: { readonly min: string; readonly max: string }) => {
    if (cmp(value, min) < 0) throw new DomainError('amount_too_small', { field, params: { min } });
    if (cmp(value, max) > 0) throw new DomainError('invalid_field', { field });
  };
  within('number', number, followLimits[type]);
  if (type === 'lots' && /\.\d*[1-9]/.test(number)) throw new DomainError('invalid_field', { field: 'number' });
  within('amount', amount, followLimits.amount);
  if (slippage !== undefined) within('slippage', slippage, followLimits.slippage);
  if (day_cost !== undefined) within('day_cost', day_cost, followLimits.dayCost);
}

/** Serialises what makes an account a follower or a trader: it is never both. */
export const lockRole = (tx: Sql, userId: string) =>
  tx.query('select 1 as one from user_account where id = $1 for no key update', [userId]);

type Agreed = Pick<Follow, 'type' | 'number' | 'max_amount' | 'stop_loss' | 'slippage' | 'day_cost'>;

/** Whether copies may come to more, or cost more, by the new terms than by the old ones. */
const widens = (before: Agreed, after: Agreed): boolean =>
  after.type !== before.type ||
  (['number', 'max_amount', 'slippage', 'day_cost'] as const).some((name) => cmp(after[name], before[name]) > 0) ||
  (before.stop_loss !== null && (after.stop_loss === null || cmp(after.stop_loss, before.stop_loss) > 0));

type Following = { readonly prices: Prices; readonly ports: Pick<Ports, 'payeeOut'> };

/** Refuses a share to who is no recipient of the whitelist; tells the owner of what begins or may come to more. */
async function beginSharing(
  tx: Transaction,
  { prices, ports }: Following,
  { userId, trader, amount, kind }: Sharing,
): Promise<void> {
  const at = prices.now();
  const leaving = { call: 'POST /follow/follow', userId, payeeId: trader.user_id, at } as const;
  if (isPositive(trader.profit_share)) {
    await ports.payeeOut(tx, { ...leaving, counts: { limit: 'send', value: '0' } });
  }
  const values = { trader: trader.uid, amount: `${add(amount, '0')} ${CURRENCY}` };
  await sendPayoutNotice(tx, userId, { kind, at, values });
}

type Sharing = {
  readonly userId: string;
  readonly trader: Awaited<ReturnType<typeof requireTrader>>;
  /** Most in copies at a time. */
  readonly amount: string;
  readonly kind: 'follow_started' | 'follow_widened';
};

/** Follows a trader, or changes how; a follow that runs goes on with the new terms from the next position on. */
export async function followTrader(
  tx: Transaction,
  following: Following,
  userId: string,
  terms: Terms,
): Promise<Follow> {
  const { prices } = following;
  checkTerms(terms);
  const at = new Date(prices.now());
  const { type, number, amount, stop_loss, follow_user_id, agreement } = terms;
  const slippage = terms.slippage ?? followLimits.slippage.default;
  const dayCost = terms.day_cost ?? followLimits.dayCost.default;
  await lockRole(tx, userId);
  // One that was under way at a freeze would go on after the others were ended.
  await requireNotFrozen(tx, userId);
  const trader = await requireTrader(tx, terms.trader_user_id, prices.now());
  if (follow_user_id !== undefined) {
    const [before] = await tx.query<Agreed>(
      `select type, number, max_amount, stop_loss, slippage, day_cost from copy_follow
        where id = $1 and user_id = $2 and status = 'following' for update`,
      [follow_user_id, userId],
    );
    const [changed] = await tx.query<Agreed & { id: string }>(
      `update copy_follow set type = $4, number = $5, max_amount = $6, stop_loss = $7, slippage = $8,
              day_cost = $9
        where id = $1 and user_id = $2 and trader_user_id = $3 and status = 'following'
        returning id, type, number, max_amount, stop_loss, slippage, day_cost`,
      [follow_user_id, userId, trader.user_id, type, number, amount, stop_loss ?? null, slippage, dayCost],
    );
    if (!before || !changed) throw new DomainError('not_following', { field: 'follow_user_id' });
    if (widens(before, changed)) await beginSharing(tx, following, { userId, trader, amount, kind: 'follow_widened' });
    await markCostly(tx, changed.id, prices.now());
    return followById(tx, prices, changed.id);
  }
  const [own] = await tx.query<{ one: number }>(
    'select 1 as one from copy_trader where user_id = $1 and ended is null',
    [userId],
  );
  if (own) throw new DomainError('trader_cannot_follow');
  if (!agreement) throw new DomainError('agreement_required', { field: 'agreement' });
  requireUnbraked((await heldOf(tx, [userId])).get(userId), null, prices.now());
  if (await areLinked(tx, userId, trader.user_id)) throw new DomainError('linked_account');
  // Followers of one trader begin one after the other, so that there are never more than the limit.
  const [locked] = await tx.query<{ ended: string | null; follower_limit: number }>(
    'select ended, follower_limit from copy_trader where user_id = $1 for update',
    [trader.user_id],
  );
  if (!locked || locked.ended !== null) throw noTrader();
  const [taken] = await tx.query<{ count: number }>(
    `select count(*)::int as count from copy_follow where trader_user_id = $1 and status = 'following'`,
    [trader.user_id],
  );
  // More than one where the limit was lowered.
  const places = (taken?.count ?? 0) + 1 - locked.follower_limit;
  if (places > 0 && !(await giveUpIdle(tx, trader.user_id, { places, at: prices.now() }))) {
    throw new DomainError('trader_full');
  }
  const [follow] = await tx.query<{ id: string }>(
    `insert into copy_follow (user_id, trader_user_id, type, number, max_amount, stop_loss, slippage, day_cost, agreement,
                              started_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (user_id, trader_user_id) where status = 'following' do nothing returning id`,
    [userId, trader.user_id, type, number, amount, stop_loss ?? null, slippage, dayCost, AGREEMENT_VERSION, at],
  );
  if (!follow) throw new DomainError('already_following');
  await beginSharing(tx, following, { userId, trader, amount, kind: 'follow_started' });
  tx.notify(userId, { kind: 'order', id: follow.id });
  return followById(tx, prices, follow.id);
}

/** Ends a follow. Copies that are open follow their source to its end; what is not in the market yet is not opened. */
export async function cancelFollow(tx: Transaction, prices: Prices, userId: string, id: string): Promise<Follow> {
  const [own] = await tx.query<{ id: string }>('select id from copy_follow where id = $1 and user_id = $2 for update', [
    id,
    userId,
  ]);
  if (!own || !(await endFollow(tx, id, { ended: 'user', at: prices.now(), close: false }))) {
    throw new DomainError('not_following', { field: 'follow_user_id' });
  }
  return followById(tx, prices, id);
}

/** The follows of a user that go on. */
export const followsOf = async (sql: Sql, userId: string): Promise<string[]> =>
  (
    await sql.query<{ id: string }>(`select id from copy_follow where user_id = $1 and status = 'following'`, [userId])
  ).map(({ id }) => id);

/** Ends all follows of a user; nothing new is copied. */
export async function endFollows(database: Database, userId: string, at: number): Promise<void> {
  await database.transaction(async (tx) => {
    for (const id of await followsOf(tx, userId)) await endFollow(tx, id, { ended: 'user', at, close: false });
  });
}
