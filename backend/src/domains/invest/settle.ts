import { AVERAGED_MS, averagedHour, dualPayout, LEAST_TICKS, type Payout } from '@tessera/api/invest/rules';
import { dualTermsOf } from '@tessera/api/invest/wire';
import { add, cmp, mul, sub } from '@tessera/money';
import type { JobRun, RecurringJob } from '../../platform/jobs/job.ts';
import { postJournals } from '../../platform/ledger/index.ts';
import { tellLater } from '../../platform/mail/messages.ts';
import { indexPrices, keepTicks } from '../../platform/market/tick-store.ts';
import { type Ended, endingOfDeposit, journalOf, noticeOf, type SettleParts } from './endings.ts';
import {
  endOrders,
  insertSettlement,
  isSignedUntil,
  markKept,
  markSettling,
  maturedDeposits,
  type Settlement,
  type StoredOrder,
  settledOrders,
  unkept,
  unsettled,
} from './store.ts';

/*
 * How orders end. A dual order is paid by the prices that were recorded in its hour, whenever this runs and however often:
 * besides them, only the order itself is read. A fixed deposit is paid by its own terms.
 */

/** ms between two runs. */
const EVERY = 5_000;
/** Orders in one transaction. */
const BATCH = 500;
/** ms of prices that are read at once. */
const READ_AT_ONCE = 600_000;
/**
 * ms that a settlement waits until the record of its hour is signed. A market that signed nothing for so long after the
 * maturity adds no price to that hour any more.
 */
const SIGNED_WITHIN = 86_400_000;

const idOf = ({ id }: { readonly id: string }): string => id;

/** Ends orders in one transaction, or in parts where they fail together: one must not hold up the others. */
const end = (
  { database, now }: SettleParts,
  { fence, items }: Pick<JobRun, 'fence' | 'items'>,
  kind: string,
  orders: readonly StoredOrder[],
  endingOf: (order: never) => Ended,
): Promise<number> =>
  items.together(kind, orders, idOf, (some) =>
    database.transaction(async (tx) => {
      const ended = some.map((order) => endingOf(order as never));
      await fence(tx);
      const at = now();
      const open = await endOrders(
        tx,
        ended.map(({ ending }) => ending),
        at,
      );
      const own = ended.filter(({ order }) => open.has(order.id));
      await postJournals(
        tx,
        own.map((each) => journalOf(each, at)),
      );
      await tellLater(
        tx,
        own.map((each) => noticeOf(each, at)),
      );
      for (const { order, ending } of own) {
        tx.notify(order.user_id, { kind: 'order', id: order.id, status: ending.status });
        tx.notify(order.user_id, { kind: 'balance' });
      }
    }),
  );

/** How a dual order ends: by the settlement price, or with its principal where the hour had too few prices. */
function endingOfDual(order: StoredOrder & Pick<Settlement, 'ticks' | 'total'>): Ended {
  const { id, amount, currency, ticks, total } = order;
  const terms = dualTermsOf(order, amount);
  if (!terms) throw new Error(`order ${id} has no pegged price`);
  const payout: Payout = total === null ? { amount, currency } : dualPayout(terms, { total, count: ticks });
  const gained = payout.currency === currency ? sub(payout.amount, amount) : '0';
  return {
    order,
    ending: {
      id,
      status: total === null ? 'failed' : 'completed',
      paid: payout.amount,
      paid_currency: payout.currency,
      accrued: cmp(gained, '0') > 0 ? gained : '0',
      penalty: null,
    },
  };
}

/** The prices of the hour before a maturity, from the record. */
async function readHour(
  { database, catalogue }: SettleParts,
  symbol: string,
  at: number,
): Promise<Omit<Settlement, 'kept'>> {
  const tick = catalogue.current().instrument(symbol)?.tick;
  if (tick === undefined) throw new Error(`${symbol} is not listed`);
  const [from, to] = averagedHour(at);
  const sums = new Map<string, bigint>();
  let ticks = 0;
  let first: number | null = null;
  let last: number | null = null;
  for (let since = from; since < to; since += READ_AT_ONCE) {
    const prices = await indexPrices(database, [symbol], since, Math.min(since + READ_AT_ONCE, to) - 1);
    for (const { number, index, tick: then } of prices.get(symbol) ?? []) {
      // Where staff changed the tick within the hour, each price counts in its own.
      const of = then ?? tick;
      sums.set(of, (sums.get(of) ?? 0n) + BigInt(index));
      first ??= number;
      last = number;
      ticks++;
    }
  }
  const total = [...sums].reduce((sum, [of, units]) => add(sum, mul(String(units), of)), '0');
  return {
    symbol,
    at,
    ticks,
    total: ticks < LEAST_TICKS ? null : total,
    tick,
    first_number: first === null ? null : String(first),
    last_number: last === null ? null : String(last),
  };
}

const maturityOf = ({ symbol, at }: { readonly symbol: string; readonly at: number }): string => `${symbol} ${at}`;

/** Records the settlement prices of maturities that are over. */
async function settle(parts: SettleParts, { fence, items }: JobRun): Promise<void> {
  const { database, now } = parts;
  await items.each('maturity', await unsettled(database, now()), maturityOf, async ({ symbol, at }) => {
    if (!(await isSignedUntil(database, at)) && now() < at + SIGNED_WITHIN) return;
    const hour = await readHour(parts, symbol, at);
    await database.transaction(async (tx) => {
      await fence(tx);
      await insertSettlement(tx, { ...hour, kept: false }, now());
    });
  });
}

/** Keeps the ticks of settlements for ever, which the record drops after a week, once they are signed. */
async function keep({ database }: SettleParts, { fence, items }: JobRun): Promise<void> {
  await items.each('kept', await unkept(database), maturityOf, async ({ symbol, at }) => {
    const [from, to] = averagedHour(at);
    await database.transaction(async (tx) => {
      await fence(tx);
      await keepTicks(tx, [{ symbol, from, to: to - 1 }]);
      await markKept(tx, symbol, at);
    });
  });
}

/** Ends what is due: fixed deposits by their terms, dual orders by the record of prices. */
export const settleJob = (parts: SettleParts): RecurringJob => ({
  name: 'invest-settle',
  every: EVERY,
  exclusive: true,
  items: ['maturity', 'kept', 'dual', 'deposit'],
  async run(run) {
    const { database, now } = parts;
    const { fence, signal, items } = run;
    await database.transaction(async (tx) => {
      await fence(tx);
      for (const { id, user_id } of await markSettling(tx, now() + AVERAGED_MS)) {
        tx.notify(user_id, { kind: 'order', id, status: 'settling' });
      }
    });
    await settle(parts, run);
    await keep(parts, run);
    while (!signal.aborted) {
      const due = await settledOrders(database, BATCH, items.aside('dual'));
      if ((await end(parts, run, 'dual', due, endingOfDual)) === 0) break;
    }
    while (!signal.aborted) {
      const due = await maturedDeposits(database, now(), BATCH, items.aside('deposit'));
      if ((await end(parts, run, 'deposit', due, endingOfDeposit)) === 0) break;
    }
  },
});
