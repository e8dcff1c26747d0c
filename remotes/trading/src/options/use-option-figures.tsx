import { breakEvenRate, CURRENT_RULES, feeOf, type Option, payoutOf, winOf } from '@tessera/api/options';
import { useTexts } from '@tessera/i18n';
import { add, cmp, type DecimalString, formatRate, neg, sub } from '@tessera/money';
import { useLocale } from '@tessera/ui';
import { Explained, formulaOf } from '@tessera/ui/content';
import { useOptionTexts } from './use-option-texts.ts';

type Conditions = {
  readonly stake: DecimalString;
  readonly ratio: DecimalString;
  readonly feeRate: DecimalString;
  readonly unit: Pick<Option, 'scale' | 'currency'>;
};

/** What a stake can bring and cost, as rows of figures that explain themselves. */
export function useOptionFigures() {
  const t = useTexts('trading/options');
  const common = useTexts('common');
  const locale = useLocale();
  const texts = useOptionTexts();
  const rate = (value: DecimalString) => formatRate(value, locale);
  const yieldTerm = (ratio: DecimalString) => ({ label: t('option.yield'), value: rate(ratio) });
  const feeRateTerm = (feeRate: DecimalString) => ({ label: t('option.feeRate'), value: rate(feeRate) });
  const one = { label: '1', value: '1' };

  const of = ({ stake, ratio, feeRate, unit }: Conditions) => {
    const stakeTerm = { label: t('option.stake'), value: texts.amount(stake, unit) };
    const won = winOf({ stake, ratio, scale: unit.scale });
    const win = { label: t('option.win'), value: `+${texts.amount(won, unit)}` };
    const lose = { label: t('option.lose'), value: texts.amount(neg(stake), unit) };
    const charged = feeOf(stake, feeRate, unit.scale);
    const fee = { label: common('fee'), value: texts.amount(charged, unit) };
    const pays = { label: t('option.pays'), value: texts.amount(add(stake, won), unit) };
    const tied = payoutOf({ rules: CURRENT_RULES, stake, fee: charged, ratio, scale: unit.scale }, 'tied');
    const tie = { label: t('option.tie'), value: texts.amount(tied, unit) };
    return {
      win: { ...explained(win, [stakeTerm, '×', yieldTerm(ratio)]), strong: true },
      lose: explained(lose, ['−', stakeTerm]),
      /** None where there is no fee. */
      fee: cmp(charged, '0') > 0 ? [explained(fee, [stakeTerm, '×', feeRateTerm(feeRate)])] : [],
      tie: explained(tie, [pays, '÷', { label: '2', value: '2' }]),
      pays: {
        ...explained(pays, [stakeTerm, '+', { label: t('option.win'), value: texts.amount(won, unit) }]),
        strong: true,
      },
    };
  };
  function explained(
    figure: { readonly label: string; readonly value: string },
    parts: Parameters<typeof formulaOf>[1],
  ) {
    return {
      label: figure.label,
      value: <Explained title={figure.label} value={figure.value} {...formulaOf(figure, parts)} />,
    };
  }
  const breakEven = (ratio: DecimalString, feeRate: DecimalString) => {
    const figure = { label: t('option.breakEven'), value: rate(breakEvenRate(ratio, feeRate)) };
    const { formula } = formulaOf(figure, [
      ...['(', one, '+', feeRateTerm(feeRate), ')', '÷'],
      ...['(', one, '+', yieldTerm(ratio), ')'],
    ]);
    const entries = [feeRateTerm(feeRate), yieldTerm(ratio)];
    return {
      label: figure.label,
      value: <Explained title={figure.label} value={figure.value} entries={entries} formula={formula} />,
    };
  };
  return {
    of,
    /** Those of an option that is about to be opened. */
    confirmed(conditions: Conditions) {
      const { fee, pays, tie } = of(conditions);
      return [...fee, pays, tie, breakEven(conditions.ratio, conditions.feeRate)];
    },
    breakEven,
    /** The outcome of an option that is over: what was paid out, less what it cost. */
    profit(option: Pick<Option, 'profit' | 'stake' | 'fee' | 'scale' | 'currency'>) {
      const { profit, stake, fee } = option;
      const outcome = profit ?? '0';
      const figure = { label: t('option.profit'), value: texts.amount(outcome, option, true) };
      const paidOut = add(add(outcome, stake), fee);
      return (
        <Explained
          title={figure.label}
          value={figure.value}
          {...formulaOf(figure, [
            { label: t('option.paidOut'), value: texts.amount(paidOut, option) },
            '−',
            { label: t('option.stake'), value: texts.amount(stake, option) },
            '−',
            { label: common('fee'), value: texts.amount(fee, option) },
          ])}
        />
      );
    },
    /** What a win of an opened option pays; its terms are those of its opening. */
    income(option: Pick<Option, 'expected_income' | 'stake' | 'profit_ratio' | 'scale' | 'currency'>) {
      const { expected_income, stake, profit_ratio } = option;
      const figure = { label: t('option.pays'), value: texts.amount(expected_income, option) };
      const won = { label: t('option.win'), value: texts.amount(sub(expected_income, stake), option) };
      return {
        label: figure.label,
        value: (
          <Explained
            title={figure.label}
            value={figure.value}
            {...formulaOf(figure, [{ label: t('option.stake'), value: texts.amount(stake, option) }, '+', won])}
            entries={[{ label: t('option.stake'), value: texts.amount(stake, option) }, yieldTerm(profit_ratio), won]}
          />
        ),
      };
    },
  };
}
