import staticFiles from '@fastify/static';
import type { ReleaseStore } from '@tessera/releases';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { BASE, FILE_HEADERS, fileType, INERT_POLICY } from './file-types.ts';
import { OWN_FILES_POLICY, PERMISSIONS_POLICY } from './page-policy.ts';
import { storedFiles } from './stored-file.ts';

/** Content-hashed names and version folders are immutable: browsers never ask whether they changed. */
const FOREVER = { maxAge: '365d', immutable: true, etag: false, lastModified: false, acceptRanges: false } as const;
/** Not the headers of documents: see `FILE_HEADERS`. */
const LEAN = { helmet: false } as const;

type Rest = { readonly Params: { readonly '*': string } };
type VersionFile = { readonly Params: { readonly name: string; readonly version: string; readonly '*': string } };

export type FileFolders = {
  readonly host: string;
  readonly console: string;
  /** Components of the interface, for developers; undefined if it is not served. */
  readonly gallery?: string | undefined;
  readonly releases: Pick<ReleaseStore, 'version' | 'file' | 'deltas'>;
};

/** Serves built files with their precompressed variants. */
export async function serveFiles(gateway: FastifyInstance, folders: FileFolders): Promise<void> {
  await gateway.register(staticFiles, {
    root: folders.host,
    serve: false,
    preCompressed: true,
    index: false,
    dotfiles: 'deny',
  });

  const forever = (reply: FastifyReply, path: string, root: string) => reply.sendFile(path, root, FOREVER);

  gateway.get<Rest>(`${BASE}/assets/*`, LEAN, (request, reply) => {
    reply.headers(FILE_HEADERS);
    const path = `assets/${request.params['*']}`;
    if (!fileType(path)) return reply.callNotFound();
    // A worker runs under the policy of its script.
    if (!path.endsWith('.js')) reply.header('content-security-policy', INERT_POLICY);
    return forever(reply, path, folders.host);
  });

  const sendStored = storedFiles(folders.releases);
  gateway.get<VersionFile>(`${BASE}/remotes/:name/:version/*`, LEAN, (request, reply) => {
    const { name, version, '*': path } = request.params;
    return sendStored(request, reply, { name, version, path });
  });

  const page = (address: string, folder: string) => {
    gateway.get(address, (_request, reply) => reply.redirect(`${address}/`, 302));
    gateway.get<Rest>(`${address}/*`, (request, reply) => {
      const path = request.params['*'];
      reply.header('content-security-policy', OWN_FILES_POLICY).header('permissions-policy', PERMISSIONS_POLICY);
      if (path !== '') return forever(reply, path, folder);
      reply.header('cache-control', 'no-cache');
      return reply.sendFile('index.html', folder, { cacheControl: false });
    });
  };
  page('/console', folders.console);
  if (folders.gallery) page(`${BASE}/gallery`, folders.gallery);
}
