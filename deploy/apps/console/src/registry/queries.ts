import { keepPreviousData, useQuery } from '@tessera/query';
import { useServices } from '../app/services.ts';

/** The last moves. They are read anew with each `epoch`; the ones known so far stay until then. */
export function useHistory(limit: number, epoch: number | undefined) {
  const { registry } = useServices();
  return useQuery({
    queryKey: ['history', limit, epoch],
    queryFn: ({ signal }) => registry.history(limit, signal),
    placeholderData: keepPreviousData,
  });
}

export function useVersions(name: string) {
  const { registry } = useServices();
  return useQuery({
    queryKey: ['versions', name],
    queryFn: ({ signal }) => registry.versions(name, signal),
  });
}

export function useDiff(from: number, to: number) {
  const { registry } = useServices();
  return useQuery({
    queryKey: ['diff', from, to],
    queryFn: ({ signal }) => registry.diff(from, to, signal),
  });
}
