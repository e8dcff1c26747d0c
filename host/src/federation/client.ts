import { randomId } from '@tessera/device';
import { storedValue } from '@tessera/storage';

const SHAPE = /^[0-9a-f]{32}$/;

const storedId = storedValue<string | null>({
  name: 'host.client',
  initial: null,
  accept: (stored) => (typeof stored === 'string' && SHAPE.test(stored) ? stored : undefined),
  format: 'text',
});

/**
 * Which client this is to a ramp: drawn once, kept in the browser, never sent anywhere. A browser that keeps nothing is
 * another client at each visit.
 */
export function clientId(): string {
  const known = storedId.read();
  if (known !== null) return known;
  const id = randomId();
  storedId.write(id);
  return id;
}
