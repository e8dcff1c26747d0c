import { callsOf } from '@tessera/api';
import type { Input, Output } from '../../kit/contract.ts';
import type { ConvertContract } from './contract.ts';
import { convertRoutes } from './routes.ts';

const { command, query, list } = callsOf<ConvertContract>(convertRoutes);

export type ConversionQuote = Output<ConvertContract['POST /user/getTransferFee']>;
export type ConversionInput = Input<ConvertContract['POST /user/Transfer']>;
export type Conversion = Output<ConvertContract['POST /user/Transfer']>;

/** A quote of a conversion; each one that is fetched replaces the last one of this user. */
export const useConversionQuote = query('POST /user/getTransferFee', { staleTime: 0, keepPrevious: true, quiet: true });

/** Converts at a quote; after silence it offers to repeat exactly that. */
export const useConvert = command('POST /user/Transfer');

/** Conversions, newest first. */
export const useConversions = list('POST /user/getTransferList');
