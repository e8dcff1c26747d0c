import { isCrossUnderWater, type RiskPosition } from '@tessera/api/leverage/rules';
import { add, cmp } from '@tessera/money';
import { isOpen, type Position } from './position.ts';

/*
 * Which cross accounts are liquidated at the marks of a step. Judged anew at every step from positions, marks and
 * balances alone: what could not be closed, because its market was shut or its book empty, is found again at the next
 * one. Isolated positions wait for their price in the index of prices.
 */

/** The cross positions of a user that settle in one currency stand together. */
export type Account = { readonly userId: string; readonly currency: string };

/** Floating point, to leave out at every step what is far from its liquidation. */
type Rough = {
  readonly symbol: string;
  /** Of the price, in the settlement currency: below zero for a short one. */
  readonly size: number;
  /** Entry price, for what has no mark. */
  readonly entry: number;
  /** Margin − s · entry · size − closing fee − what it needs, so that spare + size · mark is what it has beyond that. */
  readonly spare: number;
};

/** How much of the required margin an account may have above its liquidation and is looked at. */
const NEAR = 0.1;

type Own = Account & { readonly positions: Map<string, Rough> };

/** The open cross positions of all accounts. */
export class CrossBook {
  readonly #accounts = new Map<string, Own>();

  clear(): void {
    this.#accounts.clear();
  }

  /** Takes a position, as it is now; one that is no open cross position is forgotten. */
  hold(position: Position, rate: string): void {
    const { id, userId, currency, symbol } = position;
    const key = `${userId} ${currency}`;
    const known = this.#accounts.get(key);
    if (position.mode !== 'cross' || !isOpen(position)) {
      if (known?.positions.delete(id) && known.positions.size === 0) this.#accounts.delete(key);
      return;
    }
    const account = known ?? { userId, currency, positions: new Map<string, Rough>() };
    this.#accounts.set(key, account);
    const notional = Number(position.entryExact) * Number(rate);
    const sign = position.side === 'long' ? 1 : -1;
    account.positions.set(id, {
      symbol,
      size: sign * Number(position.quantity) * Number(rate),
      entry: Number(position.entryExact) / Number(position.quantity),
      spare:
        Number(position.margin) -
        Number(position.shortfall) -
        sign * notional -
        Number(position.closingFeeRate) * notional -
        (Number(position.threshold) + NEAR) * Number(position.required),
    });
  }

  /**
   * The accounts that their margin and results alone keep no further than a tenth of their margin above liquidation:
   * their balances have to be known. Positions without a mark count at their entry.
   */
  doubtful(markOf: (symbol: string) => number | null): readonly Account[] {
    const marks = new Map<string, number>();
    const found: Account[] = [];
    for (const account of this.#accounts.values()) {
      let spare = 0;
      for (const each of account.positions.values()) {
        let mark = marks.get(each.symbol);
        if (mark === undefined) {
          mark = markOf(each.symbol) ?? Number.NaN;
          marks.set(each.symbol, mark);
        }
        spare += each.spare + each.size * (Number.isNaN(mark) ? each.entry : mark);
      }
      if (spare <= 0) found.push(account);
    }
    // Every node judges them in one order: what is left in the book depends on it.
    return found.toSorted(
      (one, other) => Number(one.userId) - Number(other.userId) || one.currency.localeCompare(other.currency),
    );
  }
}

/**
 * What is to be done with a cross account at its marks. `close`: all its positions are liquidated, and its pending orders
 * cancelled. `relieve`: it is under water only for what its pending orders hold, and they are cancelled. Null: nothing.
 */
export function verdictOn(
  positions: readonly RiskPosition[],
  available: string,
  reserved: string,
): 'relieve' | 'close' | null {
  if (!isCrossUnderWater(available, positions)) return null;
  return isCrossUnderWater(add(available, reserved), positions) ? 'close' : 'relieve';
}

/** Gains before losses, so that what is gained is there when a loss is settled. */
export const gainsFirst = <Row extends { readonly pnl: string }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => -cmp(a.pnl, b.pnl));
