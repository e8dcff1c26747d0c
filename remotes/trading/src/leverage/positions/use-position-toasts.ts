import { type LeverOrder, useClosePosition, useClosePositions, useReversePosition } from '@tessera/api/leverage';
import { bus } from '@tessera/bus';
import { useTexts } from '@tessera/i18n';
import { useQueryClient } from '@tessera/query';
import { showToast } from '@tessera/ui';
import { useEffect } from 'react';
import type { Book } from '../account/use-book.ts';

/** States of positions that were told once: by the response to the command that led there, or by the event of it. */
const told = new Set<string>();

/** The response to a command shows that this position is closed. */
export const closingWasTold = (id: string): void => void told.add(`closed ${id}`);

/** A toast for each position that a stop or a liquidation closes, and each order that opens one, while a screen is open. */
export function usePositionToasts(book: Book, orders: readonly LeverOrder[] | undefined): void {
  const t = useTexts('trading/leverage');
  const client = useQueryClient();
  const { rows } = book;
  useEffect(
    () =>
      bus.on('account', ({ kind, id, status }) => {
        const state = `${status} ${id}`;
        if (kind !== 'order' || id === undefined || told.has(state)) return;
        if (status === 'open' && orders?.some(({ position_id }) => position_id === id)) {
          told.add(state);
          return showToast(t('done.filled', { ns: 'trading' }), 'success');
        }
        const position = rows?.find((row) => row.position.id === id)?.position;
        if (status !== 'closed' || !position) return;
        // Its response will show it.
        if ([useClosePosition, useClosePositions, useReversePosition].some((use) => use.isUnderWay(client))) return;
        told.add(state);
        showToast(
          t('named', {
            ns: 'trading',
            name: t('lever.close.done'),
            value: `${t(`lever.${position.side}`)} ${position.symbol}`,
          }),
          'info',
        );
      }),
    [rows, orders, client, t],
  );
}
