import { type Instrument, useNamedInstruments } from '@tessera/api/instruments';
import { type LeverAccount, LIQUIDATION_THRESHOLD, type RiskPosition, useOpenPositions } from '@tessera/api/leverage';
import { useVip } from '@tessera/api/vip';
import { discountedRate } from '@tessera/api/vip/rules';
import { seedQuotes } from '@tessera/realtime';
import { useSession } from '@tessera/session';
import { useLayoutEffect, useMemo } from 'react';
import { type AccountState, accountState, type LivePosition, livePosition, riskOf } from './live-position.ts';
import { useMarks } from './marks.ts';

/** Until the terms of an instrument are known. */
const USUAL_FEE = '0.0005';

export type OpenRow = LivePosition & { readonly instrument: Instrument | undefined };

export type Book = {
  /** Open positions at their marks, newest first; undefined until they are known. */
  readonly rows: readonly OpenRow[] | undefined;
  readonly accounts: readonly LeverAccount[];
  readonly states: readonly AccountState[];
  readonly query: ReturnType<typeof useOpenPositions>;
};

const NONE: readonly string[] = [];

/** Every open position with what it is worth now: calls bring positions, the live marks their figures. */
export function useBook(): Book {
  const signedIn = useSession() !== null;
  const query = useOpenPositions();
  const { data } = query;
  const symbols = useMemo(() => (data ? [...new Set(data.rows.map(({ symbol }) => symbol))].toSorted() : NONE), [data]);
  const named = useNamedInstruments(signedIn && symbols.length > 0 ? symbols : null).data?.list;
  useLayoutEffect(() => {
    if (named) seedQuotes(named);
  }, [named]);
  const discount = useVip().data?.fee_discount ?? '0';
  const marks = useMarks(symbols);
  const live = useMemo(() => {
    if (!data) return { rows: undefined, states: [] };
    // With the fee that the user pays.
    const instruments = new Map(
      named?.map((each) => [each.symbol, { ...each, taker_fee_rate: discountedRate(each.taker_fee_rate, discount) }]),
    );
    const thresholds = new Map(data.accounts.map(({ currency, threshold }) => [currency, threshold]));
    const risks = new Map(
      data.rows.flatMap((position) => {
        const mark = marks.get(position.symbol) ?? position.current_price;
        if (mark === null) return [];
        const risk = riskOf(position, mark, {
          feeRate: instruments.get(position.symbol)?.taker_fee_rate ?? USUAL_FEE,
          threshold: thresholds.get(position.currency) ?? LIQUIDATION_THRESHOLD,
        });
        return risk ? [[position.id, risk] as const] : [];
      }),
    );
    const cross = data.rows.filter(({ mode }) => mode === 'cross');
    const states = data.accounts.map((account) => {
      const own = cross.filter(({ currency }) => currency === account.currency);
      const ofAccount = own.flatMap(({ id }): [string, RiskPosition][] => {
        const risk = risks.get(id);
        return risk ? [[id, risk]] : [];
      });
      return accountState(account, new Map(ofAccount));
    });
    const rows = data.rows.map((position): OpenRow => {
      const own = new Set(cross.filter(({ symbol }) => symbol === position.symbol).map(({ id }) => id));
      const state = states.find(({ currency }) => currency === position.currency);
      const instrument = instruments.get(position.symbol);
      return { ...livePosition(position, risks.get(position.id) ?? null, state, own), instrument };
    });
    return { rows, states };
  }, [data, named, marks, discount]);
  return { ...live, accounts: data?.accounts ?? [], query };
}
