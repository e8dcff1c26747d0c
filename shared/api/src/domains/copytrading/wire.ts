import type { Input, Output } from '../../kit/contract.ts';
import type { CopytradingContract } from './contract.ts';
import type { Side } from './rules.ts';

/*
 * Translates the old names of the wire: `type` 1 and 2 of a position is its side, `share` are its lots. Schemas are not imported,
 * so this travels to the page.
 */

type Wire<K extends keyof CopytradingContract> = Output<CopytradingContract[K]>;
type WireSource = Wire<'GET /follow/historyTrade'>['list'][number];
type WireCopy = Wire<'GET /follow/copies'>['list'][number];

type Own<T extends { readonly type: 1 | 2; readonly share: string }> = Omit<T, 'type' | 'share'> & {
  readonly side: Side;
  readonly lots: string;
};

export type Trader = Wire<'GET /follow/index'>['list'][number];
export type TraderFilter = Omit<Input<CopytradingContract['GET /follow/index']>, 'page' | 'limit'>;
export type Follow = Wire<'POST /follow/follow'>;
export type FollowTerms = Omit<Input<CopytradingContract['POST /follow/follow']>, 'key'>;
export type Following = Wire<'GET /follow/my'>;
export type Statement = Wire<'GET /follow/statements'>['list'][number];
export type Application = Wire<'GET /follow/application'>;
/** A position of a trader. */
export type SourceTrade = Own<WireSource>;
/** A position that copies one. */
export type CopiedTrade = Own<WireCopy>;
export type SkipReason = NonNullable<CopiedTrade['reason']>;
export type TraderDetail = Omit<Wire<'GET /follow/traderDetail'>, 'positions'> & {
  readonly positions: readonly SourceTrade[];
};

export const tradeFromWire = <T extends { readonly type: 1 | 2; readonly share: string }>({
  type,
  share,
  ...trade
}: T): Own<T> => ({ ...trade, side: type === 1 ? 'long' : 'short', lots: share });

export const tradeToWire = <T extends { readonly side: Side; readonly lots: string }>({ side, lots, ...trade }: T) => ({
  ...trade,
  type: side === 'long' ? (1 as const) : (2 as const),
  share: lots,
});

export const copyFromWire = (copy: WireCopy): CopiedTrade => tradeFromWire(copy);
export const sourceFromWire = (trade: WireSource): SourceTrade => tradeFromWire(trade);
export const detailFromWire = (detail: Wire<'GET /follow/traderDetail'>): TraderDetail => ({
  ...detail,
  positions: detail.positions.map(sourceFromWire),
});
