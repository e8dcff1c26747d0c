import type { ConnectionParts, ConnectOptions, connect } from './connection.ts';

/** Until the next try to load the code, ms: twice as long each time, since its file may be gone for good. */
const RETRY_MS = { first: 3_000, longest: 60_000 };

/**
 * Connects once the code of the connection is loaded, so that it costs the first screen nothing. A load that fails is
 * repeated, ever more rarely; until then the page shows that it is offline.
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
  const attempt = (pause: number): void => {
    load().then(
      (loaded) => {
        loaded.connect(options, parts);
      },
      () => {
        if (status === 'connecting') {
          status = 'offline';
          parts.bus.emit('realtime', { status, since });
        }
        again(() => attempt(Math.min(2 * pause, RETRY_MS.longest)), pause);
      },
    );
  };
  attempt(RETRY_MS.first);
}
