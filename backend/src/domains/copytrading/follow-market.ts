import { fitsCap, worstPrice } from '@tessera/api/copytrading/rules';
import { add } from '@tessera/money';
import type { Database, Sql, Transaction } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { JobItems } from '../../platform/jobs/items.ts';
import type { Positions } from './positions.ts';
import { freshIndex, marginOf, type Prices } from './prices.ts';
import { quantityOf } from './read-events.ts';

/*
 * Copies go to the market in two steps that a crash may separate: a row is marked as submitted, then the order goes out
 * under a key that is made from the event and the follower. A row that is found submitted goes out again under the same
 * key and gets the same result, on whichever node.
 */

/** Orders that go out together. */
const BATCH = 64;

/** Followers of one trader, and traders, wait for each other this long at most: a run ends after so many batches. */
const BATCHES = 32;

/**
 * ms after the trader's fill in which a copy is placed. The price limit alone lets one in that comes hours later, after an
 * outage, when the reasons of the trade have passed.
 */
const LATEST = 30_000;

/** ms after which a close is sent again: the market goes on by itself with what it has accepted. */
const RETRY = 2_000;

type SkipReason =
  | 'late'
  | 'insufficient_balance'
  | 'cap'
  | 'slippage'
  | 'too_small'
  | 'not_allowed'
  | 'cancelled'
  | 'market';

const REASONS: Readonly<Record<string, SkipReason>> = {
  insufficient_balance: 'insufficient_balance',
  market_closed: 'market',
  market_halted: 'market',
  stale_price: 'market',
  currency_closed: 'market',
  instrument_unknown: 'market',
  exposure_full: 'market',
  open_interest_full: 'market',
  multiple_reduced: 'market',
  openings_paused: 'market',
  amount_too_small: 'too_small',
  total_too_small: 'too_small',
};

/** Errors after which it is not known whether the order was taken. */
const isUnknown = (error: unknown): boolean => !(error instanceof DomainError) || error.code === 'service_unavailable';

export type Market = {
  readonly database: Database;
  readonly positions: Positions;
  readonly prices: Prices;
  readonly fence: (tx: Sql) => Promise<void>;
  readonly signal: AbortSignal;
  readonly items: JobItems;
};

type Planned = {
  readonly id: string;
  readonly event_id: string;
  readonly follow_id: string;
  readonly user_id: string;
  readonly source_id: string;
  readonly symbol: string;
  readonly side: 'long' | 'short';
  readonly multiple: number;
  readonly lots: number;
  readonly source_price: string;
  readonly rate: string;
  readonly worst_price: string | null;
  readonly slippage: string;
};

const PLANNED = `c.id, c.event_id, c.follow_id, c.user_id, c.source_id, c.symbol, c.side, c.multiple, c.lots, c.source_price,
  c.rate, c.worst_price, f.slippage`;
const PLANS = 'copy_trade c join copy_follow f on f.id = c.follow_id';

type Skipped = { readonly copy: Pick<Planned, 'id' | 'user_id'>; readonly reason: SkipReason };

async function skip(tx: Transaction, skipped: readonly Skipped[], at: number): Promise<void> {
  if (skipped.length === 0) return;
  await tx.query(
    `update copy_trade c set status = 'skipped', reason = s.reason, margin = 0, closed_at = $3
       from unnest($1::bigint[], $2::text[]) as s (id, reason)
      where c.id = s.id and c.status in ('planned', 'submitted')`,
    [skipped.map(({ copy }) => copy.id), skipped.map(({ reason }) => reason), new Date(at)],
  );
  for (const { copy } of skipped) tx.notify(copy.user_id, { kind: 'order', id: copy.id, status: 'skipped' });
}

type Plan = Planned & { readonly following: boolean; readonly max_amount: string; readonly created_at: number };

const idOf = ({ id }: { readonly id: string }): string => id;

/**
 * Ids of the next copies, the oldest of each trader, then their second ones: who trades often, with many followers, would make
 * those of all other traders late.
 */
export const nextPlanned = async (sql: Sql, aside: readonly string[]): Promise<readonly string[]> =>
  (
    await sql.query<{ id: string }>(
      // From one trader with planned copies to the next in the index, however many traders there are.
      `with recursive trader (id) as (
         (select trader_user_id from copy_trade where status = 'planned' order by trader_user_id limit 1)
         union all
         select (select c.trader_user_id from copy_trade c where c.status = 'planned' and c.trader_user_id > t.id
                  order by c.trader_user_id limit 1)
           from trader t where t.id is not null)
       select p.id from trader t
         cross join lateral (
           select c.id, row_number() over (order by c.id) as place from copy_trade c
            where c.trader_user_id = t.id and c.status = 'planned' and c.id <> all($1) order by c.id limit ${BATCH}) p
        where t.id is not null
        order by p.place, p.id limit ${BATCH}`,
      [aside],
    )
  ).map(idOf);

