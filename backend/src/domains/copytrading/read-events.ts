import { type CopyType, copyLots, keptLots } from '@tessera/api/copytrading/rules';
import { cmp, div, mul, quantize, sub } from '@tessera/money';
import type { CatalogueSnapshot } from '../../platform/catalogue/catalogue.ts';
import type { Database, Sql, Transaction } from '../../platform/db/database.ts';
import type { JobItems } from '../../platform/jobs/items.ts';
import { keepLeft } from '../../platform/jobs/left.ts';
import { addCost, type CostOwner } from './costs.ts';
import type { PositionEvent, Positions } from './positions.ts';

/** Copies are settled in this currency; positions in others are neither counted nor copied. */
export const CURRENCY = 'USDT';

/** The job that reads events, under whose name it leaves some. */
export const FOLLOW_JOB = 'copy-follow';

/** Events of one transaction. */
const MOST = 100;

/** Whole lots in a quantity. */
const lotsOf = (quantity: string, lot: string): number => Number(quantize(div(quantity, lot), 0, 'down'));

/** What a unit of the quote currency was worth, by the margin that the opening took. */
function rateOf({ margin, multiple, openQuantity, price }: PositionEvent): string {
  const notional = mul(openQuantity, price ?? '0');
  if (cmp(notional, '0') <= 0 || cmp(margin, '0') <= 0) return '1';
  return quantize(div(mul(margin, String(multiple)), notional), 8, 'up');
}

type Copied = { readonly id: string; readonly lots: string };

/** Keeps a position of a trader; `known` is false of one that began before its owner was a trader. */
async function keepSource(tx: Sql, event: PositionEvent, costs: string): Promise<boolean> {
  const { positionId, kind, price, quantity, profit, fee, margin, at } = event;
  const exact = mul(quantity, price ?? '0');
  const net = sub(profit, fee);
  if (kind === 'opened') {
    await tx.query(
      `insert into copy_source (position_id, trader_user_id, symbol, side, multiple, opened, opened_exact, rate, margin,
                                profit, opened_at)
       select $1, t.user_id, $3, $4, $5, $6, $7, $8, $9, $10, $11::timestamptz
         from copy_trader t where t.user_id = $2 and t.since <= $11::timestamptz and t.ended is null
       on conflict do nothing`,
      [
        positionId,
        event.userId,
        event.symbol,
        event.side,
        event.multiple,
        quantity,
        exact,
        rateOf(event),
        margin,
        net,
        new Date(at),
      ],
    );
  }
  const opens = kind === 'increased';
  const [known] = await tx.query<{ one: number }>(
    `update copy_source
        set opened = opened + $2, opened_exact = opened_exact + $3, closed = closed + $4, closed_exact = closed_exact + $5,
            margin = greatest(margin, $6), profit = profit + $7, closed_at = $8
      where position_id = $1 returning 1 as one`,
    [
      positionId,
      opens ? quantity : '0',
      opens ? exact : '0',
      kind === 'opened' || opens ? '0' : quantity,
      kind === 'opened' || opens ? '0' : exact,
      margin,
      kind === 'opened' ? '0' : sub(net, costs),
      kind === 'closed' ? new Date(at) : null,
    ],
  );
  return known !== undefined;
}

/** Lots that a row has room for. */
export const MOST_LOTS = 2_147_483_647;

/** Why a copy of so many lots is not opened; null where it is planned. */
function refusalOf(lots: number): 'too_small' | 'cap' | null {
  if (lots <= 0) return 'too_small';
  return lots > MOST_LOTS ? 'cap' : null;
}

/**
 * Plans a copy for every follower of the trader, or notes that it would be smaller than a lot, or larger than any. What is
 * written here always fits: an event that fails is left, and its position is not copied or followed to its end meanwhile.
 */
