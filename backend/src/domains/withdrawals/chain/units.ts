/** A decimal amount in smallest units; null where it has more places than the chain can hold. */
export function toUnits(amount: string, decimals: number): string | null {
  const [whole = '0', part = ''] = amount.split('.');
  const places = part.replace(/0+$/, '');
  if (places.length > decimals) return null;
  return String(BigInt(whole + places.padEnd(decimals, '0')));
}

/** The decimal amount of smallest units. */
export function fromUnits(units: string, decimals: number): string {
  const text = units.padStart(decimals + 1, '0');
  const part = text.slice(text.length - decimals).replace(/0+$/, '');
  const whole = text.slice(0, text.length - decimals);
  return decimals > 0 && part ? `${whole}.${part}` : whole;
}
