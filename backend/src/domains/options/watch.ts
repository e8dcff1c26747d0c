import * as z from 'zod/mini';
import type { Database, Sql, Transaction } from '../../platform/db/database.ts';
import type { JobRun, RecurringJob } from '../../platform/jobs/job.ts';
import { keepLeft, leftOf, retryLeft } from '../../platform/jobs/left.ts';
import { earlier, stretchEnd } from '../../platform/jobs/stretch.ts';
import {
  bySubject,
  endBet,
  evidenceIn,
  FALSE_ALARM,
  FULL_PURSE,
  flaggedAt,
  linksOf,
  type Purse,
  raiseFlag,
  stakeOn,
} from '../surveillance/index.ts';
import { firstSettled } from './store.ts';

/*
 * Whether more options win than chance allows: of an account, of accounts that share a device or an address, and of a term
 * on an instrument. Accounts are shown to staff; a term is not sold on until staff have looked. No option that is open
 * changes by it.
 */

const MINUTE = 60_000;
/** ms after which all orders and results of a time are committed. */
const COMMITTED_WITHIN = 15_000;
/** ms in one transaction. */
const STRETCH = 10 * MINUTE;
/** USDT of a win from which an option counts whole for its term: many small ones must not hide large ones. */
const WHOLE_WIN = 500;
/** Instruments × terms that the bound is made for at least. */
const LEAST_OFFERS = 1_000;

/** An option began, or ended. */
type Event = {
  readonly id: string;
  readonly user_id: string;
  readonly symbol: string;
  readonly seconds: number;
  readonly ratio: number;
  /** Of a win, USDT. */
  readonly exposure: number;
  readonly at: number;
  /** Null where it began. */
  readonly result: 'won' | 'lost' | 'tied' | 'returned' | null;
};

const FIELDS = 'id, user_id, symbol, seconds, ratio::float8 as ratio, exposure::float8 as exposure';

/** In the order in which they happened; results first, which are known to orders of the same time. */
const eventsBetween = (sql: Sql, after: number, until: number): Promise<Event[]> =>
  sql.query<Event>(
    `select ${FIELDS}, settled_at as at, coalesce(result, 'returned') as result
       from option_order where settled_at > $1 and settled_at <= $2
     union all
     select ${FIELDS}, accepted_at, null from option_order where accepted_at > $1 and accepted_at <= $2
      order by at, result nulls last, id`,
    [new Date(after), new Date(until)],
  );

/** When an option first began or ended after a time, Unix ms; null where none did. */
async function firstEvent(sql: Sql, after: number): Promise<number | null> {
  const [row] = await sql.query<{ at: number }>(
    'select accepted_at as at from option_order where accepted_at > $1 order by accepted_at limit 1',
    [new Date(after)],
  );
  return earlier(row?.at ?? null, await firstSettled(sql, after));
}

type Watched = {
  readonly won: number;
  readonly lost: number;
  readonly tied: number;
  readonly result: number;
  readonly purse: Purse;
};
const UNKNOWN: Watched = { won: 0, lost: 0, tied: 0, result: 0, purse: FULL_PURSE };

const profitOf = ({ result, exposure, ratio }: Event): number => {
  if (result === 'won') return exposure;
  const stake = exposure / ratio;
  if (result === 'lost') return -stake;
  return result === 'tied' ? (exposure - stake) / 2 : 0;
};

function watched(before: Watched, events: readonly Event[], weightOf: (event: Event) => number): Watched {
  let { won, lost, tied, result, purse } = before;
  for (const event of events) {
    if (event.result === null) {
      purse = stakeOn(purse, event.id, weightOf(event));
      continue;
    }
    purse = endBet(purse, event.id, event.result);
    result += profitOf(event);
    if (event.result === 'won') won++;
    else if (event.result === 'lost') lost++;
    else if (event.result === 'tied') tied++;
  }
  return { won, lost, tied, result, purse };
}

