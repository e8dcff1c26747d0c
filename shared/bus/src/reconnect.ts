import { bus } from './bus.ts';

/**
 * Calls `listener` when a realtime connection that was lost is back: what changed meanwhile was not announced, so it is
 * fetched again. Unsubscribes.
 */
export function onReconnect(listener: () => void): () => void {
  let missed = false;
  return bus.on('realtime', ({ status }) => {
    const back = status === 'open' && missed;
    missed = status !== 'open' && (missed || status === 'offline');
    if (back) listener();
  });
}
