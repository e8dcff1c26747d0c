import type { Sql, Transaction } from '../../platform/db/database.ts';
import { type Page, pageOf } from '../../platform/db/page.ts';
import type { TradeEvent } from '../../platform/ports.ts';
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

const POSITION = `p.id, p.user_id as "userId", p.symbol, p.category, p.currency, p.side, p.mode, p.multiple, p.rate, p.rate_fixed as "rateFixed",
  p.threshold, p.closing_fee_rate as "closingFeeRate", p.kind, p.price, p.ordered_quantity as "orderedQuantity",
  p.quantity, p.entry_exact as "entryExact", p.opened_quantity as "openedQuantity", p.opened_exact as "openedExact",
  p.closed_quantity as "closedQuantity", p.closed_exact as "closedExact", p.margin, p.required, p.fee,
  p.overnight_fee as "overnightFee", p.funding_fee as "fundingFee", p.realized, p.shortfall, p.status,
  p.close_reason as "closeReason", p.trigger_tick::float8 as "triggerTick", p.trigger_price as "triggerPrice",
  p.source_id as "sourceId", p.slippage, p.created_at as "createdAt", p.opened_at as "openedAt", p.closed_at as "closedAt",
  p.updated_at as "updatedAt"`;

const ORDER = `o.id, o.position_id as "positionId", o.user_id as "userId", o.symbol, o.purpose, o.side, o.kind, o.cause,
  o.price, o.stop_price as "stopPrice", o.slippage, o.quantity, o.filled_quantity as "filledQuantity",
  o.filled_exact as "filledExact", o.fee, o.profit, o.reserved, o.status, o.ended, o.trigger_id as "triggerId",
  o.trigger_tick::float8 as "triggerTick", o.trigger_price as "triggerPrice", o.created_at as "createdAt",
  o.updated_at as "updatedAt"`;

const TRIGGER = `t.id, t.position_id as "positionId", t.user_id as "userId", t.symbol, t.kind, t.by, t.value, t.quantity,
  t.price, t.activation_price as "activationPrice", t.best_price as "bestPrice", t.status, t.tick::float8 as tick, t.mark,
  t.created_at as "createdAt", t.updated_at as "updatedAt"`;

const timeOf = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));

/** Columns of a table with their types, and what each is of a row. */
type Columns<Row> = Readonly<Record<string, readonly [type: string, of: (row: Row) => unknown]>>;

const POSITIONS: Columns<Position> = {
  id: ['bigint', ({ id }) => id],
  user_id: ['bigint', ({ userId }) => userId],
  symbol: ['text', ({ symbol }) => symbol],
  category: ['text', ({ category }) => category],
  currency: ['text', ({ currency }) => currency],
  side: ['text', ({ side }) => side],
  mode: ['text', ({ mode }) => mode],
  multiple: ['int', ({ multiple }) => multiple],
  rate: ['numeric', ({ rate }) => rate],
  rate_fixed: ['boolean', ({ rateFixed }) => rateFixed],
  threshold: ['numeric', ({ threshold }) => threshold],
  closing_fee_rate: ['numeric', ({ closingFeeRate }) => closingFeeRate],
  kind: ['text', ({ kind }) => kind],
  price: ['numeric', ({ price }) => price],
  ordered_quantity: ['numeric', ({ orderedQuantity }) => orderedQuantity],
  quantity: ['numeric', ({ quantity }) => quantity],
  entry_exact: ['numeric', ({ entryExact }) => entryExact],
  opened_quantity: ['numeric', ({ openedQuantity }) => openedQuantity],
  opened_exact: ['numeric', ({ openedExact }) => openedExact],
  closed_quantity: ['numeric', ({ closedQuantity }) => closedQuantity],
  closed_exact: ['numeric', ({ closedExact }) => closedExact],
  margin: ['numeric', ({ margin }) => margin],
  required: ['numeric', ({ required }) => required],
  fee: ['numeric', ({ fee }) => fee],
  overnight_fee: ['numeric', ({ overnightFee }) => overnightFee],
  funding_fee: ['numeric', ({ fundingFee }) => fundingFee],
  realized: ['numeric', ({ realized }) => realized],
  shortfall: ['numeric', ({ shortfall }) => shortfall],
  status: ['text', ({ status }) => status],
  close_reason: ['text', ({ closeReason }) => closeReason],
  trigger_tick: ['bigint', ({ triggerTick }) => triggerTick],
  trigger_price: ['numeric', ({ triggerPrice }) => triggerPrice],
  source_id: ['bigint', ({ sourceId }) => sourceId],
  slippage: ['numeric', ({ slippage }) => slippage],
  created_at: ['timestamptz', ({ createdAt }) => timeOf(createdAt)],
  opened_at: ['timestamptz', ({ openedAt }) => timeOf(openedAt)],
  closed_at: ['timestamptz', ({ closedAt }) => timeOf(closedAt)],
  updated_at: ['timestamptz', ({ updatedAt }) => timeOf(updatedAt)],
};

