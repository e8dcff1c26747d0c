import { useTexts } from '@tessera/i18n';
import { isPositive } from '@tessera/money';
import { useLocale } from '@tessera/ui';
import { exactText } from '../../market/exact-text.ts';
import type { OrderForm } from './form.ts';
import type { DerivedOrder } from './use-order.ts';

/** "Buy 0.05 BTC", "Buy BTC for 100 USDT", or only "Buy BTC" while no size is entered. */
export function useSubmitLabel({ side }: OrderForm, { at, fields }: DerivedOrder): string {
  const t = useTexts('trading');
  const locale = useLocale();
  const { base, quote } = at.rules;
  const { amount, total, byTotal } = fields;
  if (byTotal && total !== null && isPositive(total)) {
    return t('form.buyFor', { base, quote, total: exactText(total, locale) });
  }
  if (amount === null || !isPositive(amount)) return t(`form.${side}`, { base });
  return t(`form.${side}Amount`, { base, amount: exactText(amount, locale) });
}
