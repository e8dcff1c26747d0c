// Replaces the host's release in set-ups without a manifest: routes and tabs are compiled in.
import trading from '../../../../remotes/trading/remote.json';

const remote = {
  ...trading,
  version: 'bundled',
  entry: '',
  integrity: '',
  assets: [],
};

const versions = { epoch: 1, remotes: [remote] };
const manifest = { epoch: 1, remotes: [], telemetry: { outcomes: 0, vitals: 0 } };

export const startRelease = async () => ({
  current: () => versions,
  manifest: () => manifest,
  look: async () => false,
  adopt: () => undefined,
  settle: () => undefined,
  avoid: () => false,
  offered: () => none,
  agree: () => undefined,
  isWorn: () => false,
  successor: () => null,
  overrides: [],
  subscribe: () => () => undefined,
});
const none: readonly never[] = [];
