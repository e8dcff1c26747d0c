// The kit by its package name: a relative import would bundle a second copy of it, with a second client.
import { callsOf } from '@tessera/api';
import type { Input, Output } from '../../kit/contract.ts';
import type { ChatContract } from './contract.ts';
import { chatRoutes } from './routes.ts';

const { call, command, query } = callsOf<ChatContract>(chatRoutes);

export type ChatRooms = Output<ChatContract['GET /chat/rooms']>;
export type ChatRoomRow = ChatRooms['list'][number];
export type ChatRoom = Output<ChatContract['GET /chat/room']>;
export type ChatPage = Output<ChatContract['GET /chat/messages']>;
export type ChatMessage = ChatPage['list'][number];
export type ChatCard = NonNullable<ChatMessage['card']>;
export type ChatAuthor = ChatMessage['author'];

/** Calls of moderators, for the staff console. */
export type StaffChatCall = Extract<keyof ChatContract, `${string} /staff/${string}`>;
export type StaffChatInput<K extends StaffChatCall> = Input<ChatContract[K]>;
export type StaffChatOutput<K extends StaffChatCall> = Output<ChatContract[K]>;

export const useChatRooms = query('GET /chat/rooms');
export const useChatRoom = query('GET /chat/room');
export const useMuted = query('GET /chat/muted', { quiet: true });

/** Reads messages of a room; `ChatFeed` of the screen puts pages and live rows together. */
export const fetchChatMessages = call('GET /chat/messages');

/** Sends a message; the same `client_id` is taken once, so that it may be sent again after silence. */
export const sendChatMessage = call('POST /chat/send');

export const noteChatRead = call('POST /chat/read');
export const useReact = command('POST /chat/react');
export const useDeleteMessage = command('POST /chat/delete');
/** Takes back a message that waits for a moderator. */
export const useWithdraw = command('POST /chat/withdraw');
export const useReport = command('POST /chat/report');
export const useMute = command('POST /chat/mute');
