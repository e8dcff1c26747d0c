import type { Output } from '../../kit/contract.ts';
import type { MessagesContract } from './contract.ts';

export type { MessagesContract } from './contract.ts';
export * from './queries.ts';
export { messagesRoutes } from './routes.ts';

export type Message = Output<MessagesContract['GET /mailMessage/getList']>['list'][number];

export type MessagePreferences = Output<MessagesContract['GET /mailMessage/preferences']>;
