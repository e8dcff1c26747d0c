import type { Output } from '@tessera/api/contract';
import { type HistoryDays, PROFIT_DAYS, profitOver } from '@tessera/api/wallet/rules';
import { add, cmp, isZero, mul, neg, quantize, sum } from '@tessera/money';
import type { CatalogueSnapshot } from '../../../platform/catalogue/catalogue.ts';
import type { Database, Sql } from '../../../platform/db/database.ts';
import type { Feed } from '../../../platform/feed/feed.ts';
import { userBalances } from '../../../platform/ledger/index.ts';
import { fiatRateMap } from '../../fiat/index.ts';
import { priceInUsdt, valueInUsdt } from '../../instruments/index.ts';
import { flowsSince, type PriceAt, type ValuedFlow, valued } from './flows.ts';
import { priceAt } from './price-at.ts';
import { dateOf, startOf } from './snapshots.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;
/** Points of the curve of one day before the present one. */
const HOURS = 24;
/** Digits of a value that is only shown. */
const SHOWN = 8;
/** ms from the booking of an entry to its commit, at most. */
const MARGIN = 600_000;
/** Flows that are listed. */
const LISTED = 50;
/** Changes of balances within this hour among which the first funds are looked for: each asks for a price. */
const LOOKED = 20;

type Context = {
  readonly database: Database;
  readonly feed: Feed;
  readonly userId: string;
  /** Unix ms. */
  readonly now: number;
};

/** What all funds of a user are worth now, in USDT; as the overview counts. */
async function totalNow(sql: Sql, feed: Feed, userId: string): Promise<string> {
  const [balances, rates] = await Promise.all([userBalances(sql, userId), fiatRateMap(sql)]);
  return sum(
    balances.map(
      ({ currency, available, frozen }) => valueInUsdt(feed, currency, add(available, frozen), rates) ?? '0',
    ),
  );
}

type Total = { readonly at: number; readonly total: string };

type Booked = { readonly currency: string; readonly at: number | null; readonly amount: string };

/** What one unit was worth at these hours: the last price before each, or where none is recorded that of the moment. */
async function hourlyPrices(feed: Feed, code: string, hours: readonly number[], rates: ReadonlyMap<string, string>) {
  if (code === 'USDT') return hours.map(() => '1');
  const [first = 0, last = 0] = [hours[0], hours.at(-1)];
  const bars = await feed.bars(`${code}/USDT`, '1h', { from: first - HOUR, to: last - 1, limit: HOURS + 1 });
  const present = priceInUsdt(feed, code, rates) ?? '0';
  return hours.map((hour) => bars.findLast(([at]) => at < hour)?.[4] ?? bars[0]?.[1] ?? present);
}

/** Entries of user `$1` since `$2`; those before a day that ended by `$3` are skipped. */
const BOOKED = `ledger_account a
         join ledger_entry e on e.account_id = a.id and e.balance is not null and e.id > coalesce(
                (select entry_id from wallet_snapshot_day where at < $3 order by at desc limit 1), 0)
         join journal j on j.id = e.journal_id
        where a.owner_kind = 'user' and a.user_id = $1 and j.at >= $2`;

type Moment = { readonly currency: string; readonly at: number; readonly amount: string };

/**
 * The first moment since a time at which a user had funds, with what they were worth then; empty if there is none, or if it is
 * not among the first changes since. `held` is what there was before, by currency, and was worth nothing.
 */
async function firstFunds(
  { database, userId }: Pick<Context, 'database' | 'userId'>,
  { since, held }: { readonly since: number; readonly held: Map<string, string> },
  price: PriceAt,
) {
  const changes = await database.query<Moment>(
    `select a.currency, j.at, sum(e.amount) as amount from ${BOOKED}
      group by a.currency, j.at having sum(e.amount) <> 0 order by j.at, a.currency limit $4`,
    [userId, new Date(since), new Date(since - MARGIN), LOOKED],
  );
  for (const [time, own] of Map.groupBy(changes, ({ at }) => at)) {
    const values: string[] = [];
    for (const { currency, amount } of own) {
      const after = add(held.get(currency) ?? '0', amount);
      held.set(currency, after);
      if (cmp(after, '0') <= 0) continue;
      values.push(quantize(mul(after, (await price(currency, time)) ?? '0'), SHOWN, 'down'));
    }
    const total = sum(values);
    if (!isZero(total)) return [{ at: time, total }];
  }
  return [];
}

