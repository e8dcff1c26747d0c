import type { Instrument } from '@tessera/api/instruments';
import { useQuoteAge, useStale } from '@tessera/realtime';
import { Change, OfflineBadge, StaleBadge } from '@tessera/ui';
import { STALE_AFTER_S } from '../instrument/market-state.ts';
import { useLive } from '../instrument/quote.ts';

const SECOND_MS = 1_000;

/**
 * The change of the day, or in its place a notice that the price is stale: in the same place, so that the layout does
 * not shift under a tap.
 */
export function PairState({ instrument }: { readonly instrument: Instrument }) {
  const { quote } = useLive(instrument);
  const seconds = useQuoteAge(instrument.symbol);
  const unconnected = useStale();
  const age = seconds === null ? undefined : seconds * SECOND_MS;
  if (unconnected) return <OfflineBadge age={age} />;
  if (age !== undefined && age > STALE_AFTER_S * SECOND_MS) return <StaleBadge age={age} />;
  return quote && <Change ratio={quote.change24h} />;
}
