import { afterVolume, shareOf, volumeAfter } from '@tessera/api/coupons/rules';
import { countedVolume } from '@tessera/api/vip/rules';
import { add, cmp, div, isPositive, mul, neg, sub } from '@tessera/money';
import type { Sql, Transaction } from '../../platform/db/database.ts';
import type { Dependencies } from '../../platform/domain.ts';
import type { JobRun, RecurringJob } from '../../platform/jobs/job.ts';
import { houseAccount, type Journal, postJournals, userAccount } from '../../platform/ledger/index.ts';
import { fiatRateMap } from '../fiat/index.ts';
import { indexInUsdt } from '../instruments/index.ts';
import {
  type Coupon,
  type CouponChange,
  changeCoupons,
  dropWaiting,
  insertPayments,
  insertWaiting,
  isAnyCounting,
  lockCounting,
  lockExpired,
  lockProgress,
  type Payment,
  readWaiting,
  type Waiting,
  writeProgress,
  yieldsBetween,
} from './store.ts';

/*
 * Counts what users paid in fees, were paid in yield and traded, stretch by stretch of time, each once, and pays what
 * their coupons give for it. All of a stretch is in one transaction with the mark of how far it is counted.
 */

const EVERY = 30_000;
/** ms that a stretch is over before it is counted: what was booked within it is committed by then. */
const SETTLED_AFTER = 60_000;
/** ms of one transaction. */
const STRETCH = 3_600_000;
const BATCH = 500;
/** ms that something waits for a price before it is given up. */
const WAITS = 30 * 86_400_000;

export type CountParts = Pick<Dependencies, 'database' | 'catalogue' | 'feed' | 'ports' | 'now'>;

/** Something of a user that coupons of a kind count, fees, yield or volume: an amount of a currency. */
type Booked = Waiting;
/** The same with its worth in USDT. */
type Event = Booked & { readonly worth: string };

async function bookedBetween(
  sql: Sql,
  { catalogue, ports }: CountParts,
  after: number,
  until: number,
): Promise<readonly Booked[]> {
  const [fills, yields] = await Promise.all([
    ports.marketFills(sql, after, until),
    yieldsBetween(sql, ports.yieldKinds(), after, until),
  ]);
  return [
    ...fills.flatMap(({ userId, symbol, total, feeRate, at }): Booked[] => {
      const currency = catalogue.current().instrument(symbol)?.quote;
      if (currency === undefined) return [];
      const rate = feeRate ?? '0';
      return [
        { kind: 'fee_discount', userId, at, currency, amount: mul(total, rate) },
        { kind: 'cash', userId, at, currency, amount: countedVolume(total, rate) },
      ];
    }),
    ...yields.map(
      ({ user_id, currency, amount, at }): Booked => ({ kind: 'extra_yield', userId: user_id, at, currency, amount }),
    ),
  ].filter(({ amount }) => isPositive(amount));
}

type PriceOf = (currency: string) => string | null;

/** What a unit of a currency is worth now, USDT; each is read once. */
async function pricesNow(sql: Sql, feed: CountParts['feed']): Promise<PriceOf> {
  const rates = await fiatRateMap(sql);
  const prices = new Map<string, string | null>();
  return (currency) => {
    const known = prices.get(currency);
    if (known !== undefined) return known;
    const price = indexInUsdt(feed, currency, rates);
    prices.set(currency, price);
    return price;
  };
}

type Valued = {
  readonly coupons: readonly Coupon[];
  readonly events: readonly Event[];
  readonly waits: readonly Booked[];
};

/** The worth of what a user's coupons count. What cannot be valued now, or paid in the coupon's currency, waits. */
function valued(booked: readonly Booked[], coupons: readonly Coupon[], priceOf: PriceOf): Valued {
  const events: Event[] = [];
  const waits: Booked[] = [];
  for (const each of booked) {
    const open = coupons.filter((coupon) => coupon.kind === each.kind && isWithin(coupon, each.at));
    if (open.length === 0) continue;
    const price = priceOf(each.currency);
    const payable = each.kind === 'cash' || open.every(({ currency }) => priceOf(currency) !== null);
    if (price === null || !payable) waits.push(each);
    else events.push({ ...each, worth: mul(each.amount, price) });
  }
  return { coupons, events, waits };
}

