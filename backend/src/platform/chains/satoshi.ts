const PLACES = 8;

/** Satoshi of an amount as a node writes it, `0.50000000` or `5e-7`; null where it is none. */
export function satoshiOf(text: string): bigint | null {
  const [, whole = '', fraction = '', exponent = '0'] = /^(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const shift = PLACES + Number(exponent) - fraction.length;
  if (whole === '' || Math.abs(shift) > 40) return null;
  const digits = BigInt(whole + fraction);
  if (shift >= 0) return digits * 10n ** BigInt(shift);
  const power = 10n ** BigInt(-shift);
  return digits % power === 0n ? digits / power : null;
}
