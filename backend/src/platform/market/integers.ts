/** Whole numbers of either sign as bytes: LEB128, zigzag. Small ones take one byte, and they can be appended. */

export function writeInteger(bytes: number[], value: number): void {
  // Zigzag: small differences of either sign take few bytes. Multiplication, because values exceed 32 bits.
  let rest = value >= 0 ? value * 2 : -value * 2 - 1;
  while (rest >= 2 ** 31) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  // Most are small, and shifting them is three times as fast.
  while (rest >= 128) {
    bytes.push((rest & 127) | 128);
    rest >>>= 7;
  }
  bytes.push(rest);
}

/** All numbers of these bytes; throws where the last one is cut off. */
export function readIntegers(bytes: Uint8Array): number[] {
  const found: number[] = [];
  let value = 0;
  let scale = 1;
  for (const byte of bytes) {
    value += (byte % 128) * scale;
    scale *= 128;
    if (byte >= 128) continue;
    found.push(value % 2 === 0 ? value / 2 : -(value + 1) / 2);
    value = 0;
    scale = 1;
  }
  if (scale !== 1) throw new Error('a number is cut off');
  return found;
}
