import { integrityOf, type ReleaseStore } from '@tessera/releases';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fileType, INERT_POLICY } from './file-types.ts';

/** Records kept in memory; each has the hashes of about a hundred files. */
const RECORDS_KEPT = 200;

const PACKED = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

type Hashes = ReadonlyMap<string, string>;
type Versions = Pick<ReleaseStore, 'version' | 'file'>;
type VersionFile = { readonly name: string; readonly version: string; readonly path: string };

/** The hashes of a version's files by path; undefined if it was never published. Records never change: each is read once. */
function recordedFiles(store: Versions): (name: string, version: string) => Promise<Hashes | undefined> {
  const known = new Map<string, Hashes>();
  return async (name, version) => {
    const reference = `${name}@${version}`;
    const recent = known.get(reference);
    if (recent) return recent;
    const record = await store.version(name, version);
    if (!record) return undefined;
    const hashes = new Map(record.files.map(({ path, integrity }) => [path, integrity]));
    const [oldest] = known.keys();
    if (known.size >= RECORDS_KEPT && oldest !== undefined) known.delete(oldest);
    known.set(reference, hashes);
    return hashes;
  };
}

/**
 * Sends files of published versions: only what a record names, with the bytes that it names, of a type that pages load,
 * and as a document that can do nothing. So write access to the store adds no document to this origin.
 * Compressed as the client accepts it, and immutable.
 */
export function storedFiles(store: Versions) {
  const recorded = recordedFiles(store);

  async function read({ name, version, path }: VersionFile, hashes: Hashes): Promise<Uint8Array | undefined> {
    const integrity = hashes.get(path);
    const content = integrity === undefined ? undefined : await store.file(name, version, path);
    return content && integrityOf(content) === integrity ? content : undefined;
  }

  return async (request: FastifyRequest, reply: FastifyReply, file: VersionFile): Promise<unknown> => {
    const type = fileType(file.path);
    if (!type) return reply.callNotFound();
    const hashes = await recorded(file.name, file.version);
    if (!hashes?.has(file.path)) return reply.callNotFound();
    const send = (content: Uint8Array) =>
      reply
        .type(type)
        .header('content-security-policy', INERT_POLICY)
        .header('vary', 'accept-encoding')
        .header('cache-control', 'public, max-age=31536000, immutable')
        .send(Buffer.from(content));
    const accepted = String(request.headers['accept-encoding'] ?? '');
    for (const [encoding, suffix] of PACKED) {
      const packed = accepted.includes(encoding) && (await read({ ...file, path: file.path + suffix }, hashes));
      if (!packed) continue;
      reply.header('content-encoding', encoding);
      return send(packed);
    }
    const plain = await read(file, hashes);
    if (plain) return send(plain);
    request.log.error(`${file.name}@${file.version}: ${file.path} in the store is not the file that its record names`);
    return reply.callNotFound();
  };
}
