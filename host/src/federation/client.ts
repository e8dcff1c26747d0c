import { readStored, store } from '../storage.ts';

const SHAPE = /^[0-9a-f]{32}$/;

/**
 * Which client this is to a ramp: drawn once, kept in the browser, never sent anywhere. A browser that keeps nothing is
 * another client at each visit.
 */
export function clientId(): string {
  const known = readStored('client');
  if (known && SHAPE.test(known)) return known;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const id = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  store('client', id);
  return id;
}
