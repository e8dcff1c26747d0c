import type { LoanTermsOutput } from '@tessera/api/loans';
import { ruleText, useTexts } from '@tessera/i18n';
import { formatAmount } from '@tessera/money';
import { useLocale } from '@tessera/ui';

type Failure = { readonly code: string; readonly params?: Readonly<Record<string, string | number>> };

/** The lowest VIP level that opens a loan. */
export const lowestLevel = ({ levels }: Pick<LoanTermsOutput, 'levels'>): number | string =>
  levels.find(({ loan }) => loan !== null)?.level ?? '–';

/** Fraction digits that no bound exceeds. */
const EXACT = 18;

/** Failures of loans that read as those of any field. */
const ALIKE: Readonly<Record<string, string>> = {
  amount_too_small: 'field_too_small',
  amount_too_large: 'field_too_large',
  collateral_too_low: 'field_too_small',
};

/** Why a figure of a loan is rejected, to stand below its field; `available` is what the user has of it. */
export function useRuleText(terms: Pick<LoanTermsOutput, 'levels'>): (failure: Failure, available?: string) => string {
  const t = useTexts('finance/loans');
  const locale = useLocale();
  const figure = (bound: string | number) => formatAmount(String(bound), EXACT, locale, { zeros: 'trimmed' });
  return ({ code, params }, available = '0') => {
    if (code === 'stale_price') return t('paused');
    if (code === 'loan_vip_required') return t('needVip', { level: lowestLevel(terms) });
    if (code === 'insufficient_balance')
      return ruleText({ code: 'field_too_large', params: { max: figure(available) } });
    const { min, max, ...others } = params ?? {};
    const bounds = { ...(min !== undefined && { min: figure(min) }), ...(max !== undefined && { max: figure(max) }) };
    return ruleText({ code: ALIKE[code] ?? code, ...(params && { params: { ...others, ...bounds } }) });
  };
}
