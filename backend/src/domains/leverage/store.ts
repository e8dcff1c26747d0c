import type { Sql, Transaction } from '../../platform/db/database.ts';
import { type Page, pageOf } from '../../platform/db/page.ts';
import type { LeverageEvent, Order, Position, Trigger } from './position.ts';

/* The tables of leverage: no other file contains their SQL. */

/** What one order was filled with in one batch. */
export type NewFill = {
  readonly id: string;
  readonly orderId: string;
  readonly userId: string;
  readonly quantity: string;
  readonly exact: string;
  readonly fee: string;
  readonly profit: string;
  readonly maker: boolean;
  /** Unix ms. */
  readonly pricedAt: number;
  readonly at: number;
};

/** Rows of one batch. */
export type Writing = {
  readonly positions: readonly Position[];
  readonly orders: readonly Order[];
  readonly triggers: readonly Trigger[];
  readonly fills: readonly NewFill[];
  readonly events: readonly LeverageEvent[];
};

const POSITION = `p.id, p.user_id as "userId", p.symbol, p.category, p.currency, p.side, p.mode, p.multiple, p.rate,
  p.threshold, p.closing_fee_rate as "closingFeeRate", p.kind, p.price, p.ordered_quantity as "orderedQuantity",
  p.quantity, p.entry_exact as "entryExact", p.opened_quantity as "openedQuantity", p.opened_exact as "openedExact",
  p.closed_quantity as "closedQuantity", p.closed_exact as "closedExact", p.margin, p.required, p.fee,
  p.overnight_fee as "overnightFee", p.funding_fee as "fundingFee", p.realized, p.shortfall, p.status,
  p.close_reason as "closeReason", p.trigger_tick::float8 as "triggerTick", p.trigger_price as "triggerPrice",
  p.source_id as "sourceId", p.created_at as "createdAt", p.opened_at as "openedAt", p.closed_at as "closedAt",
  p.updated_at as "updatedAt"`;

const ORDER = `o.id, o.position_id as "positionId", o.user_id as "userId", o.symbol, o.purpose, o.side, o.kind, o.cause,
  o.price, o.stop_price as "stopPrice", o.quantity, o.filled_quantity as "filledQuantity",
  o.filled_exact as "filledExact", o.fee, o.profit, o.reserved, o.status, o.ended, o.trigger_id as "triggerId",
  o.trigger_tick::float8 as "triggerTick", o.trigger_price as "triggerPrice", o.created_at as "createdAt",
  o.updated_at as "updatedAt"`;

const TRIGGER = `t.id, t.position_id as "positionId", t.user_id as "userId", t.symbol, t.kind, t.by, t.value, t.quantity,
  t.price, t.activation_price as "activationPrice", t.best_price as "bestPrice", t.status, t.tick::float8 as tick, t.mark,
  t.created_at as "createdAt", t.updated_at as "updatedAt"`;

/** ISO, because inside JSON times are text. */
const timeOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

const positionRow = (each: Position) => ({
  id: each.id,
  user_id: each.userId,
  symbol: each.symbol,
  category: each.category,
  currency: each.currency,
  side: each.side,
  mode: each.mode,
  multiple: each.multiple,
  rate: each.rate,
  threshold: each.threshold,
  closing_fee_rate: each.closingFeeRate,
  kind: each.kind,
  price: each.price,
  ordered_quantity: each.orderedQuantity,
  quantity: each.quantity,
  entry_exact: each.entryExact,
  opened_quantity: each.openedQuantity,
  opened_exact: each.openedExact,
  closed_quantity: each.closedQuantity,
  closed_exact: each.closedExact,
  margin: each.margin,
  required: each.required,
  fee: each.fee,
  overnight_fee: each.overnightFee,
  funding_fee: each.fundingFee,
  realized: each.realized,
  shortfall: each.shortfall,
  status: each.status,
  close_reason: each.closeReason,
  trigger_tick: each.triggerTick,
  trigger_price: each.triggerPrice,
  source_id: each.sourceId,
  created_at: timeOf(each.createdAt),
  opened_at: timeOf(each.openedAt),
  closed_at: timeOf(each.closedAt),
  updated_at: timeOf(each.updatedAt),
});

