import { bus } from '@tessera/bus';
import { deleteCaches, serviceWorkers, workerOf } from '@tessera/device';
import { asScreenUrl } from '@tessera/router';
import { BASE } from '../federation/manifest.ts';
import type { Release } from '../federation/release.ts';

const SCRIPT = `${BASE}sw.js`;

/** Whether the operator has switched the worker off; the gateway says so in the page. */
const isOff = (): boolean => document.querySelector<HTMLMetaElement>('meta[name="tessera-worker"]')?.content === 'off';

/** Ends a worker of former pages and deletes what it kept. It answers this page to its end, and keeps nothing more. */
async function end(workers: ServiceWorkerContainer): Promise<void> {
  workers.controller?.postMessage({ ended: true });
  await (await workers.getRegistration(BASE))?.unregister();
  await deleteCaches('tessera-');
}

declare global {
  interface Window {
    /** Address and hash of each script and style sheet that came: `load-again.ts` of the gateway. */
    tesseraLoaded?: [address: string, integrity: string][];
  }
}

/**
 * Tells the worker which release this page has verified: it keeps no older page from then on, and what the page had
 * loaded before the worker was there.
 */
function follow(worker: ServiceWorkerRegistration, release: Pick<Release, 'manifest' | 'subscribe'>): void {
  const tell = () =>
    worker.active?.postMessage({ epoch: release.manifest().epoch, loaded: window.tesseraLoaded ?? [] });
  tell();
  release.subscribe(tell);
}

/**
 * Registers the page's worker, and opens the screens of notifications. Development servers have none. A browser that
 * refuses it, such as in a private window, costs starts without a network and notifications.
 */
export async function startWorker(release: Pick<Release, 'manifest' | 'subscribe'>): Promise<void> {
  const workers = serviceWorkers();
  if (process.env.NODE_ENV === 'development' || !workers) return;
  try {
    if (isOff()) return await end(workers);
    workers.addEventListener('message', ({ data }: MessageEvent<{ readonly open?: string } | null>) => {
      const to = data?.open === undefined ? null : asScreenUrl(data.open);
      if (to) bus.request('navigate', { to });
    });
    await workers.register(SCRIPT, { scope: BASE, updateViaCache: 'none' });
    follow(await workers.ready, release);
  } catch (error) {
    console.warn('the page has no worker', error);
  }
}

/** The device of a user who has logged out gets no notifications; the server has forgotten it with the session. */
export async function forgetDevice(): Promise<void> {
  const worker = await workerOf(BASE);
  await (await worker?.pushManager?.getSubscription())?.unsubscribe();
}
