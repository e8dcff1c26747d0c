export { type Bus, bus, forHost, type HostBus, takeHost } from './bus.ts';
export type * from './events.ts';
export { onReconnect } from './reconnect.ts';
