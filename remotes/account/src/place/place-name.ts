import { namesIn } from '@tessera/device';

/** Name of a country in the user's language; null where the place is not known. */
export function placeName(country: string | null, locale: string): string | null {
  return country === null ? null : namesIn(locale, 'region')(country);
}
