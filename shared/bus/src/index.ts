export * from './bus.ts';
export type * from './events.ts';
