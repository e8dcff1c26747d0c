/** A terminal, npm and the launcher each pass Ctrl-C on: signals closer than this many milliseconds are one. */
const SAME_KEYPRESS = 500;

/** Calls `stop` on the first signal and `kill` on the next one that the operator sent. */
export function stopOnSignal(stop: () => void, kill: () => void, now: () => number = () => performance.now()): void {
  let first: number | undefined;
  const handle = () => {
    if (first === undefined) {
      first = now();
      stop();
    } else if (now() - first > SAME_KEYPRESS) {
      kill();
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, handle);
}
