import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from '../http/domain-error.ts';
import type { CallLimiter } from './call-limits.ts';

/**
 * Has routes of a scope beside the calls, such as those of files, take the turns of the guests of their address, until they
 * begin to respond: they ask the database before that, and no session is needed to make them. A client that has gone ends
 * no turn: what its request asked of the database goes on. What arrives, as uploads do, and sockets have limits of their own.
 */
export function routesInTurn(scope: FastifyInstance, limiter: Pick<CallLimiter, 'inTurn'>): void {
  const ends = new WeakMap<FastifyRequest, () => void>();
  const handled = new WeakSet<FastifyRequest>();
  const end = (request: FastifyRequest): void => ends.get(request)?.();
  scope.addHook('onRoute', (route) => {
    const { handler } = route;
    route.handler = function (request, reply) {
      const result: unknown = handler.call(this, request, reply);
      if (result instanceof Promise) {
        handled.add(request);
        const over = () => end(request);
        // Its failure is told by the result itself.
        result.then(over, over);
      }
      return result;
    };
  });
  scope.addHook('preHandler', async (request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || !request.routeOptions.url?.startsWith('/api/')) return;
    await new Promise<void>((begin, reject) => {
      const untilSent = () =>
        new Promise<void>((over) => {
          ends.set(request, over);
          if (reply.raw.destroyed) {
            // It went while it waited: nothing is asked for it.
            over();
            reject(new DomainError('rate_limited', { params: { seconds: 1 } }));
            return;
          }
          reply.raw.once('close', () => {
            if (!handled.has(request)) over();
          });
          begin();
        });
      limiter.inTurn({ weight: 1, idempotent: false }, { address: request.ip }, untilSent).catch(reject);
    });
  });
  scope.addHook('onSend', async (request) => end(request));
}
