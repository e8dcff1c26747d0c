import { add, type DecimalString, mul } from '@tessera/money';
import * as z from 'zod/mini';
import type { Sql, Transaction } from '../../platform/db/database.ts';
import type { Dependencies } from '../../platform/domain.ts';
import type { JobRun, RecurringJob } from '../../platform/jobs/job.ts';
import { keepLeft, leftOf, retryLeft } from '../../platform/jobs/left.ts';
import { stretchEnd } from '../../platform/jobs/stretch.ts';
import { pastPrices } from '../../platform/market/past-prices.ts';
import type { MarketFill } from '../../platform/ports.ts';
import { bySubject } from './by-subject.ts';
import { linksOf, type Subject } from './links.ts';
import { type Bets, bet, evidenceOf, flaggedAt, tOf } from './luck.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * How long after a fill its price is judged, and the edge that counts as 1. Seconds show who knows the next price, an hour what
 * trading brings in.
 */
const HORIZONS = [
  { name: '2s', ms: 2_000, scale: 0.002 },
  { name: '1m', ms: MINUTE, scale: 0.01 },
  { name: '1h', ms: HOUR, scale: 0.05 },
] as const;
type Horizon = (typeof HORIZONS)[number];

const EVERY = MINUTE;
/** The record has the ticks of a minute by then. */
const RECORDED_AFTER = 2 * MINUTE;
/** Fills of this much time in one transaction. */
const STRETCH = 10 * MINUTE;

/** What is kept of a subject at a horizon. */
type Watched = {
  readonly fills: number;
  readonly observations: number;
  readonly edges: number;
  readonly squares: number;
  /** By quote currency. */
  readonly results: Readonly<Record<string, DecimalString>>;
  readonly bets: Bets;
};

const UNKNOWN: Watched = { fills: 0, observations: 0, edges: 0, squares: 0, results: {}, bets: [] };

/** A fill with the price at its horizon. */
type Judged = {
  readonly at: number;
  readonly until: number;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  /** By how much the price was better then than what was paid, less the fee; a ratio. */
  readonly edge: number;
  /** Quote currency. */
  readonly quote: string;
  readonly total: DecimalString;
};

/** What a fill had earned at a price, after its fee; a ratio. */
const edgeOf = ({ side, price, feeRate }: Pick<MarketFill, 'side' | 'price' | 'feeRate'>, later: number) =>
  (side === 'buy' ? later / Number(price) - 1 : 1 - later / Number(price)) - Number(feeRate);

/** Fills of one symbol and side at one time are one trade. */
function tradesOf(fills: readonly Judged[]): Judged[][] {
  const trades = new Map<string, Judged[]>();
  for (const fill of fills) {
    const key = `${fill.at} ${fill.symbol} ${fill.side}`;
    trades.set(key, [...(trades.get(key) ?? []), fill]);
  }
  return [...trades.values()];
}

/** Adds fills, oldest first, that follow those of before. */
function judge(before: Watched, fills: readonly Judged[], scale: number): Watched {
  let { observations, edges, squares, bets } = before;
  const results: Record<string, DecimalString> = { ...before.results };
  for (const trade of tradesOf(fills)) {
    const [first] = trade as [Judged];
    for (const { quote, total, edge } of trade) {
      results[quote] = add(results[quote] ?? '0', mul(total, edge.toFixed(12)));
    }
    const size = trade.reduce((sum, { total }) => sum + Number(total), 0);
    const edge = trade.reduce((sum, each) => sum + each.edge * Number(each.total), 0) / size;
    const after = bet(bets, { from: first.at, until: first.until, edge }, scale);
    if (!after) continue;
    bets = after;
    observations++;
    edges += edge;
    squares += edge * edge;
  }
  return { fills: before.fills + fills.length, observations, edges, squares, results, bets };
}

/** How far the fills are judged, locked. The watch begins with its first run. */
async function reached(tx: Transaction, { name }: Horizon, now: number): Promise<number> {
  await tx.query('insert into market_watch_cursor (horizon, reached_at) values ($1, $2) on conflict do nothing', [
    name,
    new Date(now),
  ]);
  const [row] = await tx.query<{ reached_at: number }>(
    'select reached_at from market_watch_cursor where horizon = $1 for update',
    [name],
  );
  return row?.reached_at ?? now;
}

async function watchedOf(sql: Sql, subjects: readonly string[], { name }: Horizon): Promise<Map<string, Watched>> {
  const rows = await sql.query<
    Omit<Watched, 'fills' | 'observations'> & { subject: string; fills: string; observations: string }
  >(
    `select subject, fills, observations, edges, squares, results, bets
       from market_watch where horizon = $2 and subject = any($1)`,
    [subjects, name],
  );
  return new Map(
    rows.map(({ subject, ...row }) => [
      subject,
      { ...row, fills: Number(row.fills), observations: Number(row.observations) },
    ]),
  );
}

