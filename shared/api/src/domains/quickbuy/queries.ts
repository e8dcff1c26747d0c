// The kit by its package name: a relative import would bundle a second copy of it, with a second client.
import { callsOf } from '@tessera/api';
import type { Input, Output } from '../../kit/contract.ts';
import type { QuickbuyContract } from './contract.ts';
import { quickbuyRoutes } from './routes.ts';

const { call, command, query, list } = callsOf<QuickbuyContract>(quickbuyRoutes);

export type BuyTerms = Output<QuickbuyContract['GET /quickbuy/terms']>;
export type BuyQuote = Output<QuickbuyContract['POST /quickbuy/quote']>;
export type BuyOrder = Output<QuickbuyContract['GET /quickbuy/order']>;
export type QuoteInput = Input<QuickbuyContract['POST /quickbuy/quote']>;
export type OrderInput = Input<QuickbuyContract['POST /quickbuy/order']>;

/** What can be bought and how it is paid. */
export const useBuyTerms = query('GET /quickbuy/terms', { staleTime: 30_000 });

/** One order with how to pay it. */
export const useBuyOrder = query('GET /quickbuy/order');

/** Orders, newest first. */
export const useBuyOrders = list('GET /quickbuy/orders');

/** What an amount buys; each quote that is fetched replaces the last one of this user. */
export const useBuyQuote = query('POST /quickbuy/quote', { staleTime: 0, keepPrevious: true, quiet: true });

/** Orders at a quote; after silence it offers to repeat exactly that. */
export const useBuy = command('POST /quickbuy/order');

export const useSendBuyVoucher = command('POST /quickbuy/order/voucher');
export const useCancelBuy = command('POST /quickbuy/order/cancel');

/** The provider's page of an order. */
export const openCheckout = call('POST /quickbuy/order/checkout');
