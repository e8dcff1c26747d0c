import type { DecimalString } from '@tessera/money';

/** A price of the user's own, drawn over the candles. */
export type ChartLine = {
  readonly id: string;
  readonly tone: 'up' | 'down' | 'warn' | 'neutral';
  /** Prices that are not reached yet are dashed. */
  readonly dashed: boolean;
  readonly price: DecimalString;
  /** The second of two tags that may stand at one height. */
  readonly aside?: boolean | undefined;
  /** What stands in the tag on the line: "Long 5", "TP". */
  readonly label: string;
  /** Name of the handle by which the line can be dragged; a line without one stays where it is. */
  readonly handle?: string | undefined;
};

/** A line that was dragged and the price where it was let go. */
export type LineMove = { readonly id: string; readonly price: DecimalString };

/** A fill of the user's own, drawn at its time and price. */
export type ChartMark = {
  readonly id: string;
  readonly side: 'buy' | 'sell';
  /** One letter: B or S, in the language of the moment. */
  readonly label: string;
  readonly price: DecimalString;
  /** Unix ms. */
  readonly at: number;
};

export type ChartTrades = {
  readonly lines: readonly ChartLine[];
  readonly marks?: readonly ChartMark[] | undefined;
  /** A move that is not confirmed yet: the line is drawn where it was let go. */
  readonly asked: LineMove | null;
  onMove(move: LineMove): void;
  /** Sets an alert at a price; without it a long press does nothing. */
  readonly onAlert?: ((price: DecimalString) => void) | undefined;
};