const ORDERS: Columns<Order> = {
  id: ['bigint', ({ id }) => id],
  position_id: ['bigint', ({ positionId }) => positionId],
  user_id: ['bigint', ({ userId }) => userId],
  symbol: ['text', ({ symbol }) => symbol],
  purpose: ['text', ({ purpose }) => purpose],
  side: ['text', ({ side }) => side],
  kind: ['text', ({ kind }) => kind],
  cause: ['text', ({ cause }) => cause],
  price: ['numeric', ({ price }) => price],
  stop_price: ['numeric', ({ stopPrice }) => stopPrice],
  slippage: ['numeric', ({ slippage }) => slippage],
  quantity: ['numeric', ({ quantity }) => quantity],
  filled_quantity: ['numeric', ({ filledQuantity }) => filledQuantity],
  filled_exact: ['numeric', ({ filledExact }) => filledExact],
  fee: ['numeric', ({ fee }) => fee],
  profit: ['numeric', ({ profit }) => profit],
  reserved: ['numeric', ({ reserved }) => reserved],
  status: ['text', ({ status }) => status],
  ended: ['text', ({ ended }) => ended],
  trigger_id: ['bigint', ({ triggerId }) => triggerId],
  trigger_tick: ['bigint', ({ triggerTick }) => triggerTick],
  trigger_price: ['numeric', ({ triggerPrice }) => triggerPrice],
  created_at: ['timestamptz', ({ createdAt }) => timeOf(createdAt)],
  updated_at: ['timestamptz', ({ updatedAt }) => timeOf(updatedAt)],
};

const TRIGGERS: Columns<Trigger> = {
  id: ['bigint', ({ id }) => id],
  position_id: ['bigint', ({ positionId }) => positionId],
  user_id: ['bigint', ({ userId }) => userId],
  symbol: ['text', ({ symbol }) => symbol],
  kind: ['text', ({ kind }) => kind],
  by: ['text', ({ by }) => by],
  value: ['numeric', ({ value }) => value],
  quantity: ['numeric', ({ quantity }) => quantity],
  price: ['numeric', ({ price }) => price],
  activation_price: ['numeric', ({ activationPrice }) => activationPrice],
  best_price: ['numeric', ({ bestPrice }) => bestPrice],
  status: ['text', ({ status }) => status],
  tick: ['bigint', ({ tick }) => tick],
  mark: ['numeric', ({ mark }) => mark],
  created_at: ['timestamptz', ({ createdAt }) => timeOf(createdAt)],
  updated_at: ['timestamptz', ({ updatedAt }) => timeOf(updatedAt)],
};

const FILLS: Columns<NewFill> = {
  id: ['bigint', ({ id }) => id],
  order_id: ['bigint', ({ orderId }) => orderId],
  user_id: ['bigint', ({ userId }) => userId],
  quantity: ['numeric', ({ quantity }) => quantity],
  exact: ['numeric', ({ exact }) => exact],
  fee: ['numeric', ({ fee }) => fee],
  profit: ['numeric', ({ profit }) => profit],
  maker: ['boolean', ({ maker }) => maker],
  priced_at: ['timestamptz', ({ pricedAt }) => timeOf(pricedAt)],
  at: ['timestamptz', ({ at }) => timeOf(at)],
};

