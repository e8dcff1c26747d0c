import { bus } from './bus.ts';

/**
 * Calls `listener` after a lost realtime connection is back, to fetch changes that were not announced. Returns an
 * unsubscribe function.
 */
export function onReconnect(listener: () => void): () => void {
  let missed = false;
  return bus.on('realtime', ({ status }) => {
    const back = status === 'open' && missed;
    missed = status !== 'open' && (missed || status === 'offline');
    if (back) listener();
  });
}
