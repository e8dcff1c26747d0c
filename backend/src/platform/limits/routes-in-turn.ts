import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CallLimiter } from './call-limits.ts';

/**
 * Has routes of a scope beside the calls, such as those of files, take the turns of the guests of their address, until they
 * begin to respond: they ask the database before that, and no session is needed to make them. What arrives, as uploads do,
 * and sockets have limits of their own.
 */
export function routesInTurn(scope: FastifyInstance, limiter: Pick<CallLimiter, 'inTurn'>): void {
  const ends = new WeakMap<FastifyRequest, () => void>();
  scope.addHook('preHandler', async (request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || !request.routeOptions.url?.startsWith('/api/')) return;
    await new Promise<void>((begin, reject) => {
      const untilSent = () =>
        new Promise<void>((end) => {
          ends.set(request, end);
          // Where nothing is sent by this route: one that is not found, a client that has gone.
          reply.raw.once('finish', end).once('close', end);
          if (reply.raw.destroyed) end();
          begin();
        });
      limiter.inTurn({ weight: 1, idempotent: false }, { address: request.ip }, untilSent).catch(reject);
    });
  });
  scope.addHook('onSend', async (request) => ends.get(request)?.());
}
