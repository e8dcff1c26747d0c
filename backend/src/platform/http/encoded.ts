import type { IncomingHttpHeaders } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const HEAD = '{"type":"ok","code":1,"message":';
const TAIL = '}';
/** Beyond it each further percent of size costs much time. */
const GZIP_LEVEL = 3;
const GZIP = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/;

export const ENCODED_TYPE = 'application/json; charset=utf-8';

/** `body` as it goes to a client; `encoding` is null where it is plain. */
type Sent = { readonly body: Buffer; readonly encoding: 'gzip' | null };

type Options = {
  /** Worth being packed, because many requests get this very object. */
  readonly packs: boolean;
  /** Whether it is what the same request gets now; absent where only this request gets it. */
  readonly isCurrent?: () => boolean;
};

const lengthOf = (piece: string | Buffer): number =>
  typeof piece === 'string' ? Buffer.byteLength(piece) : piece.length;

/** Text and bytes of text one behind the other, copied once. */
function joined(pieces: readonly (string | Buffer)[]): Buffer {
  const whole = Buffer.allocUnsafe(pieces.reduce((sum, piece) => sum + lengthOf(piece), 0));
  let at = 0;
  for (const piece of pieces) at += typeof piece === 'string' ? whole.write(piece, at) : piece.copy(whole, at);
  return whole;
}

/** The response to a call whose output many requests share: encoded once, and packed once if it is asked for packed. */
export class EncodedOutput<Output> {
  /** Of the type alone: the outputs of two calls are not confused. */
  declare readonly output: Output;
  /** The whole envelope. */
  readonly #plain: Buffer;
  /** There is a packed form. */
  readonly packs: boolean;
  readonly isCurrent: (() => boolean) | null;
  #packed: Buffer | null = null;

  /** `json` is the output's text, in pieces. */
  constructor(json: readonly (string | Buffer)[], { packs, isCurrent }: Options) {
    this.#plain = joined([HEAD, ...json, TAIL]);
    this.packs = packs;
    this.isCurrent = isCurrent ?? null;
  }

  /** In the form that the client takes. */
  sent({ 'accept-encoding': accepted = '' }: IncomingHttpHeaders): Sent {
    if (!this.packs || !GZIP.test(accepted)) return { body: this.#plain, encoding: null };
    this.#packed ??= gzipSync(this.#plain, { level: GZIP_LEVEL });
    return { body: this.#packed, encoding: 'gzip' };
  }

  send(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const { body, encoding } = this.sent(request.headers);
    reply.header('content-type', ENCODED_TYPE);
    if (this.packs) reply.header('vary', 'accept-encoding');
    if (encoding) reply.header('content-encoding', encoding);
    return reply.send(body);
  }
}