async function storedOf(tx: Transaction, subjects: readonly string[]): Promise<Map<string, Watched>> {
  const rows = await tx.query<
    Record<'won' | 'lost' | 'tied', string> & Pick<Watched, 'result' | 'purse'> & { subject: string }
  >('select subject, won, lost, tied, result, purse from option_watch where subject = any ($1)', [subjects]);
  return new Map(
    rows.map(({ subject, won, lost, tied, ...row }) => [
      subject,
      { ...row, won: Number(won), lost: Number(lost), tied: Number(tied) },
    ]),
  );
}

const keep = (tx: Transaction, all: ReadonlyMap<string, Watched>): Promise<unknown> =>
  tx.query(
    `insert into option_watch (subject, won, lost, tied, result, purse)
     select subject, won, lost, tied, result, purse
       from jsonb_to_recordset($1) as w (subject text, won bigint, lost bigint, tied bigint, result double precision,
                                         purse jsonb)
     on conflict (subject) do update
        set won = excluded.won, lost = excluded.lost, tied = excluded.tied, result = excluded.result,
            purse = excluded.purse`,
    [JSON.stringify([...all].map(([subject, row]) => ({ subject, ...row })))],
  );

const termSubject = (symbol: string, seconds: number): string => `term:${symbol}:${seconds}`;

/** Stops a term on an instrument whose results cannot be chance. Its test begins anew. */
async function stopSelling(tx: Transaction, { symbol, seconds }: Event, evidence: number, at: number): Promise<void> {
  await tx.query(
    `insert into option_pause (symbol, seconds, kind, since, evidence) values ($1, $2, 'wins', $3, $4)
     on conflict (symbol, seconds, kind) do nothing`,
    [symbol, seconds, new Date(at), evidence],
  );
}

/** Sells a term on an instrument again. Returns whether it had been stopped. */
export async function resumeSelling(tx: Transaction, symbol: string, seconds: number): Promise<boolean> {
  const rows = await tx.query(
    `delete from option_pause where symbol = $1 and seconds = $2 and kind = 'wins' returning symbol`,
    [symbol, seconds],
  );
  return rows.length > 0;
}

/** Whose results these were, with whom the staff sees them. */
type Judged = { readonly subject: string; readonly events: readonly Event[] };

const subjectOf = ({ subject }: Judged): string => subject;

async function judge(
  tx: Transaction,
  judged: readonly Judged[],
  weightOf: (event: Event) => number,
  bound: number,
  alarm: (subject: string, events: readonly Event[], now: Watched, evidence: number) => Promise<void>,
): Promise<void> {
  const before = await storedOf(
    tx,
    judged.map(({ subject }) => subject),
  );
  const after = new Map<string, Watched>();
  for (const { subject, events } of judged) {
    const now = watched(before.get(subject) ?? UNKNOWN, events, weightOf);
    const evidence = evidenceIn(now.purse);
    if (evidence >= bound) await alarm(subject, events, now, evidence);
    // What staff have dismissed is not judged again by the same results.
    after.set(subject, evidence >= bound ? { ...now, purse: FULL_PURSE } : now);
  }
  if (after.size > 0) await keep(tx, after);
}

/** Accounts, and terms on instruments. */
const KINDS = ['subject', 'term'] as const;
type Kind = (typeof KINDS)[number];

async function judgeAccounts(tx: Transaction, some: readonly Judged[], time: number): Promise<void> {
  const [counted] = await tx.query<{ accounts: number }>(
    `select count(*)::int as accounts from option_watch where subject not like 'term:%'`,
  );
  await judge(
    tx,
    some,
    () => 1,
    flaggedAt(counted?.accounts ?? 0),
    (subject, own, { won, lost, result }, evidence) => {
      const options = won + lost;
      const figures = {
        fills: options,
        t: options === 0 ? 0 : (won - lost) / Math.sqrt(options),
        edge: options === 0 ? 0 : (won - lost) / options,
        results: { USDT: result.toFixed(2) },
      };
      return raiseFlag(tx, { subject, userId: own.at(-1)?.user_id as string }, evidence, { options: figures }, time);
    },
  );
}

