import type { Change, ReleaseEventSummary, RemoteStatus, VersionHealth, VersionSummary } from '@tessera/registry-api';

/* Fixtures of registry outputs: tests set the relevant fields, defaults fill the rest. */

export const remoteOf = (remote: Partial<RemoteStatus> = {}): RemoteStatus => ({
  name: 'finance',
  stable: '0.8.0',
  previous: null,
  newest: '0.9.0',
  withdrawn: [],
  undo: null,
  ramp: null,
  health: [],
  ...remote,
});

export const healthOf = (
  version: string,
  users: number,
  failures = 0,
  more: Partial<VersionHealth> = {},
): VersionHealth => ({
  version,
  users,
  failures,
  byKind: { load: 0, integrity: 0, evaluation: 0, render: failures },
  vitals: {},
  ...more,
});

export const changeOf = (name: string, from: string | null, to: string | null): Change => ({ name, from, to });

export const eventOf = (epoch: number, move: Partial<ReleaseEventSummary> = {}): ReleaseEventSummary => ({
  epoch,
  at: Date.UTC(2026, 10, 21, 12) + epoch * 60_000,
  kind: 'promote',
  who: 'ada@tessera.example',
  why: `reason ${epoch}`,
  forced: [],
  changes: [changeOf('finance', '0.7.0', '0.8.0')],
  hash: epoch.toString(16).padStart(64, '0'),
  ...move,
});

export const versionOf = (version: string, more: Partial<VersionSummary> = {}): VersionSummary => ({
  version,
  publishedAt: Date.UTC(2026, 10, 20),
  who: 'maria',
  why: `what ${version} is for`,
  files: 17,
  bytes: 46_000,
  live: null,
  wasStable: false,
  withdrawn: null,
  ...more,
});
