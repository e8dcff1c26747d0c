import type { LeverageCommand } from '../src/domains/leverage/market-client.ts';
import type { OpenPosition } from '../src/domains/leverage/open.ts';
import type { Sql } from '../src/platform/db/database.ts';
import { userBalance } from '../src/platform/ledger/index.ts';
import type { MarketTerms } from '../src/platform/market/terms.ts';

/**
 * Terms of a house that quotes so many lots a side near the index, takes on `cap` times as many, and leans to no side.
 * `jump` is the band of the breaker.
 */
export const houseOf =
  ({ depth, cap, jump }: { readonly depth: number; readonly cap: number; readonly jump?: number }) =>
  (terms: MarketTerms): MarketTerms => ({
    ...terms,
    house: { ...terms.house, depth, halfSpread: 0.000_1, cap, skew: 0, refill: 1 },
    breaker: { ...terms.breaker, ...(jump !== undefined && { jump }) },
  });

export type OrderChanges = Partial<OpenPosition['order']>;

/** Opens 0.1 BTC long at the market, cross, 10×, for a user of level 2, unless the test says otherwise. */
export const opening = (userId: string, order: OrderChanges = {}): OpenPosition => ({
  kind: 'open',
  userId,
  level: 2,
  country: null,
  sourceId: null,
  slippage: null,
  worst: null,
  order: {
    ...{ symbol: 'BTC/USDT-PERP', side: 'long', kind: 'market', mode: 'cross', amount: '0.1', multiple: 10 },
    ...order,
  },
});

/** Closes a position at the market: these lots, or all. */
export const closing = (userId: string, id: string, share: number | null = null): LeverageCommand => ({
  ...{ kind: 'close', userId, id, share, cause: 'user' },
});

/** The code by which a command was refused; `ok` where it was not. */
export const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'ok',
    (error: { code?: string }) => error.code ?? String(error),
  );

/** USDT of a user in the leverage account. */
export const leverFunds = (database: () => Sql) => ({
  available: (userId: string) => userBalance(database(), userId, 'lever', 'USDT'),
  frozen: (userId: string) => userBalance(database(), userId, 'lever', 'USDT', 'frozen'),
});

/** A position as it is stored; empty where there is none. */
export async function storedPosition(database: Sql, id: string): Promise<Record<string, string | number | null>> {
  const [row] = await database.query<Record<string, string | number | null>>(
    'select * from lever_position where id = $1',
    [id],
  );
  return row ?? {};
}
