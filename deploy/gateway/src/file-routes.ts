import staticFiles from '@fastify/static';
import { FolderStore, releaseVersion, remoteName } from '@tessera/releases';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export const BASE = '/h5';
/** Content-hashed names and version folders: what is there never changes. */
const FOREVER = { maxAge: '365d', immutable: true } as const;

type Rest = { readonly Params: { readonly '*': string } };
type VersionFile = { readonly Params: { readonly name: string; readonly version: string; readonly '*': string } };

export type FileFolders = {
  readonly host: string;
  readonly gallery: string;
  /** Folder of the release store. */
  readonly releases: string;
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

  gateway.get<Rest>(`${BASE}/assets/*`, (request, reply) =>
    forever(reply, `assets/${request.params['*']}`, folders.host),
  );

  gateway.get<VersionFile>(`${BASE}/remotes/:name/:version/*`, (request, reply) => {
    const { name, version, '*': file } = request.params;
    const known = remoteName.safeParse(name).success && releaseVersion.safeParse(version).success;
    if (!known || file === '') return reply.callNotFound();
    return forever(reply, FolderStore.filePath(name, version, file), folders.releases);
  });

  gateway.get(`${BASE}/gallery`, (_request, reply) => reply.redirect(`${BASE}/gallery/`, 302));
  gateway.get<Rest>(`${BASE}/gallery/*`, (request: FastifyRequest<Rest>, reply) => {
    const path = request.params['*'];
    if (path !== '') return forever(reply, path, folders.gallery);
    reply.header('cache-control', 'no-cache');
    return reply.sendFile('index.html', folders.gallery, { cacheControl: false });
  });
}
