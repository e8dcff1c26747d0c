import { dayInterest } from '@tessera/api/invest/rules';
import { isZero, neg, sum } from '@tessera/money';
import type { Database, Transaction } from '../../platform/db/database.ts';
import type { RecurringJob } from '../../platform/jobs/job.ts';
import { houseAccount, type Journal, postJournals, userAccount } from '../../platform/ledger/index.ts';
import { dayBefore, dayOf, daysAfter } from './days.ts';
import { type Accrual, type Accruing, dueDeposits, ratesOf, recordAccruals } from './store.ts';

/*
 * Interest of demand deposits. A day pays on its lowest balance at the rate that held when it began, once. What stands in a
 * deposit changes only after the days before were accrued, so a late run finds the balances of the days that it missed.
 */

/** ms between two runs. */
const EVERY = 60_000;
/** Deposits in one transaction, and days of each. */
const BATCH = 500;
const MOST_DAYS = 31;
/** ms between two batches, in which others get the database. */
const PAUSE = 5;

type Rates = (productId: number, day: string) => string;

/** The rates of products by day: the last one from that day or before. */
async function readRates(tx: Transaction, deposits: readonly Accruing[]): Promise<Rates> {
  const ids = [...new Set(deposits.map(({ product_id }) => product_id))];
  const byProduct = Map.groupBy(await ratesOf(tx, ids), ({ product_id }) => product_id);
  return (productId, day) => byProduct.get(productId)?.findLast(({ since }) => since <= day)?.annual_rate ?? '0';
}

const journalOf = ({ id, user_id, currency }: Accruing, { day, amount }: Accrual, at: number): Journal => ({
  ref: `invest-order:${id}:day:${day}`,
  kind: 'invest_interest',
  reference: day,
  at,
  entries: [
    { account: houseAccount('interest'), currency, amount: neg(amount) },
    { account: userAccount(user_id, 'change'), currency, amount },
  ],
});

/** Pays the days of deposits that are locked, up to one that is over; at most so many days of each. */
export async function accrueDeposits(
  tx: Transaction,
  deposits: readonly Accruing[],
  {
    to,
    at,
    mostDays = Number.POSITIVE_INFINITY,
  }: { readonly to: string; readonly at: number; readonly mostDays?: number },
): Promise<void> {
  const due = deposits.filter(({ accrued_to }) => accrued_to !== null && accrued_to < to);
  if (due.length === 0) return;
  const rateOf = await readRates(tx, due);
  const accruals: Accrual[] = [];
  const reached: { id: string; to: string; added: string }[] = [];
  const journals: Journal[] = [];
  for (const deposit of due) {
    const days = daysAfter(deposit.accrued_to ?? to, to, mostDays).map((day): Accrual => {
      const low = deposit.low_on === day ? (deposit.low ?? '0') : deposit.amount;
      const annual_rate = rateOf(deposit.product_id, day);
      return { order_id: deposit.id, day, low, annual_rate, amount: dayInterest(low, annual_rate, deposit.scale) };
    });
    accruals.push(...days);
    journals.push(...days.filter(({ amount }) => !isZero(amount)).map((day) => journalOf(deposit, day, at)));
    reached.push({ id: deposit.id, to: days.at(-1)?.day ?? to, added: sum(days.map(({ amount }) => amount)) });
  }
  await postJournals(tx, journals);
  await recordAccruals(tx, accruals, reached);
}

const idOf = ({ id }: Accruing): string => id;

/** Accrues every day that is over, of every deposit: those of days without a run as well. */
export const accrueJob = ({
  database,
  now,
  pause = (ms) => new Promise((resume) => setTimeout(resume, ms)),
}: {
  readonly database: Database;
  /** Unix ms. */
  readonly now: () => number;
  readonly pause?: (ms: number) => Promise<void>;
}): RecurringJob => ({
  name: 'invest-accrue',
  every: EVERY,
  exclusive: true,
  items: ['deposit'],
  async run({ fence, signal, items }) {
    for (;;) {
      const some = await database.transaction(async (tx) => {
        await fence(tx);
        const at = now();
        const to = dayBefore(dayOf(at));
        const due = signal.aborted ? [] : await dueDeposits(tx, to, BATCH, items.aside('deposit'));
        // No notice for each: a hundred thousand at midnight would delay those of orders.
        const left = await items.within(tx, 'deposit', due, idOf, (some) =>
          accrueDeposits(tx, some, { to, at, mostDays: MOST_DAYS }),
        );
        return due.length - left.length;
      });
      if (some === 0) return;
      await pause(PAUSE);
    }
  },
});