/** What there was of a currency at a full hour: what there is now, less what was booked since. */
const heldAt = (own: readonly Booked[], hour: number): string =>
  sum(own.filter(({ at }) => at === null || at >= hour).map(({ amount }) => amount));

/**
 * The curve of a user's last 24 hours, from the first hour with funds, or from when they came within this hour: what the
 * user held at each full hour, which is what there is now less what was booked since, at the price of then.
 */
async function dayCurve({ database, feed, userId, now }: Context): Promise<Total[]> {
  const last = Math.floor(now / HOUR) * HOUR;
  const hours = Array.from({ length: HOURS }, (_, place) => last - (HOURS - 1 - place) * HOUR);
  const since = hours[0] as number;
  const [booked, rates] = await Promise.all([
    // In one statement: balances and entries are of one moment. What was booked is summed by the hour: of who moves money all
    // day long there are a million entries.
    database.query<Booked>(
      `select currency, null::timestamptz as at, sum(balance) as amount
         from ledger_account where owner_kind = 'user' and user_id = $1 group by currency
       union all
       select currency, at, -sum(amount)
         from (select a.currency, date_bin('1 hour', j.at, timestamptz 'epoch') as at, e.amount from ${BOOKED}) b
        group by currency, at`,
      [userId, new Date(since), new Date(since - MARGIN)],
    ),
    fiatRateMap(database),
  ]);
  const currencies = [...new Set(booked.map(({ currency }) => currency))];
  const valuesOf = await Promise.all(
    currencies.map(async (currency) => {
      const own = booked.filter((each) => each.currency === currency);
      const prices = await hourlyPrices(feed, currency, hours, rates);
      return hours.map((hour, place) => {
        const held = heldAt(own, hour);
        return cmp(held, '0') > 0 ? quantize(mul(held, prices[place] as string), SHOWN, 'down') : '0';
      });
    }),
  );
  const points = hours.map((at, place) => ({ at, total: sum(valuesOf.map((values) => values[place] as string)) }));
  const begins = points.findIndex(({ total }) => !isZero(total));
  if (begins !== -1) return points.slice(begins);
  if (!booked.some(({ at }) => at !== null && at >= last)) return [];
  const before = currencies.map((currency): [string, string] => {
    const own = booked.filter((each) => each.currency === currency);
    return [currency, heldAt(own, last)];
  });
  return firstFunds({ database, userId }, { since: last, held: new Map(before) }, (code, time) =>
    priceAt(feed, code, time, rates),
  );
}

/** The end of each day that was valued since the user had any funds. */
const dailyTotals = async ({ database, userId, now }: Context, days: number): Promise<Total[]> => {
  const rows = await database.query<{ day: string; total: string }>(
    `select d.day, coalesce(s.total, 0) as total
       from wallet_snapshot_day d left join wallet_snapshot s on s.user_id = $1 and s.day = d.day
      where d.day >= $2 and d.day >= (select min(day) from wallet_snapshot where user_id = $1)
      order by d.day`,
    [userId, dateOf(now - days * DAY)],
  );
  return rows.map(({ day, total }) => ({ at: startOf(day) + DAY, total }));
};

/** What came in and went out since a time, in USDT, in the order of time; of days that were valued by the hour. */
async function flowSums(context: Context, since: number): Promise<readonly { at: number; value: string }[]> {
  const { database, userId, now } = context;
  const known = await valuedDays(database, Math.floor(now / DAY) * DAY);
  const [past, late] = await Promise.all([
    database.query<{ at: number; value: string }>(
      `select greatest(date_trunc('hour', at), $2) as at, sum(value) as value
         from wallet_flow where user_id = $1 and at >= $2 group by 1 order by 1`,
      [userId, new Date(since)],
    ),
    lateFlows(context, Math.max(since, known?.end ?? 0), known?.before ?? '0'),
  ]);
  return [...past, ...late];
}

/**
 * The curve of a user's funds: the end of each day that was valued since the user had any, or the hours of one day, and
 * now; with what came in and went out between the points.
 */
