import type { RecordKind } from '@tessera/api/rules';
import {
  add,
  cmp,
  type DecimalString,
  div,
  isPositive,
  isZero,
  min,
  mul,
  neg,
  quantize,
  sub,
  sum,
} from '@tessera/money';

/*
 * Average cost and profit of each currency, from the ledger alone. The rule (docs/trading.md):
 *
 *   cost       weighted average: what came in at its cost, what goes out at the average of that moment
 *   trade      what was given is the cost of what was received, and the proceeds of what was given
 *   fee        lowers what was received: of a purchase it raises the average cost, of a sale it lowers what was realised
 *   transfer   in: at the price of its minute; out: at the average cost, so nothing is realised
 *
 * All in USDT. Transfers between the user's own accounts are no change. Pure.
 */

/** What one journal changed of all of a user's accounts together, in one currency. */
export type Change = {
  readonly journal: string;
  readonly kind: RecordKind;
  /** Unix ms. */
  readonly at: number;
  /** Of a fee, the pair whose trade it was charged for: `BTC/USDT #81`. */
  readonly reference: string | null;
  readonly currency: string;
  readonly amount: DecimalString;
};

/** Of one currency so far. */
export type Position = {
  readonly amount: DecimalString;
  /** Of what is held, in USDT. */
  readonly cost: DecimalString;
  readonly realised: DecimalString;
};

export const NONE: Position = { amount: '0', cost: '0', realised: '0' };
/** What all is counted in; it has no cost of its own. */
export const UNIT = 'USDT';
/** Digits of a cost; amounts have up to 18. */
const SCALE = 18;

const exact = (value: DecimalString): DecimalString => quantize(value, SCALE, 'down');

export const averageOf = ({ amount, cost }: Pick<Position, 'amount' | 'cost'>): DecimalString | null =>
  isPositive(amount) ? exact(div(cost, amount)) : null;

const received = ({ amount, cost, realised }: Position, more: DecimalString, at: DecimalString): Position => ({
  amount: add(amount, more),
  cost: add(cost, at),
  realised,
});

/** `proceeds` is null where nothing was received for it. */
function given({ amount, cost, realised }: Position, less: DecimalString, proceeds: DecimalString | null): Position {
  // What was never received has no cost: a loan that is sold, for example.
  const own = min(less, isPositive(amount) ? amount : '0');
  const out = isZero(own) ? '0' : cmp(own, amount) === 0 ? cost : exact(div(mul(cost, own), amount));
  return {
    amount: sub(amount, less),
    cost: sub(cost, out),
    realised: proceeds === null ? realised : add(realised, sub(proceeds, out)),
  };
}

/** Value of an amount at the price of the minute, in USDT. */
export type ValueAt = (currency: string, amount: DecimalString, at: number) => DecimalString;

/** Positions after these changes, which are in the order of their journals and follow those that led to `before`. */
export function positionsOf(
  changes: readonly Change[],
  valueAt: ValueAt,
  before: ReadonlyMap<string, Position> = new Map(),
): ReadonlyMap<string, Position> {
  const positions = new Map(before);
  const put = (currency: string, change: (held: Position) => Position): void => {
    if (currency !== UNIT) positions.set(currency, change(positions.get(currency) ?? NONE));
  };
  for (let from = 0; from < changes.length; ) {
    const { journal, kind, at, reference } = changes[from] as Change;
    let to = from + 1;
    while (changes[to]?.journal === journal) to++;
    const all = changes.slice(from, to);
    from = to;
    const outs = all.filter(({ amount }) => !isPositive(amount));
    const ins = all.filter(({ amount }) => isPositive(amount));
    const worth = ({ currency, amount }: Change) => valueAt(currency, isPositive(amount) ? amount : neg(amount), at);
    if (ins.length > 0 && outs.length > 0) {
      // Where one side is the unit its value is exact; else what was given says what it was worth.
      const value = sum((ins.some(({ currency }) => currency === UNIT) ? ins : outs).map(worth));
      const total = sum(outs.map(worth));
      for (const out of outs) {
        const share = isZero(total) ? '0' : exact(div(mul(value, worth(out)), total));
        put(out.currency, (held) => given(held, neg(out.amount), share));
      }
      for (const each of ins) {
        put(each.currency, (held) => received(held, each.amount, exact(div(value, String(ins.length)))));
      }
      continue;
    }
    const [traded = ''] = (reference ?? '').split('/');
    for (const out of outs) {
      if (kind !== 'trade_fee') {
        put(out.currency, (held) => given(held, neg(out.amount), null));
      } else if (out.currency === traded) {
        // The rest has cost as much.
        put(out.currency, (held) => ({ ...held, amount: add(held.amount, out.amount) }));
      } else {
        put(out.currency, (held) => given(held, neg(out.amount), worth(out)));
        put(traded, (held) => ({ ...held, realised: sub(held.realised, worth(out)) }));
      }
    }
    for (const each of ins) put(each.currency, (held) => received(held, each.amount, worth(each)));
  }
  return positions;
}
