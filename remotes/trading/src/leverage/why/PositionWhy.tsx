import { closingFeeOf, fundingOf, overnightOf, pnlOf, type RiskPosition } from '@tessera/api/leverage';
import { useTexts } from '@tessera/i18n';
import { type DecimalString, formatPercent, formatRate, isZero, quantize, sub, sum } from '@tessera/money';
import { screenUrl } from '@tessera/router';
import { useLocale } from '@tessera/ui';
import { Explanation, type ExplanationProps, formulaOf } from '@tessera/ui/content';
import { crossRisks } from '../account/live-position.ts';
import type { OpenRow } from '../account/use-book.ts';
import { crossLiquidation, isolatedLiquidation } from './liquidation.ts';
import { twoLines } from './two-lines.tsx';
import { MONEY, type Terms, useTerms } from './use-terms.ts';

export type PositionFigure = 'pnl' | 'roe' | 'margin' | 'riskRate' | 'liquidation' | 'holding';

export type PositionWhyProps = {
  readonly row: OpenRow;
  readonly figure: PositionFigure;
  /** Of the next funding, or a year of an overnight fee; a ratio. Undefined while it is not known. */
  readonly rate?: DecimalString | null | undefined;
};

type Asked = {
  readonly row: OpenRow;
  readonly rate: PositionWhyProps['rate'];
  readonly t: ReturnType<typeof useTexts<'trading/leverage'>>;
  readonly locale: string;
  readonly terms: Terms;
};

const sizeOf = ({ row: { position }, terms }: Asked) => terms.size(position.quantity, position.rate);

function pnl(asked: Asked): ExplanationProps {
  const { row, terms, t } = asked;
  const { risk } = row;
  if (!risk) return { note: t('lever.why.noPrice') };
  const [entry, mark] = [terms.entry(risk.entry), terms.mark(risk.mark)];
  const move = risk.side === 'long' ? [mark, '−', entry] : [entry, '−', mark];
  return { ...formulaOf(terms.pnl(row.pnl), ['(', ...move, ')', '×', ...sizeOf(asked)]), note: t('lever.why.pnl') };
}

const roe = ({ row, terms, locale }: Asked): ExplanationProps =>
  formulaOf({ label: 'ROE', value: formatPercent(row.roe, locale) }, [
    ...[terms.pnl(row.pnl), '÷', terms.margin(row.position.margin)],
  ]);

function margin(asked: Asked): ExplanationProps {
  const { row, terms, t } = asked;
  const { risk, position } = row;
  if (!risk) return { note: t('lever.why.noPrice') };
  const changes = sub(position.margin, quantize(risk.required, MONEY, 'up'));
  const changed = isZero(quantize(changes, MONEY, 'down'))
    ? []
    : ['+', { label: t('lever.why.changes'), value: terms.money(changes) }];
  return formulaOf(terms.margin(position.margin), [
    ...[terms.entry(risk.entry), '×', ...sizeOf(asked), '÷', terms.leverage(position.multiple), ...changed],
  ]);
}

const pnlAt = ({ side, entry, mark, quantity }: RiskPosition) => pnlOf(side, entry, mark, quantity);

function riskRate({ row, terms, t, locale }: Asked): ExplanationProps {
  const { risk, account, position, threshold } = row;
  if (!risk || row.riskRate === null) return { note: t('lever.why.noPrice') };
  const cross = position.mode === 'cross' ? account : undefined;
  const positions = cross ? [...cross.risks.values()] : [risk];
  const total = (of: (position: RiskPosition) => DecimalString) => sum(positions.map(of));
  const limit = t('lever.why.limit', { threshold: formatRate(threshold, locale, 0) });
  return {
    ...formulaOf({ label: t('lever.riskRate'), value: formatRate(row.riskRate, locale) }, [
      ...['(', ...(cross ? [terms.available(cross.available), '+'] : [])],
      ...[terms.margin(total((each) => each.margin)), '+', terms.pnl(total(pnlAt))],
      ...['−', terms.closingFee(total(closingFeeOf)), ')', '÷', terms.required(total((each) => each.required))],
    ]),
    note: cross ? twoLines(t('lever.why.crossSums'), limit) : limit,
  };
}

function liquidation(asked: Asked): ExplanationProps {
  const { row, terms, t } = asked;
  const { risk, account, own, position } = row;
  const result = (price: DecimalString) => ({ label: t('lever.liquidation'), value: terms.price(price) });
  if (risk && position.mode === 'isolated') {
    return {
      ...isolatedLiquidation(risk, sizeOf(asked), terms, result, position.liquidation_price),
      note: row.liquidation === null ? t('lever.why.covered') : undefined,
    };
  }
  const { ofSymbol, others } = account ? crossRisks(account, own) : { ofSymbol: [], others: [] };
  const [first, ...rest] = ofSymbol;
  if (!account || !first) return { note: t('lever.why.noPrice') };
  const { formula, none } = crossLiquidation(account.available, [first, ...rest], others, terms, result);
  return { ...formula, note: twoLines(t('lever.why.crossSums'), t(`lever.why.${none ?? 'estimate'}`)) };
}

function holding(asked: Asked): ExplanationProps {
  const { row, rate, terms, t } = asked;
  const { risk, position } = row;
  const contract = position.category === 'contract';
  const rest = {
    note: t(contract ? 'lever.why.funding' : 'lever.why.overnight'),
    link: { to: screenUrl('/pages/setting/bill'), label: t('lever.why.bills') },
  };
  if (!risk || !rate) return rest;
  const { side, mark, quantity } = risk;
  const notional = [terms.mark(mark), '×', ...sizeOf(asked), '×', terms.rate(rate)];
  const next = contract ? fundingOf(side, mark, quantity, rate, MONEY) : overnightOf(mark, quantity, rate, 1, MONEY);
  return {
    ...formulaOf(
      { label: t('lever.why.nextCharge'), value: `${terms.money(next)} ${position.currency}` },
      contract ? [...(side === 'short' ? ['−'] : []), ...notional] : [...notional, '÷', '360'],
    ),
    ...rest,
  };
}

const EXPLAINED: Readonly<Record<PositionFigure, (asked: Asked) => ExplanationProps>> = {
  ...{ pnl, roe, margin, riskRate, liquidation, holding },
};

/** What is behind a figure of an open position, at the prices of the moment. */
export default function PositionWhy({ row, figure, rate }: PositionWhyProps) {
  const t = useTexts('trading/leverage');
  const locale = useLocale();
  const { position, instrument } = row;
  const terms = useTerms({ base: instrument?.base ?? '', currency: position.currency, tick: instrument?.tick });
  return <Explanation {...EXPLAINED[figure]({ row, rate, t, locale, terms })} />;
}
