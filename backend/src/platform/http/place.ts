import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isIP } from 'node:net';
import { type CountryResponse, Reader } from 'mmdb-lib';

const TABLE = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';

type Row = { readonly country_code?: string };

let table: Reader<Row & CountryResponse> | undefined;

/** Reads the table with the first call: some 8 MB, which stay in memory. */
function rowOf(address: string): Row | null {
  table ??= new Reader(readFileSync(createRequire(import.meta.url).resolve(TABLE)));
  return table.get(address);
}

/**
 * Country that an address, IPv4 or IPv6, was assigned to, ISO 3166-1 alpha-2, by the registries' table that the package
 * holds; null where it does not know. Nothing is asked over the network. For display only: addresses move, and a proxy has
 * its own.
 */
export function countryOfAddress(address: string): string | null {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  return isIP(plain) === 0 ? null : (rowOf(plain)?.country_code ?? null);
}