const judgeTerms = (tx: Transaction, some: readonly Judged[], time: number): Promise<void> =>
  judge(
    tx,
    some,
    ({ exposure }) => Math.min(1, exposure / WHOLE_WIN),
    LEAST_OFFERS / FALSE_ALARM,
    (_, own, __, evidence) => stopSelling(tx, own[0] as Event, evidence, time),
  );

const JUDGES = { subject: judgeAccounts, term: judgeTerms } as const;

/** Whose options began and ended in a time. */
async function judgedBetween(
  tx: Transaction,
  after: number,
  until: number,
): Promise<Readonly<Record<Kind, readonly Judged[]>>> {
  const events = await eventsBetween(tx, after, until);
  const links = await linksOf(tx, [...new Set(events.map(({ user_id }) => user_id))]);
  return {
    subject: bySubject(events, ({ user_id }) => user_id, links),
    term: [...Map.groupBy(events, ({ symbol, seconds }) => termSubject(symbol, seconds))].map(([subject, own]) => ({
      subject,
      events: own,
    })),
  };
}

const JOB = 'options-watch';
/** What is left: of whom, and from when on, Unix ms. What comes after it waits behind it, as results are judged in their order. */
const leftShape = z.tuple([z.enum(KINDS), z.string(), z.number()]);
type Left = z.infer<typeof leftShape>;
const readLeft = (item: string): Left => leftShape.parse(JSON.parse(item));

async function advance(database: Database, time: number, { fence, items }: JobRun): Promise<boolean> {
  return database.transaction(async (tx) => {
    await fence(tx);
    await tx.query('insert into option_watch_cursor (reached_at) values ($1) on conflict do nothing', [new Date(time)]);
    const [row] = await tx.query<{ reached_at: number }>('select reached_at from option_watch_cursor for update');
    const after = row?.reached_at ?? time;
    const latest = time - COMMITTED_WITHIN;
    if (latest <= after) return false;
    const until = stretchEnd(after, latest, STRETCH, await firstEvent(tx, after));
    const judged = await judgedBetween(tx, after, until);
    const waiting = (await leftOf(tx, JOB)).map(readLeft);
    for (const kind of KINDS) {
      const behind = new Set(waiting.flatMap(([each, subject]) => (each === kind ? [subject] : [])));
      const due = judged[kind].filter(({ subject }) => !behind.has(subject));
      const left = await items.within(tx, kind, due, subjectOf, (some) => JUDGES[kind](tx, some, time));
      await keepLeft(
        tx,
        JOB,
        left.map(({ subject }) => JSON.stringify([kind, subject, after] satisfies Left)),
      );
    }
    await tx.query('update option_watch_cursor set reached_at = $1', [new Date(until)]);
    return until < latest;
  });
}

/** Judges a stretch of what was left of one account or term, and leaves the next, up to what is judged of all others. */
async function judgeLeft(tx: Transaction, item: string, time: number): Promise<void> {
  const [kind, subject, after] = readLeft(item);
  const [row] = await tx.query<{ reached_at: number }>('select reached_at from option_watch_cursor for update');
  const latest = row?.reached_at ?? after;
  if (latest <= after) return;
  const until = stretchEnd(after, latest, STRETCH, await firstEvent(tx, after));
  const own = (await judgedBetween(tx, after, until))[kind].filter((each) => each.subject === subject);
  if (own.length > 0) await JUDGES[kind](tx, own, time);
  if (until < latest) await keepLeft(tx, JOB, [JSON.stringify([kind, subject, until] satisfies Left)]);
}

/** Judges the options that began and ended since the last run. */
export const watchJob = ({
  database,
  now,
}: {
  readonly database: Database;
  readonly now: () => number;
}): RecurringJob => ({
  name: JOB,
  every: MINUTE,
  exclusive: true,
  items: ['subject', 'term', 'left'],
  async run(run) {
    await retryLeft({ database, job: JOB }, run, (tx, item) => judgeLeft(tx, item, now()));
    while (!run.signal.aborted && (await advance(database, now(), run)));
  },
});
