import { cryptography, randomId, subtleCrypto } from '@tessera/device';
import { inKeys } from './store.ts';

/** A key that no script can read: it signs, and stays in the browser. */
export type SessionKey = {
  readonly privateKey: CryptoKey;
  /** The first part of each of its proofs: algorithm and public key. */
  readonly head: string;
};

/** What a request does. */
export type Provable = {
  readonly method: string;
  readonly url: string;
  /** The query, or the form. */
  readonly content?: string;
  readonly idempotencyKey?: string | undefined;
};

/** The server's time − the device's, ms. */
let ahead = 0;

/** Learns the server's time, Unix ms. Returns whether proofs made so far were of another one. */
export function learnTime(serverNow: number): boolean {
  const before = ahead;
  ahead = serverNow - Date.now() || 0;
  return Math.abs(ahead - before) > 30_000;
}

/** The server's time as far as it was learned, Unix ms. */
export const serverTime = (): number => Date.now() + ahead;

const bytesOf = (text: string) => new TextEncoder().encode(text);
export const base64url = (text: string): string =>
  btoa(text).replace(/[+/=]/g, (sign) => (sign === '+' ? '-' : sign === '/' ? '_' : ''));
const encoded = (bytes: ArrayBuffer): string => base64url(String.fromCharCode(...new Uint8Array(bytes)));
/** By which a key is kept, and a proof names its token. */
export const hashOf = async (text: string): Promise<string> =>
  encoded(await cryptography().digest('SHA-256', bytesOf(text)));

/** Proves that the key makes this request, now (RFC 9449). `ath` is the hash of the token; a session begins without. */
export async function prove(
  { privateKey, head }: SessionKey,
  { method, url, content = '', idempotencyKey = '' }: Provable,
  ath?: string,
): Promise<string> {
  const claims = {
    jti: randomId(),
    htm: method,
    htu: new URL(url, location.href).href.replace(/\?.*/, ''),
    iat: serverTime() / 1_000,
    ath,
    content: await hashOf(`${idempotencyKey}\n${content}`),
  };
  const text = `${head}.${base64url(JSON.stringify(claims))}`;
  const signature = await cryptography().sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, bytesOf(text));
  return `${text}.${encoded(signature)}`;
}

type Held = {
  readonly token: string;
  readonly key: Promise<(SessionKey & { readonly ath: string }) | null>;
  /** The browser keeps no keys: this one ends with the page. */
  readonly brief?: true;
};

let held: Held | null = null;

async function keyOf(token: string) {
  try {
    const ath = await hashOf(token);
    const key: SessionKey | undefined = await inKeys('readonly', (keys) => keys.get(ath));
    return key ? { ...key, ath } : null;
  } catch (error) {
    console.warn('session key not read', error);
    return null;
  }
}

/** Holds the key of a session that has begun where the browser keeps none, as long as the page is open. */
export async function holdKey(token: string, key: SessionKey): Promise<void> {
  const ath = await hashOf(token);
  held = { token, key: Promise.resolve({ ...key, ath }), brief: true };
}

/** Whether the session of a token ends with the page, because its key does. */
export const endsWithPage = (token: string): boolean => held?.token === token && held.brief === true;

/** The proof of a request with this token; null for a session without a key, as where the browser keeps none. */
export function proofFor(token: string | null, request: Provable): Promise<string | null> | null {
  if (token === null || !subtleCrypto()) return null;
  if (held?.token !== token) held = { token, key: keyOf(token) };
  return held.key.then((key) => key && prove(key, request, key.ath));
}
