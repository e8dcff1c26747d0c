import { randomInt } from 'node:crypto';

/** Crockford's base 32: nothing that is read as something else. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 10;

/** A reference that people write down: 50 random bits, so that those of others cannot be guessed. */
export const newReference = (): string =>
  Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
