import { existsSync, unlinkSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { connect } from 'node:net';
import { announceRequest, knownRequest, SignerRefusal, signRequest } from '@tessera/signer-api';
import * as z from 'zod';
import type { Signer } from './signer.ts';

const MOST = 4_000_000;
/** Connections at once; the socket's owner is the only caller. */
const CONNECTIONS = 32;

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request) {
    length += (part as Buffer).length;
    if (length > MOST) throw new SignerRefusal('bad_request', 'the request is too large');
    parts.push(part as Buffer);
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8'));
  } catch (error) {
    throw Object.assign(new SignerRefusal('bad_request', 'no JSON'), { cause: error });
  }
}

function parse<T>(shape: z.ZodType<T>, value: unknown): T {
  const reading = shape.safeParse(value);
  if (!reading.success) throw new SignerRefusal('bad_request', z.prettifyError(reading.error).slice(0, 500));
  return reading.data;
}

async function respond(signer: Signer, path: string, body: unknown): Promise<unknown> {
  if (path === '/status') return signer.status();
  if (path === '/sign') return signer.sign(parse(signRequest, body));
  if (path === '/known') return { signed: await signer.known(parse(knownRequest, body).ids) };
  if (path === '/announce') {
    const { chain, addresses } = parse(announceRequest, body);
    const known = await signer.announce(chain, addresses);
    return { addresses: Array.from(known, ([address, at]) => ({ address, at })) };
  }
  throw new SignerRefusal('bad_request', 'no such path');
}

/** Whether a process listens there. */
const isAlive = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('close', () => undefined).once('connect', () => socket.destroy());
  });

type Log = (line: string) => void;

/** Listens at a Unix socket that its owner alone may open. Throws where another process listens there. */
export async function serveSigner(signer: Signer, path: string, log: Log): Promise<Server> {
  if (existsSync(path)) {
    if (await isAlive(path)) throw new Error(`Another process listens at ${path}.`);
    unlinkSync(path);
  }
  const server = createServer(async (request, response) => {
    const where = request.url ?? '';
    let body: unknown;
    let status = 200;
    try {
      body = await respond(signer, where, await bodyOf(request));
    } catch (error) {
      status = error instanceof SignerRefusal ? 409 : 500;
      // What went wrong inside is for the operator's log, not for the caller.
      body =
        error instanceof SignerRefusal
          ? { error: error.code, detail: error.detail }
          : { error: 'bad_request', detail: 'the signer failed' };
      log(`${where} ${error instanceof Error ? error.message : String(error)}`);
    }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  server.maxConnections = CONNECTIONS;
  server.requestTimeout = 30_000;
  // Made with its final rights: between making it and changing them another user could connect.
  const before = process.umask(0o177);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(path, resolve);
    });
  } finally {
    process.umask(before);
  }
  return server;
}
