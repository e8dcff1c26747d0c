import { hashOf } from '../file-list.ts';
import type { DeclarationSet, HostContract, RemoteContract } from './contract.ts';
import type { Generation, HostVersion, LiveRemote, RemoteVersion } from './generation.ts';
import type { TypeSources } from './type-rules.ts';

/** Fixtures of the tests in this folder. */

export const TYPES = 'a'.repeat(64);

/** A generation of types with one module `@tessera/ui` of that text. */
export const declarationsOf = (text: string): DeclarationSet => ({
  hash: hashOf(text),
  entries: { '@tessera/ui': 'ui/src/index.d.ts' },
  files: { 'ui/src/index.d.ts': text },
});

export const uses = (changes: RemoteContract['uses'] = {}, types = TYPES): RemoteContract => ({
  uses: {
    react: { range: '^19.3.0', exports: ['useState'] },
    '@tessera/ui': { range: '^0.8.0', exports: ['Button', 'Page'] },
    ...changes,
  },
  types,
});

export const provides = (changes: HostContract['provides'] = {}, types = TYPES): HostContract => ({
  provides: {
    react: { version: '19.3.1', exports: ['useEffect', 'useState'] },
    '@tessera/ui': { version: '0.8.0', exports: ['Button', 'Dialog', 'Page'] },
    ...changes,
  },
  types,
});

export const remoteOf = (name: string, changes: Partial<RemoteVersion> = {}): RemoteVersion => ({
  name,
  version: '1.0.0',
  routes: [`/pages/${name}/${name}`],
  contract: uses(),
  ...changes,
});

export const liveRemote = (name: string, changes: Partial<LiveRemote> = {}): LiveRemote => ({
  ...remoteOf(name),
  role: 'stable',
  ...changes,
});

export const hostOf = (contract: HostContract | undefined = provides()): HostVersion => ({
  version: '2.0.0',
  contract,
});

export const generation = (...remotes: LiveRemote[]): Generation => ({ host: hostOf(), remotes });

/** Has every state of the types, and reports no differences. */
export const alike: TypeSources = {
  declarations: async (hash) => ({ hash, entries: {}, files: {} }),
  compareTypes: async () => [],
};
