import type { Instrument } from '@tessera/api/instruments';
import type { Placement } from '@tessera/api/spot';
import { useTexts } from '@tessera/i18n';
import { formatPrice } from '@tessera/money';
import { useLocale } from '@tessera/ui';
import { Unresolved } from '@tessera/ui/forms';
import { exactText } from '../../market/exact-text.ts';
import { usePlaceOrder } from './use-place-order.ts';

/** The order in one line, with every number that was sent: "Buy 0.01 BTC @ 60,000.00 USDT". */
function usePlacementText({ base, quote, tick }: Instrument) {
  const t = useTexts('trading');
  const locale = useLocale();
  return ({ side, amount, quote_amount, price }: Placement) => {
    if (amount === undefined) return t('form.buyFor', { base, quote, total: exactText(quote_amount ?? '0', locale) });
    const sized = t(`form.${side}Amount`, { base, amount: exactText(amount, locale) });
    return price === undefined ? sized : `${sized} @ ${formatPrice(price, tick, locale)} ${quote}`;
  };
}

/** While the outcome of an order of this pair is unknown: offers to repeat exactly that, on a screen opened again too. */
export function UnresolvedOrder({ instrument }: { readonly instrument: Instrument }) {
  const { unresolved, repeat, busy } = usePlaceOrder(instrument.symbol);
  const textOf = usePlacementText(instrument);
  if (!unresolved) return null;
  return (
    <Unresolved busy={busy} onRepeat={repeat}>
      {textOf(unresolved)}
    </Unresolved>
  );
}
