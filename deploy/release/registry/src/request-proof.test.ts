import { createHash } from 'node:crypto';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hashing, isOfContent, isOfRequest, type Read } from './request-proof.ts';

let app: FastifyInstance;
beforeEach(async () => {
  app = fastify();
  let read: Read;
  app.route({
    method: ['GET', 'POST'],
    url: '/registry/promote',
    async preParsing(_request, _reply, payload) {
      read = hashing(payload as never);
      return read.body;
    },
    handler: async (request) => ({ request: isOfRequest(request), content: isOfContent(request, read.hash) }),
  });
  await app.ready();
});
afterEach(() => app.close());

const BODY = '{"name":"finance", "version":"2.0.0"}';
const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url');
const RIGHT = { htm: 'POST', htu: 'https://h5.example/registry/promote', content: sha256(`\n${BODY}`) };
const proofOf = (claims: object) => `head.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`;

async function judged(dpop: string | undefined, body = BODY): Promise<unknown> {
  const headers = { 'content-type': 'application/json', ...(dpop !== undefined && { dpop }) };
  return (await app.inject({ method: 'POST', url: '/registry/promote', headers, payload: body })).json();
}

test('a proof is of exactly this request, and one without a proof is the backend’s to judge', async () => {
  expect(await judged(proofOf(RIGHT))).toEqual({ request: true, content: true });
  expect(await judged(undefined)).toEqual({ request: true, content: true });
  const query = 'limit=5';
  const dpop = proofOf({ ...RIGHT, htm: 'GET', content: sha256(`\n${query}`) });
  const url = `/registry/promote?${query}`;
  expect((await app.inject({ url, headers: { dpop } })).json()).toEqual({ request: true, content: true });
  expect((await app.inject({ url: `${url}0`, headers: { dpop } })).json()).toEqual({ request: true, content: false });
});

test.each([
  ['another operation', { ...RIGHT, htu: 'https://h5.example/registry/rollback' }, false],
  ['another method', { ...RIGHT, htm: 'GET' }, false],
  ['an address that is none', { ...RIGHT, htu: '/registry/promote' }, false],
  ['nothing', {}, false],
])('a proof of %s is refused', async (_, claims, request) => {
  expect(await judged(proofOf(claims))).toMatchObject({ request });
});

test('a proof of another body is refused, and what is no proof', async () => {
  expect(await judged(proofOf(RIGHT), BODY.replace('2.0.0', '6.6.6'))).toEqual({ request: true, content: false });
  expect(await judged('no proof')).toEqual({ request: false, content: false });
});
