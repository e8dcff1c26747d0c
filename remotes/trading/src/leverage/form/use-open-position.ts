import type { Command } from '@tessera/api';
import { type LeverPlacement, type Position, useOpenPosition as useCommand } from '@tessera/api/leverage';
import { problemText, useTexts } from '@tessera/i18n';
import { showToast, useLocale } from '@tessera/ui';
import { exactText } from '../../market/exact-text.ts';

type Outcomes = {
  onPlaced?(): void;
  /** Rejected, or without a response: it is no longer under way. */
  onFailed?(): void;
};

/** Opens positions of one instrument, and says what became of the order. */
export function useOpenPosition(
  symbol: string,
  { onPlaced, onFailed }: Outcomes = {},
): Command<LeverPlacement, Position> {
  const t = useTexts('trading/leverage');
  const locale = useLocale();
  return useCommand({
    subject: symbol,
    onDone({ status, side, open_price: price, opened_share: lots }) {
      if (status === 'open' && price !== null) {
        const figures = { lots: exactText(String(lots), locale), count: lots, price: exactText(price, locale) };
        showToast(t(`lever.done.${side}`, figures), 'success');
      } else if (status === 'pending') showToast(t('done.placed', { ns: 'trading' }), 'success');
      else showToast(t('lever.done.nothing'), 'error');
      onPlaced?.();
    },
    onRejected(error) {
      showToast(problemText(error), 'error');
      onFailed?.();
    },
    // `UnresolvedPosition` offers to repeat it.
    onUnresolved: () => onFailed?.(),
  });
}
