const BYTES = 16;

/** A key for one action of the person: 128 random bits. `crypto.randomUUID` would be missing where the page comes by plain HTTP. */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('');