async function planCopies(tx: Sql, event: PositionEvent, lot: string): Promise<void> {
  const follows = await tx.query<{ id: string; user_id: string; type: CopyType; number: string }>(
    `select id, user_id, type, number from copy_follow
      where trader_user_id = $1 and status = 'following' and started_at <= $2 order by id`,
    [event.userId, new Date(event.at)],
  );
  if (follows.length === 0) return;
  const traderLots = lotsOf(event.quantity, lot);
  const sizes = follows.map((follow) => copyLots(follow, traderLots));
  await tx.query(
    `insert into copy_trade (event_id, follow_id, user_id, trader_user_id, source_id, symbol, side, multiple, source_price,
                             rate, lots, target_lots, status, reason, created_at, closed_at)
     select $1, f.id, f.user_id, $2, $3, $4, $5, $6, $7, s.rate, f.lots, f.lots,
            case when f.reason is null then 'planned' else 'skipped' end, f.reason,
            $8::timestamptz, case when f.reason is null then null else $8::timestamptz end
       from unnest($9::bigint[], $10::bigint[], $11::int[], $12::text[]) as f (id, user_id, lots, reason)
            join copy_source s on s.position_id = $3
     on conflict (event_id, user_id) do nothing`,
    [
      event.id,
      event.userId,
      event.positionId,
      event.symbol,
      event.side,
      event.multiple,
      event.price,
      new Date(event.at),
      follows.map(({ id }) => id),
      follows.map(({ user_id }) => user_id),
      sizes.map((lots) => Math.min(lots, MOST_LOTS)),
      sizes.map(refusalOf),
    ],
  );
}

/** Lowers what the copies of a position should hold; those that were not submitted yet end where nothing is left. */
async function lowerTargets(tx: Sql, event: PositionEvent, lot: string): Promise<void> {
  const after = lotsOf(event.openQuantity, lot);
  const before = after + lotsOf(event.quantity, lot);
  // Of one that was not filled whole, what is open counts.
  const copies = await tx.query<Copied>(
    `select id, least(exact_lots, target_lots, case when status = 'open' then open_lots end)::text as lots from copy_trade
      where source_id = $1 and status in ('planned', 'submitted', 'open') order by id for update`,
    [event.positionId],
  );
  if (copies.length === 0) return;
  const kept = copies.map(({ lots }) => keptLots(lots, before, after));
  await tx.query(
    `update copy_trade c
        set target_lots = t.lots, exact_lots = t.exact, target_cause = $1, tried_at = null,
            lots = case when c.status = 'planned' then t.lots else c.lots end,
            status = case when c.status = 'planned' and t.lots = 0 then 'skipped' else c.status end,
            reason = case when c.status = 'planned' and t.lots = 0 then 'source_closed' end,
            closed_at = case when c.status = 'planned' and t.lots = 0 then $2::timestamptz end
       from unnest($3::bigint[], $4::int[], $5::numeric[]) as t (id, lots, exact) where c.id = t.id`,
    [
      event.id,
      new Date(event.at),
      copies.map(({ id }) => id),
      kept.map(({ lots }) => lots),
      kept.map(({ exact }) => exact),
    ],
  );
}

/** Books what happened to a copy. Of one that its owner took over, nothing. */
async function keepCopy(
  tx: Transaction,
  event: PositionEvent,
  { lot, costs, catalogue }: { readonly lot: string; readonly costs: string; readonly catalogue: CatalogueSnapshot },
): Promise<void> {
  const { positionId, kind, price, quantity, openQuantity, margin, at } = event;
  const opens = kind === 'opened' || kind === 'increased';
  const exact = mul(quantity, price ?? '0');
  const net = sub(sub(event.profit, event.fee), costs);
  const [copy] = await tx.query<Owner & CostOwner & { readonly id: string; readonly status: string }>(
    `update copy_trade
        set opened = opened + $2, opened_exact = opened_exact + $3, closed = closed + $4, closed_exact = closed_exact + $5,
            open_lots = $6, target_lots = case when $11 then target_lots else least(target_lots, $6) end, margin = $7::numeric, peak_margin = greatest(peak_margin, $7::numeric),
            profit = profit + $8, status = case when $9 then 'closed' else status end,
            opened_at = coalesce(opened_at, $10::timestamptz), closed_at = case when $9 then $10::timestamptz end
      where position_id = $1 and status = 'open'
     returning id, follow_id, user_id, trader_user_id, side, rate, status`,
    [
      positionId,
      opens ? quantity : '0',
      opens ? exact : '0',
      opens ? '0' : quantity,
      opens ? '0' : exact,
      lotsOf(openQuantity, lot),
      margin,
      net,
      kind === 'closed',
      new Date(at),
      opens,
    ],
  );
  if (!copy) return;
  await addResult(tx, copy, net);
  await addCost(tx, catalogue, copy, event);
  tx.notify(copy.user_id, { kind: 'order', id: copy.id, status: copy.status });
}

