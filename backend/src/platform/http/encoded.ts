import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const HEAD = Buffer.from('{"type":"ok","code":1,"message":');
const TAIL = Buffer.from('}');
/** Beyond it each further percent of size costs much time. */
const GZIP_LEVEL = 3;
const GZIP = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/;

/** The response to a call whose output many requests share: encoded once, and packed once if it is asked for packed. */
export class EncodedOutput<Output> {
  /** Of the type alone: the outputs of two calls are not confused. */
  declare readonly output: Output;
  /** The whole envelope. */
  readonly plain: Buffer;
  readonly #packs: boolean;
  #packed: Buffer | null = null;

  /** `json` is the output's text. `packs`: worth being packed, because many requests get this very object. */
  constructor(json: string, { packs }: { readonly packs: boolean }) {
    this.plain = Buffer.concat([HEAD, Buffer.from(json), TAIL]);
    this.#packs = packs;
  }

  send(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    reply.header('content-type', 'application/json; charset=utf-8');
    if (!this.#packs) return reply.send(this.plain);
    reply.header('vary', 'accept-encoding');
    if (!GZIP.test(request.headers['accept-encoding'] ?? '')) return reply.send(this.plain);
    this.#packed ??= gzipSync(this.plain, { level: GZIP_LEVEL });
    return reply.header('content-encoding', 'gzip').send(this.#packed);
  }
}
