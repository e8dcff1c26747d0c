import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import type { Page } from '@playwright/test';
import { backendNow } from './clock.ts';
import { ORIGIN } from './where.ts';

type Headers = Record<string, string>;
type Form = Readonly<Record<string, string>>;

/** Headers of a call in a session, with the proof of its key: `POST`, `/wallet/change`. Each serves one request. */
export type Session = (method: string, path: string, form?: Form) => Promise<Headers>;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');
const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

type Sign = (claims: string) => Promise<string> | string;

const sessionOf =
  (token: string | null, prove: Sign): Session =>
  async (method, path, form) => {
    const { pathname, search } = new URL(`${ORIGIN}/api${path}`);
    const key = randomUUID();
    const content = form ? String(new URLSearchParams(form)) : search.slice(1);
    const claims = {
      jti: randomUUID(),
      htm: method,
      htu: ORIGIN + pathname,
      iat: (await backendNow()) / 1_000,
      ...(token !== null && { ath: sha256(token) }),
      content: sha256(`${key}\n${content}`),
    };
    return {
      ...(token !== null && { authorization: token }),
      'idempotency-key': key,
      dpop: await prove(part(claims)),
    };
  };

/** The token that the page has in storage. */
export const tokenOf = async (page: Page): Promise<string> =>
  (await page.evaluate(() => localStorage.getItem('tessera.host.token'))) ?? '';

/** The session of a page. Its key signs in the page alone, so the page has to be open; its cookies go with each request. */
export async function pageSession(page: Page): Promise<Session> {
  const token = await tokenOf(page);
  const signInPage = async ([id, claims]: readonly [string, string]): Promise<string> => {
    const { privateKey, head } = await new Promise<{ privateKey: CryptoKey; head: string }>((found, fail) => {
      const opening = indexedDB.open('tessera');
      opening.onerror = () => fail(opening.error);
      opening.onsuccess = () => {
        const reading = opening.result.transaction('keys').objectStore('keys').get(id);
        reading.onsuccess = () => found(reading.result);
        opening.result.close();
      };
    });
    const text = `${head}.${claims}`;
    const how = { name: 'ECDSA', hash: 'SHA-256' };
    const signature = await crypto.subtle.sign(how, privateKey, new TextEncoder().encode(text));
    const bytes = btoa(String.fromCharCode(...new Uint8Array(signature)));
    return `${text}.${bytes.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
  };
  const inPage = sessionOf(token, (claims) => page.evaluate(signInPage, [sha256(token), claims] as const));
  return async (...call) => {
    const cookies = await page.context().cookies(ORIGIN);
    return { ...(await inPage(...call)), cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') };
  };
}

/** A new session with a key of its own, as of a program that calls the API. */
export async function ownSession(path: string, form: Form): Promise<{ session: Session; message: unknown }> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { kty, crv, x, y } = publicKey.export({ format: 'jwk' });
  const head = part({ typ: 'dpop+jwt', alg: 'ES256', jwk: { kty, crv, x, y } });
  const prove = (claims: string): string => {
    const text = `${head}.${claims}`;
    const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' });
    return `${text}.${signature.toString('base64url')}`;
  };
  const headers = await sessionOf(null, prove)('POST', path, form);
  const response = await fetch(`${ORIGIN}/api${path}`, { method: 'POST', headers, body: new URLSearchParams(form) });
  const { type, message } = (await response.json()) as { type: string; message: { token: string } };
  if (type !== 'ok') throw new Error(`${path}: ${JSON.stringify(message)}`);
  return { session: sessionOf(message.token, prove), message };
}
