import { alertsContract } from './domains/alerts/contract.ts';
import { alertsErrorCodes } from './domains/alerts/errors.ts';
import { brakesContract } from './domains/brakes/contract.ts';
import { brakesErrorCodes } from './domains/brakes/errors.ts';
import { chainsContract } from './domains/chains/contract.ts';
import { chartsContract } from './domains/charts/contract.ts';
import { chatContract } from './domains/chat/contract.ts';
import { chatErrorCodes } from './domains/chat/errors.ts';
import { contentContract } from './domains/content/contract.ts';
import { convertContract } from './domains/convert/contract.ts';
import { convertErrorCodes } from './domains/convert/errors.ts';
import { copytradingContract } from './domains/copytrading/contract.ts';
import { copytradingErrorCodes } from './domains/copytrading/errors.ts';
import { couponsContract } from './domains/coupons/contract.ts';
import { couponsErrorCodes } from './domains/coupons/errors.ts';
import { depositsContract } from './domains/deposits/contract.ts';
import { depositsErrorCodes } from './domains/deposits/errors.ts';
import { fiatContract } from './domains/fiat/contract.ts';
import { houseContract } from './domains/house/contract.ts';
import { identityContract } from './domains/identity/contract.ts';
import { identityErrorCodes } from './domains/identity/errors.ts';
import { instrumentsContract } from './domains/instruments/contract.ts';
import { instrumentsErrorCodes } from './domains/instruments/errors.ts';
import { investContract } from './domains/invest/contract.ts';
import { kycContract } from './domains/kyc/contract.ts';
import { kycErrorCodes } from './domains/kyc/errors.ts';
import { launchpadContract } from './domains/launchpad/contract.ts';
import { launchpadErrorCodes } from './domains/launchpad/errors.ts';
import { leverageContract } from './domains/leverage/contract.ts';
import { leverageErrorCodes } from './domains/leverage/errors.ts';
import { loansContract } from './domains/loans/contract.ts';
import { loansErrorCodes } from './domains/loans/errors.ts';
import { messagesContract } from './domains/messages/contract.ts';
import { miningContract } from './domains/mining/contract.ts';
import { miningErrorCodes } from './domains/mining/errors.ts';
import { nftContract } from './domains/nft/contract.ts';
import { nftErrorCodes } from './domains/nft/errors.ts';
import { optionsContract } from './domains/options/contract.ts';
import { optionsErrorCodes } from './domains/options/errors.ts';
import { payeesContract } from './domains/payees/contract.ts';
import { payeesErrorCodes } from './domains/payees/errors.ts';
import { plansContract } from './domains/plans/contract.ts';
import { plansErrorCodes } from './domains/plans/errors.ts';
import { portfolioContract } from './domains/portfolio/contract.ts';
import { proofsContract } from './domains/proofs/contract.ts';
import { quickbuyContract } from './domains/quickbuy/contract.ts';
import { quickbuyErrorCodes } from './domains/quickbuy/errors.ts';
import { quizContract } from './domains/quiz/contract.ts';
import { quizErrorCodes } from './domains/quiz/errors.ts';
import { referralContract } from './domains/referral/contract.ts';
import { referralErrorCodes } from './domains/referral/errors.ts';
import { securityContract } from './domains/security/contract.ts';
import { securityErrorCodes } from './domains/security/errors.ts';
import { siteContract } from './domains/site/contract.ts';
import { spotContract } from './domains/spot/contract.ts';
import { spotErrorCodes } from './domains/spot/errors.ts';
import { staffContract } from './domains/staff/contract.ts';
import { staffErrorCodes } from './domains/staff/errors.ts';
import { supportContract } from './domains/support/contract.ts';
import { supportErrorCodes } from './domains/support/errors.ts';
import { treasuryContract } from './domains/treasury/contract.ts';
import { uploadsContract } from './domains/uploads/contract.ts';
import { uploadsErrorCodes } from './domains/uploads/errors.ts';
import { vipContract } from './domains/vip/contract.ts';
import { visaContract } from './domains/visa/contract.ts';
import { visaErrorCodes } from './domains/visa/errors.ts';
import { walletContract } from './domains/wallet/contract.ts';
import { walletErrorCodes } from './domains/wallet/errors.ts';
import { watchlistContract } from './domains/watchlist/contract.ts';
import { watchlistErrorCodes } from './domains/watchlist/errors.ts';
import { withdrawalsContract } from './domains/withdrawals/contract.ts';
import { withdrawalsErrorCodes } from './domains/withdrawals/errors.ts';
import type * as kit from './kit/contract.ts';
import { kitErrorCodes } from './kit/errors/codes.ts';

