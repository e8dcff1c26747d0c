import type { ConnectionParts, ConnectOptions, connect } from './connection.ts';

/** Until the next try to load the code, ms. */
const RETRY_MS = 3_000;

/**
 * Connects once the code of the connection is loaded, so that it costs the first screen nothing. A load that fails is
 * repeated every three seconds; until then the page shows that it is offline.
 */
export function connectWhenLoaded(
  load: () => Promise<{ readonly connect: typeof connect }>,
  options: ConnectOptions,
  parts: ConnectionParts,
  again: (action: () => void, delay: number) => void = (action, delay) => void setTimeout(action, delay),
): void {
  const since = (options.now ?? Date.now)();
  let status: 'connecting' | 'offline' = 'connecting';
  parts.bus.emit('realtime', { status, since });
  const attempt = (): void => {
    load().then(
      (loaded) => {
        loaded.connect(options, parts);
      },
      () => {
        if (status === 'connecting') {
          status = 'offline';
          parts.bus.emit('realtime', { status, since });
        }
        again(attempt, RETRY_MS);
      },
    );
  };
  attempt();
}
