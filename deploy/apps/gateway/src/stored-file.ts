import { extname } from 'node:path';
import { isKey, type ObjectStorage } from '@tessera/releases';
import type { FastifyReply, FastifyRequest } from 'fastify';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
};

const PACKED = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** Sends a file of a version from an object store, compressed as the client accepts it, as immutable. */
export async function sendStored(
  request: FastifyRequest,
  reply: FastifyReply,
  storage: ObjectStorage,
  key: string,
): Promise<unknown> {
  const type = TYPES[extname(key)];
  if (!type || !isKey(key)) return reply.callNotFound();
  const accepted = String(request.headers['accept-encoding'] ?? '');
  for (const [encoding, suffix] of PACKED) {
    const packed = accepted.includes(encoding) ? await storage.get(key + suffix) : undefined;
    if (packed) return send(reply.header('content-encoding', encoding), type, packed);
  }
  const plain = await storage.get(key);
  return plain ? send(reply, type, plain) : reply.callNotFound();
}

const send = (reply: FastifyReply, type: string, content: Uint8Array) =>
  reply
    .type(type)
    .header('vary', 'accept-encoding')
    .header('cache-control', 'public, max-age=31536000, immutable')
    .send(Buffer.from(content));
