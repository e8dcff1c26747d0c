import { countedVolume, VIP_DAYS } from '@tessera/api/vip/rules';
import { add, div, mul } from '@tessera/money';
import type { Database, Transaction } from '../../platform/db/database.ts';
import type { Dependencies } from '../../platform/domain.ts';
import type { Feed } from '../../platform/feed/feed.ts';
import type { JobRun, RecurringJob } from '../../platform/jobs/job.ts';
import { keepLeft, retryRead } from '../../platform/jobs/left.ts';
import { stretchEnd } from '../../platform/jobs/stretch.ts';
import { inBatches } from '../../platform/process/batches.ts';
import { fiatRateMap } from '../fiat/index.ts';
import { indexInUsdt } from '../instruments/index.ts';
import type { Standings } from './standings.ts';
import {
  type CountedDay,
  countedUntil,
  dayOf,
  deleteDaysBefore,
  holdersOfFunds,
  insertBalances,
  insertVolumes,
  levelsReached,
  lockFreeUsers,
  lockUser,
  nextVersion,
  type Reached,
  setLevels,
  takeDay,
} from './store.ts';

/*
 * What each day counts towards the VIP levels. A day is counted once, after it is over, in one transaction; a run that is
 * repeated counts what was left.
 */

const JOB = 'vip-count';
const MINUTE = 60_000;
/** ms after midnight from which a day is counted: fills of the day before are committed by then. */
const SETTLED_AFTER = MINUTE;
export const DAY = 86_400_000;
/** Fills of this much time are read at once, and so many are counted before others have their turn. */
const STRETCH = 10 * MINUTE;
const FILLS = 1_000;
/** Users whose volumes one statement writes, and who are told at once. */
const USERS = 2_000;

export const startOfDay = (at: number): number => at - (at % DAY);

/**
 * What a unit of a quote currency is worth in USDT by the index, which no order moves; a dollar counts as one USDT. Null where nothing
 * says: what cannot be valued does not count.
 */
export function quoteInUsdt(feed: Pick<Feed, 'quote'>, currency: string): string | null {
  if (currency === 'USDT' || currency === 'USD') return '1';
  const direct = feed.quote(`${currency}/USDT`)?.index ?? feed.quote(`${currency}/USD`)?.index;
  if (direct) return direct;
  const inverse = feed.quote(`USD/${currency}`)?.index;
  return inverse ? div('1', inverse) : null;
}

type Parts = Pick<Dependencies, 'database' | 'catalogue' | 'feed' | 'ports' | 'now' | 'nodes'> & {
  readonly standings: Standings;
};

type Volumes = ReadonlyMap<string, string>;

/** The volume that counts of a day, USDT, by user; null where the node stops meanwhile. */
async function volumesOf(
  { database, catalogue, feed, ports }: Parts,
  day: number,
  signal: AbortSignal,
): Promise<Volumes | null> {
  const volumes = new Map<string, string>();
  const worth = new Map<string, string | null>();
  // The ports read what is after one time and up to another; times are whole milliseconds.
  const last = day + DAY - 1;
  for (let after = day - 1; after < last; ) {
    if (signal.aborted) return null;
    const until = stretchEnd(after, last, STRETCH, await ports.firstTrade(database, after));
    const fills = await ports.marketFills(database, after, until);
    after = until;
    for await (const batch of inBatches(fills, FILLS)) {
      for (const { userId, symbol, total, feeRate } of batch) {
        const quote = catalogue.current().instrument(symbol)?.quote;
        if (quote === undefined) continue;
        if (!worth.has(quote)) worth.set(quote, quoteInUsdt(feed, quote));
        const price = worth.get(quote);
        if (!price) continue;
        volumes.set(userId, add(volumes.get(userId) ?? '0', countedVolume(mul(total, price), feeRate)));
      }
    }
  }
  return volumes;
}

async function pricesOf({ database, catalogue, feed }: Parts): Promise<Map<string, string>> {
  const rates = await fiatRateMap(database);
  return new Map(
    catalogue.current().currencies.flatMap(({ code }) => {
      const price = indexInUsdt(feed, code, rates);
      return price === null ? [] : [[code, price] as const];
    }),
  );
}

const counted = (until: number) => ({ first: until - VIP_DAYS * DAY, until, days: VIP_DAYS });

/** Of the version, so that no other transaction writes the same item. */
const levelItem = (version: number, userId: string): string => `level ${version} ${userId}`;
const levelOfItem = (item: string): string | null => /^level \d+ (\d+)$/.exec(item)?.[1] ?? null;

/**
 * Gives users their levels by what is counted, in the transaction that changed it. It waits for no user: the job gives those
 * whose row is locked theirs afterwards. Of a job, users for whom it fails keep theirs until the next day. Returns whose has
 * changed.
 */
export async function relevel(
  tx: Transaction,
  until: number,
  items?: Pick<JobRun['items'], 'within'>,
): Promise<readonly string[]> {
  const version = await nextVersion(tx);
  const others = await levelsReached(tx, counted(until));
  const free = await lockFreeUsers(
    tx,
    others.map(({ id }) => id),
  );
  await keepLeft(
    tx,
    JOB,
    others.flatMap(({ id }) => (free.has(id) ? [] : [levelItem(version, id)])),
  );
  const reached = others.filter(({ id }) => free.has(id));
  const idOf = ({ id }: Reached) => id;
  const set = (some: readonly Reached[]) => setLevels(tx, some);
  if (!items) {
    await set(reached);
    return reached.map(idOf);
  }
  const left = new Set(await items.within(tx, 'level', reached, idOf, set));
  return reached.filter((each) => !left.has(each)).map(idOf);
}

