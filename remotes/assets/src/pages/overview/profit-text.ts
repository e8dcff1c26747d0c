import type { Fiat } from '@tessera/bus';
import { type DecimalString, formatFiat, isNegative, isZero, quantize } from '@tessera/money';

export type Way = 'up' | 'down' | undefined;

/** Which way a profit in US dollars goes; neither below a cent. */
export const wayOf = (profit: DecimalString): Way =>
  isZero(quantize(profit, 2, 'down')) ? undefined : isNegative(profit) ? 'down' : 'up';

/** A profit in US dollars as the chosen fiat currency, with its sign. */
export const profitText = (profit: DecimalString, fiat: Fiat, locale: string): string =>
  `${wayOf(profit) === 'up' ? '+' : ''}${formatFiat(profit, fiat, locale)}`;
