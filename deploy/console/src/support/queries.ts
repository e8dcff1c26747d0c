import type { OpenedConversation } from '@tessera/api/support';
import { useQuery, useQueryClient } from '@tessera/query';
import { useServices } from '../app/services.ts';

/** ms between looks: an agent who waits for a user looks at the screen. */
export const INBOX_EVERY = 5_000;
const MESSAGES_EVERY = 2_000;
/** ms that what changes rarely is held. */
export const HELD = 30_000;
/** Conversations of a box that are listed. */
export const LISTED = 100;

/** A conversation: opened whole once, which is recorded, then what follows the last message. */
export function useConversation(id: string) {
  const { call } = useServices();
  const queries = useQueryClient();
  const queryKey = ['GET /staff/support/conversation', id];
  return useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<OpenedConversation> => {
      const before = queries.getQueryData<OpenedConversation>(queryKey);
      const after = before?.messages.at(-1)?.seq;
      const now = await call('GET /staff/support/conversation', { id, ...(after !== undefined && { after }) }, signal);
      const following = now.messages.filter(({ seq }) => after === undefined || seq > after);
      return { ...now, messages: [...(before?.messages ?? []), ...following] };
    },
    refetchInterval: MESSAGES_EVERY,
  });
}
