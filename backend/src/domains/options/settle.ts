import {
  type IndexTick,
  indexOf,
  settlementTicksOf,
  strikeOf,
  verdictOf,
  windowOf,
  winOf,
} from '@tessera/api/options/rules';
import { add, div, isZero, mul, neg, quantize, sub, utcDayOf } from '@tessera/money';
import type { Database } from '../../platform/db/database.ts';
import type { JobRun, RecurringJob } from '../../platform/jobs/job.ts';
import { houseAccount, type Journal, postJournals, userAccount } from '../../platform/ledger/index.ts';
import { type IndexPrice, indexPrices, lastStepAt } from '../../platform/market/tick-store.ts';
import { bookResults, type UserResult } from '../brakes/index.ts';
import {
  addToDays,
  type Day,
  type Ended,
  endOptions,
  expired,
  type StoredOption,
  type Strike,
  setStrikes,
  unstruck,
} from './store.ts';
import { termsOf } from './view.ts';

/*
 * Strikes and settlements. An option ends by the prices that were recorded up to its expiry, whenever this runs and however
 * often: besides them, only the option itself is read.
 */

/** ms between two runs. */
const EVERY = 300;
/**
 * ms after which no step of an earlier time is recorded any more, where no later one shows it: a transaction of the
 * market lives for a few seconds at most.
 */
const RECORDED_WITHIN = 15_000;
/** Options in one transaction. */
const BATCH = 500;
/** ms between the first and the last of a batch: the prices of all of it are read at once. */
const SPAN = 5_000;
/** ms before the expiry in which the 25 prices of an open market lie: the whole window is read only where they do not. */
const USUAL = 10_000;

export type SettleParts = {
  readonly database: Database;
  /** Unix ms. */
  readonly now: () => number;
};

type Run = Pick<JobRun, 'fence' | 'items'>;

const optionId = ({ option }: Ended): string => option.id;

const symbolsOf = (options: readonly StoredOption[]): string[] => [...new Set(options.map(({ symbol }) => symbol))];

/** Those at the start of a list that lie close together. */
const together = (options: readonly StoredOption[], at: (option: StoredOption) => number): readonly StoredOption[] => {
  const [first] = options;
  return first ? options.filter((option) => at(option) <= at(first) + SPAN) : [];
};

/** The prices that an option counts in, in its steps: after a change of the instrument's tick there are no more of them. */
const comparable = (
  prices: ReadonlyMap<string, readonly IndexPrice[]>,
  { symbol, symbol_id, rules }: StoredOption,
): readonly IndexTick[] =>
  (prices.get(symbol) ?? []).flatMap(({ id, number, at, index, fraction }) =>
    id === symbol_id ? [{ number, at, index: indexOf(index, fraction, rules) }] : [],
  );

/** Stake, win and fee of an option that ends: nothing remains of it. */
function journalOf({ option, verdict }: Ended, at: number): Journal {
  const { id, user_id, symbol, currency, stake, fee } = option;
  const house = verdict.status === 'returned' ? 'fees' : 'counterparty';
  return {
    ref: `option:${id}:result`,
    kind: 'option_result',
    reference: symbol,
    at,
    entries: [
      { account: userAccount(user_id, 'micro', 'frozen'), currency, amount: neg(stake) },
      { account: userAccount(user_id, 'micro'), currency, amount: verdict.payout },
      {
        account: houseAccount(house),
        currency,
        amount: verdict.status === 'returned' ? neg(fee) : sub(stake, verdict.payout),
      },
    ],
  };
}

/** Digits of a result in USDT. */
const USDT_SCALE = 8;

/** What options that were settled came to for their users, in USDT at the price that they were opened at. */
const resultsOf = (ended: readonly Ended[], at: number): readonly UserResult[] =>
  ended.flatMap(({ option, verdict }) => {
    const win = winOf(option);
    if (verdict.status === 'returned' || isZero(win)) return [];
    const profit = sub(verdict.payout, add(option.stake, option.fee));
    const amount = quantize(div(mul(profit, option.exposure), win), USDT_SCALE, 'down');
    return [{ userId: option.user_id, amount, outcome: verdict.result === 'tied' ? null : verdict.result, at }];
  });

function daysOf(ended: readonly Ended[], at: number): readonly Day[] {
  const day = utcDayOf(at);
  const days = new Map<string, Day>();
  for (const { option, verdict } of ended) {
    const { currency, stake, fee } = option;
    const none = { day, currency, won: 0, tied: 0, lost: 0, returned: 0, staked: '0', fees: '0', paid: '0' };
    const known = days.get(currency) ?? none;
    days.set(
      currency,
      verdict.status === 'returned'
        ? { ...known, returned: known.returned + 1 }
        : {
            ...known,
            [verdict.result]: known[verdict.result] + 1,
            staked: add(known.staked, stake),
            fees: add(known.fees, fee),
            paid: add(known.paid, verdict.payout),
          },
    );
  }
  return [...days.values()];
}

