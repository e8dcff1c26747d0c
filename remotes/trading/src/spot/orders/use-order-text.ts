import { partsOf } from '@tessera/api/instruments';
import type { SpotOrder } from '@tessera/api/spot';
import { useTexts } from '@tessera/i18n';
import { type DecimalString, isPositive } from '@tessera/money';
import { type ToastTone, useLocale } from '@tessera/ui';
import { useMemo } from 'react';
import { exactText } from '../../market/exact-text.ts';
import { averageOf } from './order-figures.ts';

export type Outcome = { readonly text: string; readonly tone: ToastTone };

/** Orders in words. */
export function useOrderText() {
  const t = useTexts('trading');
  const locale = useLocale();
  return useMemo(() => {
    /** What a fill did: "Bought 0.05 BTC at 63,000.10". */
    const done = ({ side, symbol }: Pick<SpotOrder, 'side' | 'symbol'>, amount: DecimalString, price: DecimalString) =>
      t(side === 'buy' ? 'done.bought' : 'done.sold', {
        amount: exactText(amount, locale),
        base: partsOf(symbol).base,
        price: exactText(price, locale),
      });

    /** What became of an order that was just placed: filled, resting, or ended with the reason and what it got. */
    function outcome(order: SpotOrder): Outcome {
      const { status, ended, filled_amount: filled, amount } = order;
      const average = averageOf(order);
      const got = average !== null && isPositive(filled) ? done(order, filled, average) : null;
      if (status === 'filled') return { text: got ?? t('done.filled'), tone: 'success' };
      if (status === 'cancelled' && ended) {
        const reason = t(`orders.ended.${ended}`);
        return got ? { text: `${got}. ${reason}`, tone: 'success' } : { text: reason, tone: 'error' };
      }
      if (!got || amount === null) return { text: t('done.placed'), tone: 'success' };
      const figures = { filled: exactText(filled, locale), amount: exactText(amount, locale) };
      return { text: t('done.partly', { ...figures, base: partsOf(order.symbol).base }), tone: 'success' };
    }
    return { done, outcome };
  }, [t, locale]);
}
