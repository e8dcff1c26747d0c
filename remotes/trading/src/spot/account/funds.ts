import { api } from '@tessera/api';
import type { DecimalString } from '@tessera/money';
import { useQuery } from '@tessera/query';
import { useSession } from '@tessera/session';
import { useMemo } from 'react';
import type { Instrument } from '../instrument/instruments.ts';

/** Until the currency's own scale is known. */
const USUAL_SCALE = { base: 8, quote: 6 } as const;

export type Funds = {
  /** Null for a guest and until the balances are there. */
  readonly available: { readonly base: DecimalString; readonly quote: DecimalString } | null;
  readonly baseScale: number;
  readonly quoteScale: number;
};

/** What the person has in the spot account, on both sides of a pair. */
export function useFunds({ currency_id, legal_id }: Pick<Instrument, 'currency_id' | 'legal_id'>): Funds {
  const signedIn = useSession() !== null;
  const { data } = useQuery({
    queryKey: ['account', 'spot-funds'],
    queryFn: ({ signal }) => api('GET /currency/user_currency_list', { account: 'change' }, { signal, quiet: true }),
    enabled: signedIn,
  });
  return useMemo(() => {
    const held = (id: number | null) => data?.list.find((each) => each.currency_id === id);
    const base = held(currency_id);
    const quote = held(legal_id);
    return {
      available: signedIn && data ? { base: base?.available ?? '0', quote: quote?.available ?? '0' } : null,
      baseScale: base?.scale ?? USUAL_SCALE.base,
      quoteScale: quote?.scale ?? USUAL_SCALE.quote,
    };
  }, [data, signedIn, currency_id, legal_id]);
}

const DAY_MS = 86_400_000;

export type OrderLimit = {
  /** Largest total of one order, in USDT; null for a guest and until it is known. */
  readonly limit: DecimalString | null;
  /** A higher identity level would raise it. */
  readonly raisable: boolean;
};

export function useOrderLimit(): OrderLimit {
  const session = useSession();
  const { data } = useQuery({
    queryKey: ['trading', 'levels'],
    queryFn: ({ signal }) => api('GET /user/levellist', {}, { signal, quiet: true }),
    staleTime: DAY_MS,
    enabled: session !== null,
  });
  const level = session?.user.verificationLevel;
  const own = data?.verification.find((each) => each.level === level);
  return { limit: own?.order_limit_usdt ?? null, raisable: level !== undefined && level < 2 };
}
