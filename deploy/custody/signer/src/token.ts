import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { hexToBytes, recoverPublicKey, toHex } from 'viem';
import type { SigningKey } from './chains/chain.ts';
import { ConfigError, type TokenConfig } from './config.ts';

/*
 * Keys of hot wallets in a device that speaks PKCS#11 (OASIS, version 2.40): an HSM, or softhsm2. The package pkcs11js
 * is compiled by its installation, so the operator installs it, and it is loaded only where a token is configured.
 */

type Handle = Buffer;
type Template = { readonly type: number; readonly value?: number | boolean | string | Buffer }[];
type Mechanism = { readonly mechanism: number; readonly parameter: null };
/** What is used of pkcs11js 2. Every call throws with the name of the CKR code. */
type Device = {
  load(path: string): void;
  C_Initialize(): void;
  C_GetSlotList(tokenPresent: boolean): Handle[];
  C_GetTokenInfo(slot: Handle): { readonly label: string };
  C_OpenSession(slot: Handle, flags: number): Handle;
  C_Login(session: Handle, user: number, pin: string): void;
  C_FindObjectsInit(session: Handle, template: Template): void;
  C_FindObjects(session: Handle, most: number): Handle[];
  C_FindObjectsFinal(session: Handle): void;
  C_GetAttributeValue(session: Handle, object: Handle, template: Template): readonly { readonly value: Buffer }[];
  C_GenerateKeyPair(session: Handle, how: Mechanism, publicKey: Template, privateKey: Template): unknown;
  C_SignInit(session: Handle, how: Mechanism, key: Handle): void;
  C_Sign(session: Handle, data: Buffer, signature: Buffer): Buffer;
};
type Constants =
  | `CKA_${'CLASS' | 'TOKEN' | 'PRIVATE' | 'LABEL' | 'KEY_TYPE' | 'SENSITIVE' | 'EXTRACTABLE' | 'SIGN' | 'VERIFY'}`
  | `CKA_EC_${'PARAMS' | 'POINT'}`
  | `CKO_${'PUBLIC' | 'PRIVATE'}_KEY`
  | `CKM_${'EC_KEY_PAIR_GEN' | 'ECDSA'}`
  | `CKF_${'SERIAL_SESSION' | 'RW_SESSION'}`
  | 'CKK_EC'
  | 'CKU_USER';
type Package = Readonly<Record<Constants, number>> & { readonly PKCS11: new () => Device };

/** DER of the object identifier 1.3.132.0.10 (SEC 2). */
const SECP256K1 = Buffer.from('06052b8104000a', 'hex');
/** Order of the curve (SEC 2). */
const ORDER = 0xffffffff_ffffffff_ffffffff_fffffffe_baaedce6_af48a03b_bfd25e8c_d0364141n;
const POINT_BYTES = 65;

const in32Bytes = (value: bigint): Uint8Array => hexToBytes(toHex(value, { size: 32 }));

/** r and s of 64 bytes, with the low one of both s that are valid (BIP 62, EIP-2), and the recovery id that gives the key. */
async function readSignature(bytes: Buffer, digest: Uint8Array, publicKey: Uint8Array) {
  if (bytes.length !== 64) throw new Error('the token made no signature of secp256k1');
  const [r, s] = [bytes.subarray(0, 32), bytes.subarray(32)].map((part) => BigInt(toHex(part))) as [bigint, bigint];
  const low = s > ORDER / 2n ? ORDER - s : s;
  for (const recovery of [0, 1] as const) {
    const signature = { r: toHex(r, { size: 32 }), s: toHex(low, { size: 32 }), yParity: recovery };
    const found = await recoverPublicKey({ hash: toHex(digest), signature }).catch(() => null);
    if (found === toHex(publicKey)) return { r: in32Bytes(r), s: in32Bytes(low), recovery };
  }
  throw new Error('the token signed with another key');
}

function load(path: string): Package {
  try {
    return createRequire(import.meta.url)(path) as Package;
  } catch (error) {
    throw new ConfigError(`The package pkcs11js cannot be loaded from ${path}.`, { cause: error });
  }
}

