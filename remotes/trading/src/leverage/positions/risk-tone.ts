import { cmp, type DecimalString, mul } from '@tessera/money';

/** How near a risk rate is to the liquidation: up to 1.3 times the threshold is a danger, up to 1.6 times a warning. */
export function riskTone(rate: DecimalString | null, threshold: DecimalString): 'danger' | 'warn' | undefined {
  if (rate === null) return undefined;
  if (cmp(rate, mul(threshold, '1.3')) < 0) return 'danger';
  return cmp(rate, mul(threshold, '1.6')) < 0 ? 'warn' : undefined;
}
