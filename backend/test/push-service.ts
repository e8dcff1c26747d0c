import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Agent, createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { certificateOf } from './self-signed.ts';

/** A notification as its device reads it. */
export type Arrived = {
  readonly device: string;
  readonly payload: { id: string; tag: string; title: string; body: string; link: string };
  readonly headers: IncomingMessage['headers'];
  /** Claims of the signed token (RFC 8292), once it is verified. */
  readonly claims: { readonly aud: string; readonly exp: number; readonly sub: string };
  /** The key that signed. */
  readonly key: string;
};

/** A browser that has subscribed: what it gives to the server, and what it keeps. */
function device(origin: string, name: string) {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const auth = randomBytes(16);
  return {
    pair,
    auth,
    address: {
      endpoint: `${origin}/push/${name}`,
      p256dh: pair.getPublicKey('base64url'),
      auth: auth.toString('base64url'),
    },
  };
}
type Device = ReturnType<typeof device>;

const hkdf = (salt: Buffer, key: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length));

/** Decrypts a message of one record (RFC 8188, RFC 8291), as a browser does. Throws for any other key. */
function open({ pair, auth }: Device, body: Buffer): string {
  const salt = body.subarray(0, 16);
  const idLength = body[20] ?? 0;
  const sender = body.subarray(21, 21 + idLength);
  const sealed = body.subarray(21 + idLength);
  const shared = pair.computeSecret(sender);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender]);
  const secret = hkdf(auth, shared, info, 32);
  const key = hkdf(salt, secret, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = hkdf(salt, secret, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}

/** Verifies the token of the server and returns its claims and its key. */
function signedBy(authorization = ''): Pick<Arrived, 'claims' | 'key'> {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(\S+)$/.exec(authorization) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const genuine = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!genuine) throw new Error('the token is not signed by its key');
  return { claims: JSON.parse(Buffer.from(claims, 'base64url').toString()), key };
}

export type PushService = {
  readonly origin: string;
  /** Trusts the certificate of this service. */
  readonly agent: Agent;
  readonly arrived: readonly Arrived[];
  /** A new device by this name. */
  subscribe(name: string): Device['address'];
  /** Answers the next requests with these; 201 after them. */
  answer(...statuses: number[]): void;
  close(): Promise<void>;
};

/** A push service on this machine that speaks the protocol (RFC 8030) and reads what it gets as the browser would. */
export async function startPushService(): Promise<PushService> {
  const { key, cert } = certificateOf('localhost');
  const devices = new Map<string, Device>();
  const arrived: Arrived[] = [];
  const statuses: number[] = [];
  const server = createServer({ key, cert }, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const name = (request.url ?? '').replace('/push/', '');
    const known = devices.get(name);
    const status = known ? (statuses.shift() ?? 201) : 404;
    if (known && status === 201) {
      const { authorization } = request.headers;
      arrived.push({
        device: name,
        payload: JSON.parse(open(known, Buffer.concat(chunks))),
        headers: request.headers,
        ...signedBy(authorization),
      });
    }
    response.writeHead(status).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `https://localhost:${(server.address() as AddressInfo).port}`;
  const agent = new Agent({ ca: cert, keepAlive: false });
  return {
    origin,
    agent,
    arrived,
    subscribe(name) {
      const added = device(origin, name);
      devices.set(name, added);
      return added.address;
    },
    answer: (...next) => void statuses.push(...next),
    async close() {
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
