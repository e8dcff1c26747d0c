import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { verifyByNoble } from './insecure.ts';
import type { Manifest, PublicKey, Signed } from './manifest.ts';
import { acceptManifest, acceptPreview, isNewer, Refused, type VerifySignature } from './verify.ts';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const NOW = Date.UTC(2026, 10, 21);

const base64Url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

type Key = { readonly key: PublicKey; readonly secret: CryptoKey };

async function createKey(id: string): Promise<Key> {
  const pair = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey);
  return { key: { id, x, y }, secret: pair.privateKey };
}

async function sign(payload: unknown, ...keys: readonly Key[]): Promise<Signed> {
  const text = JSON.stringify(payload);
  const signatures = await Promise.all(
    keys.map(async ({ key, secret }) => ({
      key: key.id,
      signature: base64Url(await crypto.subtle.sign(ALGORITHM, secret, new TextEncoder().encode(text))),
    })),
  );
  return { schema: 2, payload: text, signatures };
}

const manifest = (epoch: number, more: Partial<Manifest> = {}): Manifest => ({
  schema: 2,
  epoch,
  issuedAt: NOW,
  expiresAt: NOW + 1_000,
  host: null,
  remotes: [],
  withdrawn: [],
  limits: { swaps: 20, heapMiB: 200 },
  telemetry: { outcomes: 10_000, vitals: 1_000 },
  ...more,
});

let first: Key;
let second: Key;
beforeAll(async () => {
  first = await createKey('first');
  second = await createKey('second');
});

const accept = (signed: unknown, keys: readonly Key[] = [first], after?: Manifest) =>
  acceptManifest(signed, { keys: keys.map(({ key }) => key), now: NOW, after });

const reasonOf = async (attempt: Promise<unknown>): Promise<string> => {
  const error = await attempt.then(
    () => new Error('it was taken'),
    (refused: unknown) => refused,
  );
  if (!(error instanceof Refused)) throw error;
  return error.reason;
};

describe('a signed manifest', () => {
  it('is taken when a known key signed it, one of several too', async () => {
    expect(await accept(await sign(manifest(1), first))).toEqual(manifest(1));
    expect(await accept(await sign(manifest(1), second, first))).toEqual(manifest(1));
  });

  it('is refused when nobody known signed it', async () => {
    expect(await reasonOf(accept(await sign(manifest(1), second)))).toBe('unsigned');
    expect(await reasonOf(accept(await sign(manifest(1))))).toBe('unsigned');
    expect(await reasonOf(accept(await sign(manifest(1), first), []))).toBe('unsigned');
  });

  it('is refused when any character of payload or signature is another', async () => {
    const signed = await sign(manifest(1), first);
    const [signature] = signed.signatures as [{ key: string; signature: string }];
    const flip = (text: string, at: number) => text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1);
    await fc.assert(
      fc.asyncProperty(fc.nat(signed.payload.length - 1), fc.nat(84), async (inPayload, inSignature) => {
        const payload = flip(signed.payload, inPayload);
        expect(await reasonOf(accept({ ...signed, payload }))).toBe('unsigned');
        const forged = [{ ...signature, signature: flip(signature.signature, inSignature) }];
        expect(await reasonOf(accept({ ...signed, signatures: forged }))).toBe('unsigned');
      }),
      { numRuns: 50 },
    );
  });

  it('is refused when it expired', async () => {
    expect(await reasonOf(accept(await sign(manifest(1, { expiresAt: NOW - 1 }), first)))).toBe('expired');
  });

  it('is refused when a later one was in force, and taken when it is that one or a renewed one', async () => {
    const last = manifest(5);
    expect(await reasonOf(accept(await sign(manifest(4), first), [first], last))).toBe('replayed');
    const stale = manifest(5, { issuedAt: NOW - 1 });
    expect(await reasonOf(accept(await sign(stale, first), [first], last))).toBe('replayed');
    expect(await accept(await sign(last, first), [first], last)).toEqual(last);
    const renewed = manifest(5, { issuedAt: NOW + 1 });
    expect(isNewer(renewed, last)).toBe(true);
    expect(await accept(await sign(renewed, first), [first], last)).toEqual(renewed);
  });

  it('is refused, never mistaken, whatever is sent in its place', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json(), async (text) => {
        expect(['malformed', 'unsigned']).toContain(await reasonOf(accept(JSON.parse(text))));
      }),
    );
    expect(await reasonOf(accept(await sign({ schema: 2, expiresAt: NOW + 1 }, first)))).toBe('malformed');
    expect(await reasonOf(accept(await sign({ ...manifest(1), schema: 3 }, first)))).toBe('malformed');
    expect(await reasonOf(accept(await sign(null, first)))).toBe('malformed');
  });
});

describe('a preview', () => {
  it('is taken until it ends, and a manifest is none', async () => {
    const keys = [first.key];
    const preview = { schema: 2, preview: { name: 'markets' }, expiresAt: NOW + 1 };
    const signed = await sign(preview, first);
    expect(await acceptPreview(signed, { keys, now: NOW })).toEqual(preview);
    expect(await reasonOf(acceptPreview(signed, { keys, now: NOW + 2 }))).toBe('expired');
    expect(await reasonOf(acceptPreview(await sign(manifest(1), first), { keys, now: NOW }))).toBe('malformed');
  });
});

describe('a browser without WebCrypto', () => {
  it('comes to the same verdicts', async () => {
    const web: VerifySignature = async ({ x, y }, signature, content) => {
      const key = await crypto.subtle.importKey('jwk', { kty: 'EC', crv: 'P-256', x, y }, ALGORITHM, false, ['verify']);
      return crypto.subtle.verify(ALGORITHM, key, signature as BufferSource, content as BufferSource);
    };
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), fc.nat(63), fc.boolean(), async (content, at, tampered) => {
        const signature = new Uint8Array(await crypto.subtle.sign(ALGORITHM, first.secret, content as BufferSource));
        if (tampered) signature[at] = (signature[at] as number) ^ 1;
        const byWeb = await web(first.key, signature, content);
        expect(byWeb).toBe(!tampered);
        expect(await verifyByNoble(first.key, signature, content)).toBe(byWeb);
      }),
      { numRuns: 40 },
    );
  });
});
