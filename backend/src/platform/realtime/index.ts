import { timingSafeEqual } from 'node:crypto';
import websocket from '@fastify/websocket';
import { realtimeLimits } from '@tessera/api/kit';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { DomainFactory } from '../domain.ts';
import { readBrowser } from '../http/browser-cookies.ts';
import { DomainError } from '../http/domain-error.ts';
import { networkOf } from '../limits/network.ts';
import type { NodeBus } from '../nodes/node-bus.ts';
import type { CompromisedWindow } from '../session/compromised.ts';
import { contentClaim } from '../session/key-proof.ts';
import { readSession } from '../session/read-session.ts';
import { isOfBrowser } from '../session/session-browser.ts';
import { endCompromised, takeOutJob } from './compromised.ts';
import { createHub, type Hub } from './hub.ts';
import { OfAnotherBrowser } from './identity.ts';
import { createPace } from './pace.ts';
import { signedWindows } from './signed-rollback.ts';

const isToken = (given: unknown, token: string): boolean =>
  typeof given === 'string' && given.length === token.length && timingSafeEqual(Buffer.from(given), Buffer.from(token));

type Parts = {
  readonly hub: Hub;
  readonly nodes: NodeBus;
  readonly internalToken: string | undefined;
  /** See `Settings`. */
  readonly releaseKeys: string | undefined;
  /** Ends the sessions that compromised code could use while it was live. */
  readonly endSessions: (window: CompromisedWindow) => Promise<void>;
};

const time = z.object({ from: z.int(), until: z.int() });
const announcement = z.object({
  epoch: z.int(),
  compromised: z.optional(time),
  /** Those before it: a gateway reads the newest manifest alone, and tries again until the newest is taken. */
  earlier: z._default(z.array(time).check(z.maxLength(100)), []),
  /** What was signed of it; former gateways do not send it. */
  manifest: z.optional(z.unknown()),
});

/** Bytes of an announcement: a manifest names each file of each remote. */
const LARGEST = 4 * 1024 * 1024;

async function routes(
  app: FastifyInstance,
  { hub, nodes, internalToken, releaseKeys, endSessions }: Parts,
): Promise<void> {
  await app.register(websocket, { options: { maxPayload: realtimeLimits.frameBytes, perMessageDeflate: false } });
  app.get('/realtime', { websocket: true }, (socket, request) =>
    hub.accept(socket, request.raw.socket, networkOf(request.ip), readBrowser(request)),
  );
  if (!internalToken) return;
  // Only the gateway has the token; it announces a new release.
  app.addContentTypeParser('application/json', { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'));
  app.post<{ Body: unknown }>('/internal/release', { bodyLimit: LARGEST }, async (request) => {
    if (!isToken(request.headers['x-internal-token'], internalToken)) throw new DomainError('forbidden');
    const announced = announcement.safeParse(request.body);
    if (!announced.success) throw new DomainError('invalid_field', { field: 'epoch' });
    const { epoch, compromised, earlier, manifest } = announced.data;
    // Pages verify what they fetch: what follows, which is announced again where it fails, keeps none of them from hearing.
    nodes.tell({ kind: 'release', epoch });
    await hub.announce(epoch);
    const stated = [...earlier, ...(compromised ? [compromised] : [])];
    const windows = stated.length > 0 && releaseKeys ? await signedWindows(manifest, releaseKeys) : stated;
    for (const window of windows) await endSessions(window);
    return { type: 'ok', code: 1, message: {} };
  });
}

/** Prices and account events as they happen, over one connection per page. */
export const realtime: DomainFactory = (dependencies) => {
  const { feed, now, accountEvents, nodes, settings, database, log, metrics, ports, requestProofs, sessions } =
    dependencies;
  const report = (error: unknown): void => log.error(error, 'realtime');
  const pace = createPace(report);
  const hub = createHub({
    feed,
    topics: ports.liveTopics,
    now,
    report,
    wake: pace.wake,
    async userOf(token, key, browser, again) {
      // At once, so that both are of the same look-up.
      const proven = key();
      const session = await (again ? readSession(dependencies, token, false) : sessions.look(token));
      if (!session || (session.key !== null && session.key !== (await proven))) return null;
      if (!(await isOfBrowser(database, 'user', session, browser))) throw new OfAnotherBrowser();
      return session.id;
    },
    async provenKey(token, proof) {
      if (proof === undefined) return null;
      // While the database is away every key is taken: `userOf` compares it with the session's once that is known.
      const isOfSession = sessions.look(token).then(
        (session) => (key: string) => session?.key === key,
        () => () => true,
      );
      try {
        const proven = { method: 'GET', path: '/realtime', token, content: contentClaim('', '') };
        return await requestProofs.check(proof, proven, async (key) => (await isOfSession)(key));
      } catch (error) {
        // One that proves nothing: the connection stays a guest's.
        if (error instanceof DomainError) return null;
        throw error;
      }
    },
  });
  metrics.gauge(
    { name: 'realtime_connections', help: 'Realtime connections of pages to this node', labels: [] },
    () => [{ labels: {}, value: hub.size() }],
  );
  metrics.gauge(
    { name: 'realtime_waiting_bytes', help: 'Bytes that wait for slow realtime clients of this node', labels: [] },
    () => [{ labels: {}, value: hub.waiting() }],
  );
  return {
    name: 'realtime',
    jobs: [takeOutJob(dependencies)],
    routes: (app) => {
      const { internalToken, releaseKeys } = settings;
      const endSessions = (window: CompromisedWindow) => endCompromised(dependencies, window);
      app.register((scope) => routes(scope, { hub, nodes, internalToken, releaseKeys, endSessions }));
    },
    start() {
      const stopListening = accountEvents.listen((userId, event) => void hub.tell(userId, event).catch(report));
      const stopNodes = nodes.listen((message) => {
        if (message.kind === 'release') void hub.announce(message.epoch).catch(report);
      });
      const stopPace = pace.start(hub);
      const stopFeed = feed.listen(hub.changed);
      return () => {
        stopFeed();
        stopPace();
        stopNodes();
        stopListening();
        hub.close();
      };
    },
  };
};
