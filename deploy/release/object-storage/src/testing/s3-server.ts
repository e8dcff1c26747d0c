import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { S3Settings } from '../s3-settings.ts';
import { signatureFault } from './s3-signature.ts';

/**
 * Fault of a call: an error response; a connection closed before the call is executed, after it, or in the middle of
 * the response; no response at all.
 */
export type Trouble =
  | { readonly status: number; readonly code: string }
  | 'cut off'
  | 'response lost'
  | 'response cut'
  | 'silence';

export type S3ServerOptions = {
  /** Ignores `If-None-Match`, as services without conditional writes do. */
  readonly ignoresConditions?: boolean;
  readonly keysPerPage?: number;
  /** Returns 409 for a conditional write while another one of the same key is pending, as AWS does. */
  readonly decidesSlowly?: boolean;
};

export type S3Server = {
  readonly settings: S3Settings;
  readonly objects: Map<string, Buffer>;
  /** Each call takes the next fault; null is none. */
  readonly troubles: (Trouble | null)[];
  /** `PUT key` and so on, in order of arrival. */
  readonly calls: string[];
  /** Resolves when a call stays without a response. */
  silence(): Promise<void>;
  stop(): Promise<void>;
};

const BUCKET = 'releases';
const SIGNER = { keyId: 'AKIATEST', secret: 'a secret of tests', region: 'eu-test-1' };
const STATUS: Readonly<Record<string, number>> = { AuthorizationHeaderMalformed: 400, XAmzContentSHA256Mismatch: 400 };

type Reply = {
  readonly status: number;
  readonly content?: Buffer | string;
  readonly headers?: Readonly<Record<string, string>>;
};

const rejection = (status: number, code: string): Reply => ({
  status,
  content: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code} of the test</Message></Error>`,
});

function listed(objects: ReadonlyMap<string, Buffer>, url: URL, perPage: number): Reply {
  const prefix = url.searchParams.get('prefix') ?? '';
  const after = Buffer.from(url.searchParams.get('continuation-token') ?? '', 'base64').toString();
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const page = keys.slice(0, perPage);
  const more = keys.length > page.length;
  const contents = page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('');
  const token = Buffer.from(page.at(-1) ?? '').toString('base64');
  const next = more ? `<NextContinuationToken>${token}</NextContinuationToken>` : '';
  return {
    status: 200,
    content: `<?xml version="1.0"?><ListBucketResult><IsTruncated>${more}</IsTruncated>${contents}${next}</ListBucketResult>`,
  };
}

const metadataOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (/^x-amz-meta-/.test(name) ? [[name, String(value)]] : [])),
  );

/** An S3 service with one bucket in memory; supports what the release store uses. */
export async function startS3Server({
  ignoresConditions = false,
  keysPerPage = 1000,
  decidesSlowly = false,
}: S3ServerOptions = {}): Promise<S3Server> {
  const objects = new Map<string, Buffer>();
  const metadata = new Map<string, Record<string, string>>();
  const troubles: (Trouble | null)[] = [];
  const calls: string[] = [];
  const deciding = new Set<string>();
  let fallSilent: () => void = () => undefined;
  const silence = new Promise<void>((resolve) => {
    fallSilent = resolve;
  });

  async function written(request: IncomingMessage, key: string, body: Buffer): Promise<Reply> {
    if (request.headers['if-none-match'] === '*' && !ignoresConditions) {
      if (objects.has(key)) return rejection(412, 'PreconditionFailed');
      if (deciding.has(key)) return rejection(409, 'ConditionalRequestConflict');
      if (decidesSlowly) {
        deciding.add(key);
        for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
        deciding.delete(key);
      }
      if (objects.has(key)) return rejection(412, 'PreconditionFailed');
    }
    objects.set(key, body);
    metadata.set(key, metadataOf(request));
    return { status: 200 };
  }

  /** One range, as `getPart` asks for it. */
  function partOf(content: Buffer, range: string | undefined): Reply {
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
    if (first === undefined) return { status: 200, content };
    if (Number(first) >= content.length) return rejection(416, 'InvalidRange');
    return { status: 206, content: content.subarray(Number(first), Number(last) + 1) };
  }

  async function carriedOut(request: IncomingMessage, url: URL, key: string, body: Buffer): Promise<Reply> {
    const content = objects.get(key);
    switch (request.method) {
      case 'GET':
        if (key === '') return listed(objects, url, keysPerPage);
        return content ? partOf(content, request.headers.range) : rejection(404, 'NoSuchKey');
      case 'HEAD':
        return { status: content ? 200 : 404, headers: metadata.get(key) ?? {} };
      case 'PUT':
        return written(request, key, body);
      case 'DELETE':
        objects.delete(key);
        return { status: 204 };
      default:
        return rejection(405, 'MethodNotAllowed');
    }
  }

  function respond(request: IncomingMessage, url: URL, body: Buffer): Promise<Reply> | Reply {
    const fault = signatureFault(request, url, body, SIGNER);
    if (fault) return rejection(STATUS[fault] ?? 403, fault);
    // In the path, or before the first dot of the host name.
    const [, first = '', ...rest] = url.pathname.split('/').map(decodeURIComponent);
    const inHost = request.headers.host?.startsWith(`${BUCKET}.`);
    if (!inHost && first !== BUCKET) return rejection(404, 'NoSuchBucket');
    return carriedOut(request, url, (inHost ? [first, ...rest] : rest).join('/'), body);
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const url = new URL(request.url ?? '/', 'http://s3.test');
    calls.push(`${request.method} ${url.pathname.split('/').slice(2).map(decodeURIComponent).join('/')}`);
    const trouble = troubles.shift() ?? null;
    if (trouble === 'silence') return fallSilent();
    if (trouble === 'cut off') return void request.socket.destroy();
    const failure =
      typeof trouble === 'object' && trouble !== null ? rejection(trouble.status, trouble.code) : undefined;
    const { status, headers, content = '' } = failure ?? (await respond(request, url, Buffer.concat(parts)));
    if (trouble === 'response lost') return void request.socket.destroy();
    const bytes = Buffer.from(content);
    response.writeHead(status, { ...headers, 'content-length': bytes.byteLength });
    if (trouble !== 'response cut') return void response.end(bytes);
    response.write(bytes.subarray(0, bytes.byteLength / 2), () => request.socket.destroy());
  }

  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    settings: {
      bucket: BUCKET,
      endpoint: `http://127.0.0.1:${port}`,
      region: SIGNER.region,
      accessKeyId: SIGNER.keyId,
      secretAccessKey: SIGNER.secret,
      prefix: '',
      pathStyle: true,
    },
    objects,
    troubles,
    calls,
    silence: () => silence,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
