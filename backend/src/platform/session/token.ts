import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, opaque to everybody. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** What is stored of a token: whoever reads the table cannot sign in with it. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();
