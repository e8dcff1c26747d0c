const HUES = 24;

/** FNV-1a, 32 bit: the same symbol has the same hue everywhere. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
}

/** `BTC/USDT-PERP` is shown as its base currency. */
export const baseOf = (symbol: string): string => symbol.split(/[/-]/)[0]?.toUpperCase() ?? '';

/** The letters of a code, two where there are more than four, on a hue of even lightness. */
export const monogram = (code: string): { readonly letters: string; readonly colour: string } => ({
  letters: code.length > 4 ? code.slice(0, 2) : code,
  colour: `oklch(50% 0.11 ${(hash(code) % HUES) * (360 / HUES)})`,
});
