import { base64url, hashOf, type SessionKey } from './prove.ts';
import { inKeys } from './store.ts';

type Kept = SessionKey & {
  /** When its session is over, Unix ms. */
  readonly until: number;
};

/** Where a key waits for its session. */
const WAITING = 'new';

/** Makes the key of a session that is about to begin; null where the browser keeps none, and the session has none. */
export async function newSessionKey(): Promise<SessionKey | null> {
  if (!globalThis.indexedDB) return null;
  try {
    const ecdsa = { name: 'ECDSA', namedCurve: 'P-256' };
    const { privateKey, publicKey } = await crypto.subtle.generateKey(ecdsa, false, ['sign']);
    const { crv, kty, x, y } = await crypto.subtle.exportKey('jwk', publicKey);
    const head = base64url(JSON.stringify({ typ: 'dpop+jwt', alg: 'ES256', jwk: { crv, kty, x, y } }));
    const kept: Kept = { privateKey, head, until: 0 };
    // Before the session is bound to it: a key that cannot be kept would end it with the page.
    await inKeys('readwrite', (keys) => keys.put(kept, WAITING));
    return kept;
  } catch (error) {
    // A page without TLS, a private window, an old browser.
    console.warn('the session will have no key of this browser', error);
    return null;
  }
}

/** Keeps the key of a session that has begun; keys of sessions that are over go. */
export async function keepKey(
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
