import type { Manifest, ReleaseStore } from '@tessera/releases';

/** What is live before anything was promoted: a shell without remotes. */
const NOTHING_LIVE: Manifest = { schema: 1, epoch: 0, issuedAt: 0, host: null, remotes: [] };

export type ReleaseFeed = {
  /** The newest manifest that could be read; undefined while none ever could. */
  current(): Manifest | undefined;
  /** Reads the store now; resolves when `current` says what it found. Never rejects. */
  refresh(): Promise<void>;
  stop(): void;
};

export type ReleaseFeedOptions = {
  readonly store: Pick<ReleaseStore, 'latest'>;
  /** Milliseconds between two looks at the store. */
  readonly every: number;
  /** Called once per new epoch, after the first reading. */
  readonly onEpoch: (epoch: number) => void;
  /** Called when the store cannot be read, once per different fault. */
  readonly onFault: (message: string) => void;
};

/** Follows what is live. A store that is damaged or away changes nothing: the last good manifest stays. */
export function followReleases({ store, every, onEpoch, onFault }: ReleaseFeedOptions): ReleaseFeed {
  let manifest: Manifest | undefined;
  let fault = '';
  let reading: Promise<void> | undefined;

  async function read(): Promise<void> {
    try {
      const found = (await store.latest())?.manifest ?? NOTHING_LIVE;
      fault = '';
      const before = manifest;
      if (before && found.epoch <= before.epoch) return;
      manifest = found;
      if (before) onEpoch(found.epoch);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (message !== fault) onFault(message);
      fault = message;
    }
  }

  function refresh(): Promise<void> {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  }

  const timer = setInterval(refresh, every);
  timer.unref();
  return { current: () => manifest, refresh, stop: () => clearInterval(timer) };
}
