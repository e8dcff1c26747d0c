import { cmp, type DecimalString, mul } from '@tessera/money';

/** How near a risk rate is to the liquidation: a third above the threshold is a danger, twice that a warning. */
export function riskTone(rate: DecimalString | null, threshold: DecimalString): 'danger' | 'warn' | undefined {
  if (rate === null) return undefined;
  if (cmp(rate, mul(threshold, '1.33')) < 0) return 'danger';
  return cmp(rate, mul(threshold, '2')) < 0 ? 'warn' : undefined;
}
