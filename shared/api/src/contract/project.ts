import { z } from 'zod';
import { byKey, defineCall } from './call.ts';
import { decimal, listOf, optional, paging, picture, positiveDecimal, rowId, smallId, text, unixMs } from './fields.ts';

const projectStatus = z.enum(['warm_up', 'in_progress', 'ended']);

const project = z.object({
  id: z.int(),
  name: z.string(),
  currency: z.string(),
  logo: picture.nullable(),
  /** Price of one token in each currency it can be paid with. */
  prices: z.array(z.object({ pay_currency: z.string(), price: decimal })),
  total_issuance: decimal,
  subscribed: decimal,
  remaining: decimal,
  start_time: unixMs,
  end_time: unixMs,
  listing_time: unixMs.nullable(),
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
  approved: decimal.nullable(),
  returned: decimal.nullable(),
  status: z.enum(['applied', 'allotted', 'unlocked', 'returned']),
  unlock_at: unixMs.nullable(),
  created_at: unixMs,
});

export const projectCalls = byKey(
  defineCall({
    method: 'GET',
    path: '/project',
    access: 'public',
    payload: z.object({ ...paging, status: optional(projectStatus) }),
    answer: listOf(project),
    built: false,
    summary: 'Token offerings',
  }),
  defineCall({
    method: 'GET',
    path: '/project/detail',
    access: 'public',
    payload: z.object({ id: smallId }),
    answer: project.extend({
      description: z.string(),
      whitepaper: z.string().nullable(),
      website: z.string().nullable(),
      /** Most one user may be allotted. */
      user_cap: decimal,
      applied_count: z.int(),
      approved_count: z.int(),
    }),
    built: false,
    errors: ['not_found'],
    summary: 'One offering',
  }),
  defineCall({
    method: 'POST',
    path: '/project/order',
    access: 'user',
    payload: z.object({
      project_id: smallId,
      amount: positiveDecimal,
      pay_currency: text(12),
      /** The price the user saw: another one is refused. */
      price: positiveDecimal,
    }),
    answer: subscription,
    idempotent: true,
    built: false,
    errors: ['insufficient_balance', 'sale_not_open', 'price_moved', 'quantity_limit', 'order_limit'],
    summary: 'Subscribe; what is not allotted is returned',
  }),
  defineCall({
    method: 'GET',
    path: '/user/project/order',
    access: 'user',
    payload: z.object(paging),
    answer: listOf(subscription),
    built: false,
    summary: 'Subscriptions, newest first',
  }),
);
