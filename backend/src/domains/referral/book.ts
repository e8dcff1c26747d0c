import { afterDay, rebateOf } from '@tessera/api/referral/rules';
import { add, isPositive, neg, sub } from '@tessera/money';
import type { Catalogue } from '../../platform/catalogue/catalogue.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import type { JobRun, RecurringJob } from '../../platform/jobs/job.ts';
import { keepLeft, retryLeft } from '../../platform/jobs/left.ts';
import { houseAccount, postJournals } from '../../platform/ledger/index.ts';
import type { Ports } from '../../platform/ports.ts';
import { COPY_CURRENCY, copiedFees } from '../copytrading/index.ts';
import {
  beneficiariesOf,
  feesBetween,
  feesOf,
  haltedSince,
  insertRewards,
  lastDay,
  type Paid,
  type Reward,
  takeDay,
  termsOf,
  writeFees,
} from './store.ts';

/*
 * Books a day of fees once it is over: what invited users paid, and what those who invited them get of it. The money moves
 * from the house's fees to the account that rebates are paid from in the same transaction, so that every rebate is covered
 * before it can be claimed.
 */

const JOB = 'referral-book';
const DAY = 86_400_000;
/** ms after a day until it is booked: a transaction that began within it has ended by then. */
const SETTLED_AFTER = 3_600_000;
const EVERY = 60_000;

export type BookParts = {
  readonly database: Database;
  readonly catalogue: Catalogue;
  readonly ports: Pick<Ports, 'underReview'>;
  /** Unix ms. */
  readonly now: () => number;
};

const isoDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Rewards of a day by the fees that rebates are on now, of some users. */
async function rewardsOf(
  tx: Transaction,
  { catalogue, ports }: BookParts,
  day: number,
  paid: readonly Paid[],
): Promise<readonly Reward[]> {
  if (paid.length === 0) return [];
  const users = [...new Set(paid.map(({ user_id }) => user_id))];
  const known = new Map((await feesOf(tx, users)).map((fees) => [`${fees.user_id}:${fees.currency}`, fees]));
  // When copies trade is decided by the trader, who may be the inviter, or a friend: their fees earn no reward.
  const copied = await copiedFees(tx, users, isoDay(day));
  // Who has the session of a user whose withdrawals are paused, and has invited them, would turn their money into fees.
  // So would who was found to hold what trades of another account carried, and may let nothing of it go.
  const halted = new Set([...(await haltedSince(tx, users, day)), ...(await ports.underReview(tx, users))]);
  const counted = paid.map(({ user_id, currency, paid: amount }) => {
    const before = known.get(`${user_id}:${currency}`) ?? { net: '0', rebated: '0' };
    const own = currency === COPY_CURRENCY ? sub(amount, copied.get(user_id) ?? '0') : amount;
    const after = afterDay(before, own);
    const held = halted.has(user_id) ? { rebated: before.rebated, fresh: '0' } : {};
    return { user_id, currency, ...after, ...held };
  });
  await writeFees(
    tx,
    counted.map(({ fresh: _, ...fees }) => fees),
  );
  const rates = new Map((await termsOf(tx)).map(({ level, rate }) => [level, rate]));
  const beneficiaries = Map.groupBy(await beneficiariesOf(tx, users), ({ invitee_id }) => invitee_id);
  return counted.flatMap(({ user_id, currency, fresh }) =>
    (beneficiaries.get(user_id) ?? []).flatMap((beneficiary) => {
      const rate = rates.get(beneficiary.level) ?? '0';
      const amount = rebateOf(fresh, rate, catalogue.current().heldCurrency(currency).scale);
      return isPositive(amount) ? [{ ...beneficiary, day: isoDay(day), currency, fees: fresh, rate, amount }] : [];
    }),
  );
}

/** Books what some users have paid in a day; `name` makes the journals of this booking its own. */
async function bookFees(
  tx: Transaction,
  parts: BookParts,
  day: number,
  { name, paid }: { readonly name: string; readonly paid: readonly Paid[] },
): Promise<void> {
  const at = parts.now();
  const rewards = await rewardsOf(tx, parts, day, paid);
  if (rewards.length === 0) return;
  await insertRewards(tx, rewards);
  const sums = new Map<string, string>();
  for (const { currency, amount } of rewards) sums.set(currency, add(sums.get(currency) ?? '0', amount));
  await postJournals(
    tx,
    [...sums].map(([currency, amount]) => ({
      ref: `referral:${name}:${currency}`,
      kind: 'reward' as const,
      at,
      entries: [
        { account: houseAccount('fees'), currency, amount: neg(amount) },
        { account: houseAccount('rebates'), currency, amount },
      ],
    })),
  );
}

const leftItem = (day: number, userId: string): string => `${isoDay(day)} ${userId}`;

/** Books one day, once. What of it fails for a user is left for later runs. */
async function bookDay(tx: Transaction, parts: BookParts, day: number, { items }: JobRun): Promise<void> {
  if (!(await takeDay(tx, isoDay(day), parts.now()))) return;
  const byUser = Map.groupBy(await feesBetween(tx, { from: day, to: day + DAY }), ({ user_id }) => user_id);
  const users = [...byUser.keys()];
  const left = await items.within(tx, 'user', users, String, (some) => {
    // The journals of a part are named by its first user: another part has others.
    const name = some.length === users.length ? isoDay(day) : leftItem(day, some[0] ?? '').replace(' ', ':');
    return bookFees(tx, parts, day, { name, paid: some.flatMap((id) => byUser.get(id) ?? []) });
  });
  await keepLeft(
    tx,
    JOB,
    left.map((id) => leftItem(day, id)),
  );
}

/** Books the day of a user that a run had to leave. */
async function bookLeft(tx: Transaction, parts: BookParts, item: string): Promise<void> {
  const [date = '', userId = ''] = item.split(' ');
  const day = Date.parse(date);
  const paid = await feesBetween(tx, { from: day, to: day + DAY, userId });
  await bookFees(tx, parts, day, { name: `${date}:${userId}`, paid });
}

/** Books all days that are over, oldest first; the first one is the day before the first run. */
export const bookJob = (parts: BookParts): RecurringJob => ({
  name: JOB,
  every: EVERY,
  exclusive: true,
  items: ['user', 'left'],
  async run(run) {
    const { fence, signal } = run;
    const { database, now } = parts;
    const last = await lastDay(database);
    const newest = Math.floor((now() - SETTLED_AFTER) / DAY) * DAY - DAY;
    for (let day = last === null ? newest : Date.parse(last) + DAY; day <= newest && !signal.aborted; day += DAY) {
      await database.transaction(async (tx) => {
        await fence(tx);
        await bookDay(tx, parts, day, run);
      });
    }
    await retryLeft({ database, job: JOB }, run, (tx, item) => bookLeft(tx, parts, item));
  },
});