/** Marks the next planned copies as submitted, with the worst price, or skips them. Returns how many there were. */
async function markSubmitted({ database, prices, fence, items }: Market): Promise<number> {
  const next = await nextPlanned(database, items.aside('planned'));
  if (next.length === 0) return 0;
  return database.transaction(async (tx) => {
    await fence(tx);
    const rows = await tx.query<Plan>(
      `select ${PLANNED}, f.status = 'following' as following, f.max_amount, c.created_at
         from ${PLANS}
        where c.status = 'planned' and c.id = any($1) order by c.id for update of c`,
      [next],
    );
    await items.within(tx, 'planned', rows, idOf, (some) => markSome(tx, prices, some));
    return rows.length;
  });
}

async function markSome(tx: Transaction, prices: Prices, rows: readonly Plan[]): Promise<void> {
  const held = await tx.query<{ follow_id: string; margin: string }>(
    `select follow_id, sum(margin) as margin from copy_trade
        where follow_id = any($1) and status in ('open', 'submitted') group by follow_id`,
    [rows.map(({ follow_id }) => follow_id)],
  );
  const inUse = new Map(held.map(({ follow_id, margin }) => [follow_id, margin]));
  const submitted: { id: string; worst: string; margin: string }[] = [];
  const skipped: Skipped[] = [];
  for (const row of rows) {
    const instrument = prices.catalogue.current().instrument(row.symbol);
    const index = freshIndex(prices, row.symbol);
    if (!row.following) skipped.push({ copy: row, reason: 'cancelled' });
    else if (prices.now() - row.created_at > LATEST) skipped.push({ copy: row, reason: 'late' });
    else if (!instrument || index === null) skipped.push({ copy: row, reason: 'market' });
    else {
      const worst = worstPrice(row.side, { source: row.source_price, index }, row.slippage, instrument.tick);
      const margin = marginOf(quantityOf(row.lots, instrument.lot), worst, row.rate, row.multiple);
      const used = inUse.get(row.follow_id) ?? '0';
      if (!fitsCap(row.max_amount, used, margin)) skipped.push({ copy: row, reason: 'cap' });
      else {
        inUse.set(row.follow_id, add(used, margin));
        submitted.push({ id: row.id, worst, margin });
      }
    }
  }
  await skip(tx, skipped, prices.now());
  await tx.query(
    `update copy_trade c set status = 'submitted', worst_price = s.worst, margin = s.margin
         from unnest($1::bigint[], $2::numeric[], $3::numeric[]) as s (id, worst, margin) where c.id = s.id`,
    [submitted.map(({ id }) => id), submitted.map(({ worst }) => worst), submitted.map(({ margin }) => margin)],
  );
}

/** Of rows that were sent out those of which it is not known whether they were taken, with the errors. */
function unknownAmong<R>(rows: readonly R[], results: readonly PromiseSettledResult<unknown>[]): Map<R, unknown> {
  const unknown = new Map<R, unknown>();
  for (const [index, row] of rows.entries()) {
    const result = results[index];
    if (result?.status === 'rejected' && isUnknown(result.reason)) unknown.set(row, result.reason);
  }
  return unknown;
}

/** Sends out what is submitted and keeps the results; copies whose outcome is not known are set aside. Returns how many there were. */
async function sendSubmitted({ database, positions, prices, fence, items }: Market): Promise<number> {
  const rows = await database.query<Planned>(
    `select ${PLANNED} from ${PLANS} where c.status = 'submitted' and c.id <> all($1) order by c.id limit ${BATCH}`,
    [items.aside('submitted')],
  );
  if (rows.length === 0) return 0;
  const results = await Promise.allSettled(
    rows.map((row) =>
      positions.open(
        {
          userId: row.user_id,
          symbol: row.symbol,
          side: row.side,
          lots: row.lots,
          multiple: row.multiple,
          worstPrice: row.worst_price,
          slippage: row.slippage,
          sourceId: row.source_id,
        },
        `copy:${row.event_id}:${row.user_id}`,
      ),
    ),
  );
  const unknown = unknownAmong(rows, results);
  const resultOf = new Map(rows.map((row, index) => [row, results[index]]));
  const known = rows.filter((row) => !unknown.has(row));
  await database.transaction(async (tx) => {
    await fence(tx);
    await items.within(tx, 'submitted', known, idOf, async (some) => {
      const skipped: Skipped[] = [];
      const opened: { row: Planned; positionId: string }[] = [];
      for (const row of some) {
        const result = resultOf.get(row);
        if (result?.status === 'fulfilled') opened.push({ row, ...result.value });
        else if (result)
          skipped.push({ copy: row, reason: REASONS[(result.reason as DomainError).code] ?? 'not_allowed' });
      }
      await skip(tx, skipped, prices.now());
      await tx.query(
        `update copy_trade c
            set status = 'open', position_id = o.position_id, open_lots = c.lots
           from unnest($1::bigint[], $2::bigint[]) as o (id, position_id)
          where c.id = o.id and c.status = 'submitted'`,
        [opened.map(({ row }) => row.id), opened.map(({ positionId }) => positionId)],
      );
      for (const { row } of opened) tx.notify(row.user_id, { kind: 'order', id: row.id, status: 'open' });
    });
  });
  await items.each('submitted', [...unknown.keys()], idOf, async (row) => {
    throw unknown.get(row);
  });
  return rows.length;
}