/** A copy of which nothing was opened: the house took none of it in time, or its source was closed meanwhile. */
async function skipUnfilled(tx: Transaction, { positionId, at }: PositionEvent): Promise<void> {
  const [copy] = await tx.query<{ id: string; user_id: string }>(
    `update copy_trade
        set status = 'skipped', margin = 0, open_lots = 0, closed_at = $2,
            reason = case when target_lots < lots then 'source_closed' else 'unfilled' end
      where position_id = $1 and status = 'open' returning id, user_id`,
    [positionId, new Date(at)],
  );
  if (copy) tx.notify(copy.user_id, { kind: 'order', id: copy.id, status: 'skipped' });
}

type Owner = { readonly follow_id: string; readonly user_id: string; readonly trader_user_id: string };

/** Adds to what a follow has come to, and what the follower's copies of the trader have come to over all follows. */
export async function addResult(tx: Sql, { follow_id, user_id, trader_user_id }: Owner, result: string): Promise<void> {
  await tx.query('update copy_follow set realised = realised + $2 where id = $1', [follow_id, result]);
  await tx.query(
    `insert into copy_account (user_id, trader_user_id, realised, moved) values ($1, $2, $3, true)
     on conflict (user_id, trader_user_id)
     do update set realised = copy_account.realised + excluded.realised, moved = true`,
    [user_id, trader_user_id, result],
  );
}

export type Reading = {
  readonly positions: Pick<Positions, 'events' | 'holdingCosts'>;
  readonly catalogue: CatalogueSnapshot;
  readonly items: JobItems;
};

/** Of a position: what comes after an event of it that is left waits behind it. */
const leftItem = ({ positionId, id }: Pick<PositionEvent, 'positionId' | 'id'>): string => `${positionId} ${id}`;

type Known = {
  readonly isTrader: ReadonlySet<string>;
  readonly isCopy: ReadonlySet<string>;
  readonly costs: ReadonlyMap<string, string>;
};

/** What has to be known of events before they are taken over. */
async function knownOf(
  tx: Sql,
  positions: Pick<Positions, 'holdingCosts'>,
  events: readonly PositionEvent[],
): Promise<Known> {
  const traders = await tx.query<{ user_id: string }>('select user_id from copy_trader where user_id = any($1)', [
    [...new Set(events.map(({ userId }) => userId))],
  ]);
  const copies = await tx.query<{ position_id: string }>(
    'select position_id from copy_trade where position_id = any($1)',
    [[...new Set(events.map(({ positionId }) => positionId))]],
  );
  const isTrader = new Set(traders.map(({ user_id }) => user_id));
  const isCopy = new Set(copies.map(({ position_id }) => position_id));
  const ended = events.flatMap(({ kind, userId, positionId }) =>
    kind === 'closed' && (isTrader.has(userId) || isCopy.has(positionId)) ? [positionId] : [],
  );
  const costs = ended.length > 0 ? await positions.holdingCosts(tx, ended) : new Map<string, string>();
  return { isTrader, isCopy, costs };
}

/** Takes over one event: of a position that is copied, or of a copy. */
async function takeEvent(
  tx: Transaction,
  event: PositionEvent,
  catalogue: CatalogueSnapshot,
  { isTrader, isCopy, costs }: Known,
): Promise<void> {
  const copied = isCopy.has(event.positionId);
  if (!copied && !isTrader.has(event.userId)) return;
  const lot = catalogue.instrument(event.symbol)?.lot;
  if (lot === undefined) return;
  const cost = event.kind === 'closed' ? (costs.get(event.positionId) ?? '0') : '0';
  if (copied) {
    if (event.kind === 'cancelled') await skipUnfilled(tx, event);
    else await keepCopy(tx, event, { lot, costs: cost, catalogue });
  } else if (event.kind !== 'cancelled' && (await keepSource(tx, event, cost))) {
    if (event.kind === 'opened' || event.kind === 'increased') await planCopies(tx, event, lot);
    else await lowerTargets(tx, event, lot);
  }
}

