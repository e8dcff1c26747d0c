import type { StaffChatCall, StaffChatInput, StaffChatOutput } from '@tessera/api/chat';
import type { StaffQueueCall, StaffQueueInput, StaffQueueOutput } from '@tessera/api/staff';
import { useMutation, useQuery, useQueryClient } from '@tessera/query';
import { useServices } from '../app/services.ts';

const MODERATION = 'moderation';

/** ms between looks for what came in. */
const LOOK_EVERY = 10_000;
/** Items of a queue that are listed. */
const LISTED = 50;
/** Messages after the reported one that are shown with it. */
const AFTER = 6;

export const QUEUES = ['chat_report', 'chat_held'] as const;
export type ChatQueue = (typeof QUEUES)[number];

/** What waits in a queue. */
export function useWaiting(queue: ChatQueue) {
  const { queues } = useServices();
  return useQuery({
    queryKey: [MODERATION, queue],
    queryFn: ({ signal }) => queues('GET /staff/queue/list', { queue, status: 'pending', limit: LISTED }, signal),
    refetchInterval: LOOK_EVERY,
  });
}

/** A reported message between those around it; the newest of the room without a number. */
export function useAround(room: string, seq: number | null) {
  const { chat } = useServices();
  return useQuery({
    queryKey: [MODERATION, 'around', room, seq],
    queryFn: ({ signal }) =>
      chat('GET /staff/chat/messages', { room, ...(seq !== null && { before: seq + AFTER }) }, signal),
    refetchInterval: LOOK_EVERY,
  });
}

export function useChatReading<K extends StaffChatCall>(callId: K, input: StaffChatInput<K>) {
  const { chat } = useServices();
  return useQuery({
    queryKey: [MODERATION, callId, input],
    queryFn: ({ signal }) => chat(callId, input, signal),
    refetchInterval: LOOK_EVERY,
  });
}

function useAct<Input, Output>(send: (input: Input) => Promise<Output>, onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: onDone,
    onSettled: () => queries.invalidateQueries({ queryKey: [MODERATION] }),
  });
}

/** A moderator's act in the rooms; every list is read again. */
export function useChatAction<K extends StaffChatCall>(callId: K, onDone: () => void = () => undefined) {
  const { chat } = useServices();
  return useAct<StaffChatInput<K>, StaffChatOutput<K>>((input) => chat(callId, input), onDone);
}

/** A decision about an item of a queue. */
export function useQueueAction<K extends StaffQueueCall>(callId: K, onDone: () => void = () => undefined) {
  const { queues } = useServices();
  return useAct<StaffQueueInput<K>, StaffQueueOutput<K>>((input) => queues(callId, input), onDone);
}
