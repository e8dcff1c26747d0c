import { SHARE_SCALE, settleShare, shareDue } from '@tessera/api/copytrading/rules';
import { CLOSING_DUST_LIMIT } from '@tessera/api/identity/rules';
import { add, cmp, isPositive, max, min, sub } from '@tessera/money';
import type { Database, Sql, Transaction } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { JobItems } from '../../platform/jobs/items.ts';
import { type Journal, postJournals, userAccount, userBalance } from '../../platform/ledger/index.ts';
import type { ClosingObstacle, KeptAside } from '../../platform/ports.ts';
import { type LeavePorts, type LeavingCounted, leaveAsAgreed } from '../../platform/ways/leave.ts';
import { resultsAfter } from '../leverage/index.ts';
import type { Prices } from './prices.ts';
import { CURRENCY, FOLLOW_JOB } from './read-events.ts';
import { openLossOf } from './stop-follows.ts';

const DAY = 86_400_000;
const WEEK = 7 * DAY;
/**
 * ms from a first follow of a trader to the end of the first week whose share is paid: code in an open page may have chosen
 * the trader, and the owner has as long to notice as after a change that pauses withdrawals.
 */
const NOTICED_WITHIN = DAY;
/** 1 January 1970 was a Thursday; the Monday after it, 00:00 UTC. */
const FIRST_MONDAY = 4 * DAY;

/** The beginning of the week that holds a time: Monday 00:00 UTC, Unix ms. */
export const weekOf = (at: number): number => FIRST_MONDAY + Math.floor((at - FIRST_MONDAY) / WEEK) * WEEK;

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

type Account = {
  readonly user_id: string;
  readonly trader_user_id: string;
  readonly realised: string;
  readonly high_water: string;
  readonly reserved: string;
  readonly rate: string;
};

const ACCOUNT = `a.user_id, a.trader_user_id, a.realised, a.high_water, a.reserved, t.profit_share as rate`;

/** Accounts of one transaction: their owners' money is locked while it runs. */
const BATCH = 32;

const dueOf = ({ realised, high_water, rate }: Account): string => shareDue({ realised, highWater: high_water }, rate);

/** Moves between what is free and what is reserved of a user's leverage account; a negative amount releases. */
const reserveEntries = (userId: string, amount: string): Journal['entries'] => [
  { account: userAccount(userId, 'lever'), currency: CURRENCY, amount: sub('0', amount) },
  { account: userAccount(userId, 'lever', 'frozen'), currency: CURRENCY, amount },
];

export type Sharing = {
  readonly database: Database;
  readonly now: () => number;
  readonly fence: (tx: Sql) => Promise<void>;
  readonly signal: AbortSignal;
  readonly items: JobItems;
};

const idOf = ({ user_id, trader_user_id }: Account): string => `${user_id}:${trader_user_id}`;

async function reserveOne(tx: Transaction, account: Account, at: number): Promise<void> {
  const { user_id: userId, trader_user_id: traderId, reserved } = account;
  const available = await userBalance(tx, userId, 'lever', CURRENCY);
  const wanted = dueOf(account);
  // What is not there now is reserved after a later result, or stays due.
  const change = min(sub(wanted, reserved), max('0', available));
  if (cmp(change, '0') !== 0) {
    await postJournals(tx, [
      {
        ref: `copy-share:reserve:${userId}:${traderId}:${at}:${reserved}:${change}`,
        kind: 'copy_share',
        at,
        entries: reserveEntries(userId, change),
      },
    ]);
  }
  await tx.query(
    'update copy_account set reserved = reserved + $3, moved = false where user_id = $1 and trader_user_id = $2',
    [userId, traderId, change],
  );
  if (cmp(change, '0') !== 0) tx.notify(userId, { kind: 'balance' });
}

/** Sets money aside for what is due after the latest results, so that it is there at the end of the week. */
export async function reserveShares({ database, now, fence, signal, items }: Sharing): Promise<void> {
  while (!signal.aborted) {
    const accounts = await database.transaction(async (tx) => {
      await fence(tx);
      const rows = await tx.query<Account>(
        `select ${ACCOUNT} from copy_account a join copy_trader t on t.user_id = a.trader_user_id
          where a.moved and a.user_id || ':' || a.trader_user_id <> all($1)
          order by a.user_id, a.trader_user_id limit ${BATCH} for update of a skip locked`,
        [items.aside('reserved')],
      );
      await items.within(tx, 'reserved', rows, idOf, async (some) => {
        for (const row of some) await reserveOne(tx, row, now());
      });
      return rows.length;
    });
    if (accounts < BATCH) return;
  }
}

