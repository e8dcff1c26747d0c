import { afterDay, rebateOf } from '@tessera/api/referral/rules';
import { add, isPositive, neg, sub } from '@tessera/money';
import type { Catalogue } from '../../platform/catalogue/catalogue.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import type { RecurringJob } from '../../platform/jobs/job.ts';
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

/** Rewards of a day by the fees that rebates are on now. */
async function rewardsOf(tx: Transaction, { catalogue, ports }: BookParts, day: number): Promise<readonly Reward[]> {
  const paid = await feesBetween(tx, day, day + DAY);
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

/** Books one day, once. */
async function bookDay(tx: Transaction, parts: BookParts, day: number): Promise<void> {
  const at = parts.now();
  if (!(await takeDay(tx, isoDay(day), at))) return;
  const rewards = await rewardsOf(tx, parts, day);
  if (rewards.length === 0) return;
  await insertRewards(tx, rewards);
  const sums = new Map<string, string>();
  for (const { currency, amount } of rewards) sums.set(currency, add(sums.get(currency) ?? '0', amount));
  await postJournals(
    tx,
    [...sums].map(([currency, amount]) => ({
      ref: `referral:${isoDay(day)}:${currency}`,
      kind: 'reward' as const,
      at,
      entries: [
        { account: houseAccount('fees'), currency, amount: neg(amount) },
        { account: houseAccount('rebates'), currency, amount },
      ],
    })),
  );
}

/** Books all days that are over, oldest first; the first one is the day before the first run. */
export const bookJob = (parts: BookParts): RecurringJob => ({
  name: 'referral-book',
  every: EVERY,
  exclusive: true,
  async run({ fence, signal }) {
    const { database, now } = parts;
    const last = await lastDay(database);
    const newest = Math.floor((now() - SETTLED_AFTER) / DAY) * DAY - DAY;
    for (let day = last === null ? newest : Date.parse(last) + DAY; day <= newest && !signal.aborted; day += DAY) {
      await database.transaction(async (tx) => {
        await fence(tx);
        await bookDay(tx, parts, day);
      });
    }
  },
});
