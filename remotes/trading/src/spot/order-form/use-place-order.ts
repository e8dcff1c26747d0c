import type { Command } from '@tessera/api';
import { type Placement, type SpotOrder, usePlaceOrder as useCommand } from '@tessera/api/spot';
import { problemText } from '@tessera/i18n';
import { showToast } from '@tessera/ui';
import { fillNotices } from '../orders/fill-notices.ts';
import { useOrderText } from '../orders/use-order-text.ts';

type Outcomes = {
  onPlaced?(order: SpotOrder): void;
  /** Rejected, or without a response: it is no longer under way. */
  onFailed?(): void;
};

/** Places orders of one pair, and shows what became of them. */
export function usePlaceOrder(symbol: string, { onPlaced, onFailed }: Outcomes = {}): Command<Placement, SpotOrder> {
  const { outcome } = useOrderText();
  return useCommand({
    subject: symbol,
    onDone(order) {
      if (order.status === 'filled') fillNotices.shown(order.id);
      const { text, tone } = outcome(order);
      showToast(text, tone);
      onPlaced?.(order);
    },
    onRejected(error) {
      showToast(problemText(error), 'error');
      onFailed?.();
    },
    // `UnresolvedOrder` offers to repeat it.
    onUnresolved: () => onFailed?.(),
  });
}