const orderRow = (each: Order) => ({
  id: each.id,
  position_id: each.positionId,
  user_id: each.userId,
  symbol: each.symbol,
  purpose: each.purpose,
  side: each.side,
  kind: each.kind,
  cause: each.cause,
  price: each.price,
  stop_price: each.stopPrice,
  quantity: each.quantity,
  filled_quantity: each.filledQuantity,
  filled_exact: each.filledExact,
  fee: each.fee,
  profit: each.profit,
  reserved: each.reserved,
  status: each.status,
  ended: each.ended,
  trigger_id: each.triggerId,
  trigger_tick: each.triggerTick,
  trigger_price: each.triggerPrice,
  created_at: timeOf(each.createdAt),
  updated_at: timeOf(each.updatedAt),
});

const triggerRow = (each: Trigger) => ({
  id: each.id,
  position_id: each.positionId,
  user_id: each.userId,
  symbol: each.symbol,
  kind: each.kind,
  by: each.by,
  value: each.value,
  quantity: each.quantity,
  price: each.price,
  activation_price: each.activationPrice,
  best_price: each.bestPrice,
  status: each.status,
  tick: each.tick,
  mark: each.mark,
  created_at: timeOf(each.createdAt),
  updated_at: timeOf(each.updatedAt),
});

const fillRow = (each: NewFill) => ({
  id: each.id,
  order_id: each.orderId,
  user_id: each.userId,
  quantity: each.quantity,
  exact: each.exact,
  fee: each.fee,
  profit: each.profit,
  maker: each.maker,
  priced_at: timeOf(each.pricedAt),
  at: timeOf(each.at),
});

const eventRow = (each: LeverageEvent) => ({
  id: each.id,
  user_id: each.userId,
  position_id: each.positionId,
  symbol: each.symbol,
  kind: each.kind,
  side: each.side,
  mode: each.mode,
  multiple: each.multiple,
  quantity: each.quantity,
  open_quantity: each.openQuantity,
  price: each.price,
  tick: each.tick,
  profit: each.profit,
  fee: each.fee,
  margin: each.margin,
  currency: each.currency,
  cause: each.cause,
  source_id: each.sourceId,
  at: timeOf(each.at),
});

