import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, signUp } from '../../../test/people.ts';
import { withProof } from '../../../test/session-key.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { upload } from '../../../test/upload-picture.ts';

/* Pictures that are sent as slowly as they may: each has a place in memory for all that it says it has. */

const PICTURE = 10 * 1024 * 1024;
let app: TestApp;
let port: number;
let people: Person[];
const sockets: Socket[] = [];
beforeAll(async () => {
  app = await createTestApp();
  people = await Promise.all(Array.from({ length: 8 }, () => signUp(app)));
  const address = await app.app.listen({ port: 0, host: '127.0.0.1' });
  port = Number(new URL(address).port);
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await app.close();
});

/** Begins an upload and leaves it. */
async function begin({ token }: Person, address: string) {
  const url = '/api/upload';
  const sent = { authorization: token, 'content-type': 'multipart/form-data; boundary=edge' };
  const headers = withProof({ method: 'POST', url, headers: sent }, app.now());
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  let answer = '';
  socket.on('data', (data) => {
    answer += data.toString();
  });
  await once(socket, 'connect');
  const lines = Object.entries({
    ...headers,
    host: '127.0.0.1',
    'x-forwarded-for': address,
    'content-length': PICTURE,
  });
  socket.write(`POST ${url} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
  socket.write('--edge\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n');
  return { answered: () => /^HTTP\/1.1 (\d+)/.exec(answer)?.[1] ?? 'waits' };
}

it('have a share of a node’s memory by address, two places by account, and those of others are taken', async () => {
  const [ann, ben, ...crowd] = people as [Person, Person, ...Person[]];
  /** Begins them one after the other; what became of them once so many were turned away. */
  const outcomes = async (uploads: readonly (readonly [Person, string])[], turnedAway: number) => {
    const begun: Awaited<ReturnType<typeof begin>>[] = [];
    for (const [person, address] of uploads) begun.push(await begin(person, address));
    const answers = () => begun.map(({ answered }) => answered()).toSorted();
    const count = () => answers().filter((answer) => answer !== 'waits').length;
    await expect.poll(count, { timeout: 60_000 }).toBe(turnedAway);
    return answers();
  };
  // Of one address nine of the largest go at a time, of one account two.
  const ofOne = await outcomes(
    [...crowd, ...crowd].map((person) => [person, '198.51.100.7']),
    3,
  );
  expect(ofOne).toEqual([...Array(3).fill('429'), ...Array(9).fill('waits')]);
  const ofAnn = await outcomes(
    [0, 1, 2].map((index) => [ann, `203.0.113.${index}`]),
    1,
  );
  expect(ofAnn).toEqual(['429', 'waits', 'waits']);
  expect(await upload(app, ben.token)).toMatchObject({ type: 'ok' });
});
