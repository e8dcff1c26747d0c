import { useBarred } from '@tessera/api/identity';
import type { Instrument } from '@tessera/api/instruments';
import { useVip } from '@tessera/api/vip';
import { isOnline } from '@tessera/device';
import { depthStore, quoteStore, useQuoteAge } from '@tessera/realtime';
import { useRealtimeState } from '@tessera/session';
import { useMemo } from 'react';
import { marketState } from '../../market/instrument/market-state.ts';
import { useMarketState } from '../../market/instrument/quote.ts';
import { useInSpareTime } from '../../market/instrument/use-spare-time.ts';
import { useFunds, useOrderLimit } from '../account/funds.ts';
import { type Conditions, rulesOf } from './conditions.ts';
import type { OrderForm } from './form.ts';
import { spotForm } from './spot-form.ts';

/** Everything that follows from what was entered and from what the exchange offers at the moment. */
export function useOrder(form: OrderForm, instrument: Instrument) {
  const { symbol } = instrument;
  // Whether orders are taken is known at once; prices that the form only derives from wait for their turn.
  const { open, halt } = useMarketState(instrument);
  const quote = useInSpareTime(quoteStore, symbol);
  const book = useInSpareTime(depthStore, symbol) ?? null;
  const funds = useFunds(instrument);
  const { limit, raisable } = useOrderLimit();
  const age = useQuoteAge(symbol);
  const offline = useRealtimeState().status === 'offline' && !isOnline();
  const restricted = useBarred(instrument.countries);
  const state = marketState({ open, halted: halt !== null, restricted, age: quote ? (age ?? 0) : null, offline });
  const bid = quote?.bid ?? null;
  const ask = quote?.ask ?? null;
  const discount = useVip().data?.fee_discount;
  const rules = useMemo(() => rulesOf(instrument, discount), [instrument, discount]);
  const conditions = useMemo<Conditions>(
    () => ({ rules, state, book, bid, ask, ...funds, orderLimit: limit }),
    [rules, state, book, bid, ask, funds, limit],
  );
  const { derived, problems } = spotForm.useEvaluation(form, conditions);
  return { ...derived, problems, last: quote?.last ?? null, limitRaisable: raisable };
}

export type DerivedOrder = ReturnType<typeof useOrder>;
