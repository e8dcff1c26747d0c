const BYTES = 16;

/** A key for one user action: 128 random bits. `crypto.randomUUID` does not exist on plain HTTP. */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('');
