import type { ReleasedRemote, ReleaseManifest } from '../federation/manifest.ts';

const label = { en: 'M', zh: 'M', hk: 'M', th: 'M', de: 'M', alb: 'M', jp: 'M', kor: 'M', fra: 'M', spa: 'M' };

/** A released remote with one guest route `/pages/<name>/<name>`. */
export const remoteOf = (name: string, version = '1.0.0', more: Partial<ReleasedRemote> = {}): ReleasedRemote => ({
  name,
  version,
  entry: `remotes/${name}/${version}/remoteEntry.js`,
  title: label,
  routes: [{ path: `/pages/${name}/${name}`, access: 'guest' }],
  ...more,
});

export const tabOf = (order: number, path: string) => ({ order, path, label, icon: 'M0 0h24' });

export const manifestOf = (epoch: number, ...remotes: readonly ReleasedRemote[]): ReleaseManifest => ({
  schema: 1,
  epoch,
  remotes,
});
