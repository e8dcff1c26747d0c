export type { MessagesContract } from './contract.ts';
export { messagesRoutes } from './routes.ts';
