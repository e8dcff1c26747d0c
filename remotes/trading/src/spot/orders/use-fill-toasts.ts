import { useOpenOrders, usePlaceOrder } from '@tessera/api/spot';
import { bus } from '@tessera/bus';
import { useTexts } from '@tessera/i18n';
import { useQueryClient } from '@tessera/query';
import { showToast } from '@tessera/ui';
import { useEffect } from 'react';
import { fillNotices } from './fill-notices.ts';
import { useOrderText } from './use-order-text.ts';

/** A toast for each order that fills while a screen of spot trading is open. */
export function useFillToasts(): void {
  const t = useTexts('trading');
  const client = useQueryClient();
  const { done } = useOrderText();
  const open = useOpenOrders().data?.rows;
  useEffect(
    () =>
      bus.on('account', ({ kind, id, status }) => {
        if (kind !== 'order' || status !== 'filled' || id === undefined) return;
        const resting = open?.find((order) => order.id === id);
        const placing = usePlaceOrder.isUnderWay(client);
        if (!fillNotices.take(id, { resting: resting !== undefined, placing })) return;
        const text = resting?.amount && resting.price ? done(resting, resting.amount, resting.price) : t('done.filled');
        showToast(text, 'success');
      }),
    [open, client, done, t],
  );
}
