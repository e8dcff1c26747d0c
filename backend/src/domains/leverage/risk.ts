import {
  crossEquity,
  isCrossUnderWater,
  isUnderWater,
  type PositionSide,
  pnlOf,
  type RiskPosition,
} from '@tessera/api/leverage/rules';
import { add, cmp, div, isZero, mul } from '@tessera/money';

/*
 * Which positions are liquidated at the marks of a step. Judged anew at every step from positions, marks and balances
 * alone: what could not be closed, because its market was shut or its book empty, is found again at the next one.
 */

/** What of an open position its risk follows from. Amounts as in `Position`; objects never change. */
export type Held = {
  readonly id: string;
  readonly userId: string;
  readonly symbol: string;
  readonly currency: string;
  readonly side: PositionSide;
  readonly mode: 'cross' | 'isolated';
  readonly rate: string;
  readonly threshold: string;
  readonly closingFeeRate: string;
  readonly quantity: string;
  readonly entryExact: string;
  readonly margin: string;
  readonly required: string;
};

/** What is to be done with positions of one account. */
export type Liquidation<Position extends Held> = {
  readonly userId: string;
  readonly currency: string;
  readonly mode: 'cross' | 'isolated';
  /**
   * `relieve`: without what pending orders hold the account is under water, with it it is not: they are cancelled.
   * `close`: they are cancelled as well, or a liquidation would meet the account's own orders and end; the positions
   * are closed at the market.
   */
  readonly action: 'relieve' | 'close';
  /** Gains before losses, so that what is gained is there when a loss is settled. */
  readonly positions: readonly Position[];
};

export type RiskState = {
  /** In the quote currency; null before the first tick. */
  readonly markOf: (symbol: string) => string | null;
  /** Of the lever account. */
  readonly availableOf: (userId: string, currency: string) => string;
  /** What pending orders hold of it. */
  readonly reservedOf: (userId: string, currency: string) => string;
};

/** An open position at a mark, as the rules judge it. */
export const riskAt = (position: Held, mark: string): RiskPosition => ({
  side: position.side,
  entry: isZero(position.quantity) ? mark : div(position.entryExact, position.quantity),
  quantity: mul(position.quantity, position.rate),
  margin: position.margin,
  required: position.required,
  feeRate: position.closingFeeRate,
  threshold: position.threshold,
  mark,
});

/** Floating point, to leave out at every step what is far from its liquidation. */
type Rough = {
  /** Of the price, in the settlement currency. */
  readonly size: number;
  /** Margin − s · entry − closing fee, so that + size · mark is the equity. */
  readonly base: number;
  /** Threshold × required margin. */
  readonly least: number;
  /** What rounding may amount to. */
  readonly slack: number;
};

const roughs = new WeakMap<Held, Rough>();

/** Error of sums of doubles, with a wide margin. */
const EPSILON = 1e-9;

function roughOf(position: Held): Rough {
  const known = roughs.get(position);
  if (known) return known;
  const sign = position.side === 'long' ? 1 : -1;
  const rate = Number(position.rate);
  const notional = Number(position.entryExact) * rate;
  const margin = Number(position.margin);
  const made: Rough = {
    size: sign * Number(position.quantity) * rate,
    base: margin - sign * notional - Number(position.closingFeeRate) * notional,
    least: Number(position.threshold) * Number(position.required),
    slack: EPSILON * (notional + margin),
  };
  roughs.set(position, made);
  return made;
}

type Account<Position> = {
  readonly userId: string;
  readonly currency: string;
  readonly positions: Position[];
  equity: number;
  least: number;
  slack: number;
};

const pnlAt = (position: RiskPosition): string =>
  pnlOf(position.side, position.entry, position.mark, position.quantity);

/** The liquidations of one step. Of `open`, positions without a mark are left out. */
export function liquidationsOf<Position extends Held>(
  open: Iterable<Position>,
  { markOf, availableOf, reservedOf }: RiskState,
): readonly Liquidation<Position>[] {
  const found: Liquidation<Position>[] = [];
  const accounts = new Map<string, Account<Position>>();
  const marks = new Map<string, { readonly text: string; readonly value: number } | null>();
  for (const position of open) {
    let mark = marks.get(position.symbol);
    if (mark === undefined) {
      const text = markOf(position.symbol);
      mark = text === null ? null : { text, value: Number(text) };
      marks.set(position.symbol, mark);
    }
    if (mark === null) continue;
    const { size, base, least, slack } = roughOf(position);
    const equity = base + size * mark.value;
    const error = slack + EPSILON * Math.abs(size) * mark.value;
    const { userId, currency } = position;
    if (position.mode === 'isolated') {
      if (equity > least + error || !isUnderWater(riskAt(position, mark.text))) continue;
      found.push({ userId, currency, mode: 'isolated', action: 'close', positions: [position] });
      continue;
    }
    const key = `${userId} ${currency}`;
    const account = accounts.get(key) ?? { userId, currency, positions: [], equity: 0, least: 0, slack: 0 };
    accounts.set(key, account);
    account.positions.push(position);
    account.equity += equity;
    account.least += least;
    account.slack += error;
  }
  for (const { userId, currency, positions, equity, least, slack } of accounts.values()) {
    // Most accounts are covered by their margin alone: their balance is not even looked up.
    if (equity > least + slack) continue;
    const available = availableOf(userId, currency);
    if (equity + Number(available) * (1 - EPSILON) > least + slack) continue;
    const judged = positions.map((position) => ({
      position,
      risk: riskAt(position, marks.get(position.symbol)?.text as string),
    }));
    const risks = judged.map(({ risk }) => risk);
    if (!isCrossUnderWater(available, risks)) continue;
    const relieved = !isCrossUnderWater(add(available, reservedOf(userId, currency)), risks);
    judged.sort((a, b) => -cmp(pnlAt(a.risk), pnlAt(b.risk)));
    found.push({
      userId,
      currency,
      mode: 'cross',
      action: relieved ? 'relieve' : 'close',
      positions: judged.map(({ position }) => position),
    });
  }
  return found;
}

/**
 * Whether closing cross positions at these marks could be paid for by the account, margins and results of all cross
 * positions together: where it could not, all of them are liquidated instead, so that no loss is the insurance account's
 * while a gain beside it stays the user's.
 */
export const isCovered = (available: string, positions: readonly RiskPosition[]): boolean =>
  cmp(crossEquity(available, positions), '0') >= 0;
