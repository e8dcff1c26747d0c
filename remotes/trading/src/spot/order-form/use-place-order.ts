import { ApiError, api, newIdempotencyKey } from '@tessera/api';
import { bus } from '@tessera/bus';
import { problemText, useTexts } from '@tessera/i18n';
import { useMutation, useQueryClient } from '@tessera/query';
import { useRef } from 'react';
import { fillNotices } from '../orders/fill-notices.ts';
import { useOrderText } from '../orders/use-order-text.ts';
import { type Attempt, isUnresolved } from './attempt.ts';
import type { OrderPayload } from './order.ts';

export type PlaceOrder = {
  /** A new intention. */
  place(order: OrderPayload): void;
  /** Sends the order of unknown fate once more, as it was. */
  repeat(): void;
  readonly busy: boolean;
  /** No proper answer came: the order may or may not have arrived. */
  readonly unresolved: boolean;
};

type Outcomes = { onPlaced(): void; onRefused(): void; onUnresolved(): void };

/** Places orders and tells what became of them. */
export function usePlaceOrder({ onPlaced, onRefused, onUnresolved }: Outcomes): PlaceOrder {
  const t = useTexts('trading');
  const client = useQueryClient();
  const { done } = useOrderText();
  const pending = useRef<Attempt | null>(null);
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (attempt: Attempt) => {
      pending.current = attempt;
      const answered = fillNotices.placing();
      try {
        const placed = await api('POST /coin/trade', attempt.order, { idempotencyKey: attempt.key });
        if (placed.status === 'filled') fillNotices.told(placed.id);
        return placed;
      } finally {
        answered();
      }
    },
    onSuccess: (order) => {
      pending.current = null;
      const filled = order.status === 'filled' && order.average_price !== null;
      const text = filled ? done(order, order.filled_amount, order.average_price ?? '') : t('done.placed');
      bus.emit('toast', { text, tone: 'success' });
      onPlaced();
    },
    onError: (failure) => {
      if (failure instanceof ApiError && isUnresolved(failure.code)) {
        onUnresolved();
        return;
      }
      pending.current = null;
      bus.emit('toast', { text: problemText(failure), tone: 'error' });
      onRefused();
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['account'] }),
  });
  return {
    place: (order) => mutate({ order, key: newIdempotencyKey() }),
    repeat: () => pending.current && mutate(pending.current),
    busy: isPending,
    unresolved: error instanceof ApiError && isUnresolved(error.code),
  };
}
