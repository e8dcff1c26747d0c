import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { S3Settings } from '../s3-settings.ts';

/** What goes wrong at a call: an answer instead, a connection that ends before or after the call was carried out. */
export type Trouble = { readonly status: number; readonly code: string } | 'cut off' | 'answer lost';

export type S3ServerOptions = {
  /** Takes `If-None-Match` and does as if it were not there, as services without conditional writes do. */
  readonly ignoresConditions?: boolean;
  readonly keysPerPage?: number;
};

export type S3Server = {
  readonly settings: S3Settings;
  readonly objects: Map<string, Buffer>;
  /** Each call takes the next one, in their order; null is none. */
  readonly troubles: (Trouble | null)[];
  /** `PUT key` and so on, in the order of their arrival. */
  readonly calls: string[];
  stop(): Promise<void>;
};

const BUCKET = 'releases';
const KEY_ID = 'AKIATEST';
const SECRET = 'a secret of tests';
const REGION = 'eu-test-1';

const sha256 = (content: Buffer | string): string => createHash('sha256').update(content).digest('hex');
const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Whether the request is signed with the secret: AWS Signature Version 4, from its description. */
function isSigned(request: IncomingMessage, url: URL, body: Buffer): boolean {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w+)$/;
  const [, keyId, day = '', region, names = '', signature] = pattern.exec(request.headers.authorization ?? '') ?? [];
  const payload = String(request.headers['x-amz-content-sha256']);
  if (keyId !== KEY_ID || region !== REGION || payload !== sha256(body)) return false;
  const encoded = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  const query = [...url.searchParams].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).sort();
  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const canonical = [request.method, url.pathname, query.join('&'), headers.join(''), names, payload].join('\n');
  const scope = `${day}/${REGION}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const key = [day, REGION, 's3', 'aws4_request'].reduce<Buffer | string>(
    (from, part) => hmac(from, part),
    `AWS4${SECRET}`,
  );
  return hmac(key, text).toString('hex') === signature;
}

type Answer = { readonly status: number; readonly content?: Buffer | string };

const refusal = (status: number, code: string): Answer => ({
  status,
  content: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code} of the test</Message></Error>`,
});

function listed(objects: ReadonlyMap<string, Buffer>, url: URL, perPage: number): Answer {
  const prefix = url.searchParams.get('prefix') ?? '';
  const after = url.searchParams.get('continuation-token') ?? '';
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const page = keys.slice(0, perPage);
  const more = keys.length > page.length;
  const contents = page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('');
  const next = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  return {
    status: 200,
    content: `<?xml version="1.0"?><ListBucketResult><IsTruncated>${more}</IsTruncated>${contents}${next}</ListBucketResult>`,
  };
}

/** A service of the S3 protocol with one bucket in memory, as far as a store of releases uses it. */
export async function startS3Server({
  ignoresConditions = false,
  keysPerPage = 1000,
}: S3ServerOptions = {}): Promise<S3Server> {
  const objects = new Map<string, Buffer>();
  const troubles: (Trouble | null)[] = [];
  const calls: string[] = [];

  const carryOut = (request: IncomingMessage, url: URL, key: string, body: Buffer): Answer => {
    const content = objects.get(key);
    switch (request.method) {
      case 'GET':
        if (key === '') return listed(objects, url, keysPerPage);
        return content ? { status: 200, content } : refusal(404, 'NoSuchKey');
      case 'PUT':
        if (request.headers['if-none-match'] === '*' && !ignoresConditions && content) {
          return refusal(412, 'PreconditionFailed');
        }
        objects.set(key, body);
        return { status: 200 };
      case 'DELETE':
        objects.delete(key);
        return { status: 204 };
      default:
        return refusal(405, 'MethodNotAllowed');
    }
  };

  /** Undefined where the connection ends without an answer. */
  const answerTo = (request: IncomingMessage, body: Buffer): Answer | undefined => {
    const url = new URL(request.url ?? '/', 'http://s3.test');
    const [, bucket = '', ...rest] = url.pathname.split('/').map(decodeURIComponent);
    const key = rest.join('/');
    calls.push(`${request.method} ${key}`);
    const trouble = troubles.shift() ?? null;
    if (trouble === 'cut off') return undefined;
    if (trouble !== null && trouble !== 'answer lost') return refusal(trouble.status, trouble.code);
    if (!isSigned(request, url, body)) return refusal(403, 'SignatureDoesNotMatch');
    if (bucket !== BUCKET) return refusal(404, 'NoSuchBucket');
    const answer = carryOut(request, url, key, body);
    return trouble === 'answer lost' ? undefined : answer;
  };

  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const answer = answerTo(request, Buffer.concat(parts));
    if (answer) response.writeHead(answer.status).end(answer.content);
    else request.socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    settings: {
      bucket: BUCKET,
      endpoint: `http://127.0.0.1:${port}`,
      region: REGION,
      accessKeyId: KEY_ID,
      secretAccessKey: SECRET,
      prefix: '',
      pathStyle: true,
    },
    objects,
    troubles,
    calls,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
