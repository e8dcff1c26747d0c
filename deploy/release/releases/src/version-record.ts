import { type Asset, HOST_NAME, type ReleasedRemote, type VersionFiles } from '@tessera/manifest';
import { FILE_PATH } from '@tessera/registry-api';
import { z } from 'zod';
import { LONGEST_USE, MOST_USES } from './capabilities/index.ts';
import { remoteContractSchema } from './compatibility/contract.ts';
import { storedDescriptorSchema } from './descriptor.ts';
import { releaseVersion, remoteName } from './names.ts';
import { ReleaseError } from './release-error.ts';

/** File name of the entry script of a remote. */
export const ENTRY_FILE = 'remoteEntry.js';
/** File name of the page of a host. */
export const PAGE_FILE = 'index.html';
/** The file that a manifest names with its hash. */
export const entryFileOf = (name: string): string => (name === HOST_NAME ? PAGE_FILE : ENTRY_FILE);
/** Name under which a gateway lists what the screens of a version load. */
export const LIST_FILE = 'files.json';

/** Base64 SHA-256 in the notation of subresource integrity. */
export const integrity = z.string().regex(/^sha256-[A-Za-z0-9+/]{43}=$/, 'must be sha256-<base64>');

const filePath = z
  .string()
  .regex(FILE_PATH, 'must consist of letters, digits and ._@-, no part starting with a dot or a hyphen');

/** Metadata of a build besides its files. */
export const buildFactsSchema = z.object({
  /** By route: the scripts and styles that its screen loads besides the entry. */
  screens: z.record(z.string(), z.array(filePath)),
  /** By route: modules that its screen requests from the host and that the host loads on demand. */
  provided: z.record(z.string(), z.array(z.string().min(1).max(200))).default({}),
  /** By language code: the file of its texts. */
  texts: z.record(z.string(), filePath),
  /** By route of a screen with texts of parts, and by language code: the files of these. Absent in older records. */
  pageTexts: z.record(z.string(), z.record(z.string(), z.array(filePath))).optional(),
});

export const versionRecordSchema = z.strictObject({
  schema: z.literal(2, 'is of another format: this version of the platform reads 2'),
  name: remoteName,
  version: releaseVersion,
  descriptor: storedDescriptorSchema,
  /** Unix milliseconds. */
  publishedAt: z.int().min(0),
  who: z.string().min(1),
  why: z.string(),
  /** Every file of the version, ordered by path; sizes in bytes. */
  files: z.array(z.strictObject({ path: filePath, size: z.int().min(0), integrity })),
  ...buildFactsSchema.shape,
  /** What its scripts do with the page, read at publication; absent in older records. */
  uses: z.array(z.string().max(LONGEST_USE)).max(MOST_USES).optional(),
  /** Its use of the shared packages; absent if the build recorded none. */
  contract: remoteContractSchema.optional(),
});

/** Record of one published version. Written once, with its files; immutable. */
export type VersionRecord = z.infer<typeof versionRecordSchema>;

/** Input of a publication; the store records the files. */
export type NewVersion = Omit<VersionRecord, 'files' | 'schema'>;

/** The version as listed in a manifest: what every page needs. What its screens load is in `versionFiles`. */
export function releasedRemote(record: VersionRecord): ReleasedRemote {
  const { name, version, descriptor } = record;
  const file = entryFileOf(name);
  const entry = record.files.find(({ path }) => path === file)?.integrity;
  if (!entry) throw new ReleaseError('build_incomplete', `${name}@${version} has no ${file}.`);
  // Its page comes from the gateway, and it declares its screens itself: pages of before take it for a remote without any.
  if (name === HOST_NAME)
    return { name, version, entry: file, integrity: entry, routes: [], assets: [], swap: descriptor.swap };
  return {
    name,
    version,
    entry: `remotes/${name}/${version}/${ENTRY_FILE}`,
    integrity: entry,
    ...(descriptor.tab ? { tab: descriptor.tab } : {}),
    routes: descriptor.routes.map(({ path, access, module, first, wide }) => ({
      path,
      access,
      module,
      ...(first ? { first } : {}),
      ...(wide ? { wide } : {}),
    })),
    assets: [],
    swap: descriptor.swap,
  };
}

/** What the screens of a version load. Throws `build_incomplete` if it names a file that the version lacks. */
export function versionFiles(record: VersionRecord): VersionFiles {
  const { name, version, files, screens, provided, texts, pageTexts } = record;
  const integrities = new Map(files.map((file) => [file.path, file.integrity]));
  const assets: Asset[] = [];
  const positionOf = (path: string): number => {
    const known = assets.findIndex(([other]) => other === path);
    if (known >= 0) return known;
    const hash = integrities.get(path);
    if (!hash) throw new ReleaseError('build_incomplete', `${name}@${version} names ${path} but does not contain it.`);
    return assets.push([path, hash]) - 1;
  };
  const mapped = <From, To>(values: Readonly<Record<string, From>>, to: (value: From) => To) =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [key, to(value)]));
  return {
    screens: mapped(screens, (paths) => paths.map(positionOf)),
    provided,
    texts: mapped(texts, positionOf),
    ...(pageTexts && { pageTexts: mapped(pageTexts, (ofPage) => mapped(ofPage, (paths) => paths.map(positionOf))) }),
    assets,
  };
}

/** `versionFiles` as pages get it, below the path `LIST_FILE`. */
export const listOf = (record: VersionRecord): Buffer => Buffer.from(JSON.stringify(versionFiles(record)));