/** Sends out copies that were submitted: events of their positions wait until these are known. */
export async function finishSubmitted(market: Market): Promise<void> {
  while (!market.signal.aborted && (await sendSubmitted(market)) > 0);
}

/** Opens what is planned, in bounded batches. */
export async function openPlanned(market: Market): Promise<void> {
  for (let batch = 0; batch < BATCHES && !market.signal.aborted; batch++) {
    if ((await markSubmitted(market)) === 0) return;
    await finishSubmitted(market);
  }
}

/** SQL: when closing was last tried; before all times where it was not. As in the index. */
const TRIED = `coalesce(tried_at, '-infinity')`;

type ToClose = {
  readonly id: string;
  readonly user_id: string;
  readonly position_id: string;
  readonly open_lots: number;
  readonly target_lots: number;
  readonly target_cause: string;
};

/**
 * Has what copies hold beyond what they should closed. What the market does not take now, because it is halted for example, is
 * sent again later; what it has taken goes on by itself, in blocks, and is sent again for nothing. The lots that
 * are open are part of the key: whatever became of an earlier close, this one is about what is open now. `first` takes only what
 * was not tried yet, `again` also what was: thousands of copies of a halted instrument would make the openings of all
 * traders late.
 */
export async function closeExceeding(
  { database, positions, prices, fence, signal }: Market,
  turn: 'first' | 'again',
): Promise<void> {
  const begun = prices.now();
  const before = turn === 'first' ? 0 : begun - RETRY;
  for (let batch = 0; batch < BATCHES && !signal.aborted; batch++) {
    const rows = await database.transaction(async (tx) => {
      await fence(tx);
      return tx.query<ToClose>(
        `update copy_trade c set tried_at = $1
          where c.id in (select id from copy_trade
                          where status = 'open' and target_lots < open_lots and ${TRIED} < $2
                          order by ${TRIED}, id limit ${BATCH} for update)
         returning c.id, c.user_id, c.position_id, c.open_lots, c.target_lots, c.target_cause`,
        [new Date(begun), new Date(before)],
      );
    });
    if (rows.length === 0) return;
    // The result comes as an event, and so does the end of a position that was closed otherwise.
    await Promise.allSettled(
      rows.map(({ id, user_id, position_id, open_lots, target_lots, target_cause }) =>
        positions.reduce(
          { userId: user_id, positionId: position_id, keep: target_lots },
          `copy:${target_cause}:${user_id}:${id}:${open_lots}:${target_lots}`,
        ),
      ),
    );
  }
}

/** Tells the market of copies that their owners took over. One that is closed by now needs no telling. */
export async function detachTakenOver({ database, positions, fence, items }: Market): Promise<void> {
  const rows = await database.query<Pick<ToClose, 'id' | 'user_id' | 'position_id'>>(
    `select id, user_id, position_id from copy_trade
      where status = 'self_held' and not detached and id <> all($1) order by id limit ${BATCH}`,
    [items.aside('self_held')],
  );
  if (rows.length === 0) return;
  const results = await Promise.allSettled(
    rows.map(({ id, user_id, position_id }) =>
      positions.detach({ userId: user_id, positionId: position_id }, `copy:detach:${id}`),
    ),
  );
  const unknown = unknownAmong(rows, results);
  const told = rows.filter((row) => !unknown.has(row));
  await database.transaction(async (tx) => {
    await fence(tx);
    await tx.query('update copy_trade set detached = true where id = any($1)', [told.map(({ id }) => id)]);
  });
  await items.each('self_held', [...unknown.keys()], idOf, async (row) => {
    throw unknown.get(row);
  });
}
