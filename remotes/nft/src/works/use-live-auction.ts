import type { LiveAuction } from '@tessera/api/nft/wire';
import { subscribeTopic } from '@tessera/realtime';
import { useRealtimeState } from '@tessera/session';
import { useEffect, useEffectEvent, useState } from 'react';

type Listener = (row: LiveAuction) => void;
type Watch = { row: LiveAuction | null; readonly listeners: Set<Listener>; readonly stop: () => void };

/** By code. A screen below this one may listen already: the connection sends the state of now to the first one only. */
const watches = new Map<string, Watch>();

function watch(code: string, listener: Listener): () => void {
  const listeners = new Set<Listener>();
  const own = watches.get(code) ?? {
    row: null,
    listeners,
    stop: subscribeTopic(`nft:${code}`, (rows) => {
      const row = rows.at(-1) as LiveAuction | undefined;
      const known = watches.get(code);
      if (!row || !known) return;
      known.row = row;
      for (const each of known.listeners) each(row);
    }),
  };
  watches.set(code, own);
  own.listeners.add(listener);
  if (own.row) listener(own.row);
  return () => {
    own.listeners.delete(listener);
    if (own.listeners.size > 0) return;
    own.stop();
    watches.delete(code);
  };
}

/**
 * The last auction under a code as it is now, for as long as the component is in the page; null before the first row and
 * without a connection. `onRow` gets each row and the one before it. Null subscribes to nothing.
 */
export function useLiveAuction(
  code: string | null,
  onRow: (row: LiveAuction, before: LiveAuction | null) => void,
): LiveAuction | null {
  const [known, setKnown] = useState<{ readonly code: string; readonly row: LiveAuction } | null>(null);
  const { status } = useRealtimeState();
  const take = useEffectEvent((of: string, row: LiveAuction) => {
    onRow(row, known?.code === of ? known.row : null);
    setKnown({ code: of, row });
  });
  useEffect(() => (code === null ? undefined : watch(code, (row) => take(code, row))), [code]);
  return known?.code === code && status === 'open' ? known.row : null;
}
