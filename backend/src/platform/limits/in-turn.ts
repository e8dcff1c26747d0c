import { DomainError } from '../http/domain-error.ts';

/** Waiting calls of one key; more are rejected. */
const MOST_WAITING = 200;

/** Runs work of one key one after the other in this process, and that of different keys at once. */
export function inTurn() {
  const queues = new Map<string, { last: Promise<unknown>; waiting: number }>();
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const queue = queues.get(key) ?? { last: Promise.resolve(), waiting: 0 };
    if (queue.waiting >= MOST_WAITING) throw new DomainError('rate_limited', { params: { seconds: 1 } });
    queue.waiting += 1;
    queues.set(key, queue);
    const run = queue.last.then(work);
    queue.last = run.catch(() => undefined);
    try {
      return await run;
    } finally {
      queue.waiting -= 1;
      if (queue.waiting === 0) queues.delete(key);
    }
  };
}