/** Writes what a batch did, in one statement. */
export async function writeBatch(tx: Transaction, rows: Writing): Promise<void> {
  await tx.query(
    `with positions as (
       insert into lever_position (id, user_id, symbol, category, currency, side, mode, multiple, rate, threshold,
                                   closing_fee_rate, kind, price, ordered_quantity, quantity, entry_exact,
                                   opened_quantity, opened_exact, closed_quantity, closed_exact, margin, required, fee,
                                   overnight_fee, funding_fee, realized, shortfall, status, close_reason, trigger_tick,
                                   trigger_price, source_id, created_at, opened_at, closed_at, updated_at)
       select id, user_id, symbol, category, currency, side, mode, multiple, rate, threshold,
              closing_fee_rate, kind, price, ordered_quantity, quantity, entry_exact,
              opened_quantity, opened_exact, closed_quantity, closed_exact, margin, required, fee,
              overnight_fee, funding_fee, realized, shortfall, status, close_reason, trigger_tick,
              trigger_price, source_id, created_at, opened_at, closed_at, updated_at
         from json_populate_recordset(null::lever_position, $1)
       on conflict (id) do update
          set price = excluded.price, quantity = excluded.quantity, entry_exact = excluded.entry_exact,
              opened_quantity = excluded.opened_quantity, opened_exact = excluded.opened_exact,
              closed_quantity = excluded.closed_quantity, closed_exact = excluded.closed_exact,
              margin = excluded.margin, required = excluded.required, fee = excluded.fee,
              overnight_fee = excluded.overnight_fee, funding_fee = excluded.funding_fee,
              realized = excluded.realized, shortfall = excluded.shortfall, status = excluded.status,
              close_reason = excluded.close_reason, trigger_tick = excluded.trigger_tick,
              trigger_price = excluded.trigger_price, source_id = excluded.source_id,
              opened_at = excluded.opened_at, closed_at = excluded.closed_at, updated_at = excluded.updated_at),
     orders as (
       insert into lever_order (id, position_id, user_id, symbol, purpose, side, kind, cause, price, stop_price, quantity,
                                filled_quantity, filled_exact, fee, profit, reserved, status, ended, trigger_id,
                                trigger_tick, trigger_price, created_at, updated_at)
       select id, position_id, user_id, symbol, purpose, side, kind, cause, price, stop_price, quantity,
              filled_quantity, filled_exact, fee, profit, reserved, status, ended, trigger_id,
              trigger_tick, trigger_price, created_at, updated_at
         from json_populate_recordset(null::lever_order, $2)
       on conflict (id) do update
          set price = excluded.price, stop_price = excluded.stop_price, filled_quantity = excluded.filled_quantity,
              filled_exact = excluded.filled_exact, fee = excluded.fee, profit = excluded.profit,
              reserved = excluded.reserved, status = excluded.status, ended = excluded.ended,
              trigger_tick = excluded.trigger_tick, trigger_price = excluded.trigger_price,
              updated_at = excluded.updated_at),
     triggers as (
       insert into lever_trigger (id, position_id, user_id, symbol, kind, by, value, quantity, price, activation_price,
                                  best_price, status, tick, mark, created_at, updated_at)
       select id, position_id, user_id, symbol, kind, by, value, quantity, price, activation_price,
              best_price, status, tick, mark, created_at, updated_at
         from json_populate_recordset(null::lever_trigger, $3)
       on conflict (id) do update
          set by = excluded.by, value = excluded.value, quantity = excluded.quantity, price = excluded.price,
              activation_price = excluded.activation_price, best_price = excluded.best_price,
              status = excluded.status, tick = excluded.tick, mark = excluded.mark, updated_at = excluded.updated_at),
     fills as (
       insert into lever_fill (id, order_id, user_id, quantity, exact, fee, profit, maker, priced_at, at)
       select id, order_id, user_id, quantity, exact, fee, profit, maker, priced_at, at
         from json_populate_recordset(null::lever_fill, $4))
     insert into leverage_event (id, user_id, position_id, symbol, kind, side, mode, multiple, quantity, open_quantity,
                                 price, tick, profit, fee, margin, currency, cause, source_id, at)
     select id, user_id, position_id, symbol, kind, side, mode, multiple, quantity, open_quantity,
            price, tick, profit, fee, margin, currency, cause, source_id, at
       from json_populate_recordset(null::leverage_event, $5)`,
    [
      JSON.stringify(rows.positions.map(positionRow)),
      JSON.stringify(rows.orders.map(orderRow)),
      JSON.stringify(rows.triggers.map(triggerRow)),
      JSON.stringify(rows.fills.map(fillRow)),
      JSON.stringify(rows.events.map(eventRow)),
    ],
  );
}

/** Everything that is pending, open or waits, oldest first. */
export async function readLive(sql: Sql): Promise<Pick<Writing, 'positions' | 'orders' | 'triggers'>> {
  const [positions, orders, triggers] = await Promise.all([
    sql.query<Position>(
      `select ${POSITION} from lever_position p where p.status in ('pending', 'open', 'closing') order by p.id`,
    ),
    sql.query<Order>(`select ${ORDER} from lever_order o where o.status = 'pending' order by o.id`),
    sql.query<Trigger>(
      `select ${TRIGGER} from lever_trigger t where t.status in ('pending', 'active', 'triggered') order by t.id`,
    ),
  ]);
  return { positions, orders, triggers };
}

export type LastIds = { order: number; fill: number; trigger: number; event: number };

