import type { ReadInput } from '@tessera/api/contract';
import { COST_BOUND, ranked, type TraderFigures } from '@tessera/api/copytrading/rules';
import type { Trader } from '@tessera/api/copytrading/wire';
import { sum, type UtcDay, utcDayOf } from '@tessera/money';
import type { Sql } from '../../platform/db/database.ts';
import { pageOf } from '../../platform/db/page.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { hasLink, shownName } from '../identity/index.ts';
import { markPrice, openResult, type Prices } from './prices.ts';
import { averageOf, openOf, quantityOf } from './read-events.ts';
import { type Followers, NO_FIGURES, NO_FOLLOWERS } from './statistics.ts';
import { takesPlace } from './stop-follows.ts';

type TraderRow = {
  readonly user_id: string;
  readonly uid: string;
  readonly nickname: string;
  readonly avatar: string | null;
  readonly signature: string;
  readonly strategy: Trader['strategy'];
  readonly follower_limit: number;
  readonly follower_count: number;
  readonly profit_share: string;
  readonly since: number;
  readonly figures: TraderFigures | null;
  readonly followers: Followers | null;
  readonly cost_30: string | null;
  readonly cost_90: string | null;
  readonly cost_bound: string | null;
  readonly refreshed_at: number | null;
};

/** SQL: the followers that take a place at a time, which is SQL too. */
const countAt = (at: string): string =>
  `(select count(*)::int from copy_follow f where f.trader_user_id = t.user_id and f.status = 'following'
  and ${takesPlace(at)})`;
const columnsAt = (at: string): string =>
  `t.user_id, u.uid, u.nickname, u.avatar, u.signature, t.strategy, t.follower_limit, t.profit_share, t.since,
  t.figures, t.followers, t.cost_30, t.cost_90, t.cost_bound, t.refreshed_at, ${countAt(at)} as follower_count`;
const TRADERS =
  'copy_trader t join user_account u on u.id = t.user_id and t.ended is null and not u.disabled and u.frozen_at is null';

function traderOf(row: TraderRow): Trader {
  const { capital: _, instruments: __, ...figures } = row.figures ?? NO_FIGURES;
  return {
    ...figures,
    curve: [...figures.curve],
    trader_user_id: row.uid,
    nickname: shownName(row.nickname, row.uid),
    avatar: row.avatar,
    // No place for what chat holds back.
    signature: hasLink(row.signature) ? '' : row.signature,
    demonstration: row.strategy !== null,
    strategy: row.strategy,
    since: row.since,
    follower_count: row.follower_count,
    follower_limit: row.follower_limit,
    profit_share: row.profit_share,
    followers: row.followers ?? NO_FOLLOWERS,
    cost_30: row.cost_30,
    cost_90: row.cost_90,
    cost_bound: row.cost_bound ?? COST_BOUND,
    refreshed_at: row.refreshed_at,
  };
}

type Listing = ReadInput<'GET /follow/index'>;

const figure = (name: string): string => `coalesce((t.figures ->> '${name}')::numeric, 0)`;

/** Followers who have copied something: to follow costs nothing, and accounts that only follow are no success. */
const COPYING = `(select count(*) from copy_follow f where f.trader_user_id = t.user_id and f.status = 'following'
  and exists (select from copy_trade c where c.follow_id = f.id and c.peak_margin > 0))`;
/** Those who never closed a position are last, those with few or small ones before them. */
const STANDING = `(${figure('order_count')} = 0),
  (${figure('order_count')} < ${ranked.orders} or ${figure('capital')} < ${ranked.capital})`;

const ORDERS: Readonly<Record<Listing['sort'], string>> = {
  return_rate: `${figure('return_rate')} desc`,
  profit: `${figure('total_profit')} desc`,
  accuracy: `${figure('accuracy')} desc`,
  drawdown: figure('max_drawdown'),
  followers: `${COPYING} desc`,
  followers_profit: `coalesce((t.followers ->> 'profit')::numeric, 0) desc`,
};

/** Traders in an order; those who have not traded enough to be ranked come last. */
export async function listTraders(sql: Sql, now: number, { page, limit, sort, status, symbol }: Listing) {
  const { rows, total } = await pageOf<TraderRow>(sql, {
    select: columnsAt('$3::timestamptz'),
    from: `${TRADERS}
      where case $1::text when 'free' then ${countAt('$3::timestamptz')} < t.follower_limit
                          when 'profitable' then ${figure('total_profit')} > 0
                          when 'people' then t.strategy is null
                          else true end
        and ($2::text is null or exists (select from copy_source s where s.trader_user_id = t.user_id and s.symbol = $2))`,
    whole: 'staff decide who is a trader',
    order: `${STANDING}, ${ORDERS[sort]}, t.user_id`,
    values: [status, symbol ?? null, new Date(now)],
    page,
    limit,
  });
  return { list: rows.map(traderOf), page, limit, total };
}

