import type { Database, Sql, Transaction } from '../../../platform/db/database.ts';
import type { Feed } from '../../../platform/feed/feed.ts';
import type { JobRun, RecurringJob } from '../../../platform/jobs/job.ts';
import { keepLeft, retryLeft } from '../../../platform/jobs/left.ts';
import { inBatches } from '../../../platform/process/batches.ts';
import { fiatRateMap } from '../../fiat/index.ts';
import { type Flow, flowsBetween, type PriceAt, type ValuedFlow, valued } from './flows.ts';
import { priceAt } from './price-at.ts';

const DAY = 86_400_000;
const JOB = 'wallet-snapshots';
const EVERY = 60_000;
/** ms after midnight before a day is valued: what was booked in it has been committed by then. */
const SETTLES = 5 * 60_000;
/** Days that are made up for after the backend was down. */
const MOST_MISSED = 366;
/** Flows that one statement writes. */
const FLOWS = 2_000;
/** Days that snapshots are kept, beyond the longest curve. */
const KEPT = 400;

type Source = { readonly database: Database; readonly feed: Feed; readonly now: () => number };

export const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
export const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** The last day that has ended and settled, as its start in Unix ms. */
const lastEnded = (now: number): number => Math.floor((now - SETTLES) / DAY) * DAY - DAY;

async function nextDay(sql: Sql, now: number): Promise<number | null> {
  const [done] = await sql.query<{ day: string | null }>('select max(day) as day from wallet_snapshot_day');
  const ended = lastEnded(now);
  // Users that there were before get their first snapshot at once, of the last day.
  const next = done?.day ? Math.max(startOf(done.day) + DAY, ended - MOST_MISSED * DAY) : ended;
  return next > ended ? null : next;
}

/** Prices of all that users hold, at the end of a day. */
async function pricesOf(sql: Sql, price: PriceAt, end: number) {
  const held = await sql.query<{ currency: string }>(
    `select distinct currency from ledger_account where owner_kind = 'user' order by currency`,
  );
  const prices: { currency: string; price: string }[] = [];
  for (const { currency } of held) {
    const found = await price(currency, end);
    if (found !== null) prices.push({ currency, price: found });
  }
  return prices;
}

/** The balances of users at the end of the day are those of now less what was booked since. */
async function writeTotals(tx: Transaction, day: string, end: number, users: readonly string[]): Promise<void> {
  await tx.query(
    `with later as materialized (
       select e.account_id, sum(e.amount) as amount
         from journal j join ledger_entry e on e.journal_id = j.id
        where j.at >= $2 and e.balance is not null
        group by e.account_id
     ), held as (
       select a.user_id, a.name, a.currency, sum(a.balance - coalesce(l.amount, 0)) as amount
         from ledger_account a left join later l on l.account_id = a.id
        where a.owner_kind = 'user' and a.user_id = any($3)
        group by a.user_id, a.name, a.currency
     )
     insert into wallet_snapshot (user_id, day, total)
     select h.user_id, $1, sum(trunc(h.amount * p.price, 8))
       from held h join valuation_price p on p.day = $1 and p.currency = h.currency
      where h.amount > 0
      group by h.user_id having sum(trunc(h.amount * p.price, 8)) > 0`,
    [day, new Date(end), users],
  );
}

const insertFlows = (tx: Transaction, flows: readonly ValuedFlow[]): Promise<unknown> =>
  tx.query(
    `insert into wallet_flow (user_id, journal_id, currency, kind, at, amount, price, value)
     select * from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::timestamptz[], $6::amount[],
                          $7::amount[], $8::amount[])`,
    [
      flows.map(({ user_id }) => user_id),
      flows.map(({ journal_id }) => journal_id),
      flows.map(({ currency }) => currency),
      flows.map(({ kind }) => kind),
      flows.map(({ at }) => new Date(at)),
      flows.map(({ amount }) => amount),
      flows.map((each) => each.price),
      flows.map(({ value }) => value),
    ],
  );

const leftItem = (day: string, userId: string): string => `${day} ${userId}`;

/** All who have funds, or had some. */
const holders = async (sql: Sql): Promise<readonly string[]> =>
  (
    await sql.query<{ user_id: string }>(
      `select distinct user_id from ledger_account where owner_kind = 'user' order by user_id`,
    )
  ).map(({ user_id }) => user_id);

