import { randomFillSync } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DomainError } from '../http/domain-error.ts';
import { keptParts } from './kept-parts.ts';
import { bytesUnderWay, PART_BYTES, sendParts } from './send-parts.ts';

const file = randomFillSync(Buffer.alloc(10 * 1024 * 1024));
const small = file.subarray(0, 1_000);
const FILES: Readonly<Record<string, Buffer>> = { large: file, small };
const etag = '"the-file"';

let app: FastifyInstance;
let reads: string[];
let spent: number;
let most: number;
const sockets: Socket[] = [];

beforeEach(() => {
  [reads, spent, most] = [[], 0, Number.POSITIVE_INFINITY];
  const { part } = keptParts(
    async (name, index) => {
      reads.push(`${name} ${index}`);
      await wait(20);
      return FILES[name]?.subarray(index * PART_BYTES, (index + 1) * PART_BYTES) ?? null;
    },
    4 * 1024 * 1024,
  );
  const limiter = {
    spendBytes(_address: string, bytes: number) {
      if (spent + bytes > most) return 50;
      spent += bytes;
      return 0;
    },
  };
  app = fastify({ trustProxy: true });
  app.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof DomainError && error.code === 'rate_limited' ? 429 : 500).send('rejected'),
  );
  app.route<{ Params: { name: string } }>({
    method: ['GET', 'HEAD'],
    url: '/:name',
    handler: async (request, reply) => {
      const { name } = request.params;
      return sendParts(request, reply, limiter, {
        ...{ size: FILES[name]?.length ?? 5_000, partBytes: PART_BYTES, etag },
        part: (index) => part(name, index),
        headers: { 'content-type': 'video/mp4', 'cache-control': 'public, max-age=31536000, immutable' },
      });
    },
  });
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await app.close();
});

const ask = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url, headers });

describe('a file', () => {
  it('is described by its stored size: HEAD, 304 and 416 read nothing', async () => {
    const [head, same, beyond] = [
      await ask('/large', {}, 'HEAD'),
      await ask('/large', { 'if-none-match': etag }),
      await ask('/large', { range: `bytes=${file.length}-` }),
    ];
    expect([head.statusCode, same.statusCode, beyond.statusCode]).toEqual([200, 304, 416]);
    expect(head.headers['content-length']).toBe(String(file.length));
    expect(head.headers).toMatchObject({ etag, 'accept-ranges': 'bytes', 'content-type': 'video/mp4' });
    expect(beyond.headers['content-range']).toBe(`bytes */${file.length}`);
    expect([reads, spent]).toEqual([[], 0]);
  });

  it('is read once for all who ask for it at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => ask('/small')));
    expect(answers.every(({ rawPayload }) => rawPayload.equals(small))).toBe(true);
    expect(reads).toEqual(['small 0']);
    await ask('/small', { range: 'bytes=1-2' });
    expect(reads).toHaveLength(1);
  });

  it('is read in the parts that are asked for, byte for byte', async () => {
    expect((await ask('/large')).rawPayload.equals(file)).toBe(true);
    const place = fc.integer({ min: 0, max: file.length - 1 });
    await fc.assert(
      fc.asyncProperty(place, fc.integer({ min: 0, max: 3 * PART_BYTES }), async (first, more) => {
        reads = [];
        const { statusCode, headers, rawPayload } = await ask('/large', { range: `bytes=${first}-${first + more}` });
        const wanted = file.subarray(first, first + more + 1);
        expect(statusCode).toBe(206);
        expect(headers['content-length']).toBe(String(wanted.length));
        expect(rawPayload.equals(wanted)).toBe(true);
        expect(reads.length).toBeLessThanOrEqual(4);
      }),
      { numRuns: 25 },
    );
  });

  it('that is gone, or for which an address has no bytes left, is a rejection that nothing keeps', async () => {
    const gone = await ask('/gone');
    most = 0;
    const rejected = await ask('/small');
    expect([gone.statusCode, rejected.statusCode]).toEqual([404, 429]);
    for (const { headers } of [gone, rejected]) {
      expect(headers['cache-control']).toBeUndefined();
      expect(headers.etag).toBeUndefined();
    }
  });

  it('is charged by its parts; later ones wait until there are bytes again', async () => {
    await ask('/large', { range: 'bytes=5-5' });
    expect(spent).toBe(PART_BYTES);
    most = 3 * PART_BYTES;
    const answer = ask('/large');
    await wait(300);
    expect(spent).toBe(3 * PART_BYTES);
    most = Number.POSITIVE_INFINITY;
    expect((await answer).rawPayload.equals(file)).toBe(true);
  });
});

it('clients of an address that read nothing hold a share of a node’s bytes, and others get the file', async () => {
  const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
  const open = async (address: string) => {
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    await once(socket, 'connect');
    socket.write(`GET /large HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${address}\r\n\r\n`);
    const [start] = (await once(socket, 'data')) as [Buffer];
    socket.pause();
    return /^HTTP\/1.1 (\d+)/.exec(start.toString('latin1'))?.[1];
  };
  const answers = await Promise.all(Array.from({ length: 60 }, () => open('198.51.100.7')));
  // 8 MiB and a quarter of what is free of 128, two parts for each.
  expect(answers.filter((status) => status === '200')).toHaveLength(32);
  expect(answers.filter((status) => status === '429')).toHaveLength(28);
  expect(bytesUnderWay()).toBe(32 * 2 * PART_BYTES);
  expect(await open('203.0.113.9')).toBe('200');
  for (const socket of sockets) socket.destroy();
  await expect.poll(bytesUnderWay).toBe(0);
});
