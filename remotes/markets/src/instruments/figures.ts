import { type DollarValue, inDollars } from '@tessera/api/fiat';
import type { Instrument } from '@tessera/api/instruments';
import type { DecimalString } from '@tessera/money';
import type { LiveQuote } from '@tessera/realtime';

/** What the list needs of a quote that ticks. */
export type LiveFigures = Pick<LiveQuote, 'last' | 'change24h' | 'turnover24h' | 'at' | 'open'>;

/** What a row shows. Figures are null while an instrument never had a price. */
export type Figures = {
  readonly price: DecimalString | null;
  readonly change: DecimalString | null;
  /** In the quote currency. */
  readonly turnover: DecimalString | null;
  readonly open: boolean;
};

/** The later of the live quote and the one that came with the list. */
export function figuresOf(
  { latest, open }: Pick<Instrument, 'latest' | 'open'>,
  live: LiveFigures | undefined,
): Figures {
  if (live && (!latest || live.at >= latest.at)) {
    return { price: live.last, change: live.change24h, turnover: live.turnover24h, open: live.open };
  }
  return {
    price: latest?.last ?? null,
    change: latest?.change_24h ?? null,
    turnover: latest?.turnover_24h ?? null,
    open,
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
