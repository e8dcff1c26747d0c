import type { Instrument } from '@tessera/api/instruments';
import { useTexts } from '@tessera/i18n';
import { formatPrice } from '@tessera/money';
import { useLocale } from '@tessera/ui';
import { Unresolved } from '@tessera/ui/forms';
import { exactText } from '../../market/exact-text.ts';
import { useOpenPosition } from './use-open-position.ts';

/** While the outcome of an order is unknown: offers to repeat exactly that, on a screen opened again too. */
export function UnresolvedPosition({ instrument: { symbol, tick } }: { readonly instrument: Instrument }) {
  const t = useTexts('trading/leverage');
  const locale = useLocale();
  const { unresolved, repeat, busy } = useOpenPosition(symbol);
  if (!unresolved) return null;
  const { side, share = 0, multiple, price } = unresolved;
  const sized = `${symbol} ${t(`lever.open.${side}Lots`, { lots: exactText(String(share), locale), count: share })} ${multiple}×`;
  return (
    <Unresolved busy={busy} onRepeat={repeat}>
      {price === undefined ? sized : `${sized} @ ${formatPrice(price, tick, locale)}`}
    </Unresolved>
  );
}
