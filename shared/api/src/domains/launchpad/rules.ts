import {
  add,
  cmp,
  type DecimalString,
  div,
  isOnStep,
  isPositive,
  min,
  mul,
  quantize,
  scaleOf,
  sub,
  sum,
} from '@tessera/money';
import type { RuleFailure } from '../../kit/rules/failure.ts';

/*
 * Token sales: phases, prices, and the allocation, which the backend makes, and pages and
 * `tessera verify-allocation` repeat. Amounts are decimal strings of tokens, times Unix ms.
 */

export type Phase = 'warm_up' | 'in_progress' | 'ended' | 'cancelled';

export type Window = {
  readonly startAt: number;
  readonly endAt: number;
  readonly cancelled: boolean;
};

/** The window is half open: at `endAt` it is over. */
export function phaseAt({ startAt, endAt, cancelled }: Window, now: number): Phase {
  if (cancelled) return 'cancelled';
  if (now < startAt) return 'warm_up';
  return now < endAt ? 'in_progress' : 'ended';
}

/* Prices */

/** Fraction digits of a price in a payment currency. */
const PRICE_SCALE = 12;
/** What a price in another currency than USDT is above its least: the market may move so far until it is confirmed. */
const MARGIN = '0.002';
/** Most that a price may be above the least one when it is used: beyond it the market fell, and the user sees it first. */
const MOST_ABOVE = '0.01';

/**
 * Least price of a token in a payment currency. `price` is in USDT, `bid` is what the exchange gives for a unit of the
 * payment currency, in USDT; null where that is USDT itself.
 */
export const leastPrice = (price: DecimalString, bid: DecimalString | null): DecimalString =>
  bid === null ? price : quantize(div(price, bid), PRICE_SCALE, 'up');

/** The price that is offered. */
export const offeredPrice = (price: DecimalString, bid: DecimalString | null): DecimalString =>
  bid === null ? price : quantize(mul(leastPrice(price, bid), add('1', MARGIN)), PRICE_SCALE, 'up');

/** Whether the price that the user saw can still be used: it never favours the buyer, and hardly the seller. */
export function holdsPrice(seen: DecimalString, price: DecimalString, bid: DecimalString | null): boolean {
  const least = leastPrice(price, bid);
  if (bid === null) return cmp(seen, least) === 0;
  return cmp(seen, least) >= 0 && cmp(seen, mul(least, add('1', MOST_ABOVE))) <= 0 && scaleOf(seen) <= PRICE_SCALE;
}

/** What tokens cost, in units of a payment currency with this scale; charged, so rounded up. */
export const costOf = (amount: DecimalString, price: DecimalString, scale: number): DecimalString =>
  quantize(mul(amount, price), scale, 'up');

/* Subscribing */

export type Plan = {
  /** '' while there is no number. */
  readonly amount: DecimalString | '';
  /** Price of a token in the payment currency. */
  readonly price: DecimalString;
};

export type PlanLimits = {
  readonly tokenScale: number;
  readonly payScale: number;
  /** The least one subscription may be, tokens. */
  readonly least: DecimalString;
  /** What is available of the payment currency; the backend's ledger decides. */
  readonly available?: DecimalString;
};

/** Why tokens cannot be subscribed to; null where amount and balance allow it. */
export function subscriptionProblem(
  { amount, price }: Plan,
  { tokenScale, payScale, least, available }: PlanLimits,
): (RuleFailure & { readonly field: 'amount' }) | null {
  if (amount === '') return { code: 'field_required', field: 'amount' };
  if (!isPositive(amount)) return { code: 'field_must_be_positive', field: 'amount' };
  if (scaleOf(amount) > tokenScale)
    return { code: 'field_too_precise', field: 'amount', params: { scale: tokenScale } };
  if (cmp(amount, least) < 0) return { code: 'amount_too_small', field: 'amount', params: { min: least } };
  if (available !== undefined && cmp(costOf(amount, price, payScale), available) > 0) {
    return { code: 'insufficient_balance', field: 'amount' };
  }
  return null;
}

/* Allocation */

