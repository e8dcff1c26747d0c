/** Random bytes of the browser's generator. Throws where there is none: secrets and lots are made of nothing else. */
export const randomBytes = (count: number): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(count));

const BYTES = 16;

/** 128 random bits, 32 hexadecimal digits. `crypto.randomUUID` does not exist on plain HTTP. */
export const randomId = (): string =>
  Array.from(randomBytes(BYTES), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The same as a UUID of version 4 (RFC 9562), where the server takes no other form. */
export function randomUuid(): string {
  const digits = randomId().replace(/^(.{12}).(.{3})./, '$14$2a');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
