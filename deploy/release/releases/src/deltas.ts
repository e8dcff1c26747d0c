import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { type BrotliOptions, brotliCompress, brotliDecompress, constants } from 'node:zlib';
import { z } from 'zod';
import { integrityOf } from './file-list.ts';
import { damaged } from './stored-object.ts';
import { LIST_FILE, listOf, type VersionRecord } from './version-record.ts';

/**
 * What a file of a version differs by from the same file of a former version, as browsers take it that still have the
 * former one: `dcb`, brotli with a dictionary (RFC 9842). Nothing here is signed: a delta counts only if it unpacks to
 * the file that the signed record names.
 */

/** Deltas of a version against one former version: by path, the file of the former one and the `dcb` in base64. */
export const deltasSchema = z.record(z.string(), z.strictObject({ of: z.string(), dcb: z.base64() }));
export type Deltas = z.infer<typeof deltasSchema>;

/** Scripts, styles and the list of them: what pages load of a remote. */
const PACKED_AGAIN = /\.(?:js|css)$|^files\.json$/;
/** The hash of its content in the name of a file, as former builds wrote it. */
const CONTENT_HASH = /\.[0-9a-f]{10}(?=\.(?:js|css)$)/;
/** A delta that saves less than half of the brotli file is not worth a dictionary. */
const WORTH_IT = 0.5;

/** Signature of `dcb`, before the hash of the dictionary and the brotli stream (RFC 9842, section 4). */
const DCB = Buffer.from([0xff, 0x44, 0x43, 0x42]);
const HEAD = DCB.length + 32;

/** Node 24.6 and later take a dictionary, which the types of Node do not know yet. */
type WithDictionary = BrotliOptions & { readonly dictionary: Uint8Array };

const pack = promisify(brotliCompress);
const unpack = promisify(brotliDecompress);

/** The same for a file of every version: its path with `*` for the hash of its content; undefined if it has no delta. */
export const dictionaryPattern = (path: string): string | undefined =>
  PACKED_AGAIN.test(path) ? path.replace(CONTENT_HASH, '.*') : undefined;

const sha256 = (content: Uint8Array): Buffer => createHash('sha256').update(content).digest();

/** Packs a content against a dictionary. */
export async function toDcb(content: Uint8Array, dictionary: Uint8Array): Promise<Buffer> {
  const options: WithDictionary = {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength,
    },
    dictionary,
  };
  return Buffer.concat([DCB, sha256(dictionary), await pack(content, options)]);
}

/** Unpacks at most `size` bytes. Rejects if it is not of that dictionary, or not what was packed. */
export async function fromDcb(dcb: Uint8Array, dictionary: Uint8Array, size: number): Promise<Buffer> {
  const head = Buffer.concat([DCB, sha256(dictionary)]);
  if (!head.equals(dcb.subarray(0, HEAD))) throw new Error('The delta is not of this dictionary.');
  const options: WithDictionary = { dictionary, maxOutputLength: Math.max(size, 1) };
  return unpack(dcb.subarray(HEAD), options);
}

/** Reads a file of a version; undefined if it is missing, or not what its record says. */
export type ReadFile = (record: VersionRecord, path: string) => Promise<Uint8Array | undefined>;

/** The deltas of a new version's files against those of a former version, without those that save little. */
export async function deltasOf(record: VersionRecord, former: VersionRecord, read: ReadFile): Promise<Deltas> {
  const formerPaths = new Map(former.files.map(({ path }) => [dictionaryPattern(path), path]));
  const sizes = new Map(record.files.map(({ path, size }) => [path, size]));
  const made = record.files.map(async ({ path, size }) => {
    const pattern = dictionaryPattern(path);
    const of = pattern && formerPaths.get(pattern);
    const [content, dictionary] = of ? await Promise.all([read(record, path), read(former, of)]) : [];
    if (!of || !content || !dictionary) return undefined;
    const dcb = await toDcb(content, dictionary);
    if (dcb.byteLength > (sizes.get(`${path}.br`) ?? size) * WORTH_IT) return undefined;
    return [path, { of, dcb: dcb.toString('base64') }] as const;
  });
  return Object.fromEntries((await Promise.all(made)).filter((each) => each !== undefined));
}

/** One delta that the store holds: it counts once it was proven. */
export type StoredDelta = {
  /** Path of the file that it unpacks to. */
  readonly path: string;
  /** Hash of its dictionary, in the notation of subresource integrity. */
  readonly dictionary: string;
  /** The `dcb`. Rejects with `store_damaged` unless it unpacks to the recorded file. */
  readonly proven: () => Promise<Buffer>;
};

/** The delta of the list of files, which is not stored: it follows from the two records. */
export function deltaOfList(record: VersionRecord, former: VersionRecord): StoredDelta {
  const before = listOf(former);
  return { path: LIST_FILE, dictionary: integrityOf(before), proven: () => toDcb(listOf(record), before) };
}

/** The deltas of a pack whose dictionaries the former version still has. */
export function storedDeltas(
  deltas: Deltas,
  record: VersionRecord,
  former: VersionRecord,
  read: ReadFile,
): readonly StoredDelta[] {
  const expected = new Map(record.files.map((file) => [file.path, file]));
  const dictionaries = new Map(former.files.map(({ path, integrity }) => [path, integrity]));
  return Object.entries(deltas).flatMap(([path, { of, dcb }]) => {
    const [file, dictionary] = [expected.get(path), dictionaries.get(of)];
    if (!file || !dictionary) return [];
    const proven = async () => {
      const content = Buffer.from(dcb, 'base64');
      const before = await read(former, of);
      const after = before && (await fromDcb(content, before, file.size).catch(() => undefined));
      if (after && integrityOf(after) === file.integrity) return content;
      throw damaged(`The delta of ${path} of ${record.name}@${record.version} to ${former.version} does not fit.`);
    };
    return [{ path, dictionary, proven }];
  });
}
