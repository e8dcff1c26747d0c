import { alerts } from './domains/alerts/index.ts';
import { brakes } from './domains/brakes/index.ts';
import { chains } from './domains/chains/index.ts';
import { charts } from './domains/charts/index.ts';
import { chat } from './domains/chat/index.ts';
import { content } from './domains/content/index.ts';
import { convert } from './domains/convert/index.ts';
import { copytrading } from './domains/copytrading/index.ts';
import { coupons } from './domains/coupons/index.ts';
import { deposits } from './domains/deposits/index.ts';
import { fiat } from './domains/fiat/index.ts';
import { house } from './domains/house/index.ts';
import { identity } from './domains/identity/index.ts';
import { instruments } from './domains/instruments/index.ts';
import { invest } from './domains/invest/index.ts';
import { kyc } from './domains/kyc/index.ts';
import { launchpad } from './domains/launchpad/index.ts';
import { leverage } from './domains/leverage/index.ts';
import { loans } from './domains/loans/index.ts';
import { messages } from './domains/messages/index.ts';
import { mining } from './domains/mining/index.ts';
import { nft } from './domains/nft/index.ts';
import { options } from './domains/options/index.ts';
import { payees } from './domains/payees/index.ts';
import { plans } from './domains/plans/index.ts';
import { portfolio } from './domains/portfolio/index.ts';
import { proofs } from './domains/proofs/index.ts';
import { quickbuy } from './domains/quickbuy/index.ts';
import { quiz } from './domains/quiz/index.ts';
import { referral } from './domains/referral/index.ts';
import { security } from './domains/security/index.ts';
import { site } from './domains/site/index.ts';
import { spot } from './domains/spot/index.ts';
import { staff } from './domains/staff/index.ts';
import { support } from './domains/support/index.ts';
import { surveillance } from './domains/surveillance/index.ts';
import { treasury } from './domains/treasury/index.ts';
import { vip } from './domains/vip/index.ts';
import { visa } from './domains/visa/index.ts';
import { wallet } from './domains/wallet/index.ts';
import { watchlist } from './domains/watchlist/index.ts';
import { withdrawals } from './domains/withdrawals/index.ts';
import type { DomainFactory } from './platform/domain.ts';
import { idempotency } from './platform/http/idempotency.ts';
import { attempts } from './platform/limits/attempts.ts';
import { mail } from './platform/mail/messages.ts';
import { realtime } from './platform/realtime/index.ts';
import { uploads } from './platform/uploads/index.ts';

/** Every domain of the backend, in the order in which they are made; a new one is a line here. */
export const DOMAINS = {
  identity,
  security,
  kyc,
  vip,
  uploads,
  mail,
  attempts,
  idempotency,
  instruments,
  realtime,
  spot,
  options,
  leverage,
  wallet,
  watchlist,
  alerts,
  site,
  fiat,
  house,
  content,
  messages,
  deposits,
  payees,
  withdrawals,
  surveillance,
  staff,
  convert,
  mining,
  portfolio,
  copytrading,
  loans,
  visa,
  brakes,
  proofs,
  launchpad,
  quickbuy,
  invest,
  nft,
  quiz,
  referral,
  coupons,
  support,
  chat,
  charts,
  chains,
  treasury,
  plans,
} as const satisfies Readonly<Record<string, DomainFactory>>;

export type DomainName = keyof typeof DOMAINS;

export const FACTORIES: readonly DomainFactory[] = Object.values(DOMAINS);
