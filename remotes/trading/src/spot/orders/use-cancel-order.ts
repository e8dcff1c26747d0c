import { ApiError, api, newIdempotencyKey } from '@tessera/api';
import { bus } from '@tessera/bus';
import { problemText, useTexts } from '@tessera/i18n';
import { useMutation, useQueryClient } from '@tessera/query';
import { useRef } from 'react';
import { isUnresolved } from '../order-form/attempt.ts';
import type { SpotOrder } from './orders.ts';

/** Cancels orders; pressing again after silence repeats the same intention under its key. */
export function useCancelOrder(onDone: () => void) {
  const t = useTexts('trading');
  const client = useQueryClient();
  const keys = useRef(new Map<string, string>());
  return useMutation({
    mutationFn: ({ id }: SpotOrder) => {
      const key = keys.current.get(id) ?? newIdempotencyKey();
      keys.current.set(id, key);
      return api('PUT /coin/trade', { id }, { idempotencyKey: key });
    },
    onSuccess: (order) => {
      keys.current.delete(order.id);
      bus.emit('toast', { text: t('done.cancelled'), tone: 'success' });
      onDone();
    },
    onError: (error, { id }) => {
      const silent = error instanceof ApiError && isUnresolved(error.code);
      bus.emit('toast', { text: problemText(error), tone: 'error' });
      if (silent) return;
      keys.current.delete(id);
      onDone();
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['account'] }),
  });
}
