import { useTexts } from '@tessera/i18n';
import type { DecimalString } from '@tessera/money';
import { useLocale } from '@tessera/ui';
import { useMemo } from 'react';
import { exactText } from '../../exact-text.ts';
import { currenciesOf } from './order-figures.ts';
import type { SpotOrder } from './orders.ts';

/** Orders in words. */
export function useOrderText() {
  const t = useTexts('trading');
  const locale = useLocale();
  return useMemo(
    () => ({
      /** What a fill did: "Bought 0.05 BTC at 63,000.10". */
      done: ({ type, symbol }: Pick<SpotOrder, 'type' | 'symbol'>, amount: DecimalString, price: DecimalString) =>
        t(type === 'buy' ? 'done.bought' : 'done.sold', {
          amount: exactText(amount, locale),
          base: currenciesOf(symbol).base,
          price: exactText(price, locale),
        }),
    }),
    [t, locale],
  );
}