const EVENTS: Columns<LeverageEvent> = {
  id: ['bigint', ({ id }) => id],
  user_id: ['bigint', ({ userId }) => userId],
  position_id: ['bigint', ({ positionId }) => positionId],
  symbol: ['text', ({ symbol }) => symbol],
  kind: ['text', ({ kind }) => kind],
  side: ['text', ({ side }) => side],
  mode: ['text', ({ mode }) => mode],
  multiple: ['int', ({ multiple }) => multiple],
  quantity: ['numeric', ({ quantity }) => quantity],
  open_quantity: ['numeric', ({ openQuantity }) => openQuantity],
  price: ['numeric', ({ price }) => price],
  index_price: ['numeric', ({ index }) => index],
  tick: ['bigint', ({ tick }) => tick],
  profit: ['numeric', ({ profit }) => profit],
  fee: ['numeric', ({ fee }) => fee],
  margin: ['numeric', ({ margin }) => margin],
  currency: ['text', ({ currency }) => currency],
  cause: ['text', ({ cause }) => cause],
  source_id: ['bigint', ({ sourceId }) => sourceId],
  at: ['timestamptz', ({ at }) => timeOf(at)],
};

/** Rows go as one array a column: values inside JSON would be parsed and checked twice. */
const arraysOf = <Row>(columns: Columns<Row>, rows: readonly Row[]): unknown[][] =>
  Object.values(columns).map(([, of]) => rows.map(of));

/** The insertion of rows whose arrays begin at a parameter; one that is there gets new values but in `kept` columns. */
function insertion<Row>(table: string, columns: Columns<Row>, first: number, kept?: readonly string[]): string {
  const names = Object.keys(columns).join(', ');
  const arrays = Object.values(columns).map(([type], index) => `$${first + index}::${type}[]`);
  const changed = Object.keys(columns).filter((name) => !kept?.includes(name));
  const update =
    kept && ` on conflict (id) do update set ${changed.map((name) => `${name} = excluded.${name}`).join(', ')}`;
  return `insert into ${table} (${names}) select ${names} from unnest(${arrays.join(', ')}) as r (${names})${update ?? ''}`;
}

const widthOf = (...all: readonly object[]): number =>
  all.reduce((sum, columns) => sum + Object.keys(columns).length, 1);

const WRITE = `
  with positions as (${insertion('lever_position', POSITIONS, 1, ['id', 'user_id', 'symbol', 'category', 'currency', 'side', 'mode', 'multiple', 'rate', 'rate_fixed', 'threshold', 'closing_fee_rate', 'kind', 'ordered_quantity', 'created_at'])}),
  orders as (${insertion('lever_order', ORDERS, widthOf(POSITIONS), ['id', 'position_id', 'user_id', 'symbol', 'purpose', 'side', 'kind', 'cause', 'slippage', 'quantity', 'trigger_id', 'created_at'])}),
  triggers as (${insertion('lever_trigger', TRIGGERS, widthOf(POSITIONS, ORDERS), ['id', 'position_id', 'user_id', 'symbol', 'kind', 'created_at'])}),
  fills as (${insertion('lever_fill', FILLS, widthOf(POSITIONS, ORDERS, TRIGGERS))})
  ${insertion('leverage_event', EVENTS, widthOf(POSITIONS, ORDERS, TRIGGERS, FILLS))}`;

