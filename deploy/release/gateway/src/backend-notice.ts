import type { Signed } from '@tessera/releases';
import type { LiveRelease } from './release-feed.ts';

export type NoticeOptions = {
  /** Origin of the backend, such as `http://127.0.0.1:8090`. */
  readonly backend: string;
  /** Shared secret of gateway and backend. */
  readonly token: string;
  readonly fetch: typeof fetch;
  /** Resolves after a number of milliseconds. */
  readonly wait: (milliseconds: number) => Promise<void>;
};

type Time = { readonly from: number; readonly until: number };

/**
 * What the backend is told of a release: with the last compromised one, whose sessions it ends, and those before it, which
 * it may not have heard of.
 */
export type Announced = {
  readonly epoch: number;
  readonly compromised?: Time;
  readonly earlier?: readonly Time[];
  /** By which the backend believes it. */
  readonly manifest?: Signed;
};

/** What the backend is told of a release. */
export function announcedOf({ manifest, signed }: LiveRelease): Announced {
  const { epoch, compromised } = manifest;
  if (!compromised) return { epoch };
  const { from, until, earlier } = compromised;
  return { epoch, compromised: { from, until }, ...(earlier ? { earlier } : {}), manifest: signed };
}

const LONGEST_PAUSE = 5_000;

/**
 * Notifies the backend of new epochs, which forwards them to every connected page. Retries while the backend is down, or
 * rejects the notice; only the newest epoch is sent, older ones are dropped.
 */
export function createBackendNotice({ backend, token, fetch: request, wait }: NoticeOptions) {
  let newest: Announced = { epoch: 0 };
  let delivering: Promise<void> | undefined;

  async function delivered(release: Announced): Promise<boolean> {
    try {
      const response = await request(`${backend}/internal/release`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-internal-token': token },
        body: JSON.stringify(release),
        signal: AbortSignal.timeout(2_000),
      });
      // The backend rejects with status 200 and an error in the body.
      const said: unknown = response.ok && response.status !== 204 ? await response.json() : null;
      return response.ok && (said === null || (said as { readonly type?: unknown }).type === 'ok');
    } catch {
      return false;
    }
  }

  async function deliver(): Promise<void> {
    let pause = 100;
    let told = 0;
    while (told < newest.epoch) {
      const release = newest;
      if (await delivered(release)) {
        told = release.epoch;
      } else {
        await wait(pause);
        pause = Math.min(pause * 2, LONGEST_PAUSE);
      }
    }
  }

  /** Resolves once the backend has taken this epoch or a newer one. */
  return function announce(release: Announced): Promise<void> {
    if (release.epoch > newest.epoch) newest = release;
    delivering ??= deliver().finally(() => {
      delivering = undefined;
    });
    return delivering;
  };
}
