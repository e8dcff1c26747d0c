import { demandProblem, type InvestProduct, sharesProblem } from '@tessera/api/invest';
import { mul, stepsIn } from '@tessera/money';
import { definePurchase } from '@tessera/ui/purchase';

/** An amount that is put into flexible savings. */
export const demandPurchase = definePurchase({
  start: () => ({ amount: '' }),
  terms: ({ currency, scale, share_size, min_shares, remaining_shares }: InvestProduct) => ({
    currency,
    scale,
    min: mul(share_size, String(min_shares)),
    max: mul(share_size, String(remaining_shares)),
  }),
  problem({ amount }, { scale, share_size, min_shares, remaining_shares }) {
    const [min, left] = [mul(share_size, String(min_shares)), mul(share_size, String(remaining_shares))];
    return demandProblem(amount, { min, left, scale });
  },
});

/** An amount of whole shares that is put into a fixed deposit. */
export const fixedPurchase = definePurchase({
  start: () => ({ amount: '' }),
  terms: ({ currency, scale, share_size, min_shares, max_shares, remaining_shares }: InvestProduct) => ({
    currency,
    scale,
    min: mul(share_size, String(min_shares)),
    max: mul(share_size, String(Math.min(remaining_shares, max_shares ?? remaining_shares))),
  }),
  problem({ amount }, product) {
    const shares = stepsIn(amount, product.share_size);
    if (shares === null) return { code: 'field_not_on_step' };
    // Its bounds are said as amounts.
    const problem = sharesProblem(shares, product);
    return problem && { code: problem.code };
  },
});

/** Whole shares of a dual investment. */
export const sharesPurchase = definePurchase({
  start: () => ({ amount: '' }),
  terms: ({ currency }: InvestProduct) => ({ currency, scale: 0 }),
  problem: ({ amount }, product) => sharesProblem(Number(amount), product),
  cost: ({ amount }, { share_size }) => mul(amount, share_size),
});
