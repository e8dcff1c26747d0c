import * as z from 'zod/mini';
import { defineContract } from '../../kit/contract.ts';
import { decimal, noInput, unixMs } from '../../kit/fields.ts';
import { portfolioRoutes } from './routes.ts';

const product = z.enum(['mining', 'demand', 'fixed', 'dual', 'metal', 'launchpad', 'loan']);

const money = { currency: z.string(), scale: z.int(), amount: decimal };

const holding = z.object({
  product,
  id: z.string(),
  name: z.string(),
  ...money,
  /** In USDT at the price of now; null where there is none. */
  value: z.nullable(decimal),
  earned: z.array(z.object(money)),
  next_payment: z.nullable(z.object({ at: unixMs, ...money })),
  /** Null where it has no term. */
  started_at: z.nullable(unixMs),
  matures_at: z.nullable(unixMs),
  /** What comes back of `amount` if the user leaves now; null where it cannot be left. */
  exit: z.nullable(decimal),
  status: z.string(),
  /** Path of the screen that shows it. */
  screen: z.string(),
});

const event = z.object({
  at: unixMs,
  kind: z.enum(['interest', 'principal', 'repayment', 'unlock', 'settlement']),
  product,
  name: z.string(),
  currency: z.string(),
  scale: z.int(),
  /** Null where it is not known before. */
  amount: z.nullable(decimal),
});

export const portfolioContract = defineContract(portfolioRoutes, {
  'GET /finance/portfolio': {
    weight: 4,
    input: noInput,
    output: z.object({
      /** In USDT: the value of the user's product accounts in the ledger. */
      total: decimal,
      /** In USDT at the prices of now: what the holdings were paid so far. */
      earned: decimal,
      holdings: z.array(holding),
      /** Oldest first: what comes within a year, at most 500. */
      calendar: z.array(event),
      /** Spot funds that are in no order, worth 10 USDT or more. */
      idle: z.array(z.object({ ...money, value: decimal })),
      at: unixMs,
    }),
    summary: 'What the user holds in financial products, what it earned and what comes when',
  },
});
export type PortfolioContract = typeof portfolioContract;
