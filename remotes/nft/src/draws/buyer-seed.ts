import { randomBytes } from '@tessera/device';

const LENGTH = 16;
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A seed of the buyer's own making, from the browser's randomness. */
export function newSeed(): string {
  const bytes = randomBytes(LENGTH);
  return Array.from(bytes, (byte) => LETTERS[byte % LETTERS.length]).join('');
}

/** 1 to 64 characters of printable ASCII without markup, and without a blank at either end. */
export const isSeed = (text: string): boolean =>
  /^[\x21-\x7e](?:[\x20-\x7e]{0,62}[\x21-\x7e])?$/.test(text) && !/<[a-z/!?]/i.test(text);