/** Ends options in one transaction, or in parts where they fail together. Returns how many ended. */
const end = (
  { database, now }: SettleParts,
  { fence, items }: Run,
  kind: 'expired' | 'returned',
  all: readonly Ended[],
): Promise<number> =>
  items.together(kind, all, optionId, (ended) =>
    database.transaction(async (tx) => {
      await fence(tx);
      const at = now();
      const open = await endOptions(tx, ended, at);
      const own = ended.filter(({ option }) => open.has(option.id));
      if (own.length === 0) return;
      await postJournals(
        tx,
        own.map((each) => journalOf(each, at)),
      );
      await addToDays(tx, daysOf(own, at));
      await bookResults(tx, resultsOf(own, at));
      for (const { option, verdict } of own) {
        tx.notify(option.user_id, { kind: 'order', id: option.id, status: verdict.status });
        tx.notify(option.user_id, { kind: 'balance' });
      }
    }),
  );

/** Gives options their strikes, and returns those that had no price. Returns how many are done with. */
async function strike(
  { database, now }: SettleParts,
  run: Run,
  some: readonly StoredOption[],
  reached: number,
): Promise<number> {
  const from = Math.min(...some.map(({ entry_at }) => entry_at));
  const to = Math.max(...some.map(({ entry_at, max_age }) => entry_at + max_age));
  const prices = await indexPrices(database, symbolsOf(some), from, to);
  const strikes: Strike[] = [];
  const returned: Ended[] = [];
  for (const option of some) {
    const terms = termsOf(option);
    const own = comparable(prices, option);
    const first = strikeOf(own, terms);
    if (first) strikes.push({ id: option.id, number: first.number, at: first.at, index: first.index });
    else if (terms.entryAt + terms.maxAgeMs < reached) returned.push({ option, verdict: verdictOf(terms, own, []) });
  }
  const struck = await run.items.together(
    'strike',
    strikes,
    ({ id }) => id,
    (part) =>
      database.transaction(async (tx) => {
        await run.fence(tx);
        for (const { id, user_id } of await setStrikes(tx, part)) {
          tx.notify(user_id, { kind: 'order', id, status: 'open' });
        }
      }),
  );
  return struck + (await end({ database, now }, run, 'returned', returned));
}

/** The same of the options whose entry is over: those that still wait for a price do not hold up the others. */
async function strikeSome(parts: SettleParts, run: Run, reached: number): Promise<number> {
  const aside = [...run.items.aside('strike'), ...run.items.aside('returned')];
  let waiting: readonly StoredOption[] = await unstruck(parts.database, reached, BATCH, aside);
  let done = 0;
  while (waiting.length > 0) {
    const some = together(waiting, ({ entry_at }) => entry_at);
    done += await strike(parts, run, some, reached);
    waiting = waiting.slice(some.length);
  }
  return done;
}

/** Settles options that expired. Returns how many. */
async function settleSome(parts: SettleParts, run: Run, reached: number): Promise<number> {
  const { database } = parts;
  const due = await expired(database, reached, BATCH, run.items.aside('expired'));
  const some = together(due, ({ expires_at }) => expires_at);
  const [first, last] = [some[0], some.at(-1)];
  if (!first || !last) return 0;
  const symbols = symbolsOf(some);
  const usual = await indexPrices(database, symbols, first.expires_at - USUAL, last.expires_at);
  const scarce = some.filter((option) => settlementTicksOf(comparable(usual, option), termsOf(option)) === null);
  const [from] = windowOf({ entryAt: Number.NEGATIVE_INFINITY, expiresAt: first.expires_at });
  const whole = scarce.length === 0 ? usual : await indexPrices(database, symbolsOf(scarce), from, last.expires_at);
  const of = new Set(scarce);
  return end(
    parts,
    run,
    'expired',
    some.map((option) => {
      // As it was recorded: an option without a strike is not here.
      const strike = { number: Number(option.strike_number), at: option.strike_at ?? 0, index: Number(option.strike) };
      return {
        option,
        verdict: verdictOf(termsOf(option), [strike], comparable(of.has(option) ? whole : usual, option)),
      };
    }),
  );
}

/** Sets strikes and settles what expired, from the record of prices. */
export const settleJob = (parts: SettleParts): RecurringJob => ({
  name: 'options-settle',
  every: EVERY,
  exclusive: true,
  items: ['strike', 'returned', 'expired'],
  async run(run) {
    const { signal } = run;
    const { database, now } = parts;
    // Prices before this time are all recorded.
    const reached = Math.max((await lastStepAt(database)) ?? 0, now() - RECORDED_WITHIN);
    while (!signal.aborted && (await strikeSome(parts, run, reached)) > 0);
    while (!signal.aborted && (await settleSome(parts, run, reached)) > 0);
  },
});