/** Writes what a batch did, in one statement. */
export async function writeBatch(tx: Transaction, rows: Writing): Promise<void> {
  await tx.query(WRITE, [
    ...arraysOf(POSITIONS, rows.positions),
    ...arraysOf(ORDERS, rows.orders),
    ...arraysOf(TRIGGERS, rows.triggers),
    ...arraysOf(FILLS, rows.fills),
    ...arraysOf(EVENTS, rows.events),
  ]);
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

/** What insurance paid from a day of UTC on, by symbol; the latest day last. */
export const insuredSince = (
  sql: Sql,
  day: number,
): Promise<{ readonly symbol: string; readonly day: number; readonly paid: string }[]> =>
  sql.query(
    `select symbol, (day - date '1970-01-01')::int as day, paid from lever_insurance
      where day >= date '1970-01-01' + $1::int order by day`,
    [day],
  );

/** Adds to what insurance paid for instruments in a day. */
export const addInsurance = (
  tx: Transaction,
  paid: ReadonlyMap<string, { readonly day: number; readonly amount: string }>,
): Promise<unknown> =>
  tx.query(
    `insert into lever_insurance (symbol, day, paid)
     select symbol, date '1970-01-01' + day, paid from unnest($1::text[], $2::int[], $3::numeric[]) as r (symbol, day, paid)
     on conflict (symbol, day) do update set paid = lever_insurance.paid + excluded.paid`,
    [[...paid.keys()], [...paid.values()].map(({ day }) => day), [...paid.values()].map(({ amount }) => amount)],
  );

/** Σ notional × multiple of what is open and pending on each side of an instrument, in the settlement currency. */
export async function weightedIn(sql: Sql, symbol: string): Promise<Readonly<Record<'long' | 'short', number>>> {
  const [row] = await sql.query<{ long: number; short: number }>(
    `with weighed as (
       select p.side, p.entry_exact * p.rate * p.multiple as weight from lever_position p
        where p.symbol = $1 and p.status in ('open', 'closing')
       union all
       select p.side, coalesce(o.stop_price, o.price, 0) * (o.quantity - o.filled_quantity) * p.rate * p.multiple
         from lever_order o join lever_position p on p.id = o.position_id
        where o.symbol = $1 and o.status = 'pending' and o.purpose = 'open'
          and p.status in ('pending', 'open', 'closing'))
     select coalesce(sum(weight) filter (where side = 'long'), 0)::float8 as long,
            coalesce(sum(weight) filter (where side = 'short'), 0)::float8 as short
       from weighed`,
    [symbol],
  );
  return row ?? { long: 0, short: 0 };
}

/** Open positions in an instrument, of all users, as far as their places in the queue follow from it. */
export const queuedIn = (sql: Sql, symbol: string): Promise<Position[]> =>
  sql.query<Position>(`select ${POSITION} from lever_position p where p.symbol = $1 and p.status = 'open'`, [symbol]);

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

const LIVE: readonly Position['status'][] = ['pending', 'open', 'closing'];

/** Newest first. */
export const listPositions = (
  sql: Sql,
  { userId, symbol, category, statuses, page, limit }: Selection & { readonly statuses: readonly Position['status'][] },
): Promise<{ readonly rows: readonly Position[]; readonly total: number }> =>
  pageOf<Position>(sql, {
    select: POSITION,
    newest: {
      of: 'lever_position',
      // What is live may be older than all that is looked through.
      where: `user_id = $1 ${statuses.every((each) => LIVE.includes(each)) ? `and status in (${LIVE.map((each) => `'${each}'`).join(', ')})` : ''}`,
      order: 'id desc',
      as: 'p',
      rest: `where ($2::text is null or p.symbol = $2) and ($3::text is null or p.category = $3) and p.status = any($4)`,
    },
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
    newest: {
      of: 'lever_order',
      where: `${positionId === null ? 'user_id = $1' : 'position_id = $5 and user_id = $1'} ${pending ? `and status = 'pending'` : ''}`,
      order: 'id desc',
      as: 'o',
      rest: `join lever_position p on p.id = o.position_id
             where ($2::text is null or o.symbol = $2) and ($3::text is null or p.category = $3)
               and (o.status = 'pending') = $4 and ($5::bigint is null or o.position_id = $5)`,
    },
    order: 'o.id desc',
    values: [userId, symbol, category, pending, positionId],
    page,
    limit,
  });

/** What orders and positions of the user `u.id` hold frozen, per currency. */
export const HELD = `
  select product, currency, sum(amount) as amount
    from (select 'lever_position' as product, currency, margin as amount from lever_position
           where user_id = u.id and status in ('open', 'closing')
           union all
          select 'lever_order', p.currency, o.reserved
            from lever_order o join lever_position p on p.id = o.position_id
           where o.user_id = u.id and o.status = 'pending' and o.reserved > 0) held
   group by 1, 2`;

/** How many positions and orders of an instrument are open or pending, of all users. */
export async function openIn(sql: Sql, symbol: string): Promise<number> {
  const [row] = await sql.query<{ count: string }>(
    `select count(*) as count from lever_position where symbol = $1 and status in ('pending', 'open', 'closing')`,
    [symbol],
  );
  return Number(row?.count ?? 0);
}

/** The largest quantity of a position that waits or is open. */
export async function largestIn(sql: Sql, symbol: string): Promise<string> {
  const [row] = await sql.query<{ most: string }>(
    `select coalesce(max(greatest(quantity, ordered_quantity)), 0) as most from lever_position
      where symbol = $1 and status in ('pending', 'open', 'closing')`,
    [symbol],
  );
  return row?.most ?? '0';
}

/** When a fill was first booked after a time, Unix ms. */
export async function firstFill(sql: Sql, after: number): Promise<number | null> {
  const [row] = await sql.query<{ at: number }>('select at from lever_fill where at > $1 order by at limit 1', [
    new Date(after),
  ]);
  return row?.at ?? null;
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
        -- What was closed outside of the book was nobody's decision.
        and not (o.cause in ('deleveraging', 'liquidation') and f.fee = 0)
      order by f.at, f.id`,
    [new Date(after), new Date(until)],
  );

/** Orders of positions that were filled after one time and up to another, Unix ms, each with what of it was filled then. */
export const tradeEvents = (sql: Sql, after: number, until: number): Promise<TradeEvent[]> =>
  sql.query<TradeEvent>(
    `select f.user_id as "userId",
            case when o.cause = 'liquidation' then 'liquidated' when o.cause = 'deleveraging' then 'deleveraged' when o.side = 'buy' then 'bought' else 'sold' end as kind,
            'leverage' as market, o.symbol, sum(f.quantity) as amount, sum(f.exact) / sum(f.quantity) as price,
            null::text as currency
       from lever_fill f join lever_order o on o.id = f.order_id
      where f.at > $1 and f.at <= $2
      group by o.id, f.user_id order by max(f.id)`,
    [new Date(after), new Date(until)],
  );

/** Overnight fees and funding that were booked on positions, by id, in their settlement currencies; of all that are given. */
export async function holdingCosts(sql: Sql, positionIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await sql.query<{ id: string; costs: string }>(
    'select id, overnight_fee + funding_fee as costs from lever_position where id = any($1)',
    [positionIds],
  );
  return new Map(rows.map(({ id, costs }) => [id, costs]));
}

/**
 * What positions of these users have booked after one event, or by one of `also`, costs of holding included once a position
 * has ended: SQL of a table. All are expressions, of an array of users, of an event's id, and of a set of them.
 */
export const resultsAfter = (userIds: string, after: string, also: string): string => {
  const results = `select e.user_id, e.position_id, e.currency,
          e.profit - e.fee - case when e.kind = 'closed' then p.overnight_fee + p.funding_fee else 0 end as result
     from leverage_event e join lever_position p on p.id = e.position_id
    where e.user_id = any(${userIds})`;
  return `${results} and e.id > ${after} union all ${results} and e.id in ${also}`;
};

/** Events after one id, in the order of their commits. */
export const eventsAfter = (sql: Sql, after: string, limit: number): Promise<LeverageEvent[]> =>
  sql.query<LeverageEvent>(
    `select id, user_id as "userId", position_id as "positionId", symbol, kind, side, mode, multiple, quantity,
            open_quantity as "openQuantity", price, index_price as index, tick::float8 as tick, profit, fee, margin, currency, cause,
            source_id as "sourceId", at
       from leverage_event where id > $1 order by id limit $2`,
    [after, limit],
  );
