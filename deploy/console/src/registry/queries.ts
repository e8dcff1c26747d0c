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

/** The previews that work. Each new `epoch` fetches them again, and each minute, as they expire. */
export function usePreviews(epoch: number) {
  const { registry } = useServices();
  return useQuery({
    queryKey: ['previews', epoch],
    queryFn: async ({ signal }) => (await registry('GET /registry/previews', {}, signal)).previews,
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
}

export function useDiff(from: number, to: number) {
  const { registry } = useServices();
  return useQuery({
    queryKey: ['diff', from, to],
    queryFn: ({ signal }) => registry('GET /registry/diff', { from, to }, signal),
  });
}