/** Of these events the positions that have to wait: one of theirs is left, or they are of copies whose positions are not known yet. */
async function waitingPositions(tx: Sql, events: readonly PositionEvent[]): Promise<Set<string>> {
  const ids = [...new Set(events.map(({ positionId }) => positionId))];
  const left = await tx.query<{ id: string }>(
    `select p.id from unnest($2::text[]) as p (id)
      where exists (select from job_left l where l.job = $1 and split_part(l.item, ' ', 1) = p.id)`,
    [FOLLOW_JOB, ids],
  );
  const waiting = new Set(left.map(({ id }) => id));
  const ofCopies = events.filter(({ sourceId }) => sourceId !== null);
  const submitted = await tx.query<{ source_id: string; user_id: string }>(
    `select source_id, user_id from copy_trade where status = 'submitted' and source_id = any($1)`,
    [[...new Set(ofCopies.map(({ sourceId }) => sourceId))]],
  );
  const open = new Set(submitted.map(({ source_id, user_id }) => `${source_id} ${user_id}`));
  for (const { positionId, sourceId, userId } of ofCopies) {
    if (open.has(`${sourceId} ${userId}`)) waiting.add(positionId);
  }
  return waiting;
}

/**
 * Takes over the next events of positions, each once: the cursor moves in the transaction that keeps what they mean. An
 * event that fails is left, with all later ones of its position. Returns how many there were.
 */
export async function readEvents(tx: Transaction, { positions, catalogue, items }: Reading): Promise<number> {
  const [cursor] = await tx.query<{ event_id: string }>('select event_id from copy_cursor for update');
  const events = await positions.events(tx, cursor?.event_id ?? '0', MOST);
  const last = events.at(-1);
  if (!last) return 0;
  const settled = events.filter(({ currency }) => currency === CURRENCY);
  const known = await knownOf(tx, positions, settled);
  const waiting = await waitingPositions(tx, settled);
  const behind = new Set<PositionEvent>();
  const left = await items.within(
    tx,
    'event',
    settled,
    ({ id }) => id,
    async (some) => {
      for (const event of some) {
        if (waiting.has(event.positionId)) {
          behind.add(event);
          continue;
        }
        try {
          await takeEvent(tx, event, catalogue, known);
        } catch (error) {
          if (some.length === 1) waiting.add(event.positionId);
          throw error;
        }
      }
    },
  );
  await keepLeft(tx, FOLLOW_JOB, settled.filter((event) => behind.has(event) || left.includes(event)).map(leftItem));
  await tx.query('update copy_cursor set event_id = $1', [last.id]);
  return events.length;
}

/** Positions whose events are left that are tried in one run. */
const MOST_LEFT = 100;

/** Takes over what was left: of each position all of its events in their order, in one transaction. */
export async function readLeft(
  database: Database,
  fence: (tx: Sql) => Promise<void>,
  { positions, catalogue, items }: Reading,
): Promise<void> {
  const rows = await database.query<{ id: string }>(
    `select split_part(item, ' ', 1) as id from job_left
      where job = $1 and split_part(item, ' ', 1) <> all($2) group by 1 order by min(at), 1 limit $3`,
    [FOLLOW_JOB, items.aside('position'), MOST_LEFT],
  );
  await items.each(
    'position',
    rows,
    ({ id }) => id,
    ({ id }) =>
      database.transaction(async (tx) => {
        await fence(tx);
        const ids = await tx.query<{ id: string }>(
          `select split_part(item, ' ', 2)::bigint as id from job_left
            where job = $1 and split_part(item, ' ', 1) = $2 order by 1 for update`,
          [FOLLOW_JOB, id],
        );
        for (const event of ids) {
          const [found] = await positions.events(tx, String(BigInt(event.id) - 1n), 1);
          if (found?.id !== event.id) throw new Error(`event ${event.id} is gone`);
          if (await isOfSubmitted(tx, found)) return;
          await takeEvent(tx, found, catalogue, await knownOf(tx, positions, [found]));
          await tx.query('delete from job_left where job = $1 and item = $2', [FOLLOW_JOB, leftItem(found)]);
        }
      }),
  );
}

const isOfSubmitted = async (tx: Sql, { sourceId, userId }: PositionEvent): Promise<boolean> =>
  (
    await tx.query(`select from copy_trade where status = 'submitted' and source_id = $1 and user_id = $2 limit 1`, [
      sourceId,
      userId,
    ])
  ).length > 0;

/** Units of so many lots. */
export const quantityOf = (lots: number, lot: string): string => mul(String(lots), lot);

/** Average of Σ price × quantity; null of nothing. */
export const averageOf = (exact: string, quantity: string): string | null =>
  cmp(quantity, '0') > 0 ? quantize(div(exact, quantity), 8, 'down') : null;

/** What is still open of what was opened. */
export const openOf = ({ opened, closed }: { readonly opened: string; readonly closed: string }): string =>
  sub(opened, closed);
