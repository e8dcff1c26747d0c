import { useDollarValue } from '@tessera/api/fiat';
import type { Instrument } from '@tessera/api/instruments';
import type { Watchlist } from '@tessera/api/watchlist';
import type { ScreenUrl } from '@tessera/router';
import { useMemo } from 'react';
import { comparable, figuresOf, valueAmong } from '../instruments/figures.ts';
import { lastQuote } from '../instruments/live.ts';
import type { Sort, Standing } from './order.ts';
import { useOrder } from './use-order.ts';
import { useRow } from './use-row.tsx';
import { VirtualRows } from './VirtualRows.tsx';

type Props = {
  readonly label: string;
  readonly instruments: readonly Instrument[];
  readonly sort: Sort;
  /** A new order is made whenever this changes, and only then. */
  readonly question: string;
  /** The instruments are in the user's order, which replaces the exchange's. */
  readonly ownOrder?: boolean | undefined;
  readonly watchlist: Watchlist;
  /** Where a tap on a row leads; by default to where it is traded. */
  readonly path?: ((instrument: Instrument) => ScreenUrl) | undefined;
};

/** The instruments of a tab in an order that holds still, with figures that tick. */
export function InstrumentList({ label, instruments, sort, question, ownOrder, watchlist, path }: Props) {
  const rates = useDollarValue();
  const value = useMemo(() => valueAmong(instruments, rates), [instruments, rates]);
  const symbols = useMemo(() => instruments.map(({ symbol }) => symbol), [instruments]);
  const standings = (): Standing[] =>
    instruments.map((instrument, index) => {
      const { price, change, turnover } = figuresOf(instrument, lastQuote(instrument.symbol));
      return {
        symbol: instrument.symbol,
        rank: ownOrder ? index : instrument.rank,
        price: comparable(price, instrument.quote, value),
        change,
        volume: comparable(turnover, instrument.quote, value),
      };
    });
  const order = useOrder(question, symbols, standings, sort);
  const row = useRow(instruments, watchlist, path);
  return <VirtualRows label={label} symbols={order} row={row} />;
}
