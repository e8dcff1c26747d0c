import type { Instrument } from '@tessera/api/instruments';
import { useLevels } from '@tessera/api/kyc';
import type { Scales } from '@tessera/api/spot';
import { useAccountBalances } from '@tessera/api/wallet';
import type { DecimalString } from '@tessera/money';
import { useSession } from '@tessera/session';
import { useMemo } from 'react';

/** Until the currency's own scale is known. */
const USUAL_SCALES: Scales = { base: 8, quote: 6 };

export type Funds = {
  /** Null for a guest and until the balances are there. */
  readonly available: { readonly base: DecimalString; readonly quote: DecimalString } | null;
  readonly scales: Scales;
};

/** What the user has in the spot account, on both sides of a pair. */
export function useFunds({ currency_id, legal_id }: Pick<Instrument, 'currency_id' | 'legal_id'>): Funds {
  const signedIn = useSession() !== null;
  const { data } = useAccountBalances({ account: 'change' });
  return useMemo(() => {
    const held = (id: number | null) => data?.list.find((each) => each.currency_id === id);
    const base = held(currency_id);
    const quote = held(legal_id);
    return {
      available: signedIn && data ? { base: base?.available ?? '0', quote: quote?.available ?? '0' } : null,
      scales: { base: base?.scale ?? USUAL_SCALES.base, quote: quote?.scale ?? USUAL_SCALES.quote },
    };
  }, [data, signedIn, currency_id, legal_id]);
}

export type OrderLimit = {
  /** Largest total of one order, in USDT; null for a guest and until it is known. */
  readonly limit: DecimalString | null;
  /** A higher identity level would raise it. */
  readonly raisable: boolean;
};

export function useOrderLimit(): OrderLimit {
  const session = useSession();
  const { data } = useLevels(session === null ? null : {}, { quiet: true });
  const level = session?.user.verificationLevel;
  const own = data?.verification.find((each) => each.level === level);
  return { limit: own?.order_limit_usdt ?? null, raisable: level !== undefined && level < 2 };
}
