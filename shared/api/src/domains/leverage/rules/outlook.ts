import { add, cmp, type DecimalString, div, isPositive, max, min, mul, neg, sub } from '@tessera/money';
import { costOfDay, type Holding } from './funding.ts';
import { costOf, notionalOf, type PositionSide, pnlOf, quantityOf, roeOf, signed } from './position.ts';
import { crossLiquidationPrice, liquidationPriceOf, type RiskPosition } from './risk.ts';

/* The sheet before an order: what it costs, and what may become of it. */

/**
 * The price at which a position has earned its fees: s·(P − EP)·Q = f·EP·Q + f·P·Q + costs, so
 * P = (EP·(1 + s·f) + s·costs/Q) / (1 − s·f). `costs` is what holding has cost so far.
 */
export const breakEven = ({
  side,
  entry,
  quantity,
  feeRate,
  costs = '0',
}: {
  readonly side: PositionSide;
  readonly entry: DecimalString;
  readonly quantity: DecimalString;
  readonly feeRate: DecimalString;
  readonly costs?: DecimalString;
}): DecimalString =>
  div(
    add(mul(entry, add('1', signed(side, feeRate))), signed(side, div(costs, quantity))),
    sub('1', signed(side, feeRate)),
  );

/** The moves of the price that the sheet shows, as ratios. */
export const MOVES: readonly DecimalString[] = ['0.01', '0.05', '0.1'];

export type MoveOutcome = {
  /** A ratio of the price, above zero: up, below: down. */
  readonly move: DecimalString;
  readonly price: DecimalString;
  /** Result before the closing fee; after a liquidation what the position loses there. */
  readonly pnl: DecimalString;
  readonly roe: DecimalString;
  /** Whether it is liquidated on the way. */
  readonly liquidated: boolean;
};

export type Order = {
  readonly side: PositionSide;
  readonly mode: 'cross' | 'isolated';
  readonly lots: number;
  readonly lotSize: DecimalString;
  /** What a unit of the price's currency is worth in the settlement currency; '1' where they are the same. */
  readonly conversion: DecimalString;
  /** At which it is expected to fill. */
  readonly price: DecimalString;
  readonly mark: DecimalString;
  readonly multiple: number;
  readonly feeRate: DecimalString;
  /** T. */
  readonly threshold: DecimalString;
  readonly holding: Holding;
  /** Fraction digits of the settlement currency. */
  readonly scale: number;
  /** Of the account, before the order. */
  readonly available: DecimalString;
  /** Cross positions of the same settlement currency: of the same instrument, and the others. */
  readonly own: readonly RiskPosition[];
  readonly others: readonly RiskPosition[];
};

export type Outlook = {
  readonly quantity: DecimalString;
  /** In the settlement currency. */
  readonly notional: DecimalString;
  readonly margin: DecimalString;
  readonly openingFee: DecimalString;
  /** Margin and opening fee. */
  readonly total: DecimalString;
  /** Null where no price liquidates it. An estimate for a cross position: while all other prices stay. */
  readonly liquidation: DecimalString | null;
  /** The most that can be lost: margin and fee of an isolated position, for a cross one all that stands behind it. */
  readonly worstCase: DecimalString;
  readonly breakEven: DecimalString;
  /** At the mark price and today's rate; below zero where the position is paid. */
  readonly costOfDay: DecimalString;
  /** Each move up and down, from the mark price. */
  readonly moves: readonly MoveOutcome[];
};

/** What an order that fills whole at its price means. The backend executes by the same functions. */
export function outlookOf(order: Order): Outlook {
  const { side, mode, price, mark, multiple, feeRate, scale, available } = order;
  const base = quantityOf(order.lots, order.lotSize);
  const quantity = mul(base, order.conversion);
  const cost = costOf({ price, quantity, multiple, feeRate, scale });
  const notional = notionalOf(price, quantity);
  const position: RiskPosition = {
    side,
    entry: price,
    quantity,
    margin: cost.margin,
    required: cost.margin,
    feeRate,
    threshold: order.threshold,
    mark,
  };
  const rest = sub(available, cost.total);
  const own = order.own.map((other) => ({ ...other, mark }));
  const found =
    mode === 'isolated' ? liquidationPriceOf(position) : crossLiquidationPrice(rest, [...own, position], order.others);
  const liquidation = found !== null && isPositive(found) ? found : null;
  const behind = [...order.own, ...order.others].reduce((total, { margin }) => add(total, margin), available);
  return {
    quantity: base,
    notional,
    margin: cost.margin,
    openingFee: cost.fee,
    total: cost.total,
    liquidation,
    worstCase: mode === 'isolated' ? cost.total : max(cost.total, behind),
    breakEven: breakEven({ side, entry: price, quantity, feeRate }),
    costOfDay: costOfDay(side, mark, quantity, order.holding, scale),
    moves: MOVES.flatMap((move) => [
      outcomeOf(position, move, liquidation),
      outcomeOf(position, neg(move), liquidation),
    ]),
  };
}

function outcomeOf(position: RiskPosition, move: DecimalString, liquidation: DecimalString | null): MoveOutcome {
  const { side, entry, quantity, margin, mark } = position;
  const price = mul(mark, add('1', move));
  const liquidated = liquidation !== null && isBeyond(mark, price, liquidation);
  const reached = liquidated ? liquidation : price;
  const pnl = pnlOf(side, entry, reached, quantity);
  return { move, price, pnl, roe: roeOf(pnl, margin), liquidated };
}

/** Whether `level` lies on the way from one price to another. */
const isBeyond = (from: DecimalString, to: DecimalString, level: DecimalString): boolean =>
  cmp(min(from, to), level) <= 0 && cmp(max(from, to), level) >= 0;