type Token = {
  /** The key of this label. Rejects where it is absent, not unique or could be read from the token. */
  keyOf(label: string): Promise<SigningKey>;
  /** Makes a key that never leaves the token. Throws where the label is used. */
  createKey(label: string): void;
};

/** Logs in to the token. The session lasts as long as the process; a wrong PIN counts as one of the token's attempts. */
export function openToken({ pkcs11js, module, label: tokenLabel }: TokenConfig, pin: string): Token {
  const names = load(pkcs11js);
  const device = new names.PKCS11();
  device.load(module);
  device.C_Initialize();
  const slots = device.C_GetSlotList(true).filter((slot) => device.C_GetTokenInfo(slot).label.trim() === tokenLabel);
  const [slot] = slots;
  if (!slot || slots.length > 1) throw new ConfigError(`${slots.length} tokens are labelled ${tokenLabel}.`);
  const session = device.C_OpenSession(slot, names.CKF_SERIAL_SESSION | names.CKF_RW_SESSION);
  device.C_Login(session, names.CKU_USER, pin);

  function find(type: number, label: string): Handle[] {
    device.C_FindObjectsInit(session, [
      { type: names.CKA_CLASS, value: type },
      { type: names.CKA_LABEL, value: label },
    ]);
    try {
      return device.C_FindObjects(session, 2);
    } finally {
      device.C_FindObjectsFinal(session);
    }
  }
  function one(type: number, label: string): Handle {
    const [object, more] = find(type, label);
    if (!object || more) throw new ConfigError(`${object ? 'More than one' : 'No'} key is labelled ${label}.`);
    return object;
  }
  const read = (object: Handle, ...types: number[]): Buffer[] =>
    device
      .C_GetAttributeValue(
        session,
        object,
        types.map((type) => ({ type })),
      )
      .map(({ value }) => value);

  return {
    async keyOf(label) {
      const key = one(names.CKO_PRIVATE_KEY, label);
      const [sensitive, extractable] = read(key, names.CKA_SENSITIVE, names.CKA_EXTRACTABLE);
      if (sensitive?.[0] !== 1 || extractable?.[0] !== 0) {
        throw new ConfigError(`The key ${label} could be read from the token.`);
      }
      const [curve, point] = read(one(names.CKO_PUBLIC_KEY, label), names.CKA_EC_PARAMS, names.CKA_EC_POINT);
      if (!curve?.equals(SECP256K1) || !point) throw new ConfigError(`The key ${label} is not of secp256k1.`);
      // An octet string of DER; some devices give the point alone.
      const publicKey = Uint8Array.from(point.subarray(-POINT_BYTES));
      const own: SigningKey = {
        publicKey,
        async sign(digest) {
          device.C_SignInit(session, { mechanism: names.CKM_ECDSA, parameter: null }, key);
          return readSignature(device.C_Sign(session, Buffer.from(digest), Buffer.alloc(128)), digest, publicKey);
        },
      };
      // Whether both objects of the label are of one key: an address without its key would take money for ever.
      await own.sign(createHash('sha256').update('tessera signer token').digest());
      return own;
    },
    createKey(label) {
      const taken = [names.CKO_PRIVATE_KEY, names.CKO_PUBLIC_KEY].some((type) => find(type, label).length > 0);
      if (taken) throw new ConfigError(`The label ${label} is used.`);
      const common = [
        { type: names.CKA_KEY_TYPE, value: names.CKK_EC },
        { type: names.CKA_TOKEN, value: true },
        { type: names.CKA_LABEL, value: label },
      ];
      device.C_GenerateKeyPair(
        session,
        { mechanism: names.CKM_EC_KEY_PAIR_GEN, parameter: null },
        [
          ...common,
          { type: names.CKA_PRIVATE, value: false },
          { type: names.CKA_VERIFY, value: true },
          { type: names.CKA_EC_PARAMS, value: SECP256K1 },
        ],
        [
          ...common,
          { type: names.CKA_PRIVATE, value: true },
          { type: names.CKA_SIGN, value: true },
          { type: names.CKA_SENSITIVE, value: true },
          { type: names.CKA_EXTRACTABLE, value: false },
        ],
      );
    },
  };
}
