import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Sql } from '../db/database.ts';
import type { NodeBus } from './node-bus.ts';

/*
 * Orders and prices go between nodes by topics. Access to the server that carries them must not suffice to add any:
 * each message has a code that only nodes of one database can make, for this topic and these seconds.
 */

/** ms for which a message counts. Nodes have the database's clock. */
const LASTS = 10_000;
const PURPOSE = 'messages between nodes';
const SEALED = /^(\d{1,15})\.([A-Za-z0-9_-]{43})\./;

const codeOf = (key: Buffer, parts: readonly string[]): string =>
  createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url');

/** The key that all nodes of a database have. */
export async function nodeKey(sql: Sql): Promise<Buffer> {
  const [row] = await sql.query<{ key: Buffer }>('select key from proof_key');
  if (!row) throw new Error('the database has no key for its nodes');
  return createHmac('sha256', row.key).update(PURPOSE).digest();
}

type Parts = {
  readonly key: Buffer;
  /** Unix ms, of the database. */
  readonly now: () => number;
  readonly log: { warn(details: object, text: string): void };
};

/** The same bus, whose topics carry messages of these nodes alone; others are dropped and logged. `tell` stays as it is. */
export function sealBus(bus: NodeBus, { key, now, log }: Parts): NodeBus {
  const named = (topic: string): string => `sealed.${topic}`;

  /** `of` says what the text is: kind and topic, and of a response the code of its request. */
  function seal(of: readonly string[], text: string): { readonly code: string; readonly sealed: string } {
    const at = String(Math.round(now()));
    const code = codeOf(key, [...of, at, text]);
    return { code, sealed: `${at}.${code}.${text}` };
  }

  function unseal(of: readonly string[], sealed: string): { readonly code: string; readonly text: string } | null {
    const [head = '', at = '', code = ''] = SEALED.exec(sealed) ?? [];
    const text = sealed.slice(head.length);
    const isOurs = head !== '' && timingSafeEqual(Buffer.from(code), Buffer.from(codeOf(key, [...of, at, text])));
    if (isOurs && Math.abs(now() - Number(at)) <= LASTS) return { code, text };
    log.warn({ of }, 'a message is not of a node of this database, or old');
    return null;
  }

  return {
    ...bus,
    broadcast: (topic, text) => bus.broadcast(named(topic), seal(['broadcast', topic], text).sealed),
    onBroadcast: (topic, listener) =>
      bus.onBroadcast(named(topic), (sealed) => {
        const opened = unseal(['broadcast', topic], sealed);
        if (opened) listener(opened.text);
      }),
    async request(topic, text, within) {
      const { code, sealed } = seal(['request', topic], text);
      const response = await bus.request(named(topic), sealed, within);
      return response === null ? null : (unseal(['response', topic, code], response)?.text ?? null);
    },
    serve: (topic, handler) =>
      bus.serve(named(topic), async (sealed) => {
        const opened = unseal(['request', topic], sealed);
        if (!opened) throw new Error('the request is not of a node');
        return seal(['response', topic, opened.code], await handler(opened.text)).sealed;
      }),
  };
}
