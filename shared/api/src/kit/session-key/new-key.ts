import { subtleCrypto } from '@tessera/device';
import { base64url, hashOf, holdKey, type SessionKey } from './prove.ts';
import { inKeys } from './store.ts';

type Kept = SessionKey & {
  /** When its session is over, Unix ms. */
  readonly until: number;
};

/** Makes the key of a session that is about to begin; null on a page without TLS, where the session has none. */
export async function newSessionKey(): Promise<SessionKey | null> {
  try {
    const subtle = subtleCrypto();
    if (!subtle) return null;
    const ecdsa = { name: 'ECDSA', namedCurve: 'P-256' };
    const { privateKey, publicKey } = await subtle.generateKey(ecdsa, false, ['sign']);
    const { crv, kty, x, y } = await subtle.exportKey('jwk', publicKey);
    const head = base64url(JSON.stringify({ typ: 'dpop+jwt', alg: 'ES256', jwk: { crv, kty, x, y } }));
    return { privateKey, head };
  } catch (error) {
    console.warn('the session will have no key of this browser', error);
    return null;
  }
}

/**
 * Keeps the key of a session that has begun; keys of sessions that are over go. Where the browser keeps none (a private
 * window, a WebView without a database, a full disk) the page holds it, and the session ends with the page.
 */
export async function keepKey(
  key: SessionKey,
  session: { readonly token: string; readonly expires_at: number },
): Promise<void> {
  try {
    await storeKey(key, session);
  } catch (error) {
    console.warn('the session ends with this page: its key cannot be kept', error);
    await holdKey(session.token, key);
  }
}

async function storeKey(
  key: SessionKey,
  { token, expires_at }: { readonly token: string; readonly expires_at: number },
): Promise<void> {
  const kept: Kept = { ...key, until: expires_at };
  const id = await hashOf(token);
  await inKeys('readwrite', (keys) => {
    const all = keys.openCursor();
    all.onsuccess = () => {
      const { result: each } = all;
      if (!each) return;
      if ((each.value as Kept).until < Date.now()) each.delete();
      each.continue();
    };
    return keys.put(kept, id);
  });
}
