import type { PublicKey } from './manifest.ts';

/** Checks one signature: ECDSA P-256 with SHA-256, `signature` is r and s, 64 bytes. */
export type VerifySignature = (key: PublicKey, signature: Uint8Array, content: Uint8Array) => Promise<boolean>;
