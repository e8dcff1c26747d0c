import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReleaseStore } from '@tessera/releases';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BASE, FILE_HEADERS, fileType, INERT_POLICY } from './file-types.ts';
import { keptFiles } from './kept-files.ts';
import { packedFile } from './packed-file.ts';
import { OWN_FILES_POLICY, PERMISSIONS_POLICY } from './page-policy.ts';
import type { ReleasedHosts } from './released-hosts.ts';
import { FOREVER, storedFiles } from './stored-file.ts';

/** Not the headers of documents: see `FILE_HEADERS`. */
const LEAN = { helmet: false } as const;
/** Names of built files: no hidden file, no folder above. */
const PLAIN_PATH = /^(?:[\w@-][\w@.-]*\/)*[\w@-][\w@.-]*$/;

type Rest = { readonly Params: { readonly '*': string } };
type VersionFile = { readonly Params: { readonly name: string; readonly version: string; readonly '*': string } };

export type FileFolders = {
  readonly host: string;
  /** Released hosts; their files come before those of the folder. */
  readonly hosts?: Pick<ReleasedHosts, 'file'> | undefined;
  readonly console: string;
  /** Components of the interface, for developers; undefined if it is not served. */
  readonly gallery?: string | undefined;
  readonly releases: Pick<ReleaseStore, 'version' | 'file' | 'deltas'>;
};

/** Content of a built file; undefined where there is none. */
async function readBuilt(folder: string, path: string): Promise<Uint8Array | undefined> {
  if (!PLAIN_PATH.test(path)) return undefined;
  try {
    return await readFile(join(folder, path));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'EISDIR' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** Serves built files with their precompressed variants. */
export async function serveFiles(gateway: FastifyInstance, folders: FileFolders): Promise<void> {
  /** Sends files of a folder, whose names have a hash of their content: browsers never ask whether they changed. */
  const folderFiles = (folder: string, first?: (path: string) => Promise<Uint8Array | undefined>) => {
    const read = keptFiles(async (path) => (await first?.(path)) ?? readBuilt(folder, path));
    return async (request: FastifyRequest, reply: FastifyReply, path: string): Promise<unknown> => {
      const type = fileType(path);
      const packed = type && (await packedFile(request, path, read));
      if (!packed) return reply.callNotFound();
      if (packed.encoding) reply.header('content-encoding', packed.encoding);
      reply.type(type).header('vary', 'accept-encoding').header('cache-control', FOREVER);
      return reply.send(packed.content);
    };
  };

  const sendAsset = folderFiles(folders.host, folders.hosts?.file);
  gateway.get<Rest>(`${BASE}/assets/*`, LEAN, (request, reply) => {
    const path = `assets/${request.params['*']}`;
    reply.headers(FILE_HEADERS);
    // A worker runs under the policy of its script.
    if (!path.endsWith('.js')) reply.header('content-security-policy', INERT_POLICY);
    return sendAsset(request, reply, path);
  });

  const sendStored = storedFiles(folders.releases);
  gateway.get<VersionFile>(`${BASE}/remotes/:name/:version/*`, LEAN, (request, reply) => {
    const { name, version, '*': path } = request.params;
    return sendStored(request, reply, { name, version, path });
  });

  const page = (address: string, folder: string) => {
    const sendFile = folderFiles(folder);
    // The page has one address, under which it is never kept.
    for (const path of [address, `${address}/index.html`])
      gateway.get(path, (_request, reply) => reply.redirect(`${address}/`, 302));
    gateway.get<Rest>(`${address}/*`, async (request, reply) => {
      const path = request.params['*'];
      reply.header('content-security-policy', OWN_FILES_POLICY).header('permissions-policy', PERMISSIONS_POLICY);
      if (path !== '') return sendFile(request, reply, path);
      const html = await readBuilt(folder, 'index.html');
      if (!html) return reply.callNotFound();
      return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(Buffer.from(html));
    });
  };
  page('/console', folders.console);
  if (folders.gallery) page(`${BASE}/gallery`, folders.gallery);
}
