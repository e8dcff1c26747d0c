import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { allocation, launchpadFixtures } from '@tessera/api/launchpad/fixtures';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { UsageError } from './usage.ts';
import { verifyAllocation } from './verify-allocation.ts';

/* A platform that publishes its table in parts of two. */

let table = allocation();
let server: Server;
let origin = '';
beforeAll(async () => {
  server = createServer((request, response) => {
    const from = Number(new URL(request.url ?? '', 'http://platform').searchParams.get('from'));
    const message = { ...table, shares: table.shares.slice(from, from + 2) };
    response.end(JSON.stringify({ type: 'ok', code: 1, message }));
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

async function verify(...names: readonly string[]) {
  const lines: string[] = [];
  const code = await verifyAllocation({ origin, print: (line) => void lines.push(line) }, { names });
  return { code, text: lines.join(' ') };
}

test('a table whose shares follow from the commitments is right, with the share of one user', async () => {
  const { uid, salt } = launchpadFixtures['GET /user/project/share'];
  const { code, text } = await verify('7', uid, salt);
  expect(code).toBe(0);
  expect(text).toContain('1000 of 1000 OPUS were allotted to 3 users');
  expect(text).toContain(`User ${uid} committed 500 and got 200.`);
  expect(await verify('7', uid, 'another')).toMatchObject({ code: 1 });
});

test('a share that was changed is named', async () => {
  const [first, second, third] = allocation().shares;
  if (!first || !second || !third) throw new Error('the table has three users');
  table = allocation({ shares: [[first[0], '500', '210'], [second[0], '1000', '390'], third] });
  const { code, text } = await verify('7');
  expect(code).toBe(1);
  expect(text).toContain('a share does not follow from the commitments');
  table = allocation({ shares: [first, second] });
  expect((await verify('7')).text).toContain('do not sum up');
});

test('a sale has to be named by its number', async () => {
  await expect(verify('Opus')).rejects.toThrow(UsageError);
});