export const noTrader = (): DomainError => new DomainError('not_found', { field: 'trader_user_id' });

/** The trader of a UID; rejects with not_found. */
export async function requireTrader(sql: Sql, uid: string, now: number): Promise<TraderRow> {
  const [row] = await sql.query<TraderRow>(`select ${columnsAt('$2::timestamptz')} from ${TRADERS} where u.uid = $1`, [
    uid,
    new Date(now),
  ]);
  if (!row) throw noTrader();
  return row;
}

export type SourceRow = {
  readonly id: string;
  readonly symbol: string;
  readonly side: 'long' | 'short';
  readonly multiple: number;
  readonly rate: string;
  readonly opened: string;
  readonly opened_exact: string;
  readonly closed: string;
  readonly closed_exact: string;
  readonly profit: string;
  readonly opened_at: number;
  readonly closed_at: number | null;
};

const SOURCE = `position_id as id, symbol, side, multiple, rate, opened, opened_exact, closed, closed_exact, profit, opened_at,
  closed_at`;

/** Lots of a quantity, as far as the instrument is listed. */
export const lotsText = (prices: Prices, symbol: string, quantity: string): string => {
  const lot = prices.catalogue.current().instrument(symbol)?.lot;
  if (lot === undefined) return quantity;
  const lots = Math.round(Number(quantity) / Number(lot));
  return quantityOf(lots, '1');
};

/** A position with its result: booked, and of what is open at the price of the moment. */
export function positionOf(prices: Prices, row: SourceRow) {
  const { symbol, side, multiple, rate } = row;
  const openPrice = averageOf(row.opened_exact, row.opened) ?? '0';
  const isOpen = row.closed_at === null;
  const price = isOpen ? markPrice(prices, symbol) : null;
  const open = openOf(row);
  const openProfit = price === null ? null : openResult({ side, openPrice, quantity: open, rate }, price);
  return {
    id: row.id,
    symbol,
    type: side === 'long' ? (1 as const) : (2 as const),
    share: lotsText(prices, symbol, isOpen ? open : row.opened),
    multiple,
    open_price: openPrice,
    current_price: price,
    close_price: averageOf(row.closed_exact, row.closed),
    profit: isOpen ? openProfit && sum([row.profit, openProfit]) : row.profit,
    opened_at: row.opened_at,
    closed_at: row.closed_at,
  };
}

const DAY = 86_400_000;

/** A trader with open positions, instruments and the results of 30 days. */
export async function traderDetail(sql: Sql, prices: Prices, uid: string) {
  const row = await requireTrader(sql, uid, prices.now());
  const positions = await sql.query<SourceRow>(
    `select ${SOURCE} from copy_source where trader_user_id = $1 and closed_at is null order by position_id desc limit 100`,
    [row.user_id],
  );
  const today = Math.floor(prices.now() / DAY) * DAY;
  const from = today - 29 * DAY;
  const days = await sql.query<{ day: UtcDay; profit: string }>(
    `select (closed_at at time zone 'UTC')::date as day, sum(profit) as profit from copy_source
      where trader_user_id = $1 and closed_at >= $2 group by 1`,
    [row.user_id, new Date(from)],
  );
  const byDay = new Map(days.map(({ day, profit }) => [day, profit]));
  const open = positions.map((position) => positionOf(prices, position));
  return {
    ...traderOf(row),
    positions: open,
    open_profit: sum(open.map(({ profit }) => profit ?? '0')),
    instruments: (row.figures ?? NO_FIGURES).instruments.map((each) => ({ ...each })),
    profit_by_day: Array.from({ length: 30 }, (_, index) => {
      const day = utcDayOf(from + index * DAY);
      return { day, profit: byDay.get(day) ?? '0' };
    }),
  };
}

/** Closed positions of a trader, newest first. */
export async function traderHistory(
  sql: Sql,
  prices: Prices,
  { trader_user_id, page, limit }: ReadInput<'GET /follow/historyTrade'>,
) {
  const { user_id } = await requireTrader(sql, trader_user_id, prices.now());
  const { rows, total } = await pageOf<SourceRow>(sql, {
    select: SOURCE,
    newest: {
      of: 'copy_source',
      where: 'trader_user_id = $1 and closed_at is not null',
      order: 'closed_at desc, position_id desc',
      as: 's',
    },
    order: 'closed_at desc, position_id desc',
    values: [user_id],
    page,
    limit,
  });
  return { list: rows.map((row) => positionOf(prices, row)), page, limit, total };
}
