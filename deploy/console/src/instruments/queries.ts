import { useQuery } from '@tessera/query';
import { useServices } from '../app/services.ts';

export const INSTRUMENTS = ['instruments'] as const;

/** ms between reads: others change instruments too, and a change names the version that it was made on. */
const REFRESH_MS = 30_000;

export function useInstruments() {
  const { instruments } = useServices();
  return useQuery({
    queryKey: INSTRUMENTS,
    queryFn: ({ signal }) => instruments(signal),
    refetchInterval: REFRESH_MS,
  });
}
