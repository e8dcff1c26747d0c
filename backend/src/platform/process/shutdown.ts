import type { FastifyBaseLogger } from 'fastify';

export type Shutdown = {
  /** Registers resources to close; closes them in reverse order. */
  later(end: () => Promise<void> | void): void;
  /** Ends everything in order, then the process. */
  now(exitCode: number): Promise<void>;
};

/** Shuts down on SIGTERM and SIGINT, also during the start. */
export function createShutdown(log: Pick<FastifyBaseLogger, 'error'>): Shutdown {
  const ends: Array<() => Promise<void> | void> = [];
  let ending = false;

  async function now(exitCode: number): Promise<void> {
    if (ending) return;
    ending = true;
    let failed = false;
    for (let end = ends.pop(); end; end = ends.pop()) {
      try {
        await end();
      } catch (err) {
        failed = true;
        log.error({ err }, 'something does not end');
      }
    }
    process.exit(failed ? 1 : exitCode);
  }

  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void now(0));
  return {
    later(end) {
      ends.push(end);
    },
    now,
  };
}