/** What of a follower's money may go to others today: what the limit of sends leaves; null without a limit. */
async function roomOf(tx: Transaction, { limits }: LeavePorts, userId: string): Promise<string | null> {
  const send = (await limits().of(tx, userId)).find(({ kind }) => kind === 'send');
  return send === undefined || send.limit === null ? null : max('0', sub(send.limit, send.used));
}

/**
 * Whether a share may go to the trader: not while a loan is outstanding, the account is frozen or its withdrawals pause. With a
 * position against the copies a profit can be made here that is lost there, and its share would carry the money to a friend,
 * or to the thief who had the account follow. The user's row is locked.
 */
async function letGo(tx: Transaction, ports: LeavePorts, leaving: LeavingCounted): Promise<boolean> {
  try {
    await leaveAsAgreed(tx, ports, leaving);
    return true;
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}

async function settleOne(
  tx: Transaction,
  account: Account,
  { week, prices, ports }: { readonly week: number; readonly prices: Prices; readonly ports: LeavePorts },
): Promise<void> {
  const { user_id: userId, trader_user_id: traderId, high_water, reserved, rate } = account;
  const at = prices.now();
  // Of two positions against each other the one that gained would be closed before Monday, and the other one after it.
  const realised = add(account.realised, await openLossOf(tx, prices, { userId, traderId }));
  const funds = add(reserved, max('0', await userBalance(tx, userId, 'lever', CURRENCY)));
  const room = await roomOf(tx, ports, userId);
  const state = { realised, highWater: high_water };
  const payable = settleShare(state, rate, room === null ? funds : min(funds, room));
  const mayGo =
    !isPositive(payable.paid) ||
    (await letGo(tx, ports, {
      call: 'POST /follow/follow',
      userId,
      payeeId: traderId,
      counts: { limit: 'send', value: payable.paid },
      at,
    }));
  const { paid, due, highWater } = mayGo ? payable : settleShare(state, rate, '0');
  await tx.query(
    `insert into copy_statement (week, user_id, trader_user_id, rate, realised, high_before, high_after, due, paid, at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [dateOf(week), userId, traderId, rate, realised, high_water, highWater, due, paid, new Date(at)],
  );
  // What is set aside stays so, for the week in which it may be paid.
  if (!isPositive(paid)) return;
  const ref = `copy-share:${dateOf(week)}:${userId}:${traderId}`;
  await postJournals(tx, [
    { ref: `${ref}:release`, kind: 'copy_share', at, entries: reserveEntries(userId, sub('0', reserved)) },
    {
      ref,
      kind: 'copy_share',
      reference: `week ${dateOf(week)}`,
      at,
      entries: [
        { account: userAccount(userId, 'lever'), currency: CURRENCY, amount: sub('0', paid) },
        { account: userAccount(traderId, 'lever'), currency: CURRENCY, amount: paid },
      ],
    },
  ]);
  await tx.query(
    `update copy_account set high_water = $3, paid = paid + $4, reserved = 0, moved = true
      where user_id = $1 and trader_user_id = $2`,
    [userId, traderId, highWater, paid],
  );
  // The rest of what is due stays aside all along.
  await reserveOne(tx, { ...account, high_water: highWater, reserved: '0' }, at);
  for (const id of [userId, traderId]) tx.notify(id, { kind: 'balance' });
}

/** Accounts whose share of the week $1 is settled, of follows from before $2. */
const DUE = `select ${ACCOUNT} from copy_account a join copy_trader t on t.user_id = a.trader_user_id
  where a.realised > a.high_water and t.profit_share > 0
    and exists (select from copy_follow f where f.user_id = a.user_id and f.trader_user_id = a.trader_user_id
                   and f.started_at < $2)
    and not exists (select from copy_statement s where s.week = $1
                       and s.user_id = a.user_id and s.trader_user_id = a.trader_user_id)`;

/**
 * Settles the week that ended last, once per follower and trader: statement, payment and new high are one transaction. An
 * account without a new high has no statement. While it holds the rows of many users it waits for none: those that others have
 * locked come last, each alone.
 */
export async function settleWeek({
  database,
  prices,
  fence,
  signal,
  items,
  ports,
}: Omit<Sharing, 'now'> & { readonly prices: Prices; readonly ports: LeavePorts }): Promise<void> {
  const week = weekOf(prices.now()) - WEEK;
  const due = [dateOf(week), new Date(week + WEEK - NOTICED_WITHIN)];
  const settle = async (tx: Transaction, some: readonly Account[]): Promise<void> => {
    for (const row of some) await settleOne(tx, row, { week, prices, ports });
  };
  const held = new Map<string, Account>();
  for (let found = BATCH; found === BATCH && !signal.aborted; ) {
    found = await database.transaction(async (tx) => {
      await fence(tx);
      const rows = await tx.query<Account>(
        `${DUE} and a.user_id || ':' || a.trader_user_id <> all($3)
          order by a.user_id, a.trader_user_id limit ${BATCH} for update of a`,
        [...due, [...items.aside('settled'), ...held.keys()]],
      );
      // Before any balance, in one order: a loan that is paid out at the same time waits, or is found.
      const locked = await tx.query<{ id: string }>(
        'select id from user_account where id = any($1) order by id for no key update skip locked',
        [rows.map(({ user_id }) => user_id)],
      );
      const free = new Set(locked.map(({ id }) => id));
      for (const row of rows) if (!free.has(row.user_id)) held.set(idOf(row), row);
      await items.within(
        tx,
        'settled',
        rows.filter(({ user_id }) => free.has(user_id)),
        idOf,
        (some) => settle(tx, some),
      );
      return rows.length;
    });
  }
  await items.each('settled', [...held.values()], idOf, (account) =>
    database.transaction(async (tx) => {
      await fence(tx);
      await tx.query('select from user_account where id = $1 for no key update', [account.user_id]);
      const { user_id: userId, trader_user_id: traderId } = account;
      const one = `${DUE} and a.user_id = $3 and a.trader_user_id = $4 for update of a`;
      await settle(tx, await tx.query<Account>(one, [...due, userId, traderId]));
    }),
  );
}

/** What is set aside of the money of the user `u.id` for profit shares. */
export const RESERVED_SHARES = `
  select 'copy_share' as product, '${CURRENCY}' as currency, sum(reserved) as amount
    from copy_account where user_id = u.id and reserved > 0 having sum(reserved) > 0`;

/** What followers have set aside for a trader, who is paid on a later Monday: an account that is closed has nothing of it. */
export async function dueToTrader(sql: Sql, traderId: string): Promise<readonly ClosingObstacle[]> {
  const [row] = await sql.query<{ due: string }>(
    'select coalesce(sum(reserved), 0) as due from copy_account where trader_user_id = $1',
    [traderId],
  );
  const amount = row?.due ?? '0';
  if (cmp(amount, CLOSING_DUST_LIMIT) < 0) return [];
  return [{ kind: 'balance', count: 1, amounts: [{ currency: CURRENCY, amount }] }];
}

/** Ids of events that copying has left: their results count as those that it has not read. */
const LEFT_EVENTS = `(select split_part(item, ' ', 2)::bigint from job_left where job = '${FOLLOW_JOB}')`;

/**
 * What the leverage accounts of these users keep for traders beyond what is set aside: what is due, with the results that
 * positions have booked and copying has not read yet. It takes no part in what a transfer may take, so that who is first
 * after the close of a copy takes nothing of the share along.
 */
export const keptForTraders = (sql: Sql, userIds: readonly string[]): Promise<KeptAside[]> =>
  sql.query<KeptAside>(
    `select k.user_id as "userId", 'lever' as account, '${CURRENCY}' as currency, sum(k.amount) as amount
       from (select a.user_id,
                    greatest(0, trunc(t.profit_share * greatest(0, sum(a.realised) - sum(a.high_water)), ${SHARE_SCALE})
                                - sum(a.reserved)) as amount
               from (select user_id, trader_user_id, realised, high_water, reserved
                       from copy_account where user_id = any($1)
                      union all
                     select r.user_id, c.trader_user_id, r.result, 0, 0
                       from (${resultsAfter('$1', '(select event_id from copy_cursor)', LEFT_EVENTS)}) r
                       join copy_trade c on c.position_id = r.position_id and c.status = 'open'
                      where r.currency = '${CURRENCY}') a
               join copy_trader t on t.user_id = a.trader_user_id
              group by a.user_id, a.trader_user_id, t.profit_share) k
      where k.amount > 0 group by k.user_id`,
    [userIds],
  );
