import { afterVolume, leastVolume, MOST_FEE_DISCOUNT, shareOf, volumeAfter } from '@tessera/api/coupons/rules';
import { MOST_RATES, rebateOf } from '@tessera/api/referral/rules';
import { countedVolume, discountedRates } from '@tessera/api/vip/rules';
import { add, cmp, mul } from '@tessera/money';
import { seededCatalogue } from '../../../src/domains/instruments/index.ts';
import { computed, type Played, type Plays, type Terms } from '../cell.ts';

const NOTIONAL = '1000000';
const SCALE = 8;

/**
 * Referred accounts of one person trade with each other: the fees of both sides, less what a coupon, the highest rebates and
 * cash for the volume give back. Part of a notional value.
 */
function ringOfReferrals(
  rates: { readonly makerFeeRate: string; readonly takerFeeRate: string },
  discount: string,
): number {
  const own = discountedRates(rates, discount);
  let gain = '0';
  for (const rate of [own.makerFeeRate, own.takerFeeRate]) {
    const fee = mul(NOTIONAL, rate);
    const coupon = shareOf(fee, { rate: MOST_FEE_DISCOUNT, amount: fee, paid: '0' }, SCALE);
    // Cash of 1 for each least volume of it, as if a campaign had no end.
    const volume = volumeAfter(countedVolume(NOTIONAL, rate), MOST_FEE_DISCOUNT);
    const { traded } = afterVolume({ traded: '0', volume: null }, volume);
    const cash = Number(traded) / Number(leastVolume('1'));
    gain = add(gain, add(add(coupon, rebateOf(fee, MOST_RATES, SCALE)), add(cash.toFixed(SCALE), mul(fee, '-1'))));
  }
  return Number(gain) / Number(NOTIONAL);
}

function* rings({ levels }: Terms): Generator<Played> {
  for (const { symbol, makerFeeRate, takerFeeRate } of seededCatalogue.instruments) {
    if (cmp(makerFeeRate, '0') <= 0 && cmp(takerFeeRate, '0') <= 0) continue;
    for (const { level, discount } of levels) {
      const of = { instrument: symbol, term: `VIP ${level}`, strategy: 'ring of own referrals' };
      yield { ...of, ...computed(ringOfReferrals({ makerFeeRate, takerFeeRate }, discount)) };
    }
  }
}

const NO_PRICE = 'is a part of fees that were paid, whatever the price does';

export const referralPlays: Plays = {
  predictor: { none: NO_PRICE },
  ring: { cells: rings },
  friend: { none: 'a friend who is referred is the ring of own referrals' },
  leader: { none: NO_PRICE },
};

/** Coupons, cash for volume and VIP discounts come with the ring, all at once and each at its most. */
export const couponPlays = 'played with the ring of own referrals: the largest coupon, cash for volume, each VIP level';