/** The highest ids that are taken. The market counts on from them: it is the only writer. */
export async function lastIds(sql: Sql): Promise<LastIds> {
  const [row] = await sql.query<Record<keyof LastIds, string>>(
    `select coalesce((select max(id) from lever_order), 0) as "order",
            coalesce((select max(id) from lever_fill), 0) as fill,
            coalesce((select max(id) from lever_trigger), 0) as trigger,
            coalesce((select max(id) from leverage_event), 0) as event`,
  );
  return {
    order: Number(row?.order ?? 0),
    fill: Number(row?.fill ?? 0),
    trigger: Number(row?.trigger ?? 0),
    event: Number(row?.event ?? 0),
  };
}

/** What is available to these users on their leverage account, by user and currency. */
export const availableOf = (
  sql: Sql,
  users: readonly string[],
): Promise<{ user: string; currency: string; amount: string }[]> =>
  sql.query<{ user: string; currency: string; amount: string }>(
    `select user_id as "user", currency, balance::numeric as amount from ledger_account
      where owner_kind = 'user' and user_id = any($1) and name = 'lever' and part = 'available'`,
    [users],
  );

/** Positions with these ids, in whatever state. */
export const positionsByIds = (sql: Sql, ids: readonly string[]): Promise<Position[]> =>
  sql.query<Position>(`select ${POSITION} from lever_position p where p.id = any($1)`, [ids]);

/** Triggers with these ids, in whatever state. */
export const triggersByIds = (sql: Sql, ids: readonly string[]): Promise<Trigger[]> =>
  sql.query<Trigger>(`select ${TRIGGER} from lever_trigger t where t.id = any($1)`, [ids]);

/** What is open or pending of one user. */
export async function liveOf(sql: Sql, userId: string): Promise<Pick<Writing, 'positions' | 'orders' | 'triggers'>> {
  const [positions, orders, triggers] = await Promise.all([
    sql.query<Position>(
      `select ${POSITION} from lever_position p
        where p.user_id = $1 and p.status in ('pending', 'open', 'closing') order by p.id desc`,
      [userId],
    ),
    sql.query<Order>(
      `select ${ORDER} from lever_order o
        where o.user_id = $1 and o.status = 'pending' order by o.id desc`,
      [userId],
    ),
    sql.query<Trigger>(
      `select ${TRIGGER} from lever_position p join lever_trigger t on t.position_id = p.id
        where p.user_id = $1 and p.status in ('pending', 'open', 'closing')
          and t.status in ('pending', 'active', 'triggered') order by t.id`,
      [userId],
    ),
  ]);
  return { positions, orders, triggers };
}

type Selection = Page & {
  readonly userId: string;
  readonly symbol: string | null;
  readonly category: Position['category'] | null;
};

/** Newest first. */
export const listPositions = (
  sql: Sql,
  { userId, symbol, category, statuses, page, limit }: Selection & { readonly statuses: readonly Position['status'][] },
): Promise<{ readonly rows: readonly Position[]; readonly total: number }> =>
  pageOf<Position>(sql, {
    select: POSITION,
    from: `lever_position p where p.user_id = $1 and ($2::text is null or p.symbol = $2)
             and ($3::text is null or p.category = $3) and p.status = any($4)`,
    order: 'p.id desc',
    values: [userId, symbol, category, statuses],
    page,
    limit,
  });

/** What waits to close these positions. */
export const triggersOf = (sql: Sql, positionIds: readonly string[]): Promise<Trigger[]> =>
  sql.query<Trigger>(
    `select ${TRIGGER} from lever_trigger t
      where t.position_id = any($1) and t.status in ('pending', 'active', 'triggered') order by t.id`,
    [positionIds],
  );

/** What is held for the pending orders of these positions. */
export const reservedOf = (sql: Sql, positionIds: readonly string[]): Promise<{ id: string; reserved: string }[]> =>
  sql.query<{ id: string; reserved: string }>(
    `select position_id as id, sum(reserved) as reserved from lever_order
      where position_id = any($1) and status = 'pending' group by 1`,
    [positionIds],
  );

