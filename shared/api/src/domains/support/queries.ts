// The kit by its package name: a relative import would bundle a second copy of it, with a second client.
import { callsOf } from '@tessera/api';
import type { Input, Output } from '../../kit/contract.ts';
import type { SupportContract } from './contract.ts';
import { supportRoutes } from './routes.ts';

const { call, command, query } = callsOf<SupportContract>(supportRoutes);

export type SupportConversation = NonNullable<Output<SupportContract['GET /support/current']>['conversation']>;
export type SupportMessage = Output<SupportContract['GET /support/messages']>['list'][number];

/** Calls of agents, for the staff console. */
export type StaffSupportCall = Extract<keyof SupportContract, `${string} /staff/${string}`>;
export type StaffSupportInput<K extends StaffSupportCall> = Input<SupportContract[K]>;
export type StaffSupportOutput<K extends StaffSupportCall> = Output<SupportContract[K]>;
export type StaffConversation = StaffSupportOutput<'POST /staff/support/take'>;
export type OpenedConversation = StaffSupportOutput<'GET /staff/support/conversation'>;
export type CannedReply = StaffSupportOutput<'GET /staff/support/replies'>['list'][number];

const SERVICE_EVERY = 60_000;

/** Whether agents are there, and how long the queue is. */
export const useService = query('GET /support/service', { staleTime: SERVICE_EVERY, refetchInterval: SERVICE_EVERY });

/** The user's conversation. */
export const useCurrentConversation = query('GET /support/current');

/** Earlier conversations, the newest first. */
export const useConversations = query('GET /support/list');

export const readMessages = call('GET /support/messages');
export const sendMessage = call('POST /support/message');
export const markSeen = call('POST /support/seen');
export const tellTyping = call('POST /support/typing');

export const useEndConversation = command('POST /support/end');
export const useRateConversation = command('POST /support/rate');

/** Writes by mail. */
export const useOpenTicket = command('POST /support/ticket');

/** Reports second factor and recovery codes as lost. */
export const useReportLostFactors = command('POST /support/lost_factors');

/** Of a guest whose code does not arrive. */
export const useAskForCode = command('POST /sms_mail_kf');
