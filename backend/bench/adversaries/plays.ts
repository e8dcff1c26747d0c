import type { DomainName } from '../../src/domains.ts';
import { ADVERSARIES, type Cell, type Effort, type Plays, type Terms } from './cell.ts';
import { convertPlays } from './products/convert.ts';
import { copyPlays } from './products/copytrading.ts';
import { investPlays } from './products/invest.ts';
import { launchpadPlays } from './products/launchpad.ts';
import { leveragePlays } from './products/leverage.ts';
import { loanPlays } from './products/loans.ts';
import { miningPlays } from './products/mining.ts';
import { nftPlays } from './products/nft.ts';
import { optionPlays } from './products/options.ts';
import { quickbuyPlays } from './products/quickbuy.ts';
import { quizPlays } from './products/quiz.ts';
import { couponPlays, referralPlays } from './products/referral.ts';
import { spotPlays } from './products/spot.ts';

const NO_MONEY = 'moves no money';
const CARRIES = 'carries what users own in and out: there is no price to gain from';

/**
 * Every domain and how it is played: a new one does not compile before its plays are here, or the reason why there is
 * nothing to gain.
 */
export const PLAYS: Readonly<Record<DomainName, Plays>> = {
  convert: convertPlays,
  copytrading: copyPlays,
  coupons: couponPlays,
  invest: investPlays,
  launchpad: launchpadPlays,
  leverage: leveragePlays,
  loans: loanPlays,
  mining: miningPlays,
  nft: nftPlays,
  options: optionPlays,
  quickbuy: quickbuyPlays,
  quiz: quizPlays,
  referral: referralPlays,
  spot: spotPlays,

  chains: CARRIES,
  deposits: CARRIES,
  house: 'posted by staff alone, two of them',
  treasury: CARRIES,
  wallet: CARRIES,
  withdrawals: CARRIES,
  identity: 'grants of a demonstration alone',
  plans: 'each of its orders is one of spot, placed by the same command: played there',
  vip: 'discounts of fees: played with each level in the ring of own referrals',

  alerts: NO_MONEY,
  attempts: NO_MONEY,
  brakes: NO_MONEY,
  charts: NO_MONEY,
  chat: NO_MONEY,
  content: NO_MONEY,
  fiat: NO_MONEY,
  idempotency: NO_MONEY,
  instruments: NO_MONEY,
  kyc: NO_MONEY,
  mail: NO_MONEY,
  messages: NO_MONEY,
  payees: NO_MONEY,
  portfolio: NO_MONEY,
  proofs: NO_MONEY,
  realtime: NO_MONEY,
  security: NO_MONEY,
  site: NO_MONEY,
  staff: NO_MONEY,
  support: NO_MONEY,
  surveillance: NO_MONEY,
  uploads: NO_MONEY,
  visa: NO_MONEY,
  watchlist: NO_MONEY,
};

/** Every instrument × term of every product against every adversary. */
export function* cells(terms: Terms, effort: Effort): Generator<Cell> {
  for (const [product, plays] of Object.entries(PLAYS)) {
    if (typeof plays === 'string') continue;
    for (const adversary of ADVERSARIES) {
      const play = plays[adversary];
      if ('none' in play) continue;
      for (const cell of play.cells(terms, effort)) yield { product, adversary, ...cell };
    }
  }
}