type Valuation = { readonly price: PriceAt; readonly start: number };

/** Writes what users had at the end of a day that is taken, and their flows in it. */
async function writeUsers(
  tx: Transaction,
  { start }: Valuation,
  users: readonly string[],
  flows: ReadonlyMap<string, readonly ValuedFlow[]>,
): Promise<void> {
  await writeTotals(tx, dateOf(start), start + DAY, users);
  const own = users.flatMap((id) => flows.get(id) ?? []);
  for await (const batch of inBatches(own, FLOWS)) await insertFlows(tx, batch);
}

/** The flows of each user whose flows can be valued. */
async function valuedByUser(
  { price }: Valuation,
  flows: readonly Flow[],
  { items }: JobRun,
): Promise<ReadonlyMap<string, readonly ValuedFlow[]>> {
  const found = new Map<string, readonly ValuedFlow[]>();
  const byUser = Map.groupBy(flows, ({ user_id }) => user_id);
  await items.together('flows', [...byUser.keys()], String, async (ids) => {
    const some = await valued(
      ids.flatMap((id) => byUser.get(id) ?? []),
      price,
    );
    const of = Map.groupBy(some, ({ user_id }) => user_id);
    for (const id of ids) found.set(id, of.get(id) ?? []);
  });
  return found;
}

/**
 * Values the funds of all users at the end of a day, and what they brought in and took out in it; once for each day. Users
 * for whom that fails are left for later runs.
 */
async function takeSnapshot({ database, feed, now }: Source, start: number, run: JobRun): Promise<void> {
  const { fence, items } = run;
  const end = start + DAY;
  const day = dateOf(start);
  const rates = await fiatRateMap(database);
  const price: PriceAt = (code, time) => priceAt(feed, code, time, rates);
  const prices = await pricesOf(database, price, end);
  const booked = await flowsBetween(database, { from: start, to: end });
  const flows = await valuedByUser({ price, start }, booked, run);
  const unvalued = new Set(booked.map(({ user_id }) => user_id).filter((id) => !flows.has(id)));
  await database.transaction(async (tx) => {
    await fence(tx);
    const made = await tx.query(
      `insert into wallet_snapshot_day (day, at, entry_id)
       values ($1, $2, (select coalesce(max(e.id), 0) from ledger_entry e
                         where e.journal_id = (select max(journal_id) from ledger_entry)))
       on conflict do nothing returning day`,
      [day, new Date(now())],
    );
    if (made.length === 0) return;
    await tx.query(
      `insert into valuation_price (day, currency, price)
       select $1, p.currency, p.price from unnest($2::text[], $3::amount[]) as p (currency, price)`,
      [day, prices.map(({ currency }) => currency), prices.map((each) => each.price)],
    );
    const users = (await holders(tx)).filter((id) => !unvalued.has(id));
    const left = await items.within(tx, 'user', users, String, (some) => writeUsers(tx, { price, start }, some, flows));
    await keepLeft(
      tx,
      JOB,
      [...unvalued, ...left].map((id) => leftItem(day, id)),
    );
    await tx.query('delete from wallet_snapshot where day < $1', [dateOf(start - KEPT * DAY)]);
  });
}

/** Writes the day of a user that a run had to leave, at the prices of that day. */
async function takeLeft({ database, feed }: Source, tx: Transaction, item: string): Promise<void> {
  const [day = '', userId = ''] = item.split(' ');
  const start = startOf(day);
  const rates = await fiatRateMap(database);
  const price: PriceAt = (code, time) => priceAt(feed, code, time, rates);
  const flows = await valued(await flowsBetween(tx, { from: start, to: start + DAY, userId }), price);
  await writeUsers(tx, { price, start }, [userId], new Map([[userId, flows]]));
}

/**
 * Once a day has ended, values the funds of every user at the prices that were recorded then. After downtime every
 * missed day is made up for, in order.
 */
export const snapshotJob = (source: Source): RecurringJob => ({
  name: JOB,
  every: EVERY,
  exclusive: true,
  items: ['user', 'flows', 'left'],
  async run(run) {
    while (!run.signal.aborted) {
      const next = await nextDay(source.database, source.now());
      if (next === null) break;
      await takeSnapshot(source, next, run);
    }
    await retryLeft({ database: source.database, job: JOB }, run, (tx, item) => takeLeft(source, tx, item));
  },
});