async function keep(tx: Transaction, watched: ReadonlyMap<string, Watched>, { name }: Horizon): Promise<void> {
  const all = [...watched];
  await tx.query(
    `insert into market_watch (subject, horizon, fills, observations, edges, squares, results, bets)
     select w.subject, $2, w.fills, w.observations, w.edges, w.squares, w.results, w.bets
       from unnest($1::text[], $3::bigint[], $4::bigint[], $5::double precision[], $6::double precision[],
                   $7::jsonb[], $8::jsonb[]) as w (subject, fills, observations, edges, squares, results, bets)
     on conflict (subject, horizon) do update
        set fills = excluded.fills, observations = excluded.observations, edges = excluded.edges,
            squares = excluded.squares, results = excluded.results, bets = excluded.bets`,
    [
      all.map(([subject]) => subject),
      name,
      all.map(([, { fills }]) => fills),
      all.map(([, { observations }]) => observations),
      all.map(([, { edges }]) => edges),
      all.map(([, { squares }]) => squares),
      all.map(([, { results }]) => JSON.stringify(results)),
      all.map(([, { bets }]) => JSON.stringify(bets)),
    ],
  );
}

/**
 * Flags the subjects whose results cannot be luck. Their test begins anew, so that what staff have dismissed is not
 * flagged again for the same trades.
 */
async function flag(tx: Transaction, subjects: readonly Subject[], now: number): Promise<void> {
  const [counted] = await tx.query<{ subjects: string }>(
    'select count(distinct subject) as subjects from market_watch',
  );
  const bound = flaggedAt(Number(counted?.subjects));
  const rows = await tx.query<{ subject: string; horizon: string; bets: Bets }>(
    'select subject, horizon, bets from market_watch where subject = any($1)',
    [subjects.map(({ subject }) => subject)],
  );
  // By subject once: a crowd of subjects is not read through again for each of them.
  const rowsOf = Map.groupBy(rows, ({ subject }) => subject);
  for (const { subject, userId } of subjects) {
    const own = rowsOf.get(subject) ?? [];
    // A horizon without trades holds the wealth of 1. The mean has the bound of each.
    const evidence =
      (own.reduce((sum, { bets }) => sum + evidenceOf(bets), 0) + HORIZONS.length - own.length) / HORIZONS.length;
    if (evidence < bound) continue;
    await raiseFlag(tx, { subject, userId }, evidence, await figuresOf(tx, subject), now);
    await tx.query(`update market_watch set bets = '[]' where subject = $1`, [subject]);
  }
}

/** Shows staff a subject whose results cannot be luck, unless they have it before them already. */
export async function raiseFlag(
  tx: Transaction,
  { subject, userId }: Subject,
  evidence: number,
  figures: Figures,
  now: number,
): Promise<void> {
  await tx.query(
    `insert into market_flag (subject, user_id, evidence, figures, created_at)
     values ($1, $2, $3, $4, $5) on conflict (subject) where status = 'pending' do nothing`,
    [subject, userId, evidence, JSON.stringify(figures), new Date(now)],
  );
}

/** What staff see of a subject, by horizon; "options" are its options. */
export type Figures = Readonly<
  Record<
    string,
    {
      readonly fills: number;
      readonly t: number;
      /** Mean edge, a ratio. */
      readonly edge: number;
      readonly results: Readonly<Record<string, DecimalString>>;
    }
  >
>;

async function figuresOf(tx: Transaction, subject: string): Promise<Figures> {
  const found = await Promise.all(
    HORIZONS.map(async (horizon) => [horizon.name, (await watchedOf(tx, [subject], horizon)).get(subject)] as const),
  );
  return Object.fromEntries(
    found.flatMap(([name, watched]) =>
      watched
        ? [
            [
              name,
              {
                fills: watched.fills,
                t: tOf(watched),
                edge: watched.observations > 0 ? watched.edges / watched.observations : 0,
                results: watched.results,
              },
            ],
          ]
        : [],
    ),
  );
}

type Watch = Pick<Dependencies, 'database' | 'now' | 'catalogue' | 'ports'>;

type OfUser = Judged & { readonly userId: string };
/** Whose fills these were. */
type Due = { readonly subject: string; readonly fills: readonly OfUser[] };
const subjectOf = ({ subject }: Due): string => subject;

