import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, opaque. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** The stored form of a token: it cannot be used to sign in. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();
