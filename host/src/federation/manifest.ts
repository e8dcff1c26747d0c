import { acceptManifest, isNewer, type Manifest, type PublicKey, Refused } from '@tessera/manifest';
import { guarded, storedValue } from '@tessera/storage';

export const BASE = '/h5/';

/** No manifest is available; the message states why. */
export class ManifestError extends Error {
  override name = 'ManifestError';
}

function inlined(page: Document, id: string): unknown {
  const content = page.getElementById(id)?.textContent;
  return content ? JSON.parse(content) : null;
}

/** The public keys that came with the page. They are trusted because a change of them is a change of the page. */
export const inlinedKeys = (page: Document): readonly PublicKey[] =>
  (inlined(page, 'tessera-keys') as PublicKey[] | null) ?? [];

const isStored = (value: unknown): value is { readonly payload: string } =>
  typeof value === 'object' && value !== null && 'payload' in value;

/** Unix ms of the server that sent a signed text; of the device, whose clock may be wrong, if it sent none. */
export const sentAt = (signed: unknown): number => (signed as { readonly at?: number } | null)?.at ?? Date.now();

/** The signed manifest that was last in force in this browser. */
const lastGood = storedValue<object | null>({ name: 'host.release', initial: null, accept: guarded(isStored) });

export async function fetchSigned(request: typeof fetch = fetch): Promise<unknown> {
  const answer = await request(`${BASE}manifest.json`, { cache: 'no-cache' });
  if (!answer.ok) throw new ManifestError(`the manifest returned HTTP ${answer.status}`);
  return answer.json();
}

/** Takes signed manifests in, newest last; rejects what is unsigned, expired or older than the newest one taken. */
export type ManifestGate = {
  /** Rejects with Refused. The manifest becomes the one that nothing older may follow. */
  take(signed: unknown): Promise<Manifest>;
};

export function manifestGate(keys: readonly PublicKey[]): ManifestGate {
  let after: Manifest | undefined;
  return {
    async take(signed) {
      const manifest = await acceptManifest(signed, { keys, now: sentAt(signed), after });
      if (!after || isNewer(manifest, after)) {
        after = manifest;
        lastGood.write(signed as object);
      }
      return manifest;
    },
  };
}

/**
 * The manifest to start with: the page's own, unless it is altered, expired or older than the last good one of this
 * browser; then that one, then the server's. The last good one is of no use once its key has left the page.
 */
export async function firstManifest(page: Document, gate: ManifestGate, request?: typeof fetch): Promise<Manifest> {
  const own = inlined(page, 'tessera-manifest');
  const remembered = lastGood.read();
  const known = remembered && (await gate.take({ ...remembered, at: sentAt(own) }).catch(() => null));
  let problem: unknown = new ManifestError('the page carries no manifest');
  for (const source of [async () => own, () => fetchSigned(request)]) {
    try {
      const signed = await source();
      if (signed !== null) return await gate.take(signed);
    } catch (error) {
      console.warn('release manifest rejected', error);
      problem = error;
    }
    if (known) return known;
  }
  throw problem instanceof Refused || problem instanceof ManifestError ? problem : new ManifestError(String(problem));
}
