import * as z from 'zod/mini';
import { defineContract } from '../../kit/contract.ts';
import {
  decimal,
  listOf,
  optional,
  paging,
  picture,
  positiveDecimal,
  rowId,
  smallId,
  text,
  unixMs,
} from '../../kit/fields.ts';
import { launchpadRoutes } from './routes.ts';

const projectStatus = z.enum(['warm_up', 'in_progress', 'ended']);

const project = z.object({
  id: z.int(),
  name: z.string(),
  currency: z.string(),
  logo: z.nullable(picture),
  /** Price of one token in each currency it can be paid with. */
  prices: z.array(z.object({ pay_currency: z.string(), price: decimal })),
  total_issuance: decimal,
  subscribed: decimal,
  remaining: decimal,
  start_time: unixMs,
  end_time: unixMs,
  listing_time: z.nullable(unixMs),
  lock_days: z.int(),
  status: projectStatus,
});

const subscription = z.object({
  id: rowId,
  project_id: z.int(),
  name: z.string(),
  currency: z.string(),
  amount: decimal,
  pay_currency: z.string(),
  price: decimal,
  paid: decimal,
  /** Tokens allotted and payment returned, once allocated. */
  approved: z.nullable(decimal),
  returned: z.nullable(decimal),
  status: z.enum(['applied', 'allotted', 'unlocked', 'returned']),
  unlock_at: z.nullable(unixMs),
  created_at: unixMs,
});

export const launchpadContract = defineContract(launchpadRoutes, {
  'GET /project': {
    input: z.object({ ...paging, status: optional(projectStatus) }),
    output: listOf(project),
    summary: 'Token offerings',
  },
  'GET /project/detail': {
    input: z.object({ id: smallId }),
    output: z.extend(project, {
      description: z.string(),
      whitepaper: z.nullable(z.string()),
      website: z.nullable(z.string()),
      /** Most one user may be allotted. */
      user_cap: decimal,
      applied_count: z.int(),
      approved_count: z.int(),
    }),
    errors: ['not_found'],
    summary: 'One offering',
  },
  'POST /project/order': {
    input: z.object({
      project_id: smallId,
      amount: positiveDecimal,
      pay_currency: text(12),
      /** The price the user saw: another one is rejected. */
      price: positiveDecimal,
    }),
    output: subscription,
    errors: ['insufficient_balance', 'sale_not_open', 'price_moved', 'quantity_limit', 'order_limit'],
    summary: 'Subscribe; what is not allotted is returned',
  },
  'GET /user/project/order': {
    input: z.object(paging),
    output: listOf(subscription),
    summary: 'Subscriptions, newest first',
  },
});
export type LaunchpadContract = typeof launchpadContract;
