import { useBarred } from '@tessera/api/identity';
import { type Instrument, partsOf, useCurrencies } from '@tessera/api/instruments';
import { type Deal, LIQUIDATION_THRESHOLD, type RiskPosition, useDeal } from '@tessera/api/leverage';
import { isOnline } from '@tessera/device';
import type { DecimalString } from '@tessera/money';
import { depthStore, quoteStore, useQuoteAge } from '@tessera/realtime';
import { useRealtimeState, useSession } from '@tessera/session';
import { useMemo } from 'react';
import { marketState } from '../../market/instrument/market-state.ts';
import { useMarketState } from '../../market/instrument/quote.ts';
import { useInSpareTime } from '../../market/instrument/use-spare-time.ts';
import { markOf } from '../account/marks.ts';
import type { Book } from '../account/use-book.ts';
import { useOwnLimit } from '../brakes/own-limit.ts';
import type { Conditions, LeverTerms } from './terms.ts';

type Currency = { readonly code: string; readonly scale: number };

/** Until the currency is known. */
const USUAL: Currency = { code: 'USDT', scale: 6 };
const NO_LIMIT = 1_000_000_000;

/** The terms of an instrument, as far as they are public for a guest. */
export function termsOf(instrument: Instrument, deal: Deal | undefined, currency: Currency = USUAL): LeverTerms {
  const { symbol, base, quote, tick } = instrument;
  const perpetual = partsOf(symbol).perpetual;
  return {
    ...{ symbol, base, quote, tick, currency: currency.code, scale: currency.scale },
    currencyId: instrument.legal_id,
    lotSize: deal?.lot_size ?? instrument.lot,
    leastLots: deal?.min_share ?? 1,
    mostLots: deal?.max_share ?? NO_LIMIT,
    multiples: deal?.multiples ?? instrument.multiples,
    tiers: deal?.tiers ?? [],
    makerFeeRate: deal?.maker_fee_rate ?? instrument.maker_fee_rate,
    takerFeeRate: deal?.fee_rate ?? instrument.taker_fee_rate,
    threshold: deal?.threshold ?? LIQUIDATION_THRESHOLD,
    conversion: deal?.rate ?? '1',
    holding: perpetual
      ? { kind: 'funding', rate: deal?.funding_rate ?? '0' }
      : { kind: 'overnight', yearly: deal?.overnight_rate ?? '0' },
  };
}

/** The cross positions that an order of this instrument would stand beside. */
function standing(book: Book, symbol: string, currency: string): Pick<Conditions, 'own' | 'others'> {
  const risks = book.states.find((state) => state.currency === currency)?.risks;
  const own: RiskPosition[] = [];
  const others: RiskPosition[] = [];
  for (const { position } of book.rows ?? []) {
    const risk = risks?.get(position.id);
    if (risk) (position.symbol === symbol ? own : others).push(risk);
  }
  return { own, others };
}

export type Trading = {
  readonly at: Conditions;
  /** Undefined for a guest and while it is on its way. */
  readonly deal: Deal | undefined;
  readonly last: DecimalString | null;
  readonly error: Error | null;
  retry(): void;
};

/** Everything that an order of an instrument depends on, as it is now. */
export function useTrading(instrument: Instrument, book: Book): Trading {
  const { symbol } = instrument;
  const signedIn = useSession() !== null;
  // Whether orders are taken is known at once; prices that the form only derives from wait for their turn.
  const { open, halt } = useMarketState(instrument);
  const quote = useInSpareTime(quoteStore, symbol);
  const depth = useInSpareTime(depthStore, symbol) ?? null;
  const age = useQuoteAge(symbol);
  const offline = useRealtimeState().status === 'offline' && !isOnline();
  const { data: deal, error, refetch } = useDeal({ symbol });
  const currencies = useCurrencies().data?.list;
  const ownLimit = useOwnLimit();
  const restricted = useBarred(instrument.countries);
  const state = marketState({ open, halted: halt !== null, restricted, age: quote ? (age ?? 0) : null, offline });
  const currency = currencies?.find(({ id }) => id === instrument.legal_id);
  const terms = useMemo(() => termsOf(instrument, deal, currency), [instrument, deal, currency]);
  const bid = quote?.bid ?? null;
  const ask = quote?.ask ?? null;
  const mark = markOf(quote) ?? deal?.mark ?? null;
  const at = useMemo<Conditions>(
    () => ({
      ...{ terms, state, book: depth, bid, ask, mark, ownLimit },
      available: signedIn ? (deal?.account.available ?? null) : null,
      ...standing(book, symbol, terms.currency),
      orderLimit: signedIn ? (deal?.order_limit ?? null) : null,
      openInterest: deal?.open_interest ?? null,
      paused: deal?.openings_paused ?? false,
    }),
    [terms, state, depth, bid, ask, mark, ownLimit, signedIn, deal, book, symbol],
  );
  return { at, deal, last: quote?.last ?? null, error: deal ? null : error, retry: () => void refetch() };
}
