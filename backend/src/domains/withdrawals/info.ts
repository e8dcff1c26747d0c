import type { Output } from '@tessera/api/contract';
import { limitLeft } from '@tessera/api/withdrawals/rules';
import { div, quantize } from '@tessera/money';
import type { Dependencies } from '../../platform/domain.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { userBalance } from '../../platform/ledger/index.ts';
import { fiatRateMap } from '../fiat/index.ts';
import { userById } from '../identity/index.ts';
import { indexInUsdt } from '../instruments/index.ts';
import { isWhitelistOn, payoutNetworks, wireNetwork } from '../payees/index.ts';
import { ACCOUNT } from './states.ts';

const PRICE_SCALE = 18;

/** What a withdrawal of a currency costs and may be. */
export async function withdrawalInfo(
  { database, catalogue, feed, ports, now }: Dependencies,
  userId: string,
  currencyId: number,
): Promise<Output<'POST /wallet/get_info'>> {
  const snapshot = catalogue.current();
  const currency = snapshot.currencyById(currencyId);
  if (!currency) throw new DomainError('currency_unknown', { field: 'currency_id' });
  const { code, scale } = currency;
  const [networks, available, limits, rates, user, whitelist] = await Promise.all([
    payoutNetworks(database, snapshot),
    userBalance(database, userId, ACCOUNT, code),
    ports.limits().of(database, userId),
    fiatRateMap(database),
    userById(database, userId),
    isWhitelistOn(database, userId, now()),
  ]);
  const { limit, used } = limits.find(({ kind }) => kind === 'withdrawal') ?? { limit: '0', used: '0' };
  const [bitcoin, own] = [indexInUsdt(feed, 'BTC'), indexInUsdt(feed, code, rates)];
  const price = bitcoin === null || own === null ? null : quantize(div(own, bitcoin), PRICE_SCALE, 'up');
  const until = user.withdrawals_blocked_until;
  return {
    currency_id: currencyId,
    currency: code,
    scale,
    available,
    networks: networks.filter((each) => each.currency.id === currencyId).map(wireNetwork),
    limit_btc: limit ?? '0',
    used_btc: used,
    limit_factor: ports.vip().of(userId).withdrawalFactor,
    left: price === null ? null : limitLeft({ limit: limit ?? '0', used, price }, scale),
    price_btc: price,
    paused_until: until !== null && until > now() ? until : null,
    whitelist,
  };
}
