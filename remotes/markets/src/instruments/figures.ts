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

/** Turnover of 24 hours in US dollars; where the currency's value is unknown, in the currency itself. */
export function comparableTurnover(
  turnover: DecimalString | null,
  currency: string,
  value: DollarValue,
): DecimalString | null {
  return turnover === null ? null : (inDollars(turnover, currency, value) ?? turnover);
}
