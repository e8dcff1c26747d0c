import {
  crossLiquidationPrice,
  crossRiskRate,
  isolatedRiskRate,
  LIQUIDATION_THRESHOLD,
  liquidationPriceOf,
  notionalOf,
  type Position,
  pnlOf,
  type RiskPosition,
  roeOf,
} from '@tessera/api/leverage';
import { type DecimalString, div, isPositive, mul } from '@tessera/money';

/** What a position is worth at a mark price; money in its settlement currency. */
export type LivePosition = {
  readonly position: Position;
  /** Null while there is no price; then the figures are those of the last call. */
  readonly mark: DecimalString | null;
  readonly pnl: DecimalString;
  /** Result over margin, a ratio. */
  readonly roe: DecimalString;
  readonly notional: DecimalString;
  /** Of the position where it is isolated, else of the account; a ratio. Null while it is not known. */
  readonly riskRate: DecimalString | null;
  /** The rate at which it is liquidated. */
  readonly threshold: DecimalString;
  /** Null where no price liquidates it. An estimate for a cross position. */
  readonly liquidation: DecimalString | null;
  /** What the figures follow from; null while there is no price. */
  readonly risk: RiskPosition | null;
  /** Of its currency. */
  readonly account: AccountState | undefined;
  /** Ids of the cross positions of its instrument. */
  readonly own: ReadonlySet<string>;
};

/** What risk is judged by besides the position. */
export type RiskTerms = { readonly feeRate: DecimalString; readonly threshold: DecimalString };

/** An open position as the rules of risk read it; null before it has an entry price. */
export function riskOf(
  position: Position,
  mark: DecimalString,
  { feeRate, threshold }: RiskTerms,
): RiskPosition | null {
  const { side, open_price: entry, quantity: base, rate, margin, multiple } = position;
  if (entry === null || !isPositive(base)) return null;
  const quantity = mul(base, rate);
  const required = div(notionalOf(entry, quantity), String(multiple));
  return { side, entry, quantity, margin, required, feeRate, threshold, mark };
}

export type AccountState = {
  readonly currency: string;
  readonly available: DecimalString;
  /** Of its cross positions. */
  readonly risks: ReadonlyMap<string, RiskPosition>;
  readonly riskRate: DecimalString | null;
  readonly threshold: DecimalString;
};

/** What the cross positions of an account are judged by together. `risks` by position id. */
export function accountState(
  { currency, available, threshold }: Pick<AccountState, 'currency' | 'available' | 'threshold'>,
  risks: ReadonlyMap<string, RiskPosition>,
): AccountState {
  return { currency, available, threshold, risks, riskRate: crossRiskRate(available, [...risks.values()]) };
}

/** A position at its mark. `account` is that of its currency; `own` the ids of the cross positions of its symbol. */
export function livePosition(
  position: Position,
  risk: RiskPosition | null,
  account: AccountState | undefined,
  own: ReadonlySet<string>,
): LivePosition {
  const threshold = risk?.threshold ?? account?.threshold ?? LIQUIDATION_THRESHOLD;
  if (!risk) {
    const { profit: pnl, margin, liquidation_price: liquidation } = position;
    return {
      position,
      mark: null,
      pnl,
      roe: roeOf(pnl, margin),
      notional: '0',
      riskRate: null,
      threshold,
      liquidation,
      ...{ risk, account, own },
    };
  }
  const pnl = pnlOf(risk.side, risk.entry, risk.mark, risk.quantity);
  const figures = {
    position,
    mark: risk.mark,
    pnl,
    roe: roeOf(pnl, position.margin),
    notional: notionalOf(risk.mark, risk.quantity),
    threshold,
    ...{ risk, account, own },
  };
  if (position.mode === 'isolated') {
    const found = position.liquidation_price ?? liquidationPriceOf(risk);
    return { ...figures, riskRate: isolatedRiskRate(risk), liquidation: isPositive(found) ? found : null };
  }
  if (!account) return { ...figures, riskRate: null, liquidation: null };
  const { ofSymbol, others } = crossRisks(account, own);
  return {
    ...figures,
    riskRate: account.riskRate,
    liquidation: crossLiquidationPrice(account.available, ofSymbol, others),
  };
}

/** The cross positions of an account: those named, which are of one instrument, and the others. */
export function crossRisks(account: AccountState, own: ReadonlySet<string>) {
  const all = [...account.risks];
  return {
    ofSymbol: all.filter(([id]) => own.has(id)).map(([, each]) => each),
    others: all.filter(([id]) => !own.has(id)).map(([, each]) => each),
  };
}
