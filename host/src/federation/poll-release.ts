import { bus } from '@tessera/bus';
import { BASE } from './manifest.ts';
import type { Release } from './release.ts';

/** Interval in ms between two looks without a realtime connection: a release is known within 30 s. */
const SHORTEST = 20_000;
/** Drawn each time and added, so that pages that lost the connection together do not ask together. */
const JITTER = 8_000;

/**
 * Looks for a new release while nothing announces one: repeatedly without a realtime connection, and once when it
 * opens, for what was announced before. Asks by ETag, so that a look costs no more than headers. Returns a function that
 * stops it.
 */
export function pollRelease({ look }: Pick<Release, 'look'>, random: () => number = Math.random): () => void {
  let open = false;
  let tag: string | null = null;
  let timer: ReturnType<typeof setTimeout>;

  async function ask(): Promise<void> {
    const headers = tag === null ? {} : { 'if-none-match': tag };
    // Not through the browser's cache, which turns 304 into a complete response.
    const answer = await fetch(`${BASE}manifest.json`, { cache: 'no-store', headers }).catch(() => null);
    if (!answer?.ok) return;
    const seen = answer.headers.get('etag');
    await answer.body?.cancel();
    // A look that did not get through is repeated: the tag alone would say that there is nothing new.
    if (await look()) tag = seen;
  }
  const poll = () => {
    timer = setTimeout(() => ask().finally(() => !open && poll()), SHORTEST + random() * JITTER);
  };

  poll();
  const unsubscribe = bus.on('realtime', ({ status }) => {
    if ((status === 'open') === open) return;
    open = status === 'open';
    clearTimeout(timer);
    if (open) void ask();
    else poll();
  });
  return () => {
    open = true;
    clearTimeout(timer);
    unsubscribe();
  };
}