/** The fills of a time with their prices at a horizon, by subject. */
async function dueBetween(
  { catalogue, ports }: Watch,
  tx: Transaction,
  horizon: Horizon,
  { after, until }: { readonly after: number; readonly until: number },
): Promise<readonly Due[]> {
  const fills = await ports.marketFills(tx, after, until);
  const prices = await pastPrices(
    tx,
    fills.map(({ symbol, at }) => ({ symbol, at: at + horizon.ms })),
  );
  const snapshot = catalogue.current();
  const judged = fills.flatMap((fill, index): OfUser[] => {
    const instrument = snapshot.instrument(fill.symbol);
    const price = prices[index] ?? null;
    if (!instrument || price === null) return [];
    const { userId, symbol, side, total, at } = fill;
    const edge = edgeOf(fill, price * Number(instrument.tick));
    return [{ userId, at, until: at + horizon.ms, symbol, side, edge, quote: instrument.quote, total }];
  });
  const subjects = await linksOf(tx, [...new Set(judged.map(({ userId }) => userId))]);
  return bySubject(judged, ({ userId }) => userId, subjects).map(({ subject, events: fills }) => ({ subject, fills }));
}

async function judgeAll(tx: Transaction, horizon: Horizon, some: readonly Due[], time: number): Promise<void> {
  const before = await watchedOf(tx, some.map(subjectOf), horizon);
  const judgedNow = new Map<string, Watched>();
  const flagged: Subject[] = [];
  for (const { subject, fills } of some) {
    judgedNow.set(subject, judge(before.get(subject) ?? UNKNOWN, fills, horizon.scale));
    flagged.push({ subject, userId: fills.at(-1)?.userId as string });
  }
  await keep(tx, judgedNow, horizon);
  await flag(tx, flagged, time);
}

const JOB = 'market-watch';
/** What is left: at which horizon, of whom, and from when on, Unix ms. What comes after it waits behind it: bets follow each other. */
const leftShape = z.tuple([z.string(), z.string(), z.number()]);
type Left = z.infer<typeof leftShape>;
const readLeft = (item: string): Left => leftShape.parse(JSON.parse(item));

/** Judges the fills of one stretch of time at a horizon. Returns whether more of them can be judged now. */
async function advance(watch: Watch, horizon: Horizon, { fence, items }: JobRun): Promise<boolean> {
  return watch.database.transaction(async (tx) => {
    await fence(tx);
    const time = watch.now();
    const after = await reached(tx, horizon, time);
    const judgeable = time - horizon.ms - RECORDED_AFTER;
    if (judgeable <= after) return false;
    const until = stretchEnd(after, judgeable, STRETCH, await watch.ports.firstTrade(tx, after));
    const waiting = (await leftOf(tx, JOB)).map(readLeft);
    const behind = new Set(waiting.flatMap(([name, subject]) => (name === horizon.name ? [subject] : [])));
    const due = (await dueBetween(watch, tx, horizon, { after, until })).filter(({ subject }) => !behind.has(subject));
    const left = await items.within(tx, 'subject', due, subjectOf, (some) => judgeAll(tx, horizon, some, time));
    await keepLeft(
      tx,
      JOB,
      left.map(({ subject }) => JSON.stringify([horizon.name, subject, after] satisfies Left)),
    );
    await tx.query('update market_watch_cursor set reached_at = $2 where horizon = $1', [
      horizon.name,
      new Date(until),
    ]);
    return until < judgeable;
  });
}

/** Judges a stretch of what was left of a subject at a horizon, and leaves the next, up to what is judged of all others. */
async function judgeLeft(watch: Watch, tx: Transaction, item: string): Promise<void> {
  const [name, subject, after] = readLeft(item);
  const horizon = HORIZONS.find((each) => each.name === name);
  if (!horizon) return;
  const time = watch.now();
  const latest = await reached(tx, horizon, time);
  if (latest <= after) return;
  const until = stretchEnd(after, latest, STRETCH, await watch.ports.firstTrade(tx, after));
  const own = (await dueBetween(watch, tx, horizon, { after, until })).filter((each) => each.subject === subject);
  if (own.length > 0) await judgeAll(tx, horizon, own, time);
  if (until < latest) await keepLeft(tx, JOB, [JSON.stringify([name, subject, until] satisfies Left)]);
}

/** Judges new fills once the record shows what became of their prices. */
export const watchJob = (watch: Watch): RecurringJob => ({
  name: JOB,
  every: EVERY,
  exclusive: true,
  items: ['subject', 'left'],
  async run(run) {
    await retryLeft({ database: watch.database, job: JOB }, run, (tx, item) => judgeLeft(watch, tx, item));
    for (const horizon of HORIZONS) {
      while (!run.signal.aborted && (await advance(watch, horizon, run)));
    }
  },
});
