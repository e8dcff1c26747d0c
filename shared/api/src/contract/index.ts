import type { z } from 'zod';
import { authCalls } from './auth.ts';
import { coinCalls } from './coin.ts';
import { configCalls } from './config.ts';
import { contentCalls } from './content.ts';
import { depositCalls } from './deposit.ts';
import { dualCalls } from './dual.ts';
import { followCalls } from './follow.ts';
import { leverCalls } from './lever.ts';
import { loanCalls } from './loan.ts';
import { marketCalls } from './market.ts';
import { microtradeCalls } from './microtrade.ts';
import { miningCalls } from './mining.ts';
import { nftGalleryCalls } from './nft-gallery.ts';
import { nftTradeCalls } from './nft-trade.ts';
import { payeeCalls } from './payee.ts';
import { payoutCalls } from './payout.ts';
import { projectCalls } from './project.ts';
import { safeCalls } from './safe.ts';
import { staffCalls } from './staff.ts';
import { uploadCalls } from './upload.ts';
import { userCalls } from './user.ts';
import { walletCalls } from './wallet.ts';

export { type Access, type Call, defineCall, type Encoding, type Method } from './call.ts';
export type { SpotOrder } from './coin.ts';
export type { SiteConfig } from './config.ts';
export type { DepositClaim } from './deposit.ts';
export { documentationOf } from './documentation.ts';
export { type FailureEnvelope, failureEnvelope, successEnvelope } from './envelope.ts';
export type { Instrument, Quote } from './market.ts';
export { type Problem, problemOf, type Reading, readPayload } from './problem.ts';
export { parseClientFrame, realtimeLimits } from './realtime.ts';
export type { UserInfo } from './user.ts';
export type { AccountRecord, WalletList } from './wallet.ts';

/** Every call of the API, keyed by method and path: `contract['POST /user/login']`. */
export const contract = {
  ...configCalls,
  ...authCalls,
  ...userCalls,
  ...safeCalls,
  ...marketCalls,
  ...coinCalls,
  ...contentCalls,
  ...walletCalls,
  ...depositCalls,
  ...payoutCalls,
  ...uploadCalls,
  ...loanCalls,
  ...payeeCalls,
  ...leverCalls,
  ...microtradeCalls,
  ...projectCalls,
  ...miningCalls,
  ...followCalls,
  ...dualCalls,
  ...nftGalleryCalls,
  ...nftTradeCalls,
  ...staffCalls,
};

export type Contract = typeof contract;
export type CallKey = keyof Contract;

/** What the caller passes: typed values, defaults left out. */
export type Payload<K extends CallKey> = z.input<Contract[K]['payload']>;

/** What the backend works with: everything read and defaulted. */
export type ReadPayload<K extends CallKey> = z.output<Contract[K]['payload']>;

export type Answer<K extends CallKey> = z.output<Contract[K]['answer']>;

/** Calls that need an `Idempotency-Key`. */
export type IdempotentKey = { [K in CallKey]: Contract[K]['idempotent'] extends true ? K : never }[CallKey];
