const HUES = 24;

/** The same code has the same hue everywhere. */
const hueOf = (code: string): number =>
  ([...code].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 0) % HUES) * (360 / HUES);

/** `BTC/USDT-PERP` is shown as its base currency. */
export const baseOf = (symbol: string): string => symbol.split(/[/-]/)[0]?.toUpperCase() ?? '';

/** The letters of a code, two where there are more than four, and a hue in degrees. */
export const monogram = (code: string): { readonly letters: string; readonly hue: number } => ({
  letters: code.length > 4 ? code.slice(0, 2) : code,
  hue: hueOf(code),
});
