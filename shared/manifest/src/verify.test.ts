import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Manifest, PublicKey, Signed } from './manifest.ts';
import { acceptManifest, acceptPreview, isNewer, Refused } from './verify.ts';

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

const sign = (payload: unknown, ...keys: readonly Key[]): Promise<Signed> => signText(JSON.stringify(payload), ...keys);

async function signText(text: string, ...keys: readonly Key[]): Promise<Signed> {
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

  it('is rejected without a signature of a known key', async () => {
    expect(await reasonOf(accept(await sign(manifest(1), second)))).toBe('unsigned');
    expect(await reasonOf(accept(await sign(manifest(1))))).toBe('unsigned');
    expect(await reasonOf(accept(await sign(manifest(1), first), []))).toBe('unsigned');
  });

  it('is rejected if any bit of its text or signature differs', async () => {
    const signed = await sign(manifest(1), first);
    const signature = signed.signatures[0]?.signature ?? '';
    const text = Buffer.from(signed.payload);
    const flipped = (bytes: Buffer, bit: number): Buffer => {
      const copy = Buffer.from(bytes);
      copy[bit >> 3] = (copy[bit >> 3] as number) ^ (1 << (bit & 7));
      return copy;
    };
    for (let bit = 0; bit < text.length * 8; bit += 1) {
      // A byte above 127 alone is no UTF-8 and arrives as U+FFFD, which is another text as well.
      const payload = flipped(text, bit).toString();
      expect(await reasonOf(accept({ ...signed, payload })), `bit ${bit} of the text`).toBe('unsigned');
    }
    for (let bit = 0; bit < 512; bit += 1) {
      const forged = flipped(Buffer.from(signature, 'base64url'), bit).toString('base64url');
      const signatures = [{ key: 'first', signature: forged }];
      expect(await reasonOf(accept({ ...signed, signatures })), `bit ${bit} of the signature`).toBe('unsigned');
    }
  });

  it('is accepted with additional invalid signatures, and rejected with only those', async () => {
    const signed = await sign(manifest(1), first);
    const nonsense = [
      null,
      7,
      [],
      {},
      { key: 'first' },
      { key: 'first', signature: '???' },
      { key: 3, signature: 'A' },
    ];
    expect(await accept({ ...signed, signatures: [...nonsense, ...signed.signatures] })).toEqual(manifest(1));
    expect(await reasonOf(accept({ ...signed, signatures: nonsense }))).toBe('unsigned');
  });

  it('is rejected if the signature was made with another key than it names', async () => {
    const signed = await sign(manifest(1), second);
    const signatures = signed.signatures.map((entry) => ({ ...entry, key: 'first' }));
    expect(await reasonOf(accept({ ...signed, signatures }, [first, second]))).toBe('unsigned');
  });

  it('is rejected if expired', async () => {
    expect(await reasonOf(accept(await sign(manifest(1, { expiresAt: NOW - 1 }), first)))).toBe('expired');
  });

  it('is rejected if a later one was in force, and accepted if it is the same or a renewed one', async () => {
    const last = manifest(5);
    expect(await reasonOf(accept(await sign(manifest(4), first), [first], last))).toBe('replayed');
    const stale = manifest(5, { issuedAt: NOW - 1 });
    expect(await reasonOf(accept(await sign(stale, first), [first], last))).toBe('replayed');
    expect(await accept(await sign(last, first), [first], last)).toEqual(last);
    const renewed = manifest(5, { issuedAt: NOW + 1 });
    expect(isNewer(renewed, last)).toBe(true);
    expect(await accept(await sign(renewed, first), [first], last)).toEqual(renewed);
  });

  it('is rejected for any other content', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json(), async (text) => {
        expect(['malformed', 'unsigned']).toContain(await reasonOf(accept(JSON.parse(text))));
      }),
    );
    const outer = fc.record({
      schema: fc.constantFrom(2, 2, 3, '2'),
      payload: fc.oneof(fc.json(), fc.string()),
      signatures: fc.oneof(fc.array(fc.oneof(fc.jsonValue(), fc.constant({ key: 'first', signature: 'AA' })))),
    });
    await fc.assert(
      fc.asyncProperty(outer, async (value) => {
        expect(['malformed', 'unsigned']).toContain(await reasonOf(accept(value)));
      }),
    );
  });

  it('is rejected if the signed content is not a manifest', async () => {
    const field = fc.oneof(fc.jsonValue(), fc.constantFrom(2, 1, NOW + 1, -1e300, 1e300, []));
    const payload = fc.oneof(
      fc.jsonValue(),
      fc.record(
        { schema: field, epoch: field, issuedAt: field, expiresAt: field, remotes: field },
        { requiredKeys: [] },
      ),
    );
    const complete = (value: unknown): boolean => {
      const { schema, epoch, issuedAt, expiresAt, remotes } = (value ?? {}) as Record<string, unknown>;
      const whole = [epoch, issuedAt].every(Number.isSafeInteger) && typeof expiresAt === 'number';
      return schema === 2 && whole && expiresAt >= NOW && expiresAt < 8.64e15 && Array.isArray(remotes);
    };
    await fc.assert(
      fc.asyncProperty(payload, async (value) => {
        fc.pre(!complete(value));
        expect(['malformed', 'expired']).toContain(await reasonOf(accept(await sign(value, first))));
      }),
    );
    expect(await reasonOf(accept(await sign({ schema: 2, expiresAt: NOW + 1 }, first)))).toBe('malformed');
    expect(await reasonOf(accept(await sign({ ...manifest(1), issuedAt: 'x' }, first)))).toBe('malformed');
    expect(await reasonOf(accept(await signText('not json', first)))).toBe('malformed');
    expect(await reasonOf(accept(await sign({ ...manifest(1), schema: 3 }, first)))).toBe('malformed');
    expect(await reasonOf(accept(await sign(null, first)))).toBe('malformed');
  });
});

describe('a preview', () => {
  it('is taken until it expires or is ended, and a manifest is none', async () => {
    const keys = [first.key];
    const preview = { schema: 2, id: 'a1', preview: { name: 'markets' }, expiresAt: NOW + 1 };
    const signed = await sign(preview, first);
    const inForce = { ...manifest(1), previews: ['b2', 'a1'] };
    expect(await acceptPreview(signed, { keys, now: NOW }, inForce)).toEqual(preview);
    expect(await reasonOf(acceptPreview(signed, { keys, now: NOW + 2 }, inForce))).toBe('expired');
    expect(await reasonOf(acceptPreview(signed, { keys, now: NOW }, { ...inForce, previews: ['b2'] }))).toBe('ended');
    expect(await reasonOf(acceptPreview(signed, { keys, now: NOW }, manifest(2)))).toBe('ended');
    expect(await reasonOf(acceptPreview(await sign(manifest(1), first), { keys, now: NOW }, inForce))).toBe(
      'malformed',
    );
  });
});
