import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../http/domain-error.ts';
import type { CallLimiter } from '../limits/call-limits.ts';
import { heldBytes } from '../limits/held-bytes.ts';
import { rangeOf } from './range.ts';

const MIB = 1024 * 1024;
/** Bytes of a part of a file that is served in parts. */
export const PART_BYTES = MIB / 2;
/** Parts that an answer holds: the one that its socket has, and the next one. */
const HELD_PARTS = 2;
/** ms for which an answer whose address has used up its bytes waits at a time. */
const WAITS = 1_000;

/** What is in memory of files that are being sent: a client that reads slowly keeps its parts there. */
const underWay = heldBytes({ most: 128 * MIB, always: 8 * MIB });
/** Bytes of files that are being sent by this process. */
export const bytesUnderWay = underWay.held;

export type SentFile = {
  /** Bytes, as stored: known before anything is read. */
  readonly size: number;
  /** Bytes of each part but the last. */
  readonly partBytes: number;
  /** Null where the content is gone. */
  readonly part: (index: number) => Promise<Uint8Array | null>;
  /** By which a client knows what it has already; null for what no client keeps. */
  readonly etag: string | null;
  /** False where a file is sent whole or not at all. */
  readonly ranges?: false;
  /** Of the answer, such as `content-type`. */
  readonly headers: Readonly<Record<string, string>>;
};

/**
 * Answers with a file, or the range of it that is asked for. HEAD, 304 and 416 read nothing. What is sent is charged to the
 * address by its bytes, at least those of a part; later parts wait for their bytes. Rejects with `rate_limited` where an
 * address has used up its bytes, or too many are under way.
 */
export async function sendParts(
  request: FastifyRequest,
  reply: FastifyReply,
  limiter: Pick<CallLimiter, 'spendBytes'>,
  { size, partBytes, part, etag, headers, ranges }: SentFile,
) {
  // Not those of a rejection, which nothing keeps.
  const described = () =>
    reply.headers({
      ...headers,
      ...(ranges !== false && { 'accept-ranges': 'bytes' }),
      ...(etag !== null && { etag }),
    });
  if (etag !== null && request.headers['if-none-match'] === etag) return described().code(304).send();
  if (request.method === 'HEAD') return described().header('content-length', size).send();
  const condition = request.headers['if-range'];
  const asked = ranges !== false && (condition === undefined || condition === etag) ? request.headers.range : undefined;
  const range = rangeOf(asked, size);
  if (range === 'unsatisfiable') return described().code(416).header('content-range', `bytes */${size}`).send();
  const { first, last } = range ?? { first: 0, last: size - 1 };
  const [from, to] = [Math.floor(first / partBytes), Math.floor(last / partBytes)];
  const sizeOf = (index: number) => Math.min(partBytes, size - index * partBytes);

  const holder = { address: request.ip };
  const held = Array.from({ length: Math.min(HELD_PARTS, to - from + 1) }, (_, at) => sizeOf(from + at));
  const letGo = underWay.take(
    holder,
    held.reduce((sum, bytes) => sum + bytes, 0),
  );
  reply.raw.once('close', letGo);
  // It says so once.
  if (reply.raw.destroyed) letGo();

  const charge = (index: number) => limiter.spendBytes(request.ip, sizeOf(index));
  const cut = (content: Uint8Array, index: number): Buffer => {
    const begins = Math.max(first - index * partBytes, 0);
    const ends = Math.min(last + 1 - index * partBytes, content.byteLength);
    return Buffer.from(content.buffer, content.byteOffset + begins, Math.max(0, ends - begins));
  };
  async function* rest(start: Buffer): AsyncGenerator<Buffer> {
    yield start;
    for (let index = from + 1; index <= to; index += 1) {
      for (let later = charge(index); later > 0; later = charge(index)) await wait(Math.min(later, WAITS));
      const content = await part(index);
      // Its length was announced: the client is told by the end of the connection.
      if (!content) throw new Error('a file ended before its stored size');
      yield cut(content, index);
    }
  }

  const later = charge(from);
  if (later > 0) throw new DomainError('rate_limited', { params: { seconds: Math.ceil(later / 1_000) } });
  const content = await part(from);
  if (!content) return reply.callNotFound();
  described();
  if (range) reply.code(206).header('content-range', `bytes ${first}-${last}/${size}`);
  const start = cut(content, from);
  if (from === to) return reply.send(start);
  return reply.header('content-length', last + 1 - first).send(Readable.from(rest(start), { objectMode: false }));
}
