import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { BASE, FILE_HEADERS, fileType, INERT_POLICY } from './file-types.ts';
import { keptFiles } from './kept-files.ts';
import { type Clock, listed } from './look-up.ts';
import { packedFile } from './packed-file.ts';
import { OWN_FILES_POLICY, PERMISSIONS_POLICY } from './page-policy.ts';
import type { ReleasedHosts } from './released-hosts.ts';
import { FOREVER, storedFiles, type Versions } from './stored-file.ts';
import { limitUnderWay } from './under-way.ts';

/** Not the headers of documents: see `FILE_HEADERS`. */
const LEAN = { helmet: false } as const;
/** Names of built files: no hidden file, no folder above. */
const PLAIN_PATH = /^(?:[\w@-][\w@.-]*\/)*[\w@-][\w@.-]*$/;
/** Requests for files under way; a response that its client does not read holds a place. */
const UNDER_WAY = 2_048;
/** Folders of built files whose lists are kept: far more than there are. */
const LISTS_KEPT = 200;

type Rest = { readonly Params: { readonly '*': string } };
type VersionFile = { readonly Params: { readonly name: string; readonly version: string; readonly '*': string } };

export type FileFolders = {
  readonly host: string;
  /** Released hosts; their files come before those of the folder. */
  readonly hosts?: Pick<ReleasedHosts, 'file'> | undefined;
  readonly console: string;
  /** Components of the interface, for developers; undefined if it is not served. */
  readonly gallery?: string | undefined;
  readonly releases: Versions;
  /** That of the process by default. */
  readonly now?: Clock;
};

/** What is read of a path; undefined where there is no such file or folder. */
async function ifAny<Content>(reading: Promise<Content>): Promise<Content | undefined> {
  try {
    return await reading;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'EISDIR' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** Reads built files; undefined where there is none. Names are looked for in lists: clients make them up. */
function builtFiles(folder: string, now: Clock): (path: string) => Promise<Uint8Array | undefined> {
  const lists = new LRUCache<string, (name: string) => Promise<boolean>>({ max: LISTS_KEPT });
  return async (path) => {
    if (!PLAIN_PATH.test(path)) return undefined;
    const place = join(folder, dirname(path));
    const has = lists.get(place) ?? listed(async () => (await ifAny(readdir(place))) ?? [], now);
    lists.set(place, has);
    return (await has(basename(path))) ? ifAny(readFile(join(folder, path))) : undefined;
  };
}

/** Serves built files with their precompressed variants. */
export const serveFiles = (gateway: FastifyInstance, folders: FileFolders): Promise<void> =>
  // A scope of their own, whose limit is theirs.
  Promise.resolve(gateway.register((scope) => routeFiles(scope, folders)));

async function routeFiles(gateway: FastifyInstance, folders: FileFolders): Promise<void> {
  const { now = () => performance.now() } = folders;
  limitUnderWay(gateway, UNDER_WAY, { error: 'too_many' });
  /** Sends files of a folder, whose names have a hash of their content: browsers never ask whether they changed. */
  const folderFiles = (folder: string, first?: (path: string) => Promise<Uint8Array | undefined>) => {
    const built = builtFiles(folder, now);
    const read = keptFiles(async (path) => (await first?.(path)) ?? built(path), now);
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

  const sendStored = storedFiles(folders.releases, now);
  gateway.get<VersionFile>(`${BASE}/remotes/:name/:version/*`, LEAN, (request, reply) => {
    const { name, version, '*': path } = request.params;
    return sendStored(request, reply, { name, version, path });
  });

  const page = (address: string, folder: string) => {
    const sendFile = folderFiles(folder);
    const built = builtFiles(folder, now);
    // The page has one address, under which it is never kept.
    for (const path of [address, `${address}/index.html`])
      gateway.get(path, (_request, reply) => reply.redirect(`${address}/`, 302));
    gateway.get<Rest>(`${address}/*`, async (request, reply) => {
      const path = request.params['*'];
      reply.header('content-security-policy', OWN_FILES_POLICY).header('permissions-policy', PERMISSIONS_POLICY);
      if (path !== '') return sendFile(request, reply, path);
      const html = await built('index.html');
      if (!html) return reply.callNotFound();
      return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(Buffer.from(html));
    });
  };
  page('/console', folders.console);
  if (folders.gallery) page(`${BASE}/gallery`, folders.gallery);
}
