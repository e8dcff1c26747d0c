// The kit by its package name: a relative import would bundle a second copy of it, with a second client.
import { callsOf } from '@tessera/api';
import type { Output } from '../../kit/contract.ts';
import type { AlertsContract } from './contract.ts';
import { alertsRoutes } from './routes.ts';

const { command, query } = callsOf<AlertsContract>(alertsRoutes);

export type Alert = Output<AlertsContract['GET /alerts/list']>['list'][number];

/** Price alerts, newest first; of every pair unless one is named. */
export const useAlerts = query('GET /alerts/list', { quiet: true });

/** Sets an alert; after silence it offers to repeat exactly that. */
export const useSetAlert = command('POST /alerts/set');

/** Changes an alert, which begins anew; its subject is the alert's id. */
export const useChangeAlert = command('PUT /alerts/set');

export const useRemoveAlert = command('POST /alerts/remove');