/** A value in whole units of its last of `scale` fraction digits; digits beyond are cut. */
function unitsOf(value: DecimalString, scale: number): bigint {
  const [whole = '0', fraction = ''] = value.split('.');
  return BigInt(whole + fraction.slice(0, scale).padEnd(scale, '0'));
}

function textOf(units: bigint, scale: number): DecimalString {
  const digits = units.toString().padStart(scale + 1, '0');
  const fraction = scale === 0 ? '' : digits.slice(-scale).replace(/0+$/, '');
  const whole = scale === 0 ? digits : digits.slice(0, -scale);
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** What a sale has to allot. */
export type Sale = {
  readonly supply: DecimalString;
  /** The most one user is allotted. */
  readonly cap: DecimalString;
  /** Fraction digits of the token. */
  readonly scale: number;
};

/**
 * What every user gets for a token that was committed: `supply / weight`, up to the cap. What capped users leave over is
 * spread over the others, so `supply` and `weight` are those of the users below the cap. `supply ≥ weight`: each
 * gets all of it, up to the cap.
 */
export type Rate = { readonly supply: DecimalString; readonly weight: DecimalString };

/**
 * Finds the rate from the largest commitments on: `take` each user's whole commitment, largest first, until it returns
 * false; `rate` is then known. Those that it took are capped.
 *
 * Water-filling: the largest share s = min(cap, c·S/W) is capped if c·S ≥ cap·W; it is then taken out of S and W, which
 * raises S/W for the others. Once the largest one is below the cap, all others are.
 */
export function rateFinder({ supply, cap, scale }: Sale, committed: DecimalString) {
  let left = unitsOf(supply, scale);
  let weight = unitsOf(committed, scale);
  const most = unitsOf(cap, scale);
  return {
    take(commitment: DecimalString): boolean {
      const units = unitsOf(commitment, scale);
      // All users get all of it: the cap alone counts.
      if (left >= weight || units * left < most * weight) return false;
      left -= most;
      weight -= units;
      return true;
    },
    rate: (): Rate => ({ supply: textOf(left, scale), weight: textOf(weight, scale) }),
  };
}

/**
 * What a user who committed so much in all is allotted: min(cap, c, c·S/W), cut to units of the token. It depends on
 * nothing but the sum of the user's commitments and the rate.
 */
export function shareOf(commitment: DecimalString, { cap, scale }: Sale, { supply, weight }: Rate): DecimalString {
  const units = unitsOf(commitment, scale);
  const [left, of] = [unitsOf(supply, scale), unitsOf(weight, scale)];
  const share = left >= of ? units : (units * left) / of;
  return min(textOf(share, scale), textOf(unitsOf(cap, scale), scale));
}

/** The rate of these commitments, one a user, in any order. */
export function rateOf(sale: Sale, commitments: readonly DecimalString[]): Rate {
  const finder = rateFinder(sale, sum(commitments));
  for (const each of commitments.toSorted((a, b) => cmp(b, a))) if (!finder.take(each)) break;
  return finder.rate();
}

/** What each of these users is allotted, in their order. */
export function allocate(sale: Sale, commitments: readonly DecimalString[]): readonly DecimalString[] {
  const rate = rateOf(sale, commitments);
  return commitments.map((each) => shareOf(each, sale, rate));
}

/** One of a user's subscriptions. */
export type Commitment = {
  readonly id: string;
  readonly amount: DecimalString;
  readonly payCurrency: string;
  /** Fraction digits of the payment currency. */
  readonly payScale: number;
  readonly price: DecimalString;
  readonly paid: DecimalString;
};

/**
 * A subscription at the price that all users of its sale pay: it counts for the tokens that its payment buys, at most for
 * those it asked for. One that holds another currency than USDT, of a former version, keeps its own price.
 */
export const affordable = <T extends Commitment>(commitment: T, price: DecimalString, scale: number): T =>
  commitment.payCurrency === 'USDT'
    ? {
        ...commitment,
        price,
        amount: min(commitment.amount, quantize(div(commitment.paid, price), scale, 'down')),
      }
    : commitment;

/** `allotted` tokens for `paid − returned`. */
export type Settled = { readonly id: string; readonly allotted: DecimalString; readonly returned: DecimalString };

/** Cuts `total` into parts in proportion to the weights that sum to it exactly; units of the token. */
function* proportional(total: bigint, weights: readonly bigint[]): Generator<bigint> {
  const all = weights.reduce((a, b) => a + b, 0n);
  let before = 0n;
  let given = 0n;
  for (const weight of weights) {
    before += weight;
    const until = all === 0n ? 0n : (total * before) / all;
    yield until - given;
    given = until;
  }
}

/**
 * Spreads what a user is allotted over the user's subscriptions, and returns what was paid beyond its price. Those at one
 * price in one currency count as one: however a user splits a commitment, the same is paid in the end.
 */
export function settle(commitments: readonly Commitment[], allotted: DecimalString, scale: number): readonly Settled[] {
  const groups = new Map<string, Commitment[]>();
  for (const each of commitments) {
    const key = `${each.payCurrency} ${each.price}`;
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  const ordered = [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
  const weights = ordered.map((group) => group.reduce((total, { amount }) => total + unitsOf(amount, scale), 0n));
  const parts = [...proportional(unitsOf(allotted, scale), weights)];
  return ordered.flatMap((group, place) => {
    const own = group.map(({ amount }) => unitsOf(amount, scale));
    let before = 0n;
    let charged: DecimalString = '0';
    return [...proportional(parts[place] as bigint, own)].map((part, index) => {
      const { id, paid, price, payScale } = group[index] as Commitment;
      before += part;
      const until = costOf(textOf(before, scale), price, payScale);
      const cost = sub(until, charged);
      charged = until;
      return { id, allotted: textOf(part, scale), returned: sub(paid, cost) };
    });
  });
}

/* Listing */

/** Five significant digits of the price, and a lot worth up to a tenth of a USDT, as far as the token has digits. */
export function gridOf(
  price: DecimalString,
  scale: number,
): { readonly tick: DecimalString; readonly lot: DecimalString } {
  const magnitude = Math.floor(Math.log10(Number(price)));
  const step = (digits: number): DecimalString => (digits <= 0 ? '1' : `0.${'0'.repeat(digits - 1)}1`);
  return { tick: step(Math.max(2, 4 - magnitude)), lot: step(Math.min(scale, Math.max(0, magnitude + 1))) };
}

/** What the terms of a sale must be; the field that is to blame. */
export type SaleTerms = Sale & {
  readonly price: DecimalString;
  readonly least: DecimalString;
  readonly startAt: number;
  readonly endAt: number;
  readonly listingAt: number;
};

const HOUR = 3_600_000;
/** Between the end and the listing: the allocation needs some of it. */
export const LEAST_LOCK = HOUR;
/** Units of the token: more are no exact numbers for the market any more. */
const MOST_DIGITS = 20;

export function saleProblem(terms: SaleTerms): (RuleFailure & { readonly field: string }) | null {
  const unit = terms.scale === 0 ? '1' : `0.${'0'.repeat(terms.scale - 1)}1`;
  for (const field of ['supply', 'cap', 'least'] as const) {
    const name = { supply: 'total_issuance', cap: 'user_cap', least: 'min_amount' }[field];
    if (!isPositive(terms[field])) return { code: 'field_must_be_positive', field: name };
    if (!isOnStep(terms[field], unit))
      return { code: 'field_too_precise', field: name, params: { scale: terms.scale } };
  }
  if (!isPositive(terms.price)) return { code: 'field_must_be_positive', field: 'price' };
  if (unitsOf(terms.supply, terms.scale).toString().length > MOST_DIGITS) {
    return { code: 'field_too_large', field: 'total_issuance', params: { max: `1e${MOST_DIGITS - terms.scale}` } };
  }
  if (cmp(terms.cap, terms.supply) > 0) {
    return { code: 'field_too_large', field: 'user_cap', params: { max: terms.supply } };
  }
  if (cmp(terms.least, terms.cap) > 0) {
    return { code: 'field_too_large', field: 'min_amount', params: { max: terms.cap } };
  }
  if (terms.endAt <= terms.startAt) return { code: 'invalid_field', field: 'end_time' };
  if (terms.listingAt < terms.endAt + LEAST_LOCK) return { code: 'invalid_field', field: 'listing_time' };
  return null;
}
