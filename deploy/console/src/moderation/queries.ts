import { useReading } from '../app/calls.ts';

/** ms between looks for what came in. */
export const LOOK = { refetchInterval: 10_000 } as const;
/** Items of a queue that are listed. */
const LISTED = 50;
/** Messages after the reported one that are shown with it. */
const AFTER = 6;

export type ChatQueue = 'chat_report' | 'chat_held';

/** What waits in a queue. */
export const useWaiting = (queue: ChatQueue) =>
  useReading('GET /staff/queue/list', { queue, status: 'pending', limit: LISTED }, LOOK);

/** A reported message between those around it; the newest of the room without a number. */
export const useAround = (room: string, seq: number | null) =>
  useReading('GET /staff/chat/messages', { room, ...(seq !== null && { before: seq + AFTER }) }, LOOK);
