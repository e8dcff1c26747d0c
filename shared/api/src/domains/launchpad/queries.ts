// The kit by its package name: a relative import would bundle a second copy of it, with a second client.
import { callsOf } from '@tessera/api';
import type { Output } from '../../kit/contract.ts';
import type { LaunchpadContract } from './contract.ts';
import { launchpadRoutes } from './routes.ts';

const { command, query, list } = callsOf<LaunchpadContract>(launchpadRoutes);

export type Project = Output<LaunchpadContract['GET /project']>['list'][number];
export type ProjectDetail = Output<LaunchpadContract['GET /project/detail']>;
export type Subscription = Output<LaunchpadContract['GET /user/project/order']>['list'][number];
export type Allocation = Output<LaunchpadContract['GET /project/allocation']>;

/** Token sales page by page: `useProjects({ status: 'ended' })`. */
export const useProjects = list('GET /project', {
  quiet: true,
  read: (project: Project) => ({ ...project, id: String(project.id) }),
});

export const useProject = query('GET /project/detail', { quiet: true });

/** Subscribes; after silence it offers to repeat exactly that. */
export const useSubscribe = command('POST /project/order');

/** The user’s subscriptions page by page, newest first. */
export const useSubscriptions = list('GET /user/project/order', { quiet: true });

/** What the user committed to a sale in all, and how to find it in the published table. */
export const useOwnShare = query('GET /user/project/share', { quiet: true });

/** A part of the published table of a sale. */
export const useAllocation = query('GET /project/allocation', { quiet: true, staleTime: Number.POSITIVE_INFINITY });
