import { z } from 'zod';
import { channelParts } from '../realtime/channel.ts';
import type { Channel, ClientFrame } from '../realtime/protocol.ts';

export const realtimeLimits = { frameBytes: 32 * 1024, channelsPerFrame: 500 } as const;

const channel = z.custom<Channel>((value) => typeof value === 'string' && channelParts(value) !== null);
const channels = z.array(channel).max(realtimeLimits.channelsPerFrame);

const frame = z.discriminatedUnion('op', [
  z.object({ op: z.enum(['subscribe', 'unsubscribe']), channels }),
  z.object({ op: z.literal('auth'), token: z.string().min(1).max(256) }),
  z.object({ op: z.literal('ping'), t: z.number() }),
]) satisfies z.ZodType<ClientFrame>;

/** A frame as a client sent it, or null for anything else: oversized, not JSON, of another shape. */
export function parseClientFrame(data: string): ClientFrame | null {
  if (data.length > realtimeLimits.frameBytes) return null;
  try {
    return frame.safeParse(JSON.parse(data)).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
