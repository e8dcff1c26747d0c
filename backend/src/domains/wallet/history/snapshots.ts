import type { Database, Sql, Transaction } from '../../../platform/db/database.ts';
import type { Feed } from '../../../platform/feed/feed.ts';
import type { JobRun, RecurringJob } from '../../../platform/jobs/job.ts';
import { inBatches } from '../../../platform/process/batches.ts';
import { fiatRateMap } from '../../fiat/index.ts';
import { flowsBetween, type PriceAt, type ValuedFlow, valued } from './flows.ts';
import { priceAt } from './price-at.ts';

const DAY = 86_400_000;
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

/** The balances at the end of the day are those of now less what was booked since. */
async function writeTotals(tx: Transaction, day: string, end: number): Promise<void> {
  await tx.query(
    `with later as materialized (
       select e.account_id, sum(e.amount) as amount
         from journal j join ledger_entry e on e.journal_id = j.id
        where j.at >= $2 and e.balance is not null
        group by e.account_id
     ), held as (
       select a.user_id, a.name, a.currency, sum(a.balance - coalesce(l.amount, 0)) as amount
         from ledger_account a left join later l on l.account_id = a.id
        where a.owner_kind = 'user'
        group by a.user_id, a.name, a.currency
     )
     insert into wallet_snapshot (user_id, day, total)
     select h.user_id, $1, sum(trunc(h.amount * p.price, 8))
       from held h join valuation_price p on p.day = $1 and p.currency = h.currency
      where h.amount > 0
      group by h.user_id having sum(trunc(h.amount * p.price, 8)) > 0`,
    [day, new Date(end)],
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

/** Values the funds of all users at the end of a day, and what they brought in and took out in it; once for each day. */
async function takeSnapshot({ database, feed, now }: Source, start: number, fence: JobRun['fence']): Promise<void> {
  const end = start + DAY;
  const day = dateOf(start);
  const rates = await fiatRateMap(database);
  const price: PriceAt = (code, time) => priceAt(feed, code, time, rates);
  const prices = await pricesOf(database, price, end);
  const flows = await valued(await flowsBetween(database, start, end), price);
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
    await writeTotals(tx, day, end);
    for await (const batch of inBatches(flows, FLOWS)) await insertFlows(tx, batch);
    await tx.query('delete from wallet_snapshot where day < $1', [dateOf(start - KEPT * DAY)]);
  });
}

/**
 * Once a day has ended, values the funds of every user at the prices that were recorded then. After downtime every
 * missed day is made up for, in order.
 */
export const snapshotJob = (source: Source): RecurringJob => ({
  name: 'wallet-snapshots',
  every: EVERY,
  exclusive: true,
  async run({ fence, signal }) {
    while (!signal.aborted) {
      const next = await nextDay(source.database, source.now());
      if (next === null) return;
      await takeSnapshot(source, next, fence);
    }
  },
});
