import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifyByNoble } from './insecure.ts';
import type { PublicKey, Signed } from './manifest.ts';
import { openSigned, Refused } from './verify.ts';
import type { VerifySignature } from './verify-signature.ts';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
/** Order of the curve: s and ORDER − s are both signatures of the same text. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

const verifyByWeb: VerifySignature = async ({ x, y }, signature, content) => {
  const key = await crypto.subtle.importKey('jwk', { kty: 'EC', crv: 'P-256', x, y }, ALGORITHM, false, ['verify']);
  return crypto.subtle.verify(ALGORITHM, key, signature as BufferSource, content as BufferSource);
};

type Pair = { readonly key: PublicKey; readonly secret: CryptoKey };

async function createPair(): Promise<Pair> {
  const pair = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey);
  return { key: { id: 'key', x, y }, secret: pair.privateKey };
}

const signatureOf = async ({ secret }: Pair, content: Uint8Array): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.sign(ALGORITHM, secret, content as BufferSource));

/** A verdict; what cannot even be read is no signature, as `openSigned` takes it. */
const verdict = (verify: VerifySignature, key: PublicKey, signature: Uint8Array, content: Uint8Array) =>
  verify(key, signature, content).catch(() => false);

function withOtherS(signature: Uint8Array): Uint8Array {
  const s = BigInt(`0x${Buffer.from(signature.subarray(32)).toString('hex')}`);
  const other = Buffer.from((ORDER - s).toString(16).padStart(64, '0'), 'hex');
  return Uint8Array.from([...signature.subarray(0, 32), ...other]);
}

const flip = (bytes: Uint8Array, at: number): Uint8Array =>
  Uint8Array.from(bytes, (byte, index) => (index === at ? byte ^ (1 << (at % 8)) : byte));

const base64Url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

describe('a browser without WebCrypto', () => {
  it('takes what WebCrypto takes, under any key and of any content', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), fc.boolean(), async (content, mirrored) => {
        const pair = await createPair();
        const made = await signatureOf(pair, content);
        const signature = mirrored ? withOtherS(made) : made;
        expect(await verifyByWeb(pair.key, signature, content)).toBe(true);
        expect(await verifyByNoble(pair.key, signature, content)).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  it('rejects what WebCrypto rejects: another signature, content or key, and what is none of them', async () => {
    const [pair, stranger] = await Promise.all([createPair(), createPair()]);
    const content = fc.uint8Array({ minLength: 1, maxLength: 100 });
    const tampering = fc.constantFrom('signature', 'content', 'key', 'coordinate', 'short', 'long', 'zero', 'order');
    await fc.assert(
      fc.asyncProperty(content, tampering, fc.nat(63), async (text, how, at) => {
        const made = await signatureOf(pair, text);
        let [key, signature, shown]: [PublicKey, Uint8Array, Uint8Array] = [pair.key, made, text];
        if (how === 'signature') signature = flip(made, at);
        if (how === 'content') shown = flip(text, at % text.length);
        if (how === 'key') key = stranger.key;
        if (how === 'coordinate') key = { ...key, x: base64Url(flip(Buffer.from(key.x, 'base64url'), at % 32)) };
        if (how === 'short') signature = made.subarray(0, at);
        if (how === 'long') signature = Uint8Array.from([...made, ...made.subarray(0, at + 1)]);
        if (how === 'zero') signature = new Uint8Array(64);
        if (how === 'order')
          signature = Uint8Array.from([...made.subarray(0, 32), ...Buffer.from(ORDER.toString(16), 'hex')]);
        expect(await verdict(verifyByWeb, key, signature, shown)).toBe(false);
        expect(await verdict(verifyByNoble, key, signature, shown)).toBe(false);
      }),
      { numRuns: 200 },
    );
  });

  it('opens the same signed texts', async () => {
    const pair = await createPair();
    const payload = JSON.stringify({ schema: 2, text: 'Grüße, 你好' });
    const signature = base64Url(await signatureOf(pair, new TextEncoder().encode(payload)));
    const signed: Signed = { schema: 2, payload, signatures: [{ key: 'key', signature }] };
    expect(await openSigned(signed, [pair.key], verifyByNoble)).toEqual(await openSigned(signed, [pair.key]));
    const forged = openSigned({ ...signed, payload: payload.replace('2', '3') }, [pair.key], verifyByNoble);
    await expect(forged).rejects.toThrow(Refused);
  });
});
