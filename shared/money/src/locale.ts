export type Separators = {
  readonly decimal: string;
  readonly group: string;
  /** What follows a percentage: `%`, with the narrow space that German, French and Spanish set before it. */
  readonly percent: string;
};

const known = new Map<string, Separators>();

/** The signs of a locale's numbers (BCP 47), from `Intl`. */
export function separators(locale: string): Separators {
  const cached = known.get(locale);
  if (cached) return cached;
  // Spanish groups from five digits on, hence the million. One formatter for all: making one takes milliseconds on a phone.
  const parts = new Intl.NumberFormat(locale, {
    style: 'percent',
    minimumFractionDigits: 1,
    numberingSystem: 'latn',
  }).formatToParts(10_000.005);
  const sign = (type: 'decimal' | 'group', otherwise: string) =>
    parts.find((part) => part.type === type)?.value ?? otherwise;
  const spaced = parts.some(({ type }) => type === 'literal');
  const found = { decimal: sign('decimal', '.'), group: sign('group', ','), percent: spaced ? '\u202f%' : '%' };
  known.set(locale, found);
  return found;
}
