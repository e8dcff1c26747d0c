import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Exports, sourceIn } from './contract/entry-points.ts';
import { rangeOf } from './contract/ranges.ts';

const sharedRoot = join(dirname(fileURLToPath(import.meta.url)), '../..');

/**
 * Third-party modules of which one copy runs in the page; keys match requests exactly. Those that only one of our
 * shared packages imports (react-router-dom, i18next, react-query) are shared with it, at the size it uses.
 */
const LIBRARIES = ['react', 'react/jsx-runtime', 'react-dom'] as const;

/** The same, but for the screens that use them only. */
const LIBRARIES_ON_DEMAND = ['jotai'] as const;

/** Our packages of which one copy runs in the page. */
const PACKAGES = ['api', 'bus', 'session', 'realtime', 'money', 'router', 'query', 'storage', 'ui', 'i18n'] as const;

/**
 * Entry points that hold no state: only the backend or the build reads them, or the remote that uses them bundles them.
 * The icons are one file each: a screen uses seven of eighty, and shared they would all be fetched.
 */
const NOT_IN_THE_PAGE = new Set([
  '@tessera/api/contract',
  '@tessera/api/errors',
  '@tessera/api/kit',
  '@tessera/api/kit/capacity',
  '@tessera/api/kit/fields',
  '@tessera/api/kit/forget-key',
  '@tessera/api/kit/json',
  '@tessera/api/kit/localised',
  '@tessera/api/kit/problem',
  '@tessera/api/kit/rights',
  '@tessera/api/proof',
  '@tessera/api/realtime',
  '@tessera/bus/languages',
  '@tessera/i18n/define-remote',
  '@tessera/i18n/namespaces',
  '@tessera/i18n/pseudo',
  '@tessera/i18n/with-texts',
  '@tessera/money/typed',
  '@tessera/ui/icons',
  '@tessera/ui/illustrations',
  '@tessera/ui/lazy-part',
  '@tessera/ui/optional-part',
]);

/** What configures the page, and the half of the bus that publishes: the host bundles it and shares it with none. */
const isOfHost = (request: string) => request.endsWith('/host');

type PackageFile = { readonly exports?: Exports };

/** Every code entry point of our shared packages, from their `exports`. */
function entryPoints(name: string): string[] {
  const file = JSON.parse(readFileSync(join(sharedRoot, name, 'package.json'), 'utf8')) as PackageFile;
  return (
    Object.entries(file.exports ?? {})
      // A pattern covers the domains, which hold no state: the remote that uses one bundles it.
      .filter(([entry, target]) => sourceIn(target) !== undefined && !entry.includes('*'))
      .map(([entry]) => `@tessera/${name}${entry.slice(1)}`)
      .filter((request) => !NOT_IN_THE_PAGE.has(request) && !isOfHost(request))
  );
}

const ours = PACKAGES.flatMap(entryPoints);
const isMain = (request: string) => request.split('/').length === 2;

/** In the host's first bundle, so that no screen waits for them. */
export const SHARED_EAGERLY: readonly string[] = [...LIBRARIES, ...ours.filter(isMain)];

/** Provided by the host, fetched when the first screen asks for them. */
export const SHARED_LAZILY: readonly string[] = [...LIBRARIES_ON_DEMAND, ...ours.filter((request) => !isMain(request))];

type SharedHint = {
  readonly singleton: true;
  readonly strictVersion: true;
  readonly eager?: boolean;
  readonly import?: false;
  readonly requiredVersion?: string;
};

const strict = { singleton: true, strictVersion: true } as const;

/** What the host provides. */
export const hostShares = (): Record<string, SharedHint> =>
  Object.fromEntries([
    ...SHARED_EAGERLY.map((request) => [request, { ...strict, eager: true }] as const),
    ...SHARED_LAZILY.map((request) => [request, strict] as const),
  ]);

/**
 * What a remote consumes; it bundles no copy. The ranges are written out: the plugin reads none from `workspace:*` and
 * `catalog:`, and a page whose host does not fit would run the remote all the same.
 */
export const remoteShares = (dir: string): Record<string, SharedHint> =>
  Object.fromEntries(
    [...SHARED_EAGERLY, ...SHARED_LAZILY].map(
      (request) => [request, { ...strict, import: false, requiredVersion: rangeOf(request, dir) }] as const,
    ),
  );
