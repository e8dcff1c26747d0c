import {
  acceptManifest,
  isNewer,
  type Manifest,
  type ProvenEvent,
  type PublicKey,
  type ReleaseStore,
  type Signed,
} from '@tessera/releases';

/** The current release, as sent to pages. */
export type LiveRelease = { readonly manifest: Manifest; readonly signed: Signed };

export type ReleaseFeed = {
  /** The newest readable manifest with a valid signature; undefined until the first one. */
  current(): LiveRelease | undefined;
  /** Reads the store now; resolves when `current` is updated. Never rejects. */
  refresh(): Promise<void>;
  stop(): void;
};

export type ReleaseFeedOptions = {
  readonly store: Pick<ReleaseStore, 'tip'>;
  readonly keys: () => Promise<readonly PublicKey[]>;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Polling interval in ms. */
  readonly every: number;
  /** Called once per new epoch after the first reading, and for the first one if it names a compromised release. */
  readonly onEpoch: (release: LiveRelease) => void;
  /** Called when the store cannot be read, once per distinct fault. */
  readonly onFault: (message: string) => void;
};

/**
 * Interval in ms for checking whether the manifest of the same epoch was signed again, and whether a restored store goes
 * on with an epoch that does not follow.
 */
const RENEWAL_LOOK = 5_000;

/**
 * Follows the current release in the store. If the store is damaged, unreachable or tampered with, the last valid
 * manifest is kept.
 */
export function followReleases(options: ReleaseFeedOptions): ReleaseFeed {
  const { store, keys, now, every, onEpoch, onFault } = options;
  let live: LiveRelease | undefined;
  let newest: ProvenEvent | undefined;
  let looked = 0;
  let fault = '';
  let reading: Promise<void> | undefined;

  async function take(found: ProvenEvent): Promise<void> {
    const { signed } = found;
    const manifest = await acceptManifest(signed, { keys: await keys(), now: now(), after: live?.manifest });
    const before = live;
    newest = found;
    looked = now();
    if (before && !isNewer(manifest, before.manifest)) return;
    live = { manifest, signed };
    if (before ? manifest.epoch > before.manifest.epoch : manifest.compromised) onEpoch(live);
  }

  async function read(): Promise<void> {
    try {
      const due = now() - looked >= RENEWAL_LOOK;
      const { newest: found, strays } = await store.tip(due ? undefined : newest);
      if (found && (due || found.manifest.epoch !== newest?.manifest.epoch)) await take(found);
      const [stray] = strays;
      if (stray) throw new Error(`${stray.key} is not the next move. ${stray.reason}`);
      fault = '';
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
  return { current: () => live, refresh, stop: () => clearInterval(timer) };
}
