import { byLanguage } from '@tessera/bus/languages';
import type { Manifest, ReleasedRemote, RemoteSlot } from '@tessera/manifest';
import type { Versions } from '../federation/release.ts';

const label = byLanguage(() => 'M');

/** A released remote with one guest route `/pages/<name>/<name>`. */
export const remoteOf = (name: string, version = '1.0.0', more: Partial<ReleasedRemote> = {}): ReleasedRemote => ({
  name,
  version,
  entry: `remotes/${name}/${version}/remoteEntry.js`,
  integrity: `sha256-${'A'.repeat(43)}=`,
  routes: [{ path: `/pages/${name}/${name}`, access: 'guest' }],
  assets: [],
  swap: 'allow',
  ...more,
});

export const tabOf = (order: number, path: string) => ({ order, path, label, icon: 'M0 0h24' });

/** What a page runs. */
export const versionsOf = (epoch: number, ...remotes: readonly ReleasedRemote[]): Versions => ({ epoch, remotes });

export const slotOf = (stable: ReleasedRemote, more: Partial<RemoteSlot> = {}): RemoteSlot => ({
  name: stable.name,
  stable,
  ...more,
});

/** A manifest of the year 2100 at the latest. */
export const manifestOf = (epoch: number, slots: readonly RemoteSlot[], more: Partial<Manifest> = {}): Manifest => ({
  schema: 2,
  epoch,
  issuedAt: epoch,
  expiresAt: Date.UTC(2100, 0),
  host: null,
  remotes: slots,
  withdrawn: [],
  limits: { swaps: 20, heapMiB: 200 },
  telemetry: { outcomes: 10_000, vitals: 0 },
  ...more,
});
