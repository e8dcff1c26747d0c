/** Name of a country in the user's language; null where the place is not known. */
export function placeName(country: string | null, locale: string): string | null {
  return country === null ? null : (new Intl.DisplayNames([locale], { type: 'region' }).of(country) ?? null);
}
