// The kit by its package name: a relative import would bundle a second copy of it, with a second client.
import { callsOf } from '@tessera/api';
import type { Output } from '../../kit/contract.ts';
import { orderFromWire } from '../spot/wire.ts';
import type { PlansContract } from './contract.ts';
import { plansRoutes } from './routes.ts';

const { command, query, list } = callsOf<PlansContract>(plansRoutes);

export type Plan = Output<PlansContract['POST /plans/start']>;
type WireSlot = Output<PlansContract['GET /plans/orders']>['list'][number];

/** Plans, newest first. */
export const usePlans = list('GET /plans/list', { quiet: true });

export const usePlan = query('GET /plans/detail', { quiet: true });

const slotFromWire = ({ order, ...slot }: WireSlot) => ({
  ...slot,
  order: order && orderFromWire(order),
});
export type PlanSlot = ReturnType<typeof slotFromWire>;

/** The orders of a plan, newest first. */
export const usePlanOrders = list('GET /plans/orders', { quiet: true, read: slotFromWire });

/** Starts a plan; after silence it offers to repeat exactly that. */
export const useStartPlan = command('POST /plans/start');

/** Stops a plan and cancels its open orders; its subject is the plan's id. */
export const useStopPlan = command('POST /plans/stop');
