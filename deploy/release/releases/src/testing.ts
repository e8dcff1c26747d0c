import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { LANGUAGE_CODES } from '@tessera/bus/languages';
import { acceptManifest, type Manifest } from '@tessera/manifest';
import type { ObjectStorage } from '@tessera/object-storage';
import { MemoryStorage, temporaryFolder } from '@tessera/object-storage/testing';
import { publishHost } from './built-version.ts';
import type { Descriptor } from './descriptor.ts';
import { hashOf, integrityOf } from './file-list.ts';
import { signingKeyring } from './key-files.ts';
import { type Gate, ReleaseService } from './release-service.ts';
import { generateKey, publicKeyOf, type SigningKey } from './signing.ts';
import { ReleaseStore } from './store.ts';
import { ENTRY_FILE, type NewVersion, PAGE_FILE, type VersionRecord } from './version-record.ts';

/** Fixtures for the tests of this package and its dependents. */

const everywhere = (text: string) =>
  Object.fromEntries(LANGUAGE_CODES.map((code) => [code, text])) as Descriptor['title'];

export const descriptorOf = (name: string, changes: Partial<Descriptor> = {}): Descriptor => ({
  name,
  title: everywhere(name),
  routes: [{ path: `/pages/${name}/${name}`, access: 'guest', title: 'routes.main', module: name }],
  swap: 'allow',
  budget: 60,
  ...changes,
});

export const recordOf = (name: string, version: string, changes: Partial<VersionRecord> = {}): VersionRecord => ({
  schema: 2,
  name,
  version,
  descriptor: descriptorOf(name),
  publishedAt: 1_763_673_482_000,
  who: 'team',
  why: 'first version',
  files: [{ path: ENTRY_FILE, size: 12, integrity: `sha256-${'A'.repeat(43)}=` }],
  screens: {},
  provided: {},
  texts: {},
  ...changes,
});

export { temporaryFolder };

/** Writes files (path → content) below a new folder. */
export async function folderWith(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const folder = await temporaryFolder();
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return folder;
}

/** A version as its publisher states it. */
export const newVersionOf = (name: string, version: string, changes: Partial<NewVersion> = {}): NewVersion => {
  const { schema: _schema, files: _files, ...rest } = recordOf(name, version);
  return { ...rest, ...changes };
};

/** The entry script of a remote with one screen and texts, as far as a registry reads it. */
export function entryOf(
  name: string,
  version: string,
  {
    chunks = {},
    shared = [],
  }: { readonly chunks?: Readonly<Record<string, string>>; readonly shared?: readonly string[] } = {},
): string {
  const hashes = Object.entries(chunks).map(([path, content]) => [
    path.replace(/\.js$/, ''),
    integrityOf(Buffer.from(content)).slice('sha256-'.length, -1),
  ]);
  const consumed = shared.map((shareKey) => ({ shareKey }));
  return `(() => {
    const require = {}, consumed = ${JSON.stringify(consumed).replaceAll('"shareKey"', 'shareKey')};
    const container = { "./remote": () => require.e("src_remote").then(() => consumed) };
    const integrity = (chunk) => (require.tsi = require.tsi || ${JSON.stringify(Object.fromEntries(hashes))})[chunk];
    window.tessera_${name}_${version.replace(/[^a-z0-9]/gi, '_')} = { container, integrity };
  })();`;
}

/** The files of a small build of a remote and what its build says of them, as they are sent to a registry. */
export function sentBuild(name: string, version: string) {
  const texts = Object.fromEntries(LANGUAGE_CODES.map((code) => [code, `texts_${code}.js`]));
  const chunks: Record<string, string> = {
    'src_remote.js': `self.chunk = { pages: { ${name}: () => require.e("page") } };`,
    'page.js': 'self.page = 1;',
    ...Object.fromEntries(LANGUAGE_CODES.map((code) => [`texts_${code}.js`, `self.texts = '${code}';`])),
  };
  const shared = ['react'];
  const screens = { [`/pages/${name}/${name}`]: ['src_remote.js', 'page.js'] };
  return {
    files: { [ENTRY_FILE]: entryOf(name, version, { chunks, shared }), ...chunks } as Record<string, string>,
    report: { screens, texts },
    uses: Object.fromEntries(shared.map((each) => [each, { range: '^19.3.0', exports: ['*'] }])),
  };
}

const declared = JSON.stringify({ entries: {}, files: {} });

/** The folder of a built host with its report and contract beside it; `files` besides its page and its script. */
export const builtHost = async (version: string, files: Readonly<Record<string, string>> = {}): Promise<string> =>
  `${await folderWith({
    [`host/${PAGE_FILE}`]: `<!doctype html><head><!--tessera:manifest--><script src="/h5/assets/main.${version}.js"></script></head>`,
    [`host/assets/main.${version}.js`]: `// ${version}`,
    'host/assets/home.1f.js': 'home',
    'host/assets/texts-de.1f.js': 'texts',
    ...Object.fromEntries(Object.entries(files).map(([path, content]) => [`host/${path}`, content])),
    'host.report.json': JSON.stringify({
      chunkGroups: { home: ['assets/home.1f.js'], 'texts-de-json': ['assets/texts-de.1f.js'] },
      provided: { '@tessera/ui/content': ['assets/home.1f.js'] },
    }),
    'host.contract.json': JSON.stringify({
      schema: 1,
      provides: {},
      types: { hash: hashOf(declared), text: declared },
    }),
  })}/host`;

/** Publishes a small host. */
export const publishTestHost = async (
  { store, clock }: TestReleases,
  version: string,
  files?: Record<string, string>,
) => publishHost(store, { version, folder: await builtHost(version, files) }, { who: 'team', why: 'x', at: clock.now });

export const OPEN_GATE: Gate = { remote: async () => [], host: async () => [], links: async () => [] };

export type TestReleases = {
  readonly service: ReleaseService;
  readonly store: ReleaseStore;
  /** Signing keys; a test may change them. */
  readonly keys: SigningKey[];
  /** Current time of the service, Unix ms; a test may set it. */
  readonly clock: { now: number };
  /** Publishes a version with a small entry. */
  publish(name: string, version: string, changes?: Partial<NewVersion>): Promise<VersionRecord>;
  /** The manifest that a page with these keys accepts now. */
  inForce(): Promise<Manifest>;
};

/** A service with a key, a fixed clock and counting random texts; in memory unless a storage is given. */
export async function testReleases(
  gate: Gate = OPEN_GATE,
  storage: ObjectStorage = new MemoryStorage(),
): Promise<TestReleases> {
  const clock = { now: Date.UTC(2026, 10, 20, 21, 18) };
  const keys = [await generateKey('test', clock.now)];
  const keyring = signingKeyring(async () => keys);
  const store = new ReleaseStore(storage, keyring);
  let drawn = 0;
  const random = () => `random${String(++drawn).padStart(10, '0')}`;
  const service = new ReleaseService({ store, now: () => clock.now, random, gate });
  const publish: TestReleases['publish'] = async (name, version, changes) =>
    store.publish(newVersionOf(name, version, changes), await folderWith({ [ENTRY_FILE]: `${name} ${version}` }));
  const inForce = async () => {
    const event = await store.latest();
    if (!event) throw new Error('nothing is live');
    return acceptManifest(await store.signed(event), { keys: keys.map(publicKeyOf), now: clock.now });
  };
  return { service, store, keys, clock, publish, inForce };
}
