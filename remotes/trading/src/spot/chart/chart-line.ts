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

export type ChartTrades = {
  readonly lines: readonly ChartLine[];
  /** A move that is not confirmed yet: the line is drawn where it was let go. */
  readonly asked: LineMove | null;
  onMove(move: LineMove): void;
};
