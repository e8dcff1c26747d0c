export * from './hooks.ts';
