// The kit by its package name: a relative import would bundle a second copy of it, with a second client.
import { callsOf } from '@tessera/api';
import type { Output } from '../../kit/contract.ts';
import type { CouponsContract } from './contract.ts';
import { couponsRoutes } from './routes.ts';

const { command, query, list } = callsOf<CouponsContract>(couponsRoutes);

/** Coupons page by page, newest first. */
export const useCoupons = list('GET /user/coupons', { quiet: true });

/** What can be taken. */
export const useCouponOffers = query('GET /user/coupon/offers', { quiet: true });

export const useClaimCoupon = command('POST /user/coupon/claim');

export const useStartCoupon = command('POST /user/coupon/use');

export type Coupon = Output<CouponsContract['GET /user/coupons']>['list'][number];
export type CouponOffer = Output<CouponsContract['GET /user/coupon/offers']>['list'][number];
