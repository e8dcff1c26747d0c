// The kit by its package name: a relative import would bundle a second copy of it, with a second client.
import { callsOf } from '@tessera/api';
import type { Output } from '../../kit/contract.ts';
import type { MiningContract } from './contract.ts';
import { miningRoutes } from './routes.ts';

const { command, query, list } = callsOf<MiningContract>(miningRoutes);

/** Products in the reader's language. */
export const useMiningProducts = query('GET /lh/deposit/config', { quiet: true });

/** Positions page by page, newest first. */
export const useMiningOrders = list('GET /lh/deposit/order', { quiet: true });

/** Sums of the positions: the first page has them. */
export const useMiningSums = query('GET /lh/deposit/order', { quiet: true });

/** Locks an amount; after silence it offers to repeat exactly that. */
export const useLock = command('POST /lh/deposit');

export const useRedeem = command('POST /lh/deposit/order/cancel');

/** Turns the renewal of a position on or off. */
export const useRenewal = command('POST /lh/deposit/order/renew');

export type MiningProduct = Output<MiningContract['GET /lh/deposit/config']>['list'][number];
export type MiningOrder = Output<MiningContract['GET /lh/deposit/order']>['list'][number];