type Counting = { readonly coupon: Coupon; readonly basis: string };

const isWithin = ({ activated_at, issued_at, expires_at }: Coupon, at: number): boolean =>
  at > (activated_at ?? issued_at) && at <= expires_at;

/** What a user's coupon gives back of the fees of a time, a ratio. */
const discountAt = (coupons: readonly Coupon[], at: number): string =>
  coupons.find((coupon) => coupon.kind === 'fee_discount' && isWithin(coupon, at))?.rate ?? '0';

/**
 * What of a user's events counts for each of the coupons, USDT: what came after its start and before its end. Volume counts
 * for the oldest open coupon of cash alone, and for the next one once that is reached: one fee must not be given back by
 * several. Beside a discount in use, the part of the volume counts whose fee is not given back.
 */
function basesOf(coupons: readonly Coupon[], events: readonly Event[]): readonly Counting[] {
  const bases = new Map(coupons.map(({ id }) => [id, '0']));
  for (const { kind, at, worth } of events.toSorted((a, b) => a.at - b.at)) {
    const open = coupons.find(
      (coupon) =>
        coupon.kind === kind &&
        isWithin(coupon, at) &&
        !(kind === 'cash' && afterVolume(coupon, bases.get(coupon.id) ?? '0').due),
    );
    if (!open) continue;
    const counted = kind === 'cash' ? volumeAfter(worth, discountAt(coupons, at)) : worth;
    bases.set(open.id, add(bases.get(open.id) ?? '0', counted));
  }
  return coupons.map((coupon) => ({ coupon, basis: bases.get(coupon.id) ?? '0' }));
}

type Outcome = { readonly change: CouponChange; readonly payment: Payment | null };

/** What a coupon pays for what counts, `basis` in USDT; `price` is of its currency. */
function outcomeOf(
  coupon: Coupon,
  basis: string,
  { price, scale, at }: { price: string; scale: number; at: number },
): Outcome {
  const { id, kind, amount, paid, status } = coupon;
  const { traded, due } = afterVolume(coupon, kind === 'cash' ? basis : '0');
  const own = kind === 'cash' ? basis : mul(basis, price);
  const pays = kind === 'cash' ? (due ? sub(amount, paid) : '0') : shareOf(own, coupon, scale);
  const after = add(paid, pays);
  const done = cmp(after, amount) === 0;
  return {
    change: { id, status: done ? 'used' : status, paid: after, traded, ended_at: done ? at : null },
    payment: isPositive(pays) ? { coupon_id: id, basis: kind === 'cash' ? traded : own, amount: pays } : null,
  };
}

const payJournal = ({ id, user_id, currency, titles }: Coupon, amount: string, until: number, at: number): Journal => ({
  ref: `coupon:${id}:${until}`,
  kind: 'coupon',
  reference: titles.en,
  at,
  entries: [
    { account: houseAccount('coupons'), currency, amount: neg(amount) },
    { account: userAccount(user_id, 'change'), currency, amount },
  ],
});

/** Counts up to `until`, once. */
async function countStretch(parts: CountParts, { fence, items }: JobRun, limit: number): Promise<boolean> {
  const { database, feed, now } = parts;
  return database.transaction(async (tx) => {
    await fence(tx);
    const after = await lockProgress(tx, limit);
    if (limit <= after) return false;
    const at = now();
    const waited = await readWaiting(tx);
    const counting = await isAnyCounting(tx);
    // Where nothing counts, the time has nothing for any coupon.
    const until = counting ? Math.min(after + STRETCH, limit) : limit;
    const booked = counting ? await bookedBetween(tx, parts, after, until) : [];
    const fresh = Map.groupBy(booked, ({ userId }) => userId);
    const kept = waited.filter((each) => each.at > at - WAITS);
    const bookedOf = Map.groupBy([...kept, ...booked], ({ userId }) => userId);
    const all = [...new Set([...waited, ...booked].map(({ userId }) => userId))];
    const priceOf = await pricesNow(tx, feed);
    const left = await items.within(tx, 'user', all, String, (users) =>
      countUsers(tx, parts, { users, bookedOf, priceOf, until, at }),
    );
    // Of whom it fails, what came now waits with what waited before.
    await items.within(tx, 'waiting', left, String, (users) =>
      insertWaiting(
        tx,
        users.flatMap((id) => fresh.get(id) ?? []),
      ),
    );
    await writeProgress(tx, until);
    return until < limit;
  });
}

