import { randomUUID } from 'node:crypto';
import { connect, type Msg, type NatsConnection, type Subscription } from '@nats-io/transport-node';
import type { AccountEvent } from '@tessera/api/realtime';
import { z } from 'zod';
import type { NodeBus, NodeMessage } from './node-bus.ts';

/** Incremented when a message changes its meaning: nodes of both versions run during an upgrade. */
const SUBJECT = 'tessera.v1.nodes';
const topicSubject = (topic: string): string => `tessera.v1.topic.${topic}`;
/** ms between two attempts to reach a server that is away. */
const RECONNECTS_EVERY = 1_000;

/** Every kind of event: one that is missing here would not compile. */
const TOPICS: Readonly<Record<AccountEvent['kind'], true>> = {
  balance: true,
  order: true,
  deposit: true,
  withdrawal: true,
  payee: true,
  profile: true,
  message: true,
  session: true,
  watchlist: true,
  alert: true,
  support: true,
  typing: true,
};

const event = z.object({
  kind: z.enum(Object.keys(TOPICS) as (keyof typeof TOPICS)[]),
  id: z.string().optional(),
  status: z.string().optional(),
});

const told = z.object({
  from: z.string(),
  message: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('account'), userId: z.string(), event }),
    z.object({ kind: z.literal('release'), epoch: z.int().min(0) }),
    z.object({ kind: z.literal('spent'), spent: z.array(z.tuple([z.string(), z.number().positive()])) }),
  ]),
});

type Log = {
  info(details: object, text: string): void;
  warn(details: object, text: string): void;
};

type Told = { readonly from: string; readonly message: NodeMessage };

/** Undefined where the message is not one of ours. */
function read(received: Msg, log: Log): Told | undefined {
  let json: unknown;
  try {
    json = received.json();
  } catch (err) {
    log.warn({ err, subject: received.subject }, 'a message of another node is not JSON');
    return undefined;
  }
  const result = told.safeParse(json);
  if (result.success) return result.data as Told;
  log.warn({ err: result.error, subject: received.subject }, 'a message of another node has another form');
  return undefined;
}

/**
 * Nodes on one NATS server or cluster, by its core protocol. Returns immediately: an unreachable server is retried
 * forever, and meanwhile messages reach only this node's pages.
 */
export function openNatsBus(servers: readonly string[], log: Log): NodeBus {
  /** Nodes of the former version expect it. */
  const me = randomUUID();
  const listeners = new Set<(message: NodeMessage) => void>();
  /** What begins to serve a topic on a connection. */
  const served = new Set<(of: NatsConnection) => void>();
  const topics = new Map<string, Set<(text: string) => void>>();
  let connection: NatsConnection | undefined;
  let reachable = false;
  let closed = false;

  const receive = (error: Error | null, received: Msg): void => {
    if (error) {
      log.warn({ err: error }, 'a message of another node was not received');
      return;
    }
    const message = read(received, log);
    if (!message) return;
    for (const listener of listeners) listener(message.message);
  };

  const followTopic = (of: NatsConnection, topic: string): void => {
    of.subscribe(topicSubject(topic), {
      callback(error, received) {
        if (error) log.warn({ err: error, topic }, 'a message of another node was not received');
        else for (const listener of topics.get(topic) ?? []) listener(received.string());
      },
    });
  };

  const serveTopic = (of: NatsConnection, topic: string, handler: (text: string) => Promise<string>): Subscription =>
    of.subscribe(topicSubject(topic), {
      callback(error, received) {
        if (error) log.warn({ err: error, topic }, 'a request of another node was not received');
        else {
          handler(received.string()).then(
            (response) => received.respond(response),
            (err: unknown) => log.warn({ err, topic }, 'a request of another node failed'),
          );
        }
      },
    });

  /** Counts as connected once the server has taken the subscription: until then this node would hear nothing. */
  const subscribed = (of: NatsConnection, text: string): Promise<void> =>
    of.flush().then(
      () => {
        reachable = true;
        log.info({}, text);
      },
      // It is lost again: the next connection calls this once more.
      (err: unknown) => log.warn({ err }, 'other nodes cannot be reached'),
    );

  const follow = async (of: NatsConnection): Promise<void> => {
    for await (const { type } of of.status()) {
      if (type === 'reconnect') void subscribed(of, 'other nodes can be reached again');
      if (type !== 'disconnect') continue;
      reachable = false;
      log.warn({}, 'other nodes cannot be reached');
    }
  };

  const opening = connect({
    servers: [...servers],
    name: 'tessera backend',
    noEcho: true,
    // The first time too: the order in which the parts start does not matter.
    waitOnFirstConnect: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECTS_EVERY,
  }).then(
    (opened) => {
      if (closed) return opened.close();
      connection = opened;
      opened.subscribe(SUBJECT, { callback: receive });
      for (const topic of topics.keys()) followTopic(opened, topic);
      for (const begin of served) begin(opened);
      void subscribed(opened, 'other nodes can be reached');
      return follow(opened);
    },
    (err: unknown) => log.warn({ err }, 'other nodes cannot be reached: NATS rejects'),
  );

  return {
    tell(message) {
      // The library would buffer it while reconnecting; late hints are useless.
      if (!connection || !reachable) return;
      connection.publish(SUBJECT, JSON.stringify({ from: me, message }));
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    broadcast(topic, text) {
      if (!connection || !reachable) return;
      connection.publish(topicSubject(topic), text);
    },
    onBroadcast(topic, listener) {
      const known = topics.get(topic);
      const all = known ?? new Set();
      all.add(listener);
      topics.set(topic, all);
      if (!known && connection) followTopic(connection, topic);
      return () => all.delete(listener);
    },
    async request(topic, text, within) {
      if (!connection || !reachable) return null;
      try {
        return (await connection.request(topicSubject(topic), text, { timeout: within })).string();
      } catch (err) {
        // No node serves it, or time is up; both are usual while another node takes over.
        log.info({ err, topic }, 'no node has responded');
        return null;
      }
    },
    serve(topic, handler) {
      let subscription: Subscription | undefined;
      const begin = (of: NatsConnection) => {
        subscription = serveTopic(of, topic, handler);
      };
      served.add(begin);
      if (connection) begin(connection);
      return () => {
        served.delete(begin);
        subscription?.unsubscribe();
      };
    },
    connected: () => reachable,
    async close() {
      closed = true;
      reachable = false;
      if (!connection) return;
      await connection.close();
      await opening;
    },
  };
}
