import { randomId } from '@tessera/device';

/** A key for one user action: 128 random bits. */
export const newIdempotencyKey = randomId;
