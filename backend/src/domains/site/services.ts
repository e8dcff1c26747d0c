import type { CallId } from '@tessera/api/contract';
import { SERVICE_NAMES, type ServiceName } from '@tessera/api/site/rules';
import type { ScreenPath } from '../../platform/screens/screen-link.ts';

type Service = {
  /**
   * Calls that begin something new, or move an order to where it trades. What ends or protects something that a user has goes
   * on.
   */
  readonly calls: readonly CallId[];
  /** Paths of the screens whose purpose these calls are; all with a query parameter belong to them. */
  readonly screens: readonly ScreenPath[];
};

/** What an operator can pause, by the names in the setting `paused_services`. */
export const SERVICES = {
  deposit: { calls: ['POST /wallet/charge_req'], screens: ['/pages/fund/receive'] },
  withdraw: { calls: ['POST /wallet/out/begin', 'POST /wallet/out'], screens: ['/pages/fund/withdraw'] },
  send: { calls: ['POST /wallet/zhuanzhan/begin', 'POST /wallet/zhuanzhan'], screens: ['/pages/fund/fundTransfer'] },
  convert: { calls: ['POST /user/getTransferFee', 'POST /user/Transfer'], screens: ['/pages/transfer/transfer'] },
  quick_buy: { calls: ['POST /quickbuy/quote', 'POST /quickbuy/order'], screens: ['/pages/fund/select'] },
  spot: {
    calls: ['POST /coin/trade', 'POST /coin/amend', 'POST /plans/start'],
    screens: ['/pages/transaction/index', '/pages/transaction/new_strategy'],
  },
  leverage: {
    calls: ['POST /lever/submit', 'POST /lever/amend', 'POST /lever/reverse'],
    screens: ['/pages/transaction/index2'],
  },
  options: { calls: ['POST /microtrade/submit'], screens: ['/pages/transaction/index3'] },
  copy: { calls: ['POST /follow/follow', 'POST /follow/apply'], screens: ['/pages/copytrade/copy'] },
  mining: { calls: ['POST /lh/deposit'], screens: ['/pages/lockming/lockming', '/pages/lockming/welcome'] },
  invest: {
    calls: ['POST /dual/buyDual', 'POST /dual/buyDemand'],
    screens: ['/pages/invest/invest', '/pages/financial/index3'],
  },
  launchpad: { calls: ['POST /project/order'], screens: ['/pages/ieo/ieo'] },
  loans: { calls: ['POST /user/jiedaisave'], screens: ['/pages/common/borrow', '/pages/otc/otc'] },
  visa: { calls: ['POST /user/visasave'], screens: ['/pages/fund/visa'] },
  nft: {
    calls: [
      'POST /bind_box/buyNFT',
      'POST /bind_box/marginNFT',
      'POST /bind_box/auctionNFT',
      'POST /bind_box/resellNFT',
      'POST /bind_box/artist/sell',
      'POST /bind_box/withdrawNFT/begin',
      'POST /bind_box/withdrawNFT',
      'POST /bind_box/buyBox',
    ],
    screens: ['/pages/nft/nft'],
  },
  // No round is opened meanwhile (`quiz/schedule.ts`). Those that are open take bets: a member who kept later bets out of one
  // would choose the odds of those before; so no link turns users away either.
  quiz: { calls: [], screens: [] },
  chat: { calls: ['POST /chat/send'], screens: ['/pages/kf/kf'] },
} as const satisfies Readonly<Record<ServiceName, Service>>;

/** The services that a setting names, by commas or blanks; unknown names pause nothing. */
export const servicesIn = (setting: string): readonly ServiceName[] => {
  const named = new Set(setting.split(/[\s,]+/));
  return SERVICE_NAMES.filter((name) => named.has(name));
};

const SERVICE_OF: ReadonlyMap<string, ServiceName> = new Map(
  SERVICE_NAMES.flatMap((name) => SERVICES[name].calls.map((callId) => [callId, name] as const)),
);

/** The service that a call begins something in; null for all others. */
export const serviceOf = (callId: string): ServiceName | null => SERVICE_OF.get(callId) ?? null;
