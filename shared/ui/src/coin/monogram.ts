/** Colours that the product fixes; every other currency gets one by rule. */
const FIXED: Readonly<Record<string, string>> = {
  BTC: 'var(--coin-btc)',
  USDT: 'var(--coin-usdt)',
  LTC: 'var(--coin-ltc)',
  ETH: 'var(--coin-eth)',
};

const HUES = 24;

/** FNV-1a, 32 bit: the same symbol has the same hue everywhere. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
}

/** `ink` is the colour of the letters where white is not read on the tile. */
export type Monogram = { readonly letters: string; readonly colour: string; readonly ink?: string | undefined };

/** `BTC/USDT-PERP` is drawn as its base currency: its letters, two where there are more than
 * four, on a hue of even lightness. */
export function monogram(symbol: string): Monogram {
  const base = symbol.split(/[/-]/)[0]?.toUpperCase() ?? '';
  const hue = (hash(base) % HUES) * (360 / HUES);
  const fixed = FIXED[base];
  return {
    letters: base.length > 4 ? base.slice(0, 2) : base,
    colour: fixed ?? `oklch(50% 0.11 ${hue})`,
    ink: fixed && base !== 'LTC' ? 'var(--on-coin)' : undefined,
  };
}
