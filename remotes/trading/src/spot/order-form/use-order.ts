import { useQuoteAge } from '@tessera/realtime';
import { useRealtimeState } from '@tessera/session';
import { useMemo } from 'react';
import { useFunds, useOrderLimit } from '../account/funds.ts';
import type { Instrument } from '../instrument/instruments.ts';
import { useLive } from '../instrument/quote.ts';
import type { Conditions } from './conditions.ts';
import { deriveFields, largestAmount } from './fields.ts';
import type { OrderForm } from './form.ts';
import { marketState } from './market-state.ts';
import { orderOf } from './order.ts';
import { problemsOf } from './problems.ts';
import { priceWarning, summarize } from './summary.ts';

/** Everything that follows from what the person said and what the exchange says at the moment. */
export function useOrder(form: OrderForm, instrument: Instrument) {
  const { quote, open } = useLive(instrument);
  const funds = useFunds(instrument);
  const { limit, raisable } = useOrderLimit();
  const age = useQuoteAge(instrument.symbol);
  const connection = useRealtimeState().status;
  const state = marketState({ open, age: quote ? (age ?? 0) : null, connection });
  const bid = quote?.bid ?? null;
  const ask = quote?.ask ?? null;
  const derived = useMemo(() => {
    const at: Conditions = { rules: instrument, state, bid, ask, ...funds, orderLimit: limit };
    const fields = deriveFields(form, at);
    return {
      at,
      fields,
      summary: summarize(form, fields, at),
      problems: problemsOf(form, fields, at),
      warning: priceWarning(form, fields, at),
      largest: largestAmount(form, at),
      order: orderOf(form, fields, instrument),
    };
  }, [form, instrument, state, bid, ask, funds, limit]);
  return { ...derived, last: quote?.last ?? null, limitRaisable: raisable };
}

export type DerivedOrder = ReturnType<typeof useOrder>;
