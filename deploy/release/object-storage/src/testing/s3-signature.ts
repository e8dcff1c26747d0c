import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Credentials and region. */
export type Signer = { readonly keyId: string; readonly secret: string; readonly region: string };

const sha256 = (content: Buffer | string): string => createHash('sha256').update(content).digest('hex');
const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w+)$/;
/** Headers that must be signed, or an intermediary could change them. */
const SIGNED = ['host', 'x-amz-content-sha256', 'x-amz-date'];

/** Error code for an invalid request signature; undefined if it is valid. Implements AWS Signature Version 4. */
export function signatureFault(
  request: IncomingMessage,
  url: URL,
  body: Buffer,
  { keyId, secret, region }: Signer,
): string | undefined {
  const [, id, day = '', place, names = '', signature] = AUTHORIZATION.exec(request.headers.authorization ?? '') ?? [];
  if (id === undefined) return 'AccessDenied';
  if (id !== keyId) return 'InvalidAccessKeyId';
  if (place !== region) return 'AuthorizationHeaderMalformed';
  const signed = names.split(';');
  const amazon = Object.keys(request.headers).filter((name) => name.startsWith('x-amz-'));
  if ([...SIGNED, ...amazon].some((name) => !signed.includes(name))) {
    return 'AccessDenied';
  }
  const date = String(request.headers['x-amz-date']);
  const payload = String(request.headers['x-amz-content-sha256']);
  if (!date.startsWith(day)) return 'AuthorizationHeaderMalformed';
  if (payload !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const query = [...url.searchParams].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).sort();
  const headers = signed.map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const canonical = [request.method, url.pathname, query.join('&'), headers.join(''), names, payload].join('\n');
  const text = ['AWS4-HMAC-SHA256', date, `${day}/${region}/s3/aws4_request`, sha256(canonical)].join('\n');
  const parts = [day, region, 's3', 'aws4_request'];
  const key = parts.reduce<Buffer | string>((from, part) => hmac(from, part), `AWS4${secret}`);
  return hmac(key, text).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch';
}
