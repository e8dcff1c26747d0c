import type { Output } from '../../kit/contract.ts';
import type { PortfolioContract } from './contract.ts';
import type { Portfolio } from './queries.ts';

/** When the next payment comes. */
const AT = Date.UTC(2026, 10, 22, 15);
const money = { currency: 'USDT', scale: 6 };
/** 10,000 USDT in mining, which end in four days, and 500 USDT that earn nothing. */
export const portfolio = (changes: Partial<Portfolio> = {}): Portfolio => ({
  total: '10000',
  earned: '62.5',
  holdings: [
    {
      product: 'mining',
      id: '7',
      name: 'USDT for 5 days',
      ...money,
      amount: '10000',
      value: '10000',
      earned: [{ ...money, amount: '62.5' }],
      next_payment: { at: AT, ...money, amount: '35' },
      started_at: AT - 3 * 86_400_000,
      matures_at: AT + 2 * 86_400_000,
      exit: '9900',
      status: 'in_progress',
      screen: '/pages/lockming/order?id=7',
    },
  ],
  calendar: [
    { at: AT, kind: 'interest', product: 'mining', name: 'USDT for 5 days', ...money, amount: '35' },
    {
      at: AT + 2 * 86_400_000,
      kind: 'principal',
      product: 'mining',
      name: 'USDT for 5 days',
      ...money,
      amount: '10000',
    },
  ],
  idle: [{ ...money, amount: '500', value: '500' }],
  at: AT,
  ...changes,
});

export const portfolioFixtures = {
  'GET /finance/portfolio': portfolio(),
} satisfies { readonly [K in keyof PortfolioContract]: Output<PortfolioContract[K]> };
