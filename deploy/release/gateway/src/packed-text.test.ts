import { brotliDecompressSync } from 'node:zlib';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { packedText } from './packed-text.ts';

const TEXT = 'a page '.repeat(1_000);

function gatewayWith(now: () => number) {
  const gateway = fastify();
  const send = packedText(now);
  gateway.get('/', (request, reply) => send(request, reply, `${request.headers.host} ${TEXT}`));
  const get = (host: string, encoding = 'br') =>
    gateway.inject({ url: '/', headers: { host, 'accept-encoding': encoding } });
  return { get };
}

test('a text is sent packed as the client accepts it', async () => {
  const { get } = gatewayWith(() => 0);
  const packed = await get('one.example');
  expect(packed.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(`one.example ${TEXT}`);
  const plain = await get('one.example', 'identity');
  expect([plain.headers['content-encoding'], plain.payload]).toEqual([undefined, `one.example ${TEXT}`]);
});

test('texts without end cost no more than twenty compressions a minute, and known ones stay packed', async () => {
  let at = 0;
  const { get } = gatewayWith(() => at);
  await get('ours.example');
  const encodings: unknown[] = [];
  for (let index = 0; index < 60; index += 1) {
    const invented = await get(`invented-${index}.example`);
    expect(invented.statusCode).toBe(200);
    encodings.push(invented.headers['content-encoding']);
    expect((await get('ours.example')).headers['content-encoding']).toBe('br');
  }
  expect(encodings.filter((each) => each === 'br')).toHaveLength(19);
  at = 60_000;
  expect((await get('late.example')).headers['content-encoding']).toBe('br');
});
