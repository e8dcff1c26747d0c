// The kit by its package name: a relative import would bundle a second copy of it, with a second client.
import { callsOf } from '@tessera/api';
import { useQuery } from '@tessera/query';
import type { Output } from '../../kit/contract.ts';
import type { LaunchpadContract } from './contract.ts';
import { launchpadRoutes } from './routes.ts';

const { call, command, query, list } = callsOf<LaunchpadContract>(launchpadRoutes);

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

const fetchAllocation = call('GET /project/allocation');

/** The whole published table of a sale: a part a call. */
async function wholeAllocation(id: number, signal: AbortSignal): Promise<Allocation> {
  const first = await fetchAllocation({ id }, { signal, quiet: true });
  const shares = [...first.shares];
  while (shares.length < first.users) {
    const part = await fetchAllocation({ id, from: shares.length }, { signal, quiet: true });
    if (part.shares.length === 0) break;
    shares.push(...part.shares);
  }
  return { ...first, shares };
}

/** What a check makes of the published table of a sale. */
export const useAllocationCheck = <Result>(id: number, check: (allocation: Allocation) => Result, enabled: boolean) =>
  useQuery({
    queryKey: fetchAllocation.key('check', { id }),
    queryFn: async ({ signal }) => check(await wholeAllocation(id, signal)),
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  });
