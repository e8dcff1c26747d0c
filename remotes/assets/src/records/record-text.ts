import type { AccountRecord } from '@tessera/api/wallet';
import { add, cmp, type DecimalString, isNegative, isZero, neg } from '@tessera/money';

export type Moved = { readonly currency: string; readonly scale: number; readonly amount: DecimalString };

/** What a journal came to for the user in each currency: held parts and all accounts counted together, zeros left out. */
export function netOf(lines: AccountRecord['lines']): readonly Moved[] {
  const sums = new Map<string, Moved>();
  for (const { currency, scale, amount, frozen_amount } of lines) {
    const before = sums.get(currency)?.amount ?? '0';
    sums.set(currency, { currency, scale, amount: add(before, add(amount, frozen_amount)) });
  }
  return [...sums.values()].filter(({ amount }) => !isZero(amount));
}

/** A sentence: its text, and what goes into it. Amounts are without sign. */
export type RecordSentence =
  | { readonly text: 'bought' | 'sold' | 'converted'; readonly got: Moved; readonly gave: Moved }
  | { readonly text: 'moved'; readonly what: Moved; readonly from: string; readonly to: string }
  | {
      readonly text: 'deposited' | 'withdrawing' | 'withdrew' | 'sent' | 'received' | 'held' | 'released' | 'feePaid';
      readonly what: Moved;
    }
  /** A kind without a sentence of its own: its name, with what came or went. */
  | { readonly text: 'other'; readonly what: Moved; readonly came: boolean };

const SWAPS = { trade_buy: 'bought', quick_buy: 'bought', trade_sell: 'sold', convert: 'converted' } as const;

const SINGLE = {
  deposit: 'deposited',
  withdrawal: 'withdrew',
  send: 'sent',
  receive: 'received',
  order_freeze: 'held',
  order_release: 'released',
  trade_fee: 'feePaid',
} as const;

const unsigned = (moved: Moved): Moved => (isNegative(moved.amount) ? { ...moved, amount: neg(moved.amount) } : moved);

/** What happened, from the kind of a record and everything that its journal changed for the user. */
export function sentenceOf(record: AccountRecord): RecordSentence {
  const { kind, lines, currency, scale, amount, frozen_amount } = record;
  const net = netOf(lines);
  const swap = kind in SWAPS ? SWAPS[kind as keyof typeof SWAPS] : null;
  const got = net.find((moved) => !isNegative(moved.amount));
  const gave = net.find((moved) => isNegative(moved.amount));
  if (swap && got && gave) return { text: swap, got, gave: unsigned(gave) };
  if (kind === 'transfer') {
    const [from, to] = lines.toSorted((a, b) => cmp(a.amount, b.amount));
    if (lines.length === 2 && from && to && isNegative(from.amount))
      return { text: 'moved', what: unsigned(to), from: from.account, to: to.account };
  }
  const own: Moved = { currency, scale, amount: isZero(amount) ? frozen_amount : amount };
  // Requested: the amount is held until it is paid out, by a record of the same kind.
  if (kind === 'withdrawal' && isNegative(amount) && !isNegative(frozen_amount) && !isZero(frozen_amount))
    return { text: 'withdrawing', what: unsigned(own) };
  const single = kind in SINGLE ? SINGLE[kind as keyof typeof SINGLE] : null;
  if (single) return { text: single, what: unsigned(own) };
  return { text: 'other', what: unsigned(own), came: !isNegative(own.amount) };
}
