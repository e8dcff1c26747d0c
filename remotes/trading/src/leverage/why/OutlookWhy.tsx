import type { Outlook, RiskPosition } from '@tessera/api/leverage';
import { useTexts } from '@tessera/i18n';
import { type DecimalString, mul, sub } from '@tessera/money';
import { Explanation, type ExplanationProps, formulaOf } from '@tessera/ui/content';
import type { DerivedOrder } from '../form/use-lever-order.ts';
import { crossLiquidation, isolatedLiquidation } from './liquidation.ts';
import { twoLines } from './two-lines.tsx';
import { useTerms } from './use-terms.ts';

export type OutlookFigure = 'margin' | 'fee' | 'total' | 'liquidation' | 'breakEven' | 'day';

export type OutlookWhyProps = {
  readonly derived: DerivedOrder;
  readonly outlook: Outlook;
  readonly figure: OutlookFigure;
};

/** What is behind a figure of an order that is not placed yet, by the rules that the exchange executes. */
export default function OutlookWhy({ derived, outlook, figure }: OutlookWhyProps) {
  const t = useTexts('trading/leverage');
  const common = useTexts('common');
  const { at, mode, multiple, price, order } = derived;
  const { terms: rules } = at;
  const terms = useTerms({ base: rules.base, currency: rules.currency, tick: rules.tick });
  if (price === null || order === null) return null;
  const { side } = order;
  const feeRate = terms.feeRate(derived.feeRate);
  const size = terms.size(outlook.quantity, rules.conversion);
  const value = terms.value(outlook.notional);
  const priced = { label: common('price'), value: terms.price(price) };
  const money = (label: string, amount: DecimalString) => ({
    label,
    value: `${terms.money(amount)} ${rules.currency}`,
  });
  // The order as the position that it becomes.
  const risk: RiskPosition = {
    ...{ side, entry: price, margin: outlook.margin, required: outlook.margin, threshold: rules.threshold },
    quantity: mul(outlook.quantity, rules.conversion),
    feeRate: derived.feeRate,
    mark: order.kind === 'market' ? (at.mark ?? price) : price,
  };

  function liquidation(): ExplanationProps {
    const result = (level: DecimalString) => ({ label: t('lever.liquidation'), value: terms.price(level) });
    if (mode === 'isolated') {
      const note = outlook.liquidation === null ? t('lever.why.covered') : undefined;
      return { ...isolatedLiquidation(risk, size, terms, result), note };
    }
    const own = at.own.map((other) => ({ ...other, mark: risk.mark }));
    const rest = sub(at.available ?? '0', outlook.total);
    const { formula, none } = crossLiquidation(rest, [risk, ...own], at.others, terms, result);
    return { ...formula, note: twoLines(t('lever.why.crossSums'), t(`lever.why.${none ?? 'estimate'}`)) };
  }

  function day(): ExplanationProps {
    const { holding } = rules;
    const notional = [terms.mark(risk.mark), '×', ...size, '×'];
    const result = money(t('lever.outlook.dayCost'), outlook.costOfDay);
    if (holding.kind === 'overnight') {
      const parts = [...notional, terms.rate(holding.yearly), '÷', '360'];
      return { ...formulaOf(result, parts), note: t('lever.why.overnight') };
    }
    const parts = [...(side === 'short' ? ['−'] : []), ...notional, terms.rate(holding.rate), '×', '3'];
    return { ...formulaOf(result, parts), note: t('lever.why.funding') };
  }

  function breakEven(): ExplanationProps {
    const [plus, minus] = side === 'long' ? ['+', '−'] : ['−', '+'];
    return formulaOf({ label: t('lever.outlook.breakEven'), value: terms.price(outlook.breakEven) }, [
      ...[priced, '×', '(', '1', plus, feeRate, ')', '÷', '(', '1', minus, feeRate, ')'],
    ]);
  }

  const explained: Readonly<Record<OutlookFigure, () => ExplanationProps>> = {
    margin: () => formulaOf(terms.margin(outlook.margin), [priced, '×', ...size, '÷', terms.leverage(multiple)]),
    fee: () => formulaOf(money(common('fee'), outlook.openingFee), [value, '×', feeRate]),
    total: () =>
      formulaOf(money(t('lever.form.cost'), outlook.total), [
        ...[terms.margin(outlook.margin), '+', money(common('fee'), outlook.openingFee)],
      ]),
    ...{ liquidation, breakEven, day },
  };
  return <Explanation {...explained[figure]()} />;
}