/** An order with what of its position it is shown with. */
export type ListedOrder = Order & Pick<Position, 'category' | 'mode' | 'multiple' | 'currency'>;

/** Newest first. */
export const listOrders = (
  sql: Sql,
  {
    userId,
    symbol,
    category,
    pending,
    positionId,
    page,
    limit,
  }: Selection & { readonly pending: boolean; readonly positionId: string | null },
): Promise<{ readonly rows: readonly ListedOrder[]; readonly total: number }> =>
  pageOf<ListedOrder>(sql, {
    select: `${ORDER}, p.category, p.mode, p.multiple, p.currency`,
    from: `lever_order o join lever_position p on p.id = o.position_id
            where o.user_id = $1 and ($2::text is null or o.symbol = $2) and ($3::text is null or p.category = $3)
              and (o.status = 'pending') = $4 and ($5::bigint is null or o.position_id = $5)`,
    order: 'o.id desc',
    values: [userId, symbol, category, pending, positionId],
    page,
    limit,
  });

/** What orders and positions of a user hold frozen, per currency. */
export const heldOf = (
  sql: Sql,
  userId: string,
): Promise<{ product: 'lever_order' | 'lever_position'; currency: string; amount: string }[]> =>
  sql.query<{ product: 'lever_order' | 'lever_position'; currency: string; amount: string }>(
    `select held.product, held.currency, sum(held.amount) as amount
       from (select 'lever_position' as product, currency, margin as amount from lever_position
              where user_id = $1 and status in ('open', 'closing')
             union all
             select 'lever_order', p.currency, o.reserved
               from lever_order o join lever_position p on p.id = o.position_id
              where o.user_id = $1 and o.status = 'pending' and o.reserved > 0) held
      group by 1, 2 order by 1, 2`,
    [userId],
  );

/** How many positions and orders of an instrument are open or pending, of all users. */
export async function openIn(sql: Sql, symbol: string): Promise<number> {
  const [row] = await sql.query<{ count: string }>(
    `select count(*) as count from lever_position where symbol = $1 and status in ('pending', 'open', 'closing')`,
    [symbol],
  );
  return Number(row?.count ?? 0);
}

/** Fills that were booked after one time and up to another, oldest first. */
export const fillsBetween = (
  sql: Sql,
  after: number,
  until: number,
): Promise<
  { userId: string; symbol: string; side: 'buy' | 'sell'; price: string; total: string; feeRate: string; at: number }[]
> =>
  sql.query(
    `select f.user_id as "userId", o.symbol, o.side, f.exact / f.quantity as price, f.exact as total,
            f.fee / nullif(f.exact * p.rate, 0) as "feeRate", f.at
       from lever_fill f join lever_order o on o.id = f.order_id join lever_position p on p.id = o.position_id
      where f.at > $1 and f.at <= $2
      order by f.at, f.id`,
    [new Date(after), new Date(until)],
  );

/** Events after one id, in the order of their commits. */
/** Overnight fees and funding that were booked on positions, by id, in their settlement currencies; of all that are given. */
export async function holdingCosts(sql: Sql, positionIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await sql.query<{ id: string; costs: string }>(
    'select id, overnight_fee + funding_fee as costs from lever_position where id = any($1)',
    [positionIds],
  );
  return new Map(rows.map(({ id, costs }) => [id, costs]));
}

export const eventsAfter = (sql: Sql, after: string, limit: number): Promise<LeverageEvent[]> =>
  sql.query<LeverageEvent>(
    `select id, user_id as "userId", position_id as "positionId", symbol, kind, side, mode, multiple, quantity,
            open_quantity as "openQuantity", price, tick::float8 as tick, profit, fee, margin, currency, cause,
            source_id as "sourceId", at
       from leverage_event where id > $1 order by id limit $2`,
    [after, limit],
  );
