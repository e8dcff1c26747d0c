import { useMutation, useQuery, useQueryClient } from '@tessera/query';
import { type StaffCall, type StaffCallInput, type StaffCallOutput, useServices } from './services.ts';

/** When a reading is made again, and how long it holds, ms. */
export type Pace = { readonly refetchInterval?: number; readonly staleTime?: number };

/** Reads by a staff call; its key is the call and its input. */
export function useReading<K extends StaffCall>(callId: K, input: StaffCallInput<K>, pace: Pace = {}) {
  const { call } = useServices();
  return useQuery({ queryKey: [callId, input], queryFn: ({ signal }) => call(callId, input, signal), ...pace });
}

/** Acts by a staff call; everything that staff calls have read is read again. */
export function useAction<K extends StaffCall>(
  callId: K,
  onDone: (output: StaffCallOutput<K>) => void = () => undefined,
) {
  const { call } = useServices();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: StaffCallInput<K>) => call(callId, input),
    onSuccess: onDone,
    onSettled: () =>
      queries.invalidateQueries({
        predicate: ({ queryKey: [read] }) => typeof read === 'string' && read.startsWith('GET /staff/'),
      }),
  });
}
