import { DomainError } from '../http/domain-error.ts';

/** Seconds after which work that was turned away may be asked for again. */
const RETRY_AFTER = 15;

/**
 * Runs so many works at once and lets so many wait for their turn, first come, first served. Rejects with
 * `rate_limited` where more wait.
 */
export function turns({ atOnce, waiting: most }: { readonly atOnce: number; readonly waiting: number }) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running < atOnce) running += 1;
    else {
      if (waiting.length >= most) throw new DomainError('rate_limited', { params: { seconds: RETRY_AFTER } });
      // The turn of the one before is handed on.
      await new Promise<void>((resume) => waiting.push(resume));
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
