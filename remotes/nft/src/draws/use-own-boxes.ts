import { useMyBoxes } from '@tessera/api/nft';
import { useState } from 'react';

/** ms between two looks, while a box waits for its round. */
const WAITING_MS = 3_000;

/** The user's boxes, of one series or of all; read again for as long as one waits for its round. */
export function useOwnBoxes(of: { readonly series?: string }) {
  const [waiting, setWaiting] = useState(false);
  const query = useMyBoxes(of, { refetchInterval: waiting && WAITING_MS });
  const waits = query.rows?.some(({ state }) => state === 'opening') ?? false;
  if (waits !== waiting) setWaiting(waits);
  return query;
}
