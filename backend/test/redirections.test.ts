import { globSync, readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openEvm } from '../src/platform/chains/evm.ts';
import { openRpc } from '../src/platform/chains/json-rpc.ts';
import { openTron } from '../src/platform/chains/tron-api.ts';

let servers: Server[] = [];
afterEach(async () => {
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
  servers = [];
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A node that sends its caller elsewhere, and what is asked there. */
async function redirecting() {
  const asked: string[] = [];
  const elsewhere = await serve((request, response) => {
    asked.push(request.url ?? '');
    response.setHeader('content-type', 'application/json').end('{"jsonrpc":"2.0","id":0,"result":"0x1"}');
  });
  const node = await serve((_request, response) => response.writeHead(307, { location: elsewhere }).end());
  return { node, asked };
}

describe('a node that redirects is not followed', () => {
  it.each<[string, (node: string) => Promise<unknown>]>([
    ['by JSON-RPC', (node) => openRpc(node).batch([{ method: 'getblockcount' }])],
    ['by the client of EVM chains', async (node) => (await openEvm(node)).getChainId()],
    ['by the API of TRON', (node) => openTron(node)('wallet/getnowblock')],
  ])('%s', async (_, ask) => {
    const { node, asked } = await redirecting();
    await expect(ask(node)).rejects.toThrow();
    expect(asked).toEqual([]);
  });
});

/** A call with all that stands in its brackets. */
function callAt(text: string, start: number): string {
  let depth = 0;
  for (let at = text.indexOf('(', start); at < text.length; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0) return text.slice(start, at + 1);
  }
  return text.slice(start);
}

it('every request of the backend to another host states that it follows no redirection', () => {
  const root = join(import.meta.dirname, '../src');
  const sources = globSync('**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'));
  const requests = sources.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return [...text.matchAll(/(?<![\w.])(?:fetch|http)\((?!s\))/g)].map(
      ({ index }) => `${file}: ${callAt(text, index)}`,
    );
  });
  expect(requests.length).toBeGreaterThan(6);
  expect(requests.filter((call) => !call.includes("redirect: 'error'"))).toEqual([]);
});