/*
 * Every call of the API in one object, for registration and documentation in the backend, and tests. Domains, screens and the kit must not import it.
 */

/** The domains with their calls. */
export const contracts: Readonly<Record<string, Readonly<Record<string, kit.Call>>>> = {
  content: contentContract,
  convert: convertContract,
  copytrading: copytradingContract,
  deposits: depositsContract,
  fiat: fiatContract,
  house: houseContract,
  identity: identityContract,
  instruments: instrumentsContract,
  invest: investContract,
  kyc: kycContract,
  launchpad: launchpadContract,
  leverage: leverageContract,
  loans: loansContract,
  messages: messagesContract,
  mining: miningContract,
  nft: nftContract,
  options: optionsContract,
  payees: payeesContract,
  referral: referralContract,
  security: securityContract,
  site: siteContract,
  spot: spotContract,
  staff: staffContract,
  support: supportContract,
  uploads: uploadsContract,
  treasury: treasuryContract,
  vip: vipContract,
  visa: visaContract,
  wallet: walletContract,
  watchlist: watchlistContract,
  alerts: alertsContract,
  withdrawals: withdrawalsContract,
  brakes: brakesContract,
  proofs: proofsContract,
  portfolio: portfolioContract,
  quickbuy: quickbuyContract,
  coupons: couponsContract,
  quiz: quizContract,
  chat: chatContract,
  charts: chartsContract,
  chains: chainsContract,
  plans: plansContract,
};

/* In two parts: the type of one would be longer than the compiler writes into declarations. */
const former = {
  ...contentContract,
  ...convertContract,
  ...copytradingContract,
  ...depositsContract,
  ...fiatContract,
  ...houseContract,
  ...identityContract,
  ...instrumentsContract,
  ...investContract,
  ...kycContract,
  ...launchpadContract,
  ...leverageContract,
  ...loansContract,
  ...messagesContract,
  ...miningContract,
  ...nftContract,
  ...optionsContract,
  ...payeesContract,
  ...referralContract,
  ...securityContract,
  ...siteContract,
};
const latter = {
  ...spotContract,
  ...staffContract,
  ...supportContract,
  ...uploadsContract,
  ...treasuryContract,
  ...vipContract,
  ...visaContract,
  ...walletContract,
  ...watchlistContract,
  ...alertsContract,
  ...withdrawalsContract,
  ...brakesContract,
  ...proofsContract,
  ...portfolioContract,
  ...quickbuyContract,
  ...couponsContract,
  ...quizContract,
  ...chatContract,
  ...chartsContract,
  ...chainsContract,
  ...plansContract,
};

type Both = typeof former & typeof latter;
export type Contract = { [K in keyof Both]: Both[K] };

/** Every call by its id: `contract['POST /user/login']`. */
export const contract: Contract = { ...former, ...latter };

export type CallId = keyof Contract;

export type Input<K extends CallId> = kit.Input<Contract[K]>;
export type ReadInput<K extends CallId> = kit.ReadInput<Contract[K]>;
export type Output<K extends CallId> = kit.Output<Contract[K]>;

/** Every error code there is. */
export const errorCodes = [
  ...kitErrorCodes,
  ...brakesErrorCodes,
  ...convertErrorCodes,
  ...copytradingErrorCodes,
  ...depositsErrorCodes,
  ...identityErrorCodes,
  ...instrumentsErrorCodes,
  ...kycErrorCodes,
  ...launchpadErrorCodes,
  ...chatErrorCodes,
  ...leverageErrorCodes,
  ...loansErrorCodes,
  ...miningErrorCodes,
  ...nftErrorCodes,
  ...optionsErrorCodes,
  ...payeesErrorCodes,
  ...quickbuyErrorCodes,
  ...couponsErrorCodes,
  ...quizErrorCodes,
  ...referralErrorCodes,
  ...securityErrorCodes,
  ...spotErrorCodes,
  ...alertsErrorCodes,
  ...plansErrorCodes,
  ...staffErrorCodes,
  ...supportErrorCodes,
  ...uploadsErrorCodes,
  ...visaErrorCodes,
  ...walletErrorCodes,
  ...watchlistErrorCodes,
  ...withdrawalsErrorCodes,
] as const;
