import { ask } from './ask.ts';

/** The page's service workers; null on plain HTTP, in private windows and WebViews. */
export const serviceWorkers = (): ServiceWorkerContainer | null => ask(() => navigator.serviceWorker ?? null, null);

/** The worker of a scope. Undefined where there is none, or the browser refuses. */
export async function workerOf(scope: string): Promise<ServiceWorkerRegistration | undefined> {
  try {
    return await navigator.serviceWorker.getRegistration(scope);
  } catch {
    return undefined;
  }
}

/** Deletes what former workers of the page kept, by the beginning of its name. */
export async function deleteCaches(prefix: string): Promise<void> {
  let names: readonly string[];
  try {
    names = await caches.keys();
  } catch {
    // Where the browser lacks or refuses them, nothing is kept.
    return;
  }
  for (const name of names) if (name.startsWith(prefix)) await caches.delete(name);
}
