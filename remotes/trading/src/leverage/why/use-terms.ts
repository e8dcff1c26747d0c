import { useTexts } from '@tessera/i18n';
import { type DecimalString, formatAmount, formatPercent, formatPrice, formatRate } from '@tessera/money';
import { useLocale } from '@tessera/ui';
import type { FormulaTerm } from '@tessera/ui/content';
import { exactText } from '../../market/exact-text.ts';

/** Digits of money in a formula: as many as a reader checks. */
export const MONEY = 4;

/** The figures that the formulas of leverage are written of, by the names that they have on the screens. */
export function useTerms({
  base,
  currency,
  tick,
}: {
  base: string;
  currency: string;
  tick: DecimalString | undefined;
}) {
  const t = useTexts('trading/leverage');
  const locale = useLocale();
  const price = (value: DecimalString) =>
    tick === undefined ? exactText(value, locale) : formatPrice(value, tick, locale);
  const money = (value: DecimalString) => formatAmount(value, MONEY, locale, { zeros: 'trimmed' });
  const term = (label: string, value: string): FormulaTerm => ({ label, value });
  return {
    price,
    money,
    entry: (value: DecimalString) => term(t('lever.entryPrice'), price(value)),
    mark: (value: DecimalString) => term(t('lever.markPrice'), price(value)),
    /** The size; what a unit of its price is worth in the currency of the account stands behind it where that is not 1. */
    size: (quantity: DecimalString, rate: DecimalString): readonly (FormulaTerm | string)[] => {
      const size = term(t('lever.sizeIn', { base }), exactText(quantity, locale));
      return rate === '1' ? [size] : ['(', size, '×', term(t('lever.why.conversion'), exactText(rate, locale)), ')'];
    },
    leverage: (multiple: number) => term(t('lever.leverage.title'), String(multiple)),
    margin: (value: DecimalString) => term(t('lever.margin'), money(value)),
    required: (value: DecimalString) => term(t('lever.why.required'), money(value)),
    available: (value: DecimalString) => term(t('form.available', { ns: 'trading' }), money(value)),
    pnl: (value: DecimalString) => term(t('lever.pnl', { currency }), money(value)),
    equity: (value: DecimalString) => term(t('lever.account.equity', { currency }), money(value)),
    closingFee: (value: DecimalString) => term(t('lever.why.closingFee'), money(value)),
    threshold: (ratio: DecimalString) => term(t('lever.why.threshold'), formatRate(ratio, locale, 0)),
    feeRate: (ratio: DecimalString) => term(t('lever.why.feeRate', { ns: 'trading' }), formatRate(ratio, locale, 3)),
    netSize: (value: DecimalString) => term(t('lever.why.netSize', { base }), exactText(value, locale)),
    rate: (ratio: DecimalString) => term(t('lever.why.rate'), formatPercent(ratio, locale, 4)),
    value: (value: DecimalString) => term(t('lever.value'), money(value)),
  };
}

export type Terms = ReturnType<typeof useTerms>;
