export type Separators = { readonly decimal: string; readonly group: string };

const known = new Map<string, Separators>();

/** The decimal and the grouping sign of a locale (BCP 47), from `Intl`. */
export function separators(locale: string): Separators {
  const cached = known.get(locale);
  if (cached) return cached;
  // Spanish groups from five digits on, hence the million.
  const parts = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(1_000_000.5);
  const sign = (type: 'decimal' | 'group', otherwise: string) =>
    parts.find((part) => part.type === type)?.value ?? otherwise;
  const found = { decimal: sign('decimal', '.'), group: sign('group', ',') };
  known.set(locale, found);
  return found;
}
