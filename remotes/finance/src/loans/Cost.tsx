import { type LoanTermsOutput, loanCost, priceAtRatio } from '@tessera/api/loans';
import { useTexts } from '@tessera/i18n';
import { formatRate, isPositive, mul } from '@tessera/money';
import { KeyValue, useLocale } from '@tessera/ui';
import { Explained } from '@tessera/ui/content';
import { figure, percent } from './figures.ts';

export const PRICE_DIGITS = 2;
/** Fraction digits that no amount exceeds. */
const EXACT = 18;

type Props = {
  readonly terms: LoanTermsOutput;
  /** USDT. */
  readonly amount: string;
  readonly days: number;
  readonly dayRate: string;
  readonly currency: string;
  /** Of the collateral. */
  readonly collateral: string;
};

/** What a loan costs that is held to its end; each figure explains itself. */
export function Cost({ terms, amount, days, dayRate, currency, collateral }: Props) {
  const t = useTexts('finance/loans');
  const locale = useLocale();
  const cost = loanCost(amount, days, dayRate, terms, terms.scale);
  const usdt = (value: string, digits = terms.scale) => figure(value, digits, locale, 'USDT');
  const risk = { ratio: percent(terms.liquidation_ratio, locale), fee: percent(terms.liquidation_fee, locale) };
  const price = isPositive(collateral) ? priceAtRatio(terms.liquidation_ratio, cost.owed, collateral) : null;
  const rates = `${formatRate(dayRate, locale, 4)} · ${formatRate(mul(dayRate, '365'), locale, 2)} p. a.`;
  return (
    <KeyValue
      items={[
        {
          label: t('rate'),
          value: (
            <Explained
              title={t('rate')}
              value={formatRate(dayRate, locale, 4)}
              formula={[rates, `${usdt(amount)} × ${formatRate(dayRate, locale, 4)} = ${usdt(cost.perDay)}`]}
              note={`${t('rateNote')} ${t('rateLoss', risk)}`}
            />
          ),
        },
        {
          label: t('interest'),
          value: (
            <Explained
              title={t('interest')}
              value={usdt(cost.interest)}
              formula={`${usdt(cost.perDay)} × ${days} = ${usdt(cost.interest)}`}
              note={t('rateNote')}
            />
          ),
        },
        { label: t('owed'), value: usdt(cost.owed), strong: true },
        {
          label: t('liquidationPrice'),
          value:
            price === null ? (
              '–'
            ) : (
              <Explained
                title={t('liquidationPrice')}
                value={usdt(price, PRICE_DIGITS)}
                formula={`${usdt(cost.owed)} × ${risk.ratio} % / ${figure(collateral, EXACT, locale, currency)} = ${usdt(price, PRICE_DIGITS)}`}
                note={t('liquidationNote', risk)}
              />
            ),
        },
        {
          label: t('overdueDay'),
          value: (
            <Explained
              title={t('overdueDay')}
              value={usdt(cost.overdueDay)}
              formula={`${usdt(amount)} × ${formatRate(terms.overdue_rate, locale, 2)} = ${usdt(cost.overdueDay)}`}
              note={t('overdueNote', { rate: percent(terms.overdue_rate, locale) })}
            />
          ),
        },
      ]}
    />
  );
}
