import type {
  InboxBox,
  OpenedConversation,
  StaffSupportCall,
  StaffSupportInput,
  StaffSupportOutput,
} from '@tessera/api/support';
import { useMutation, useQuery, useQueryClient } from '@tessera/query';
import { useServices } from '../app/services.ts';

const SUPPORT = 'support';

/** ms between looks: an agent who waits for a user looks at the screen. */
const INBOX_EVERY = 5_000;
const MESSAGES_EVERY = 2_000;
/** Conversations of a box that are listed. */
const LISTED = 100;

export function useInbox(box: InboxBox) {
  const { support } = useServices();
  return useQuery({
    queryKey: [SUPPORT, 'inbox', box],
    queryFn: ({ signal }) => support('GET /staff/support/inbox', { box, limit: LISTED }, signal),
    refetchInterval: INBOX_EVERY,
  });
}

/** A conversation: opened whole once, which is recorded, then what follows the last message. */
export function useConversation(id: string) {
  const { support } = useServices();
  const queries = useQueryClient();
  const queryKey = [SUPPORT, 'conversation', id];
  return useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<OpenedConversation> => {
      const before = queries.getQueryData<OpenedConversation>(queryKey);
      const after = before?.messages.at(-1)?.seq;
      const now = await support(
        'GET /staff/support/conversation',
        { id, ...(after !== undefined && { after }) },
        signal,
      );
      return { ...now, messages: [...(before?.messages ?? []), ...now.messages] };
    },
    refetchInterval: MESSAGES_EVERY,
  });
}

export function useReading<K extends StaffSupportCall>(callId: K, input: StaffSupportInput<K>) {
  const { support } = useServices();
  return useQuery({
    queryKey: [SUPPORT, callId, input],
    queryFn: ({ signal }) => support(callId, input, signal),
    staleTime: 30_000,
  });
}

/** Makes a call of an agent; every list is read again. */
export function useAction<K extends StaffSupportCall>(
  callId: K,
  onDone: (output: StaffSupportOutput<K>) => void = () => undefined,
) {
  const { support } = useServices();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: StaffSupportInput<K>) => support(callId, input),
    onSuccess: onDone,
    onSettled: () => queries.invalidateQueries({ queryKey: [SUPPORT] }),
  });
}
