import type { PublicKey, Signed } from '@tessera/manifest';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

const base64Url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

export type Signer = {
  readonly key: PublicKey;
  sign(payload: object): Promise<Signed>;
};

/** A key of this test and its signature. */
export async function createSigner(id = 'test'): Promise<Signer> {
  const pair = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey);
  return {
    key: { id, x, y },
    async sign(payload) {
      const text = JSON.stringify(payload);
      const signature = await crypto.subtle.sign(ALGORITHM, pair.privateKey, new TextEncoder().encode(text));
      return { schema: 2, payload: text, signatures: [{ key: id, signature: base64Url(signature) }] };
    },
  };
}
