export type { AlertsContract } from './contract.ts';
export { type Alert, useAlerts, useChangeAlert, useRemoveAlert, useSetAlert } from './queries.ts';
export { alertsRoutes } from './routes.ts';
export * from './rules.ts';
