import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();
const encode = (data: Uint8Array | string) => Buffer.from(data).toString('base64url');

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const CREDENTIAL_INCLUDED = 0x40;

type Overrides = { readonly origin?: string; readonly rpId?: string; readonly verified?: boolean };
type Options = { readonly challenge: string; readonly rpId?: string; readonly rp?: { readonly id: string } };

/** An authenticator in software: ES256, attestation `none`. */
export class FakePasskey {
  readonly id = encode(randomBytes(16));
  readonly #privateKey: KeyObject;
  readonly #publicKey: Uint8Array;
  /** What the next signature counts. */
  counter = 0;

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x, y } = publicKey.export({ format: 'jwk' });
    this.#privateKey = privateKey;
    const coordinate = (text = '') => new Uint8Array(Buffer.from(text, 'base64url'));
    const cose = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, coordinate(x)],
      [-3, coordinate(y)],
    ]);
    this.#publicKey = isoCBOR.encode(cose);
  }

  #authenticatorData(rpId: string, flags: number): Buffer {
    this.counter += 1;
    const tail = Buffer.alloc(5);
    tail.writeUInt8(flags, 0);
    tail.writeUInt32BE(this.counter, 1);
    return Buffer.concat([sha256(rpId), tail]);
  }

  #clientData(type: string, challenge: string, origin: string): string {
    return JSON.stringify({ type, challenge, origin, crossOrigin: false });
  }

  /** Response to the options of a registration, as JSON. */
  create(options: string, { origin = 'http://localhost:8080', rpId, verified = true }: Overrides = {}): string {
    const { challenge, rp } = JSON.parse(options) as Options;
    const flags = USER_PRESENT | CREDENTIAL_INCLUDED | (verified ? USER_VERIFIED : 0);
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const authData = Buffer.concat([
      this.#authenticatorData(rpId ?? rp?.id ?? '', flags),
      Buffer.alloc(16),
      length,
      id,
      this.#publicKey,
    ]);
    const attestation = isoCBOR.encode(
      new Map<string, string | Uint8Array | Map<string, string>>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, string>()],
        ['authData', new Uint8Array(authData)],
      ]),
    );
    return JSON.stringify({
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: encode(this.#clientData('webauthn.create', challenge, origin)),
        attestationObject: encode(attestation),
        transports: ['internal'],
      },
    });
  }

  /** Response to the options of a log-in, a confirmation or an approval, as JSON. */
  sign(options: string, { origin = 'http://localhost:8080', rpId, verified = true }: Overrides = {}): string {
    const asked = JSON.parse(options) as Options;
    const flags = USER_PRESENT | (verified ? USER_VERIFIED : 0);
    const authenticatorData = this.#authenticatorData(rpId ?? asked.rpId ?? '', flags);
    const clientData = this.#clientData('webauthn.get', asked.challenge, origin);
    const signed = Buffer.concat([authenticatorData, sha256(clientData)]);
    return JSON.stringify({
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: encode(clientData),
        authenticatorData: encode(authenticatorData),
        signature: encode(createSign('SHA256').update(signed).sign(this.#privateKey)),
      },
    });
  }
}
