import { setImmediate as turn } from 'node:timers/promises';

/**
 * Parts of a long list, with a turn for other work of the process between them: a job over all users holds no request up
 * for longer than one part takes.
 */
export async function* inBatches<T>(items: readonly T[], size: number): AsyncGenerator<readonly T[]> {
  for (let from = 0; from < items.length; from += size) {
    if (from > 0) await turn();
    yield items.slice(from, from + size);
  }
}
