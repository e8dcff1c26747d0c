import * as z from 'zod/mini';
import { channelParts } from './channel.ts';
import type { Channel, ClientFrame } from './protocol.ts';

export const realtimeLimits = { frameBytes: 32 * 1024, channelsPerFrame: 500 } as const;

const channel = z.custom<Channel>((value) => typeof value === 'string' && channelParts(value) !== null);
const channels = z.array(channel).check(z.maxLength(realtimeLimits.channelsPerFrame));

const frame = z.discriminatedUnion('op', [
  z.object({ op: z.enum(['subscribe', 'unsubscribe']), channels, moments: z.optional(z.literal(true)) }),
  z.object({
    op: z.literal('auth'),
    token: z.string().check(z.minLength(1), z.maxLength(256)),
    proof: z.optional(z.string().check(z.maxLength(2_048))),
  }),
  z.object({ op: z.literal('ping'), t: z.number() }),
]) satisfies z.ZodMiniType<ClientFrame>;

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
