import { type DollarValue, inDollars } from '@tessera/api/fiat';
import type { Instrument } from '@tessera/api/instruments';
import type { DecimalString } from '@tessera/money';
import type { LiveQuote } from '@tessera/realtime';

/** What the list needs of a quote that ticks. */
export type LiveFigures = Pick<LiveQuote, 'last' | 'change24h' | 'turnover24h' | 'at' | 'open' | 'halt'>;

/** What a row shows. Figures are null while an instrument never had a price. */
export type Figures = {
  readonly price: DecimalString | null;
  readonly change: DecimalString | null;
  /** In the quote currency. */
  readonly turnover: DecimalString | null;
  readonly open: boolean;
  /** It takes no orders although it is open. */
  readonly halted: boolean;
};

/** The later of the live quote and the one that came with the list. */
export function figuresOf(
  { latest, open, halt }: Pick<Instrument, 'latest' | 'open' | 'halt'>,
  live: LiveFigures | undefined,
): Figures {
  if (live && (!latest || live.at >= latest.at)) {
    const { last: price, change24h: change, turnover24h: turnover } = live;
    return { price, change, turnover, open: live.open, halted: live.halt !== null };
  }
  return {
    price: latest?.last ?? null,
    change: latest?.change_24h ?? null,
    turnover: latest?.turnover_24h ?? null,
    open,
    halted: (halt ?? null) !== null,
  };
}

/** What quote currencies are worth: by the rates of the day, and coins by their own price among the instruments. */
export function valueAmong(instruments: readonly Instrument[], value: DollarValue): DollarValue {
  const prices = new Map(instruments.map(({ symbol, latest }) => [symbol, latest?.last ?? null]));
  return (currency) => value(currency) ?? prices.get(`${currency}/USDT`) ?? null;
}

/** A price or a turnover in US dollars; where the currency's value is unknown, in the currency itself. */
export function comparable(amount: DecimalString | null, currency: string, value: DollarValue): DecimalString | null {
  return amount === null ? null : (inDollars(amount, currency, value) ?? amount);
}
