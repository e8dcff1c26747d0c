import type { ErrorCode, ErrorParams } from '@tessera/api/errors';
import { z } from 'zod';
import { DomainError } from '../http/domain-error.ts';
import type { KeyUse } from '../http/idempotency.ts';
import type { NodeBus } from '../nodes/node-bus.ts';
import type { Desk } from './desk-types.ts';

/*
 * Commands go to the node that holds the market, wherever they arrive. Its response may get lost, or the node with it:
 * the command is then sent again, and the key that commits with its effect gives the same result.
 */

/** Raised when a request or response changes its meaning: nodes of both versions run during an upgrade. */
const TOPIC = 'market.1';
/** ms that a node is waited for before the command is sent again. */
const RESPONDS_WITHIN = 1_500;
/** ms after which a command without a market is rejected. A takeover lasts two seconds at most. */
const WITHIN = 5_000;
/** ms between two attempts where no node holds the market. */
const PAUSE = 50;

const requestShape = z.object({
  client: z.string(),
  command: z.unknown(),
  use: z.object({ userId: z.string(), key: z.string(), callId: z.string(), fingerprint: z.string() }),
});

const responseShape = z.union([
  z.object({ result: z.unknown() }),
  z.object({
    code: z.string(),
    field: z.string().optional(),
    params: z.record(z.string(), z.union([z.string(), z.number()])),
  }),
]);

/** Serves the commands of other nodes while this one holds the market. Returns what ends it. */
export const serveCommands = (nodes: NodeBus, desk: Pick<Desk, 'submit'>): (() => void) =>
  nodes.serve(TOPIC, async (text) => {
    const { client, command, use } = requestShape.parse(JSON.parse(text));
    try {
      return JSON.stringify({ result: (await desk.submit(client, command, use)) ?? null });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const { code, field, params } = error;
      return JSON.stringify({ code, field, params });
    }
  });

async function ask(nodes: NodeBus, client: string, command: unknown, use: KeyUse): Promise<unknown> {
  const text = await nodes.request(TOPIC, JSON.stringify({ client, command, use }), RESPONDS_WITHIN);
  if (text === null) throw new DomainError('service_unavailable');
  const response = responseShape.parse(JSON.parse(text));
  if (!('code' in response)) return response.result;
  throw new DomainError(response.code as ErrorCode, {
    params: response.params as ErrorParams,
    ...(response.field !== undefined && { field: response.field }),
  });
}

export type Route = {
  readonly nodes: NodeBus;
  /** The desk of this node while it holds the market. */
  readonly desk: () => Pick<Desk, 'submit'> | null;
  /** ms of this process since any moment. */
  readonly monotonic: () => number;
  readonly pause: (ms: number) => Promise<void>;
};

/**
 * Runs a command where the market is, and sends it again under its key while its outcome is unknown. Rejects with
 * `service_unavailable` where no node holds the market for a few seconds, and at once where the market does not take
 * commands of this user for longer: a job that submits for many is not held up by each of them.
 */
export async function submitToMarket(
  { nodes, desk, monotonic, pause }: Route,
  client: string,
  command: unknown,
  use: KeyUse,
): Promise<unknown> {
  const until = monotonic() + WITHIN;
  for (;;) {
    try {
      const local = desk();
      return await (local ? local.submit(client, command, use) : ask(nodes, client, command, use));
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'service_unavailable') throw error;
      if (monotonic() + Number(error.params.seconds ?? 0) * 1_000 >= until) throw error;
    }
    await pause(PAUSE);
  }
}
