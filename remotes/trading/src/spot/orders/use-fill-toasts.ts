import type { Answer } from '@tessera/api';
import { bus } from '@tessera/bus';
import { useTexts } from '@tessera/i18n';
import { type QueryClient, useQueryClient } from '@tessera/query';
import { useEffect } from 'react';
import { fillNotices } from './fill-notices.ts';
import type { SpotOrder } from './orders.ts';
import { useOrderText } from './use-order-text.ts';

function openOrder(client: QueryClient, id: string): SpotOrder | undefined {
  const lists = client.getQueriesData<Answer<'GET /coin/list'>>({ queryKey: ['account', 'spot-orders', 'open'] });
  return lists.flatMap(([, answer]) => answer?.list ?? []).find((order) => order.id === id);
}

/** Says so when an order fills while somebody is looking at spot trading. */
export function useFillToasts(): void {
  const t = useTexts('trading');
  const client = useQueryClient();
  const { done } = useOrderText();
  useEffect(
    () =>
      bus.on('account', ({ kind, id, status }) => {
        if (kind !== 'order' || status !== 'filled' || id === undefined) return;
        const waiting = openOrder(client, id);
        if (!fillNotices.toTell(id, waiting !== undefined)) return;
        const text = waiting?.amount && waiting.price ? done(waiting, waiting.amount, waiting.price) : t('done.filled');
        bus.emit('toast', { text, tone: 'success' });
      }),
    [client, done, t],
  );
}
