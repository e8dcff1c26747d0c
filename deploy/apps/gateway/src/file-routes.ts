import staticFiles from '@fastify/static';
import { FolderStorage, type ReleaseStore, releaseVersion, remoteName, storeKeys } from '@tessera/releases';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendStored } from './stored-file.ts';

export const BASE = '/h5';
/** Content-hashed names and version folders are immutable. */
const FOREVER = { maxAge: '365d', immutable: true } as const;

const CONSOLE = '/console';
/** The staff page runs only its own files, and must not be framed. */
const CONSOLE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

type Rest = { readonly Params: { readonly '*': string } };
type VersionFile = { readonly Params: { readonly name: string; readonly version: string; readonly '*': string } };

export type FileFolders = {
  readonly host: string;
  readonly gallery: string;
  readonly console: string;
  readonly releases: ReleaseStore;
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

  const { storage } = folders.releases;
  const forever = (reply: FastifyReply, path: string, root: string) => reply.sendFile(path, root, FOREVER);

  gateway.get<Rest>(`${BASE}/assets/*`, (request, reply) =>
    forever(reply, `assets/${request.params['*']}`, folders.host),
  );

  gateway.get<VersionFile>(`${BASE}/remotes/:name/:version/*`, (request, reply) => {
    const { name, version, '*': file } = request.params;
    const known = remoteName.safeParse(name).success && releaseVersion.safeParse(version).success;
    if (!known || file === '') return reply.callNotFound();
    if (storage instanceof FolderStorage) return forever(reply, storeKeys.file(name, version, file), storage.folder);
    return sendStored(request, reply, storage, storeKeys.file(name, version, file));
  });

  gateway.get(CONSOLE, (_request, reply) => reply.redirect(`${CONSOLE}/`, 302));
  gateway.get<Rest>(`${CONSOLE}/*`, (request, reply) => {
    const path = request.params['*'];
    reply.header('content-security-policy', CONSOLE_POLICY);
    if (path !== '') return forever(reply, path, folders.console);
    reply.header('cache-control', 'no-cache');
    return reply.sendFile('index.html', folders.console, { cacheControl: false });
  });

  gateway.get(`${BASE}/gallery`, (_request, reply) => reply.redirect(`${BASE}/gallery/`, 302));
  gateway.get<Rest>(`${BASE}/gallery/*`, (request: FastifyRequest<Rest>, reply) => {
    const path = request.params['*'];
    if (path !== '') return forever(reply, path, folders.gallery);
    reply.header('cache-control', 'no-cache');
    return reply.sendFile('index.html', folders.gallery, { cacheControl: false });
  });
}
