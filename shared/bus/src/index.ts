export * from './bus.ts';
export type * from './events.ts';
export { onReconnect } from './reconnect.ts';
