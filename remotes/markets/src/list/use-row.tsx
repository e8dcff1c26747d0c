import { useDollarValue } from '@tessera/api/fiat';
import { type Instrument, useSparklines } from '@tessera/api/instruments';
import type { Watchlist } from '@tessera/api/watchlist';
import type { ScreenUrl } from '@tessera/router';
import { useFiat } from '@tessera/session';
import { type ReactNode, useCallback, useMemo } from 'react';
import { valueAmong } from '../instruments/figures.ts';
import { tradePath } from '../instruments/trade-path.ts';
import { rememberViewed } from '../watchlist/recent.ts';
import { InstrumentRow } from './InstrumentRow.tsx';
import { useMinute } from './use-minute.ts';
import type { RowPlace } from './VirtualRows.tsx';

/** Renders the row of a symbol, with what all rows of a list share; the same function while nothing of that changes. */
export function useRow(
  instruments: readonly Instrument[],
  { has, change }: Pick<Watchlist, 'has' | 'change'>,
  path: (instrument: Instrument) => ScreenUrl = tradePath,
): (symbol: string, place: RowPlace) => ReactNode {
  const fiat = useFiat();
  const rates = useDollarValue();
  const value = useMemo(() => valueAmong(instruments, rates), [instruments, rates]);
  const { data: curves } = useSparklines();
  const minute = useMinute();
  const bySymbol = useMemo(() => new Map(instruments.map((each) => [each.symbol, each])), [instruments]);
  return useCallback(
    (symbol, { index, style }) => {
      const instrument = bySymbol.get(symbol);
      if (!instrument) return null;
      return (
        <InstrumentRow
          key={symbol}
          instrument={instrument}
          favourite={has(symbol)}
          onFavourite={change}
          onOpen={rememberViewed}
          path={path}
          value={value}
          fiat={fiat}
          curve={curves?.[symbol]}
          minute={minute}
          place={index + 1}
          size={bySymbol.size}
          transform={style.transform}
        />
      );
    },
    [bySymbol, has, change, path, value, fiat, curves, minute],
  );
}
