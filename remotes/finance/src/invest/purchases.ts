import { demandProblem, type InvestProduct, sharesProblem } from '@tessera/api/invest';
import { mul } from '@tessera/money';
import { definePurchase } from '@tessera/ui/purchase';

/** An amount that is put into a demand deposit. */
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

/** Whole shares of a dual product or of a fixed deposit. */
export const sharesPurchase = definePurchase({
  start: () => ({ amount: '' }),
  terms: ({ currency }: InvestProduct) => ({ currency, scale: 0 }),
  problem: ({ amount }, product) => sharesProblem(Number(amount), product),
  cost: ({ amount }, { share_size }) => mul(amount, share_size),
});
