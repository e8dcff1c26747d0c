import type { Output } from '@tessera/api/contract';
import { discountedRates } from '@tessera/api/vip/rules';
import type { CatalogueSnapshot } from '../../platform/catalogue/catalogue.ts';
import type { Configuration } from '../site/index.ts';
import type { WireVipLevel } from '../vip/index.ts';
import { type Level, LIMITS } from './limits.ts';

type Levels = Output<'GET /user/levellist'>;

/** The spot fees of the coins, which are the same for all of them. */
function spotFees({ instruments }: CatalogueSnapshot) {
  const coin = instruments.find(({ category, trades }) => category === 'crypto' && trades.includes('spot'));
  if (!coin) throw new Error('no coin is listed');
  return coin;
}

function vipLevels(catalogue: CatalogueSnapshot, levels: readonly WireVipLevel[]): Levels['list'] {
  const fees = spotFees(catalogue);
  return levels.map((level) => {
    const { makerFeeRate, takerFeeRate } = discountedRates(fees, level.fee_discount);
    return { ...level, name: `VIP ${level.level}`, maker_fee_rate: makerFeeRate, taker_fee_rate: takerFeeRate };
  });
}

/** None at all is null to the clients of before. */
const orNone = (limit: string | null): string | null => (limit === '0' ? null : limit);

/** What each level pays and may do. Without verification nothing is withdrawn. */
export function levels(
  catalogue: CatalogueSnapshot,
  configuration: Configuration,
  vip: readonly WireVipLevel[],
): Levels {
  const of = (kind: keyof typeof LIMITS, level: Level) => LIMITS[kind].limit(configuration, level, '1');
  return {
    list: vipLevels(catalogue, vip),
    verification: ([0, 1, 2] as const).map((level) => ({
      level,
      order_limit_usdt: configuration.orderLimits[level],
      withdrawal_limit_btc: orNone(of('withdrawal', level)),
      send_limit_usdt: orNone(of('send', level)),
      deposit_limit_usdt: of('deposit', level),
    })),
  };
}
