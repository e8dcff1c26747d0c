import { keepPreviousData, useQuery } from '@tessera/query';
import { useServices } from '../app/services.ts';

/** The latest release events. Each new `epoch` fetches them again; until then the previous ones are kept. */
export function useHistory(limit: number, epoch: number | undefined) {
  const { registry } = useServices();
  return useQuery({
    queryKey: ['history', limit, epoch],
    queryFn: async ({ signal }) => (await registry('GET /registry/history', { limit }, signal)).moves,
    placeholderData: keepPreviousData,
  });
}

export function useVersions(name: string) {
  const { registry } = useServices();
  return useQuery({
    queryKey: ['versions', name],
    queryFn: async ({ signal }) => (await registry('GET /registry/versions/:name', { name }, signal)).versions,
  });
}

export function useDiff(from: number, to: number) {
  const { registry } = useServices();
  return useQuery({
    queryKey: ['diff', from, to],
    queryFn: ({ signal }) => registry('GET /registry/diff', { from, to }, signal),
  });
}
