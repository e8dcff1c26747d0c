import { setImmediate, setTimeout } from 'node:timers/promises';
import type { NodeBus, NodeMessage } from '../src/platform/nodes/node-bus.ts';

type Listener = (text: string) => void;
type Handler = (text: string) => Promise<string>;

/**
 * Nodes of one process that hear each other, as over NATS; each call of the result is a further node. What it sends and
 * hears is lost while `cut` is true.
 */
export function linkedNodes(link: { cut: boolean } = { cut: false }): () => NodeBus {
  const buses: { heard: Set<Listener>; topics: Map<string, Set<Listener>>; served: Map<string, Handler> }[] = [];
  return () => {
    const me = {
      heard: new Set<Listener>(),
      topics: new Map<string, Set<Listener>>(),
      served: new Map<string, Handler>(),
    };
    buses.push(me);
    const others = () => (link.cut ? [] : buses.filter((bus) => bus !== me));
    return {
      tell(message) {
        for (const { heard } of others()) for (const listener of heard) listener(JSON.stringify(message));
      },
      listen(listener) {
        const each: Listener = (text) => listener(JSON.parse(text) as NodeMessage);
        me.heard.add(each);
        return () => me.heard.delete(each);
      },
      broadcast(topic, text) {
        for (const { topics } of others()) for (const listener of topics.get(topic) ?? []) listener(text);
      },
      onBroadcast(topic, listener) {
        const all = me.topics.get(topic) ?? new Set();
        me.topics.set(topic, all.add(listener));
        return () => all.delete(listener);
      },
      async request(topic, text, within) {
        await setImmediate();
        for (const { served } of others()) {
          const handler = served.get(topic);
          if (handler) return Promise.race([handler(text).catch(() => null), setTimeout(within, null, { ref: false })]);
        }
        return null;
      },
      serve(topic, handler) {
        me.served.set(topic, handler);
        return () => me.served.delete(topic);
      },
      connected: () => !link.cut,
      close: async () => void buses.splice(buses.indexOf(me), 1),
    };
  };
}