type Counted = {
  readonly users: readonly string[];
  readonly bookedOf: ReadonlyMap<string, readonly Booked[]>;
  readonly priceOf: PriceOf;
  readonly until: number;
  readonly at: number;
};

/** Counts what some users booked, and pays what their coupons give for it. */
async function countUsers(
  tx: Transaction,
  { catalogue }: CountParts,
  { users, bookedOf, priceOf, until, at }: Counted,
): Promise<void> {
  await dropWaiting(tx, users);
  const couponsOf = Map.groupBy(await lockCounting(tx, users), ({ user_id }) => user_id);
  const counted = [...couponsOf].map(([userId, coupons]) => valued(bookedOf.get(userId) ?? [], coupons, priceOf));
  await insertWaiting(
    tx,
    counted.flatMap(({ waits }) => waits),
  );
  const counting = counted.flatMap(({ coupons, events }) => basesOf(coupons, events));
  const outcomes = counting.flatMap(({ coupon, basis }) => {
    // What cash pays is fixed.
    const price = coupon.kind === 'cash' ? '1' : priceOf(coupon.currency);
    if (!isPositive(basis) || price === null) return [];
    const { scale } = catalogue.current().heldCurrency(coupon.currency);
    return [{ coupon, ...outcomeOf(coupon, basis, { price: div('1', price), scale, at }) }];
  });
  await changeCoupons(
    tx,
    outcomes.map(({ change }) => change),
  );
  const payments = outcomes.flatMap(({ payment }) => payment ?? []);
  await insertPayments(tx, payments, until);
  await postJournals(
    tx,
    outcomes.flatMap(({ coupon, payment }) => (payment ? [payJournal(coupon, payment.amount, until, at)] : [])),
  );
  for (const { coupon } of outcomes) tx.notify(coupon.user_id, { kind: 'balance' });
}

/** Ends coupons whose time is over; what was set aside for them goes back. Returns how many there were. */
const endExpired = ({ database, now }: CountParts, { fence, items }: JobRun, counted: number): Promise<number> =>
  database.transaction(async (tx) => {
    await fence(tx);
    const at = now();
    const coupons = await lockExpired(tx, counted, BATCH, items.aside('coupon'));
    await items.within(
      tx,
      'coupon',
      coupons,
      ({ id }) => id,
      (some) => endSome(tx, some, at),
    );
    return coupons.length;
  });

async function endSome(tx: Transaction, coupons: readonly Coupon[], at: number): Promise<void> {
  await changeCoupons(
    tx,
    coupons.map(({ id, paid, traded }) => ({ id, status: 'expired' as const, paid, traded, ended_at: at })),
  );
  await postJournals(
    tx,
    coupons.map(({ id, currency, amount, paid }) => ({
      ref: `coupon:${id}:return`,
      kind: 'coupon' as const,
      at,
      entries: [
        { account: houseAccount('coupons'), currency, amount: neg(sub(amount, paid)) },
        { account: houseAccount('promotions'), currency, amount: sub(amount, paid) },
      ],
    })),
  );
  for (const { user_id } of coupons) tx.notify(user_id, { kind: 'balance' });
}

/** Pays what coupons give, and ends those whose time is over. */
export const countJob = (parts: CountParts): RecurringJob => ({
  name: 'coupons-count',
  every: EVERY,
  exclusive: true,
  items: ['user', 'waiting', 'coupon'],
  async run(run) {
    const { signal } = run;
    const limit = parts.now() - SETTLED_AFTER;
    let more = true;
    while (more && !signal.aborted) more = await countStretch(parts, run, limit);
    while (!signal.aborted && (await endExpired(parts, run, limit)) === BATCH);
  },
});
