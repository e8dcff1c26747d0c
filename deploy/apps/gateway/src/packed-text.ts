import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

type Packed = { readonly text: string; readonly br: Buffer; readonly gzip: Buffer };

/** A text that changes with the release and is requested by every client: compressed once per change. */
export function packedText(): (request: FastifyRequest, reply: FastifyReply, text: string) => FastifyReply {
  let last: Packed | undefined;
  const pack = (text: string): Packed => ({
    text,
    br: brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    gzip: gzipSync(text),
  });
  return (request, reply, text) => {
    const accepted = String(request.headers['accept-encoding'] ?? '');
    const encoding = (['br', 'gzip'] as const).find((name) => accepted.includes(name));
    reply.header('vary', 'accept-encoding');
    if (!encoding) return reply.send(text);
    if (last?.text !== text) last = pack(text);
    return reply.header('content-encoding', encoding).send(last[encoding]);
  };
}
