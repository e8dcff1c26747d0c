import { partsOf } from '@tessera/api/instruments';
import type { SpotOrder } from '@tessera/api/spot';
import { useTexts } from '@tessera/i18n';
import type { DecimalString } from '@tessera/money';
import { useLocale } from '@tessera/ui';
import { useMemo } from 'react';
import { exactText } from '../../exact-text.ts';

/** Orders in words. */
export function useOrderText() {
  const t = useTexts('trading');
  const locale = useLocale();
  return useMemo(
    () => ({
      /** What a fill did: "Bought 0.05 BTC at 63,000.10". */
      done: ({ side, symbol }: Pick<SpotOrder, 'side' | 'symbol'>, amount: DecimalString, price: DecimalString) =>
        t(side === 'buy' ? 'done.bought' : 'done.sold', {
          amount: exactText(amount, locale),
          base: partsOf(symbol).base,
          price: exactText(price, locale),
        }),
    }),
    [t, locale],
  );
}