export async function fundsHistory(context: Context, days: HistoryDays): Promise<Output<'GET /wallet/history'>> {
  const { database, feed, userId, now } = context;
  const [before, total] = await Promise.all([
    days === 1 ? dayCurve(context) : dailyTotals(context, days),
    totalNow(database, feed, userId),
  ]);
  const points = [...before, { at: now, total }];
  const first = points[0]?.at ?? now;
  // A point at a full hour is without what was booked at it; one at which funds came is with them.
  const since = first % HOUR === 0 ? first : first + 1;
  const flows = since < now ? await flowSums(context, since) : [];
  let from = 0;
  return {
    list: points.map(({ at, total }, index) => {
      const start = from;
      while (from < flows.length && (index === points.length - 1 || (flows[from]?.at ?? 0) < at)) from++;
      return { at, total, flow: index === 0 ? '0' : sum(flows.slice(start, from).map(({ value }) => value)) };
    }),
  };
}

type Valued = { readonly day: string; readonly entry_id: string };

/** The days that were valued last, newest first, and the one that each period begins after. */
async function valuedDays(sql: Sql, today: number) {
  const [latest, first] = await Promise.all([
    sql.query<Valued>('select day, entry_id from wallet_snapshot_day order by day desc limit 2'),
    sql.query<{ day: string | null }>('select min(day) as day from wallet_snapshot_day'),
  ]);
  const firstDay = first[0]?.day;
  if (!firstDay || !latest[0]) return null;
  const bases = PROFIT_DAYS.map((days) => Math.max(today - (days + 1) * DAY, startOf(firstDay)));
  return { end: startOf(latest[0].day) + DAY, before: latest[1]?.entry_id ?? '0', bases };
}

/** Flows of a user since the last day that was valued ended, in their order. */
async function lateFlows({ database, feed, userId }: Context, ended: number, afterEntry: string) {
  const [late, rates] = await Promise.all([flowsSince(database, userId, ended, afterEntry), fiatRateMap(database)]);
  return valued(late, (code, time) => priceAt(feed, code, time, rates));
}

/** Flows of a user since a time: those of days that were valued, and those since. */
async function flowsOf(context: Context, since: number, ended: number, afterEntry: string) {
  const { database, userId } = context;
  const [past, late] = await Promise.all([
    database.query<ValuedFlow>(
      `select user_id, journal_id, currency, kind, at, amount, price, value
         from wallet_flow where user_id = $1 and at >= $2 order by at, journal_id`,
      [userId, new Date(since)],
    ),
    lateFlows(context, ended, afterEntry),
  ]);
  return [...past, ...late];
}

const NOTHING = { periods: [], flows: [], flows_total: 0 };

/** Profit and loss, see `profitOver`; days end at midnight in UTC. */
export async function profit(
  context: Context,
  { heldCurrency }: Pick<CatalogueSnapshot, 'heldCurrency'>,
): Promise<Output<'GET /wallet/profit'>> {
  const { database, feed, userId, now } = context;
  const today = Math.floor(now / DAY) * DAY;
  const known = await valuedDays(database, today);
  if (!known) return { ...NOTHING, at: now };
  const { bases, end: ended, before } = known;
  const since = Math.min(...bases) + DAY;
  const [starts, flows, end] = await Promise.all([
    database.query<{ day: string; total: string }>(
      'select day, total from wallet_snapshot where user_id = $1 and day = any($2)',
      [userId, bases.map(dateOf)],
    ),
    flowsOf(context, since, ended, before),
    totalNow(database, feed, userId),
  ]);
  const periods = PROFIT_DAYS.flatMap((days, index) => {
    const base = bases[index] as number;
    // Of a moment after midnight the day before has not been valued.
    if (base + DAY > ended) return [];
    const start = starts.find(({ day }) => startOf(day) === base)?.total ?? '0';
    const values = flows.filter(({ at }) => at >= base + DAY).map(({ value }) => value);
    const over = {
      start,
      inflow: sum(values.filter((value) => cmp(value, '0') > 0)),
      outflow: neg(sum(values.filter((value) => cmp(value, '0') < 0))),
      end,
    };
    return [{ days, from: base + DAY, ...over, ...profitOver(over) }];
  });
  return {
    periods,
    flows: flows
      .slice(-LISTED)
      .reverse()
      .map(({ journal_id: id, kind, currency, amount, price, value, at }) => {
        return { id, kind, currency, scale: heldCurrency(currency).scale, amount, price, value, at };
      }),
    flows_total: flows.length,
    at: now,
  };
}
