import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, readText } from './repository.ts';

const READS = [/\b(?:env|environment)\.([A-Z][A-Z0-9_]+)/g, /\((?:env|environment), '([A-Z][A-Z0-9_]+)'/g] as const;
/** `const { NAME, OTHER: shorter } = env`, and the same as a parameter: `({ NAME: text }: Environment)`. */
const TAKEN_APART = /\{([^{}]*)\}(?: = (?:env|environment)\b|: Environment\b)/g;
const NAME = /\b[A-Z][A-Z0-9_]+\b/g;

function sources(path: string): string[] {
  if (path.endsWith('.ts')) return [path];
  return readdirSync(join(ROOT, path), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => join(path, name));
}

const RELEASES = ['deploy/release/releases/src', 'deploy/release/object-storage/src'];

/** By script of a container: the files that read its environment. */
const READERS: Readonly<Record<string, readonly string[]>> = {
  'deploy/release/gateway/src/main.ts': ['deploy/release/gateway/src/main.ts', ...RELEASES],
  'deploy/release/registry/src/main.ts': ['deploy/release/registry/src/main.ts', ...RELEASES],
  'deploy/tools/launcher/src/release.ts': [
    'deploy/tools/launcher/src/release.ts',
    'deploy/tools/launcher/src/layout.ts',
    ...RELEASES,
  ],
  'backend/src/main.ts': [
    'backend/src/platform/settings.ts',
    'backend/src/platform/beacon-settings.ts',
    'backend/src/platform/chain-settings.ts',
    'backend/src/platform/chains/node-settings.ts',
    'backend/src/platform/checkout-settings.ts',
    'backend/src/platform/mail/inbound-settings.ts',
    'backend/src/platform/mail/push-settings.ts',
    'backend/src/platform/mail/sms-settings.ts',
    'backend/src/platform/market/feed-settings.ts',
  ],
};

/** Environment variables that a script reads. */
export function environmentNames(script: string): ReadonlySet<string> {
  const readers = READERS[script];
  if (!readers) throw new Error(`Where ${script} reads its environment is not known here.`);
  const texts = readers.flatMap(sources).map(readText);
  const apart = (text: string) => [...text.matchAll(TAKEN_APART)].flatMap(([, names = '']) => names.match(NAME) ?? []);
  const read = (text: string) => READS.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name]) => name ?? ''));
  return new Set(texts.flatMap((text) => [...apart(text), ...read(text)]));
}

/** What no deployment sets, by script, with the reason. Everything else that a part reads can be set in Compose and Kubernetes. */
export const NOT_DEPLOYED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'backend/src/main.ts': {
    TRUST_PROXY: 'a gateway always stands in front',
    LOCAL_CHAINS: 'chains of test coins on one machine',
    FEED_SEED: 'makes prices known ahead: for tests, refused with real money',
    SANDBOX_APPROVE_AFTER_MS: 'approves claims by itself: for demonstrations',
    NFT_CHAIN_SIGNER_KEY_FILE: 'another form of NFT_CHAIN_SIGNER_KEY',
  },
  'deploy/release/registry/src/main.ts': {
    BACKEND_PORT: 'BACKEND_URL stands for it',
    DEVELOPER_TOOLS: 'for developers',
    SIGNING_KEYS: 'Compose keeps the default path',
  },
  'deploy/release/gateway/src/main.ts': {
    BACKEND_PORT: 'BACKEND_URL stands for it',
    REGISTRY_PORT: 'REGISTRY_URL stands for it',
    DEVELOPER_TOOLS: 'for developers',
    DATA_DIR: 'Compose sets it; in Kubernetes the store is a bucket, and keys have a path of their own',
    DIST_DIR: 'the image has one place for builds',
    SIGNING_KEYS: 'private keys never come here',
  },
  'deploy/tools/launcher/src/release.ts': {
    DIST_DIR: 'the image has one place for builds',
    SIGNING_KEYS: 'Compose keeps the default path',
  },
};

/** Variables that a script reads and a deployment does not pass on without a reason. */
export const missingNames = (script: string, given: readonly string[]): readonly string[] =>
  [...environmentNames(script)].filter((name) => !given.includes(name) && !NOT_DEPLOYED[script]?.[name]);
