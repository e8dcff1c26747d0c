import { promisify } from 'node:util';
import { brotliCompress, brotliDecompressSync } from 'node:zlib';
import {
  ABSENT_HEADER,
  type Absence,
  ASKED_HEADER,
  absentMark,
  dictionaryPattern,
  integrityOf,
  LIST_FILE,
  listOf,
  type ReleaseStore,
} from '@tessera/releases';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { BASE, FILE_HEADERS, fileType, INERT_POLICY } from './file-types.ts';
import { keptFiles } from './kept-files.ts';
import { type Clock, listed, lookUp, MISSING_FOR } from './look-up.ts';
import { accepts, packedFile } from './packed-file.ts';

/** Names with a hash and folders of versions: browsers never ask whether such a file changed. */
export const FOREVER = 'public, max-age=31536000, immutable';
/** Records kept in memory; each has the hashes of about a hundred files. */
const RECORDS_KEPT = 200;

const pack = promisify(brotliCompress);

export type Versions = Pick<ReleaseStore, 'remotes' | 'versionNumbers' | 'version' | 'file' | 'deltas'>;
type VersionFile = { readonly name: string; readonly version: string; readonly path: string };

type Recorded = {
  /** Hashes of the files by path. */
  readonly hashes: ReadonlyMap<string, string>;
  /** What its screens load, for pages to fetch early: packed. */
  list(): Promise<Buffer | undefined>;
  /** What a file differs by from that dictionary, of which the client states the hash; undefined if it is unknown. */
  delta(path: string, dictionary: string): Promise<Buffer | undefined>;
};

/** The same result each time; undefined after a failure, and tried again `MISSING_FOR` later. */
function once<T>(work: () => Promise<T>, now: Clock): () => Promise<T | undefined> {
  let result: Promise<T | undefined> | undefined;
  let failedAt: number | undefined;
  return () => {
    if (failedAt !== undefined && now() - failedAt >= MISSING_FOR) {
      result = undefined;
      failedAt = undefined;
    }
    result ??= work().catch(() => {
      failedAt = now();
      return undefined;
    });
    return result;
  };
}

/** Whether a version was published: clients make numbers up, and the store is not asked for each. */
function publishedVersions(store: Versions, now: Clock): (name: string, version: string) => Promise<boolean> {
  const isName = listed(() => store.remotes(), now);
  const ofName = new Map<string, (version: string) => Promise<boolean>>();
  return async (name, version) => {
    if (!(await isName(name))) return false;
    const isVersion = ofName.get(name) ?? listed(() => store.versionNumbers(name), now);
    ofName.set(name, isVersion);
    return isVersion(version);
  };
}

/** What is recorded of versions; undefined if one was never published. Records never change: each is read once. */
function recordedFiles(store: Versions, now: Clock): (name: string, version: string) => Promise<Recorded | undefined> {
  const known = new LRUCache<string, Recorded>({ max: RECORDS_KEPT });
  const isPublished = publishedVersions(store, now);

  const read = lookUp(async (reference) => {
    const [name = '', version = ''] = reference.split('/');
    if (!(await isPublished(name, version))) return undefined;
    const record = await store.version(name, version);
    if (!record) return undefined;
    const deltas = async () => {
      const stored = await store.deltas(record);
      return new Map(stored.map(({ path, dictionary, proven }) => [`${path} ${dictionary}`, once(proven, now)]));
    };
    const readDeltas = once(deltas, now);
    const recorded: Recorded = {
      hashes: new Map(record.files.map(({ path, integrity }) => [path, integrity])),
      list: once(() => pack(listOf(record)), now),
      // Without a delta, and where one does not fit, the file travels whole.
      delta: async (path, dictionary) => (await readDeltas())?.get(`${path} ${dictionary}`)?.(),
    };
    known.set(reference, recorded);
    return recorded;
  }, now);

  return async (name, version) => {
    const reference = `${name}/${version}`;
    return known.get(reference) ?? read(reference);
  };
}

/** Hash of the dictionary that a client has for a file (RFC 9842, section 2.2), in the notation of subresource integrity. */
function availableDictionary({ headers }: FastifyRequest): string | undefined {
  const stated = /^:([A-Za-z0-9+/]{43}=):$/.exec(String(headers['available-dictionary'] ?? ''))?.[1];
  return stated && accepts(headers['accept-encoding'], 'dcb') ? `sha256-${stated}` : undefined;
}

/**
 * Sends files of published versions: only what a record names, with the bytes that it names, of a type that pages load,
 * and as a document that can do nothing. So write access to the store adds no document to this origin.
 * Compressed as the client accepts it, against what it has of a former version if there is a delta, and immutable.
 */
export function storedFiles(store: Versions, now: Clock) {
  const recorded = recordedFiles(store, now);

  /** By `name/version/path`; only what has the recorded hash is kept. */
  const read = keptFiles(async (address) => {
    const [name = '', version = '', ...path] = address.split('/');
    const integrity = (await recorded(name, version))?.hashes.get(path.join('/'));
    const content = integrity === undefined ? undefined : await store.file(name, version, path.join('/'));
    return content && integrityOf(content) === integrity ? content : undefined;
  }, now);

  /** Why a file that a record names, by its address, is not as the record names it. */
  const absenceOf = lookUp<Absence>(
    async (address) => {
      const [name = '', version = '', ...path] = address.split('/');
      return (await store.file(name, version, path.join('/'))) ? 'integrity' : 'load';
    },
    now,
    () => true,
  );

  return async (request: FastifyRequest, reply: FastifyReply, file: VersionFile): Promise<unknown> => {
    const absent = (why: Absence) => {
      const mark = absentMark(`${file.name}@${file.version}`, why, request.headers[ASKED_HEADER]);
      if (mark) reply.header(ABSENT_HEADER, mark);
      return reply.callNotFound();
    };
    const type = fileType(file.path);
    if (!type) return absent('load');
    const version = await recorded(file.name, file.version);
    if (!version || !(version.hashes.has(file.path) || file.path === LIST_FILE)) return absent('load');
    const pattern = dictionaryPattern(file.path);
    const send = (content: Uint8Array, encoding?: string) => {
      if (encoding) reply.header('content-encoding', encoding);
      // Of the next version of the same file.
      if (pattern) reply.header('use-as-dictionary', `match="${BASE}/remotes/${file.name}/*/${pattern}"`);
      return reply
        .type(type)
        .headers(FILE_HEADERS)
        .header('content-security-policy', INERT_POLICY)
        .header('vary', pattern ? 'accept-encoding, available-dictionary' : 'accept-encoding')
        .header('cache-control', FOREVER)
        .send(Buffer.from(content.buffer, content.byteOffset, content.byteLength));
    };
    const dictionary = availableDictionary(request);
    const delta = dictionary && (await version.delta(file.path, dictionary));
    if (delta) return send(delta, 'dcb');
    const accepted = String(request.headers['accept-encoding'] ?? '');
    // The edge asks for a delta and nothing else: what is packed otherwise, it has.
    if (accepted.trim() === 'dcb') return reply.code(406).header('cache-control', 'no-store').send();
    if (file.path === LIST_FILE) {
      const list = await version.list();
      if (list) return accepts(accepted, 'br') ? send(list, 'br') : send(brotliDecompressSync(list));
    }
    const address = `${file.name}/${file.version}/${file.path}`;
    const packed = await packedFile(request, address, read);
    if (packed) return send(packed.content, packed.encoding);
    request.log.error(`${file.name}@${file.version}: ${file.path} in the store is not the file that its record names`);
    return absent(await absenceOf(address));
  };
}
