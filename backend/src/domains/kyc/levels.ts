import type { Output } from '@tessera/api/contract';
import type { CatalogueSnapshot } from '../../platform/catalogue/catalogue.ts';
import type { Configuration } from '../site/index.ts';

type Levels = Output<'GET /user/levellist'>;

/** VIP level 0 pays the spot fees of the coins, which are the same for all of them. */
function vipLevels({ instruments }: CatalogueSnapshot): Levels['list'] {
  const coin = instruments.find(({ category, trades }) => category === 'crypto' && trades.includes('spot'));
  if (!coin) throw new Error('no coin is listed');
  const { makerFeeRate, takerFeeRate } = coin;
  return [{ level: 0, name: 'VIP 0', volume_usdt: '0', maker_fee_rate: makerFeeRate, taker_fee_rate: takerFeeRate }];
}

/** What each level pays and may do. Without verification nothing is withdrawn. */
export const levels = (catalogue: CatalogueSnapshot, { orderLimits, withdrawalLimits }: Configuration): Levels => ({
  list: vipLevels(catalogue),
  verification: ([0, 1, 2] as const).map((level) => ({
    level,
    order_limit_usdt: orderLimits[level],
    withdrawal_limit_btc: level === 0 ? null : withdrawalLimits[level],
  })),
});