/** Gives one user, whose row was locked, the level that is counted by now. Returns whether it has changed. */
async function relevelLeft(tx: Transaction, userId: string): Promise<boolean> {
  // Before the version: others who change levels wait for no user.
  await lockUser(tx, userId);
  const until = await countedUntil(tx);
  if (until === null) return false;
  await nextVersion(tx);
  const reached = await levelsReached(tx, counted(until), userId);
  await setLevels(tx, reached);
  return reached.length > 0;
}

/** Notifies users of their new levels, after those are committed; that may be all users at once. */
export async function tellHolders(database: Database, changed: readonly string[]): Promise<void> {
  for await (const batch of inBatches(changed, USERS)) {
    await database.transaction(async (tx) => {
      for (const userId of batch) tx.notify(userId, { kind: 'profile' });
    });
  }
}

const leftItem = (day: number, userId: string): string => `${dayOf(day)} ${userId}`;
function readLeft(item: string): { readonly day: number; readonly userId: string } {
  const [date = '', userId = ''] = item.split(' ');
  return { day: Date.parse(`${date}T00:00:00Z`), userId };
}

/** Writes the day of some users. */
async function writeUsers(
  tx: Transaction,
  counted: Omit<CountedDay, 'users'>,
  users: readonly string[],
  volumes: Volumes,
): Promise<void> {
  await insertBalances(tx, { ...counted, users });
  const own = users.flatMap((id) => (volumes.has(id) ? [[id, volumes.get(id) ?? '0'] as const] : []));
  for await (const batch of inBatches(own, USERS)) await insertVolumes(tx, counted.day, new Map(batch));
}

/** Counts a day. Returns whether it did: not where the node stops meanwhile. */
async function countDay(parts: Parts, day: number, { fence, signal, items }: JobRun): Promise<boolean> {
  const [volumes, prices] = [await volumesOf(parts, day, signal), await pricesOf(parts)];
  if (!volumes) return false;
  const changed = await parts.database.transaction(async (tx) => {
    await fence(tx);
    const debts = await parts.ports.debts(tx, null);
    if (!(await takeDay(tx, day, parts.now()))) return [];
    const users = [...new Set([...(await holdersOfFunds(tx)), ...volumes.keys()])];
    const left = await items.within(tx, 'user', users, String, (some) =>
      writeUsers(tx, { day, prices, debts }, some, volumes),
    );
    await keepLeft(
      tx,
      JOB,
      left.map((id) => leftItem(day, id)),
    );
    await deleteDaysBefore(tx, day - 2 * VIP_DAYS * DAY);
    return relevel(tx, day + DAY, items);
  });
  await tellHolders(parts.database, changed);
  return true;
}

/** Volumes of the days of which something is left, each read when one of its items has its turn, and once. */
function volumesOfLeft(parts: Parts, { signal }: JobRun): (item: string) => Promise<Volumes | null> {
  const byDay = new Map<number, Promise<Volumes | null>>();
  return async (item) => {
    if (levelOfItem(item) !== null) return new Map();
    const { day } = readLeft(item);
    const volumes = byDay.get(day) ?? volumesOf(parts, day, signal);
    byDay.set(day, volumes);
    return volumes;
  };
}

/** Counts the day of a user that a run had to leave, with the balance of now; their level follows with the next day. */
async function countLeft(parts: Parts, tx: Transaction, item: string, volumes: Volumes): Promise<void> {
  const { day, userId } = readLeft(item);
  const prices = await pricesOf(parts);
  const debts = await parts.ports.debts(tx, userId);
  await writeUsers(tx, { day, prices, debts }, [userId], volumes);
}

/** Between nodes: the levels or their holders have changed. */
export const TOPIC = 'vip';

/** Has every node follow a change that is committed. */
export async function announce({ standings, nodes }: Pick<Parts, 'standings' | 'nodes'>): Promise<void> {
  await standings.refresh();
  nodes.broadcast(TOPIC, String(standings.version()));
}

/** Counts the days that are over. After a pause each is counted with its own fills and the balances of now. */
export const countJob = (parts: Parts): RecurringJob => ({
  name: JOB,
  every: 10 * MINUTE,
  exclusive: true,
  items: ['user', 'level', 'left'],
  async run(run) {
    const { signal } = run;
    const today = startOfDay(parts.now() - SETTLED_AFTER);
    const from = (await countedUntil(parts.database)) ?? today - DAY;
    let counted = false;
    for (let day = Math.max(from, today - VIP_DAYS * DAY); day < today && !signal.aborted; day += DAY) {
      counted = (await countDay(parts, day, run)) || counted;
    }
    if (counted) await announce(parts);
    const releveled = new Set<string>();
    await retryRead(
      { database: parts.database, job: JOB },
      run,
      volumesOfLeft(parts, run),
      async (tx, item, volumes) => {
        const userId = levelOfItem(item);
        if (userId === null) return countLeft(parts, tx, item, volumes);
        if (await relevelLeft(tx, userId)) releveled.add(userId);
      },
    );
    if (releveled.size === 0) return;
    await tellHolders(parts.database, [...releveled]);
    await announce(parts);
  },
});
